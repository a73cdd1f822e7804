// Visits of days that are over whose tubes have a code of this desk, while the laboratory looks for its own: no board of a later day has
// them, and the laboratory does not know such a tube.
import { isLabelCodeOfDesk } from '../../../domain/desk-code.ts';
import type { LabelView, VisitRow } from '../../../contract/views.ts';
import { labelsLeftWithDeskCode } from '../../store/desk/labels-of-desk.ts';
import { findVisits } from '../../store/desk/visits.ts';
import type { Context } from '../handler.ts';
import { assembleVisits } from './read.ts';
import { labelListOf, toVisitRow } from './view.ts';

/** Nobody has scanned the label yet, and it may be printed. */
const UNPROVEN: ReadonlySet<LabelView['state']> = new Set([
  'queued',
  'printed',
  'unacknowledged',
  'problem',
  'may-exist',
]);

/** It has to be printed again, or was, and it is not proven yet that the new one is on the tube. */
function isLeft({ state, code, overtakenBy }: LabelView): boolean {
  const isNewOne = code !== null && !isLabelCodeOfDesk(code);
  return overtakenBy !== null || (isNewOne && UNPROVEN.has(state));
}

/** Those at a location whose tubes need a label with the laboratory's code until it is scanned back, the oldest day first. */
export function visitsToRelabel(context: Context, locationId: string): VisitRow[] {
  const left = labelsLeftWithDeskCode(context.db);
  const labelIds = new Set(left.map(({ labelId }) => labelId));
  const visits = findVisits(
    context.db,
    left.map(({ visitId }) => visitId),
  ).filter(
    (visit) =>
      visit.locationId === locationId &&
      visit.date < context.today &&
      // Whoever went without a sample has left no tube.
      (visit.collectedAtMs !== null || !['left', 'no-show', 'cancelled'].includes(visit.deskState)),
  );
  return assembleVisits(context, visits)
    .filter((assembled) =>
      labelListOf(context, assembled).some((label) => labelIds.has(label.id) && isLeft(label)),
    )
    .map((assembled) => toVisitRow(context, assembled))
    .sort((a, b) => a.date.localeCompare(b.date) || a.id.localeCompare(b.id));
}
