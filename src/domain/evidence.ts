// What could be found out about a change of which nobody knows whether it was carried out. A person decides with it.
import { z } from 'zod';

export const evidenceSchema = z.object({
  /** When it was looked, by the service's clock, in milliseconds since the epoch. */
  lookedAtMs: z.number().int(),
  /** Records that appeared and may come from the change: the service's id, and the code or number that people know. */
  found: z.array(z.object({ id: z.string(), code: z.string() })),
  /** What the record says now, as the service words it, such as `refund_requested`; null where nothing tells. */
  standing: z.string().nullable(),
});
/** See {@link evidenceSchema}. */
export type Evidence = z.output<typeof evidenceSchema>;
