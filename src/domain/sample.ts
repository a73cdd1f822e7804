// Whether a sample was taken, and if not, why not.

/** Why a sample was not taken. */
export const NOT_TAKEN_REASONS = [
  'refused',
  'fainted',
  'failed-draw',
  'insufficient',
  'wrong-tube',
  'did-not-wait',
  'other',
] as const;
/** One of {@link NOT_TAKEN_REASONS}. */
export type NotTakenReason = (typeof NOT_TAKEN_REASONS)[number];

/** Whether the reason needs a note, because it says nothing by itself. */
export function needsNote(reason: NotTakenReason): boolean {
  return reason === 'other';
}

/**
 * What happens next. `again-now`: it is tried again while the person is here. `come-back`: the registration stays open
 * and the person is booked again. `their-choice`: it stays open, and the person decides whether to come back.
 */
export type FollowUp = 'again-now' | 'come-back' | 'their-choice';

export const FOLLOW_UPS: Readonly<Record<NotTakenReason, FollowUp>> = {
  refused: 'their-choice',
  fainted: 'come-back',
  'failed-draw': 'again-now',
  insufficient: 'again-now',
  'wrong-tube': 'again-now',
  'did-not-wait': 'their-choice',
  other: 'come-back',
};

/** The samples of a visit taken together. `part`: some were taken and others not. */
export const SAMPLE_STATES = ['to-take', 'taken', 'part', 'not-taken'] as const;
export type SampleState = (typeof SAMPLE_STATES)[number];

/** `collected`: the visit has a time of collection. `over`: nothing more will happen in this visit. */
export function sampleStateOf(visit: {
  readonly collected: boolean;
  readonly over: boolean;
  readonly notTaken: number;
}): SampleState {
  if (visit.collected) return visit.notTaken > 0 ? 'part' : 'taken';
  return visit.over ? 'not-taken' : 'to-take';
}
