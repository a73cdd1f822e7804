// What the board makes of its visits: filters, counts, the line that stands for now. Pure.
import type { VisitRow } from '../../../contract/views.ts';
import type { DeskState } from '../../../domain/visit.ts';

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
      return row.deskState === 'expected' && !row.merelyHeld;
    case 'here':
      return HERE.includes(row.deskState);
    case 'done':
      return DONE.includes(row.deskState);
    default:
      return filter satisfies never;
  }
}

/** How many people stand in each part of the board. */
export function countRows(rows: readonly VisitRow[]): Record<BoardFilter, number> {
  const counts: Record<BoardFilter, number> = { all: 0, expected: 0, here: 0, done: 0 };
  for (const row of rows) {
    if (row.merelyHeld) continue;
    counts.all += 1;
    for (const filter of ['expected', 'here', 'done'] as const)
      if (matchesFilter(row, filter)) counts[filter] += 1;
  }
  return counts;
}

/** When a visit stands on the board: its appointment, else the moment the person came. */
export function boardTimeMs(row: VisitRow): number | null {
  return row.appointment?.startsAtMs ?? row.arrivedAtMs;
}

/** From here on an expected person who is overdue is pointed out. */
export const LATE_MINUTES = 5;

/** Since when an expected person is overdue; null for everybody else. A slot without a person waits for nobody. */
export function lateFromMs(row: VisitRow): number | null {
  if (row.deskState !== 'expected' || !row.appointment || row.merelyHeld) return null;
  if (row.appointment.state === 'held') return null;
  return row.appointment.startsAtMs;
}

/** The index of the first row that is still to come: the line for now stands before it. */
export function nowIndex(rows: readonly VisitRow[], nowMs: number): number {
  const index = rows.findIndex((row) => (boardTimeMs(row) ?? 0) > nowMs);
  return index < 0 ? rows.length : index;
}
