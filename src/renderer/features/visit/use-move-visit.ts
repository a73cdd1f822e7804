// Moves a visit along its desk states, with a note that can take the step back.
import { useCallback, useState } from 'react';
import type { Input } from '../../../contract/index.ts';
import type { VisitDetail } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { canMove, type DeskState } from '../../../domain/visit.ts';
import { whoeverIsHere } from '../../host/actor.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useCommand } from '../../host/use-command.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { meanwhileWords } from '../../shared/visit/meanwhile-words.ts';
import { openCollection } from '../../shared/visit/open-collection.ts';
import { notUndoneWords, undoneWords } from '../../shared/visit/visit-words.ts';
import { notify } from '../../ui/toast-store.ts';
import { hasMovedOn, type StoodAs } from './moved-on.ts';

export interface MoveVisit {
  /** Takes back what has made the visit `made`, and notes it. */
  takeBack(made: VisitDetail, to: DeskState): void;
  /** Moves and offers the way back to where the visit was. */
  runWithUndo(visit: VisitDetail, to: DeskState, doneWords: string): void;
  readonly busy: boolean;
  /** A refusal goes once the visit has moved on since. */
  readonly error: AppError | null;
}

type Sent =
  | { readonly kind: 'moved'; readonly visit: VisitDetail }
  /** Somebody else was quicker, and the visit stands as it was wanted: that is noted, and nothing more is to be done. */
  | { readonly kind: 'stands-so' }
  | { readonly kind: 'refused'; readonly error: AppError };

/**
 * `runWithUndo` and `takeBack` send `visits.move` and note what was done; a refusal is in `error`. `visit` as it is shown.
 * @example move.runWithUndo(visit, 'no-show', 'OLIVER, James did not come');
 */
export function useMoveVisit(visit: VisitDetail): MoveVisit {
  const desk = useDesk();
  const timeZone = useTimeZone();
  const { run: sendNow, busy, error } = useCommand('visits.move');
  /** The last refusal that still says something true, and how the visit stood then; null where that could not be asked. */
  const [refusal, setRefusal] = useState<{ error: AppError; stood: StoodAs | null } | null>(null);
  if (refusal?.stood && hasMovedOn(refusal.stood, visit)) setRefusal(null);

  const carryOut = useCallback(
    async (input: Input<'visits.move'>): Promise<Sent> => {
      const answer = await sendNow(input);
      if (answer.ok) return { kind: 'moved', visit: answer.value };
      if (answer.error.retry === 'never') {
        // What is shown here may be older than what was refused, and news of that is no step since.
        const now = await desk.ask('visits.get', { visitId: input.visitId });
        if (now.ok && now.value.deskState === input.to) {
          notify(meanwhileWords(now.value, timeZone));
          return { kind: 'stands-so' };
        }
        setRefusal({ error: answer.error, stood: now.ok ? now.value : null });
      }
      return { kind: 'refused', error: answer.error };
    },
    [desk, sendNow, timeZone],
  );
  const send = useCallback(
    (input: Input<'visits.move'>): Promise<Sent> => {
      const sent = carryOut(input);
      if (input.to === 'collecting') {
        openCollection.starting(sent.then(({ kind }) => (kind === 'refused' ? null : input.visitId)));
      }
      return sent;
    },
    [carryOut],
  );
  const takeBack = useCallback(
    (made: VisitDetail, to: DeskState): void => {
      void send({ visitId: made.id, seenVersion: made.version, to }).then((sent) => {
        if (sent.kind === 'moved') notify(undoneWords(sent.visit));
        else if (sent.kind === 'refused') notify(notUndoneWords(made, sent.error));
      });
    },
    [send],
  );
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
