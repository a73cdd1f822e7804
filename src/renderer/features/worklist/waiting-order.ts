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

/**
 * What comes before collecting may begin: the identity has to be confirmed again, or the laboratory to be asked, as it does not have the
 * registration any more. Null where it may.
 */
export function firstOf(visit: Pick<VisitRow, 'troubles' | 'registrationsLost'>): string | null {
  if (hasTrouble(visit, 'identity-withdrawn', 'person-in-doubt')) return 'Confirm the identity first';
  return visit.registrationsLost === 'all' ? 'Ask the laboratory first: registration gone' : null;
}

export const canBeCalledIn = (visit: Parameters<typeof firstOf>[0]): boolean => firstOf(visit) === null;
