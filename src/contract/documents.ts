// The service's documents of a registration.
import { z } from 'zod';
import { query } from './operation.ts';
import { instantMs, recordId } from './views.ts';

export const documentOperations = {
  'documents.get': query(
    z.strictObject({ registrationId: recordId, kind: z.enum(['trf', 'label']) }),
    z.object({ contentType: z.string(), base64: z.string(), fetchedAtMs: instantMs, stored: z.boolean() }),
    { staleOn: [] },
  ),
};
