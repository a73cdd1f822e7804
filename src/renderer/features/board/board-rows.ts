// The board's filters, order and counts, and the place of the line that marks the present time. Pure functions.
import type { VisitRow } from '../../../contract/views.ts';
import { searchableName } from '../../../domain/person-name.ts';
import type { DeskState } from '../../../domain/visit.ts';
import { isDoneElsewhere } from '../../shared/visit/visit-words.ts';

/** `1 record of the service could not be read, and 2 only in part`; null when every record could be read. */
export function oddRecordWords(odd: { readonly setAside: number; readonly inPart: number }): string | null {
  const records = (count: number): string => (count === 1 ? '1 record' : `${count} records`);
  if (odd.setAside === 0 && odd.inPart === 0) return null;
  if (odd.setAside === 0) return `${records(odd.inPart)} of the service could be read only in part`;
  const unread = `${records(odd.setAside)} of the service could not be read`;
  return odd.inPart === 0 ? unread : `${unread}, and ${odd.inPart} only in part`;
}

export type BoardFilter = 'all' | 'expected' | 'here' | 'done';

const HERE: readonly DeskState[] = ['arrived', 'collecting'];
const DONE: readonly DeskState[] = ['collected', 'left', 'no-show', 'cancelled'];

export function matchesFilter(row: VisitRow, filter: BoardFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'expected':
      return row.deskState === 'expected' && !row.merelyHeld && !row.finishedAtService;
    case 'here':
      return HERE.includes(row.deskState);
    case 'done':
      return DONE.includes(row.deskState) || isDoneElsewhere(row);
    default:
      return filter satisfies never;
  }
}

/**
 * Whether each of the words stands in the person's name, in any order, or in a code of the visit. Accents and capitals
 * do not matter; a text without words matches everybody.
 */
export function matchesName(row: VisitRow, text: string): boolean {
  const wanted = searchableName(text);
  // The names of a thousand people are not converted for nothing.
  if (wanted === '') return true;
  const words = wanted.split(' ');
  const name = row.person ? `${row.person.lastName} ${row.person.firstName}` : '';
  const key = searchableName([name, ...row.trfCodes].join(' '));
  return words.every((word) => key.includes(word));
}

export type BoardOrder = 'time' | 'state';

/** The order of the states: people who need somebody now come first. */
const STATE_ORDER: readonly DeskState[] = [
  'arrived',
  'collecting',
  'expected',
  'collected',
  'left',
  'no-show',
  'cancelled',
];

/**
 * `rows` are in the order of time already; people who wait stand in the order of their waiting when ordered by state.
 */
export function ordered(rows: readonly VisitRow[], order: BoardOrder): readonly VisitRow[] {
  if (order === 'time') return rows;
  return [...rows].sort(
    (a, b) =>
      STATE_ORDER.indexOf(a.deskState) - STATE_ORDER.indexOf(b.deskState) ||
      (a.waitingSinceMs ?? Infinity) - (b.waitingSinceMs ?? Infinity) ||
      0,
  );
}

/**
 * How many people stand in each part of the board. As in the strip of days, a cancelled visit is nobody who comes: it is
 * shown, and not counted.
 */
export function countRows(rows: readonly VisitRow[]): Record<BoardFilter, number> {
  const counts: Record<BoardFilter, number> = { all: 0, expected: 0, here: 0, done: 0 };
  for (const row of rows) {
    if (row.merelyHeld || row.deskState === 'cancelled') continue;
    counts.all += 1;
    for (const filter of ['expected', 'here', 'done'] as const)
      if (matchesFilter(row, filter)) counts[filter] += 1;
  }
  return counts;
}

/** When a visit stands on the board: its appointment, else the moment the person came. An appointment of another day is none of this one. */
export function boardTimeMs({ appointment, date, arrivedAtMs }: VisitRow): number | null {
  const isOfDay = (appointment?.elsewhere?.date ?? date) === date;
  return (isOfDay ? appointment?.startsAtMs : null) ?? arrivedAtMs;
}

/** An expected person is marked as late after this. */
export const LATE_MINUTES = 5;

/** Since when an expected person is overdue; null for everybody else. A slot without a person waits for nobody. */
export function lateFromMs(row: VisitRow): number | null {
  if (row.deskState !== 'expected' || !row.appointment || row.merelyHeld || row.finishedAtService)
    return null;
  if (row.appointment.state === 'held') return null;
  return row.appointment.startsAtMs;
}

/** The index of the first row that is still to come; the line of the present time is drawn before it. */
export function nowIndex(rows: readonly VisitRow[], nowMs: number): number {
  const index = rows.findIndex((row) => (boardTimeMs(row) ?? 0) > nowMs);
  return index < 0 ? rows.length : index;
}
