// Moves a visit along its desk states, with a note that can take the step back.
import { useCallback } from 'react';
import type { Input } from '../../../contract/index.ts';
import type { VisitDetail } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { canMove } from '../../../domain/visit.ts';
import { whoeverIsHere } from '../../host/actor.ts';
import { useCommand } from '../../host/use-command.ts';
import { errorWords } from '../../shared/words/error-words.ts';
import { notify } from '../../ui/toast-store.ts';
import { openCollection } from '../../shared/visit/open-collection.ts';

export interface MoveVisit {
  run(input: Input<'visits.move'>, doneWords: string): void;
  /** Moves and offers the way back to where the visit was. */
  runWithUndo(visit: VisitDetail, to: Input<'visits.move'>['to'], doneWords: string): void;
  readonly busy: boolean;
  readonly error: AppError | null;
}

/**
 * `run` and `runWithUndo` send `visits.move` and note what was done; a refusal is in `error`.
 * @example move.runWithUndo(visit, 'no-show', 'OLIVER, James did not come');
 */
export function useMoveVisit(): MoveVisit {
  const move = useCommand('visits.move');
  const { run: sendNow, busy, error } = move;
  const send = useCallback(
    (input: Input<'visits.move'>) => {
      const answered = sendNow(input);
      if (input.to === 'collecting') {
        openCollection.starting(answered.then(({ ok }) => (ok ? input.visitId : null)));
      }
      return answered;
    },
    [sendNow],
  );
  const run = useCallback(
    (input: Input<'visits.move'>, doneWords: string): void => {
      void send(input).then((answer) => notify(answer.ok ? doneWords : errorWords(answer.error).title));
    },
    [send],
  );
  const runWithUndo = useCallback(
    (visit: VisitDetail, to: Input<'visits.move'>['to'], doneWords: string): void => {
      const isStillTheirs = whoeverIsHere();
      void send({ visitId: visit.id, seenVersion: visit.version, to }).then((answer) => {
        if (!answer.ok) return;
        const back = visit.deskState;
        const seenVersion = answer.value.version;
        const undo = canMove(to, back)
          ? () => run({ visitId: visit.id, seenVersion, to: back }, 'Undone')
          : null;
        notify(doneWords, isStillTheirs() ? undo : null);
      });
    },
    [run, send],
  );
  return { run, runWithUndo, busy, error };
}
