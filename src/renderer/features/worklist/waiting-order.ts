// Who comes next: whoever has waited longest and can be called in. Pure.
import type { VisitRow } from '../../../contract/views.ts';
import { isWaiting } from '../../../domain/visit.ts';
import { hasTrouble } from '../../shared/visit/trouble-words.ts';

/** Whoever waits for a phlebotomist, the longest first. Somebody whose samples were taken already does not wait. */
export function waitingFirst(rows: readonly VisitRow[]): VisitRow[] {
  return rows
    .filter((row) => isWaiting(row.deskState) && row.waitingSinceMs !== null)
    .sort(
      (a, b) =>
        (a.waitingSinceMs ?? 0) - (b.waitingSinceMs ?? 0) ||
        (a.appointment?.startsAtMs ?? 0) - (b.appointment?.startsAtMs ?? 0),
    );
}

/** Whether collecting may begin: not for somebody whose identity has to be confirmed again first. */
export function canBeCalledIn({ troubles }: Pick<VisitRow, 'troubles'>): boolean {
  return !hasTrouble({ troubles }, 'identity-withdrawn', 'person-in-doubt');
}
