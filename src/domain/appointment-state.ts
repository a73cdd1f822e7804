// The state of an appointment's slot, as the desk knows it.

/**
 * `requested`: asked for here, and the service does not know yet. `held`: by the service, for ten minutes. `unsure`: an
 * answer was lost, or a person has to decide. `taken`: by somebody else. `released`: given back, or the hold ended and
 * nobody confirmed it.
 */
export const APPOINTMENT_STATES = ['requested', 'held', 'confirmed', 'released', 'unsure', 'taken'] as const;
export type AppointmentState = (typeof APPOINTMENT_STATES)[number];
