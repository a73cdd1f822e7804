// The states of a change in the outbox, and which state may follow which.

export const OUTBOX_STATES = [
  'pending',
  'sending',
  'unknown',
  'confirmed',
  'conflict',
  'refused',
  'needs-human',
  'cancelled',
  'discarded',
] as const;
/** The state of a change; see {@link OUTBOX_STATES}. */
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** The states as the screens show them. `waiting`: pending, but another change has to be confirmed first. */
export const SHOWN_STATES = [...OUTBOX_STATES, 'waiting'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** The end of a change: nothing more happens to it. */
export const FINISHED_STATES = [
  'confirmed',
  'cancelled',
  'discarded',
] as const satisfies readonly OutboxState[];
/** Taken back here or given up by a person. The service will not learn of the change. */
export const GIVEN_UP_STATES = ['cancelled', 'discarded'] as const satisfies readonly OutboxState[];
/** The states in which a person has to decide. */
export const ATTENTION_STATES = [
  'conflict',
  'refused',
  'needs-human',
] as const satisfies readonly OutboxState[];

const MOVES: Readonly<Record<OutboxState, readonly OutboxState[]>> = {
  // Not sent at all: another change has already brought it about, or the record that it is about was given up.
  pending: ['sending', 'confirmed', 'cancelled', 'discarded', 'needs-human', 'conflict'],
  sending: ['confirmed', 'pending', 'unknown', 'conflict', 'refused', 'needs-human'],
  unknown: ['confirmed', 'pending', 'conflict', 'refused', 'needs-human', 'discarded'],
  conflict: ['pending', 'unknown', 'confirmed', 'discarded'],
  refused: ['pending', 'confirmed', 'discarded'],
  'needs-human': ['pending', 'unknown', 'confirmed', 'discarded'],
  // Only for a hold that ran out before it was confirmed, which is made again; and for a cancellation that the service has undone.
  confirmed: ['pending'],
  cancelled: [],
  discarded: [],
};

/** What a person can do about a change that is not done. */
export const CHANGE_CHOICES = [
  /** The service knew this person already: that patient takes the place of the new one. */
  'link-existing',
  'correct',
  'send-again',
  /** Looks at the service once more whether it was carried out. */
  'look-again',
  'said-done',
  /** Sends it again although it may have been carried out, so that it may be carried out twice. */
  'repeat',
  'give-up',
] as const;
export type ChangeChoice = (typeof CHANGE_CHOICES)[number];

export function isGivenUp(state: OutboxState): boolean {
  return GIVEN_UP_STATES.some((givenUp) => givenUp === state);
}

export function canMoveTo(from: OutboxState, to: OutboxState): boolean {
  return MOVES[from].includes(to);
}
