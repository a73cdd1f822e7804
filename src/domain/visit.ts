// A visit's desk state, from expected to left. The service has no such field: it is known at this site only.

/** How far a visit is at this desk. The service has no such state. */
export const DESK_STATES = [
  'expected',
  'arrived',
  'collecting',
  'collected',
  'left',
  'no-show',
  'cancelled',
] as const;
/** One of {@link DESK_STATES}. */
export type DeskState = (typeof DESK_STATES)[number];

/** The desk states as people read them, on screens and on paper. */
export const DESK_STATE_WORDS: Readonly<Record<DeskState, string>> = {
  expected: 'Expected',
  arrived: 'Arrived',
  collecting: 'Collecting',
  collected: 'Collected',
  left: 'Left',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
};

/**
 * To which states a visit may be moved by a member of staff: one step forward or back. On the way forward `arrived` and
 * `collected` have commands of their own, which check identity and labels; here they are only reached by undoing a
 * later step.
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

/** Whether a visit may be moved from one state to the other by `visits.move`. */
export function canMove(from: DeskState, to: DeskState): boolean {
  return MOVES[from].includes(to);
}

/** Whether somebody can be checked in: they are expected, or were marked absent by mistake. */
export function canCheckIn(from: DeskState): boolean {
  return from === 'expected' || from === 'no-show';
}

/** Whether the person is in the waiting room. */
export function isWaiting(state: DeskState): boolean {
  return state === 'arrived';
}

/** Whether labels may wait for the printer: the person is here, or the sample was taken. */
export function mayHaveLabelsWaiting(state: DeskState): boolean {
  return state === 'arrived' || state === 'collecting' || state === 'collected';
}

/**
 * What a person may be asked in order to know who they are. Labels are printed only after {@link IDENTIFIERS_NEEDED} of
 * them agreed.
 */
/** Records of a visit that the service may tell in a form that cannot be read. */
export const UNREAD_KINDS = ['patient', 'registration', 'appointment'] as const;
export type UnreadKind = (typeof UNREAD_KINDS)[number];

export const IDENTIFIER_KINDS = ['name', 'date-of-birth', 'email', 'phone', 'trf-code', 'photo-id'] as const;
/** By what a person's identity can be confirmed. */
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export const IDENTIFIERS_NEEDED = 2;

/** Whether the service knows everything that was changed here about a record. The worst one comes first. */
export const SYNC_TAGS = ['attention', 'unsure', 'sending', 'waiting', 'synced'] as const;
/** How far the service knows a record as it is shown here; see {@link SYNC_TAGS}. */
export type SyncTag = (typeof SYNC_TAGS)[number];

/** The worst of several tags; `synced` when there are none. */
export function worstTag(tags: Iterable<SyncTag>): SyncTag {
  let worst: SyncTag = 'synced';
  for (const tag of tags) if (SYNC_TAGS.indexOf(tag) < SYNC_TAGS.indexOf(worst)) worst = tag;
  return worst;
}
