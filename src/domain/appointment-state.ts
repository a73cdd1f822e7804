// The state of an appointment's slot, as the desk knows it.

/**
 * `requested`: asked for here, and the service does not know yet. `held`: by the service, for ten minutes. `unsure`: an
 * answer was lost, or a person has to decide. `taken`: by somebody else. `released`: given back, or the hold ended and
 * nobody confirmed it.
 */
export const APPOINTMENT_STATES = ['requested', 'held', 'confirmed', 'released', 'unsure', 'taken'] as const;
export type AppointmentState = (typeof APPOINTMENT_STATES)[number];

/**
 * Why a slot is not to be had. `taken`: the service says so, not by whom. `perhaps-own`: the same after a lost answer, so it may be
 * this desk's own first try. `refused`: the service would not book it for another reason. `gone`: the hold ended, or somebody
 * cancelled it, before it was confirmed.
 */
export const SLOT_LOSSES = ['taken', 'perhaps-own', 'refused', 'gone'] as const;
export type SlotLoss = (typeof SLOT_LOSSES)[number];

/**
 * Whose slot an appointment was booked into: by the desk itself, because the person stands here for that time, or because
 * somebody was asked and said so. `somebody`: the service said that another one has it. `perhaps-own`: the same after a lost
 * answer, so it may be this desk's own first try.
 */
export const BOOKED_OVER = ['somebody', 'perhaps-own'] as const;
export type BookedOver = (typeof BOOKED_OVER)[number];
