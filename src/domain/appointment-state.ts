// How a slot stands for the desk.

/**
 * `requested` here and not yet known to the service; `held` with a countdown; `unsure` while an answer is lost or a person
 * has to decide; `taken` by somebody else; `released` by us, or ended with nothing confirmed.
 */
export const APPOINTMENT_STATES = ['requested', 'held', 'confirmed', 'released', 'unsure', 'taken'] as const;
export type AppointmentState = (typeof APPOINTMENT_STATES)[number];
