// Sends one step of a visit along its desk states, for every screen that has such a step.
import { useCallback } from 'react';
import type { Input } from '../../../contract/index.ts';
import type { VisitDetail } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { DeskState } from '../../../domain/visit.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useCommand } from '../../host/use-command.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { notify } from '../../ui/toast-store.ts';
import { meanwhileWords } from './meanwhile-words.ts';
import { openCollection } from './open-collection.ts';
import { notUndoneWords, undoneWords } from './visit-words.ts';

export type Stepped =
  | { readonly kind: 'moved'; readonly visit: VisitDetail }
  /** Somebody else was quicker, and the visit stands as it was wanted: that is noted, and nothing more is to be done. */
  | { readonly kind: 'stands-so' }
  | { readonly kind: 'refused'; readonly error: AppError };

export interface Step {
  send(input: Input<'visits.move'>): Promise<Stepped>;
  /** Takes back what has made the visit `made`, and notes it. */
  takeBack(made: VisitDetail, to: DeskState): void;
  readonly busy: boolean;
  /** The refusal of the last step. */
  readonly error: AppError | null;
}

/**
 * `onRefused`: hears of a refusal that sending again does not change, and how the visit stands; null where that could not be asked. The same
 * function at each drawing.
 * @example const step = useStep(); step.takeBack(called, 'arrived');
 */
export function useStep(onRefused?: (error: AppError, now: VisitDetail | null) => void): Step {
  const desk = useDesk();
  const timeZone = useTimeZone();
  const { run, busy, error } = useCommand('visits.move');

  const carryOut = useCallback(
    async (input: Input<'visits.move'>): Promise<Stepped> => {
      const answer = await run(input);
      if (answer.ok) return { kind: 'moved', visit: answer.value };
      if (answer.error.retry !== 'never') return { kind: 'refused', error: answer.error };
      // What is shown here may be older than what was refused, and news of that is no step since.
      const now = await desk.ask('visits.get', { visitId: input.visitId });
      if (now.ok && now.value.deskState === input.to) {
        notify(meanwhileWords(now.value, timeZone));
        return { kind: 'stands-so' };
      }
      onRefused?.(answer.error, now.ok ? now.value : null);
      return { kind: 'refused', error: answer.error };
    },
    [desk, run, timeZone, onRefused],
  );
  const send = useCallback(
    (input: Input<'visits.move'>): Promise<Stepped> => {
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
  return { send, takeBack, busy, error };
}
