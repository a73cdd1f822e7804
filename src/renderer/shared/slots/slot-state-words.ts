// How the slot of an appointment stands that is not booked, in words: the same on the board and in what happened to a registration.
import type { AppointmentState } from '../../../domain/appointment-state.ts';

/** Nothing of one that is booked: that is what everybody takes it for. */
export const SLOT_STATE_WORDS: Readonly<Partial<Record<AppointmentState, string>>> = {
  requested: 'slot requested',
  held: 'slot held',
  unsure: 'slot being checked',
  taken: 'slot taken',
  // Given back, or its hold has run out, or it was cancelled.
  released: 'slot no longer held',
};
