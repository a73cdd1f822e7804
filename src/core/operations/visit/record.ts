// Writes the activity of an assembled visit. Its patient is known from it, so nothing is read again.
import type { ActivityAbout, ActivityDetailOf, ActivityKind } from '../../../domain/activity.ts';
import type { CommandContext } from '../handler.ts';
import type { AssembledVisit } from './read.ts';

/**
 * Writes an entry about the visit and its patient, in this command's transaction. `facts` are those of the kind.
 *
 *     recordAtVisit(context, assembled, 'moved', { from: 'collected', to: 'left' });
 */
export function recordAtVisit<Kind extends ActivityKind>(
  context: CommandContext,
  { visit, patientId }: AssembledVisit,
  kind: Kind,
  facts: Readonly<ActivityDetailOf<Kind>>,
): void {
  const about: ActivityAbout<Kind> = { visitId: visit.id, patientId, ...facts };
  context.record(kind, about);
}
