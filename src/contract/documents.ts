// The service's documents of a registration.
import { z } from 'zod';
import { DOCUMENT_KINDS } from '../domain/document-kind.ts';
import { query } from './operation.ts';
import { instantMs, personView, recordId } from './views.ts';

export const documentOperations = {
  /**
   * A document as the service has it now, else as it is kept here (`stored`). `person`: whose it is; null while nobody is
   * assigned, or while that is in doubt.
   */
  'documents.get': query(
    z.strictObject({ registrationId: recordId, kind: z.enum(DOCUMENT_KINDS) }),
    z.object({
      contentType: z.string(),
      base64: z.string(),
      fetchedAtMs: instantMs,
      stored: z.boolean(),
      trfCode: z.string().nullable(),
      person: personView.nullable(),
    }),
    { staleOn: [] },
  ),
};
