// The states of a waiting change and the only ways from one to another.

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
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** As shown: `waiting` is a pending change that builds on one not confirmed yet. */
export const SHOWN_STATES = [...OUTBOX_STATES, 'waiting'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** Nothing more will happen to these. */
export const FINISHED_STATES = [
  'confirmed',
  'cancelled',
  'discarded',
] as const satisfies readonly OutboxState[];
/** Taken back or given up: the service will not learn of these. */
export const GIVEN_UP_STATES = ['cancelled', 'discarded'] as const satisfies readonly OutboxState[];
/** A person has to decide. */
export const ATTENTION_STATES = [
  'conflict',
  'refused',
  'needs-human',
] as const satisfies readonly OutboxState[];

const MOVES: Readonly<Record<OutboxState, readonly OutboxState[]>> = {
  // Without a try: another change made it true already, or the record it builds on was given up.
  pending: ['sending', 'confirmed', 'cancelled', 'discarded', 'needs-human', 'conflict'],
  sending: ['confirmed', 'pending', 'unknown', 'conflict', 'refused', 'needs-human'],
  unknown: ['confirmed', 'pending', 'conflict', 'refused', 'needs-human', 'discarded'],
  conflict: ['pending', 'unknown', 'confirmed', 'discarded'],
  refused: ['pending', 'confirmed', 'discarded'],
  'needs-human': ['pending', 'unknown', 'confirmed', 'discarded'],
  // Only for a hold that ran out before it was confirmed, and is made again.
  confirmed: ['pending'],
  cancelled: [],
  discarded: [],
};

export function isGivenUp(state: OutboxState): boolean {
  return GIVEN_UP_STATES.some((givenUp) => givenUp === state);
}

export function canMoveTo(from: OutboxState, to: OutboxState): boolean {
  return MOVES[from].includes(to);
}
