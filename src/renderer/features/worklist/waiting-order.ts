// Who comes next: whoever has waited longest. Pure.
import type { VisitRow } from '../../../contract/views.ts';
import { isWaiting } from '../../../domain/visit.ts';

export function waitingFirst(rows: readonly VisitRow[]): VisitRow[] {
  return rows
    .filter((row) => isWaiting(row.deskState))
    .sort(
      (a, b) =>
        (a.waitingSinceMs ?? Number.MAX_SAFE_INTEGER) - (b.waitingSinceMs ?? Number.MAX_SAFE_INTEGER) ||
        (a.appointment?.startsAtMs ?? 0) - (b.appointment?.startsAtMs ?? 0),
    );
}
