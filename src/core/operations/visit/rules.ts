// How a visit is changed: only as it was seen.
import { AppException, conflict } from '../../../domain/app-error.ts';
import { updateVisit } from '../../store/desk/visits.ts';
import type { Visit, VisitChange } from '../../store/desk/visits.ts';
import type { CommandContext } from '../handler.ts';
import { assembleVisit } from './view.ts';
import type { AssembledVisit } from './view.ts';

/** The visit as it was seen; anything else is somebody else's newer change. */
export function seenVisit(
  context: CommandContext,
  seen: { readonly visitId: string; readonly seenVersion: number },
): AssembledVisit {
  const assembled = assembleVisit(context, seen.visitId);
  if (assembled.visit.version !== seen.seenVersion) {
    throw new AppException(conflict('changed', 'The visit has changed since it was shown.'));
  }
  return assembled;
}

export function changeVisit(context: CommandContext, visit: Visit, change: VisitChange): void {
  if (!updateVisit(context.db, visit.id, visit.version, change)) {
    throw new AppException(conflict('changed', 'The visit has changed since it was shown.'));
  }
}
