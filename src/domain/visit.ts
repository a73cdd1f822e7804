// A visit's desk state: what the site knows of a person's coming, from expected to left.

export const DESK_STATES = [
  'expected',
  'arrived',
  'collecting',
  'collected',
  'left',
  'no-show',
  'cancelled',
] as const;
export type DeskState = (typeof DESK_STATES)[number];

/**
 * Where a person at the desk may move a visit, one step forward or one step back. `arrived` and `collected` have
 * their own commands on the way forward (identity, labels); here they are reached only as the undo of a later step.
 */
const MOVES: Readonly<Record<DeskState, readonly DeskState[]>> = {
  expected: ['no-show', 'cancelled'],
  arrived: ['expected', 'collecting', 'left'],
  collecting: ['arrived', 'left'],
  collected: ['collecting', 'left'],
  left: ['collected', 'arrived'],
  'no-show': ['expected'],
  cancelled: ['expected'],
};

/** True when a person may move a visit from one state to the other without a check of its own. */
export function canMove(from: DeskState, to: DeskState): boolean {
  return MOVES[from].includes(to);
}

/** Check-in is possible for somebody expected, or wrongly marked absent. */
export function canCheckIn(from: DeskState): boolean {
  return from === 'expected' || from === 'no-show';
}

/** States in which a person sits in the waiting room. */
export function isWaiting(state: DeskState): boolean {
  return state === 'arrived';
}

/** Whether labels may go on waiting for their printer: the person is here, or their sample is. */
export function mayHaveLabelsWaiting(state: DeskState): boolean {
  return state === 'arrived' || state === 'collecting' || state === 'collected';
}

/** What may be asked of a person to make sure who they are; two of them release the labels. */
export const IDENTIFIER_KINDS = ['name', 'date-of-birth', 'email', 'phone', 'trf-code', 'photo-id'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export const IDENTIFIERS_NEEDED = 2;

/** Where a record stands with the service, worst first for a badge. */
export const SYNC_TAGS = ['attention', 'unsure', 'sending', 'waiting', 'synced'] as const;
export type SyncTag = (typeof SYNC_TAGS)[number];

/** The worst of several tags; `synced` when there are none. */
export function worstTag(tags: Iterable<SyncTag>): SyncTag {
  let worst: SyncTag = 'synced';
  for (const tag of tags) if (SYNC_TAGS.indexOf(tag) < SYNC_TAGS.indexOf(worst)) worst = tag;
  return worst;
}
