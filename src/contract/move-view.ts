// Between which times, and to which location, a change moves an appointment. The outbox and the visit both say it.
import { z } from 'zod';

/** Milliseconds since the epoch. */
const instantMs = z.number().int();

export const moveView = z.object({
  /** When the appointment began at the service, as it was shown. */
  fromMs: instantMs,
  toMs: instantMs,
  /** Null where it stays at its location, and where the other one is not known here. */
  toLocationName: z.string().nullable(),
});
export type MoveView = z.infer<typeof moveView>;
