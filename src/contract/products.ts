// What the laboratory offers.
import { z } from 'zod';
import { LONGEST_SEARCH } from '../domain/search-text.ts';
import { nothing, query } from './operation.ts';
import { instantMs, recordId } from './views.ts';

/** Prices as people read them, such as `£34.00`. */
export const shownPrice = {
  /** What one costs now, with its discount: what an order takes. */
  price: z.string(),
  /** What it cost before its discount; null without one, and while none was read. */
  formerPrice: z.string().nullable(),
};

const product = z.object({
  id: recordId,
  sku: z.string(),
  name: z.string(),
  ...shownPrice,
  appointmentOnly: z.boolean(),
  /** The service lists it no more: it is shown where it was chosen, and nobody can be booked for it. */
  isWithdrawn: z.boolean(),
});

export const productOperations = {
  'products.list': query(
    nothing,
    z.object({
      asOfMs: instantMs.nullable(),
      /** How many more the service has than it tells of: it gives out the first 50 pages. */
      notTold: z.number().int(),
      items: z.array(product),
    }),
    { staleOn: ['session', 'board', 'products'] },
  ),
  /**
   * Asks the service for products by a part of their name or by their code, also for those that it does not list. What it
   * has is kept: it is in `products.list` from then on, and can be booked with the connection down.
   */
  'products.find': query(
    z.strictObject({ text: z.string().trim().min(1).max(LONGEST_SEARCH) }),
    z.object({
      /** False: the service could not be asked. */
      live: z.boolean(),
      items: z.array(product),
      /** How many more fit than `items` has. */
      more: z.number().int(),
    }),
    { staleOn: [] },
  ),
};
