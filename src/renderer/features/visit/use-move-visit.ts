// The steps of one visit on its screen, each with a note that can take it back.
import { useCallback, useState } from 'react';
import type { VisitDetail } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { canMove, type DeskState } from '../../../domain/visit.ts';
import { whoeverIsHere } from '../../host/actor.ts';
import { useStep, type Step } from '../../shared/visit/use-step.ts';
import { notify } from '../../ui/toast-store.ts';
import { hasMovedOn, type StoodAs } from './moved-on.ts';

export interface MoveVisit extends Pick<Step, 'takeBack' | 'busy'> {
  /** Moves and offers the way back to where the visit was. */
  runWithUndo(visit: VisitDetail, to: DeskState, doneWords: string): void;
  /** A refusal goes once the visit has moved on since. */
  readonly error: AppError | null;
}

/**
 * `runWithUndo` and `takeBack` send `visits.move` and note what was done; a refusal is in `error`. `visit` as it is shown.
 * @example move.runWithUndo(visit, 'no-show', 'OLIVER, James did not come');
 */
export function useMoveVisit(visit: VisitDetail): MoveVisit {
  /** The last refusal that still says something true, and how the visit stood then; null where that could not be asked. */
  const [refusal, setRefusal] = useState<{ error: AppError; stood: StoodAs | null } | null>(null);
  if (refusal?.stood && hasMovedOn(refusal.stood, visit)) setRefusal(null);
  const onRefused = useCallback(
    (error: AppError, now: VisitDetail | null) => setRefusal({ error, stood: now }),
    [],
  );
  const { send, takeBack, busy, error } = useStep(onRefused);

  const runWithUndo = useCallback(
    (from: VisitDetail, to: DeskState, doneWords: string): void => {
      const isStillTheirs = whoeverIsHere();
      void send({ visitId: from.id, seenVersion: from.version, to }).then((sent) => {
        if (sent.kind !== 'moved') return;
        const undo = canMove(to, from.deskState) ? () => takeBack(sent.visit, from.deskState) : null;
        notify(doneWords, isStillTheirs() ? undo : null, from.id);
      });
    },
    [send, takeBack],
  );
  const isOver = error?.retry === 'never' && refusal?.error !== error;
  return { takeBack, runWithUndo, busy, error: isOver ? null : error };
}
