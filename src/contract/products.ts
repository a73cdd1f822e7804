// What the laboratory offers.
import { z } from 'zod';
import { nothing, query } from './operation.ts';
import { instantMs, recordId } from './views.ts';

export const productOperations = {
  'products.list': query(
    nothing,
    z.object({
      asOfMs: instantMs.nullable(),
      /** How many more the service has than it tells of: it gives out the first 50 pages. */
      notTold: z.number().int(),
      items: z.array(
        z.object({
          id: recordId,
          sku: z.string(),
          name: z.string(),
          price: z.string(),
          appointmentOnly: z.boolean(),
        }),
      ),
    }),
    { staleOn: ['session', 'board'] },
  ),
};
