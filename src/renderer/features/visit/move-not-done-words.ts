// Why the service did not move an appointment, in words. Pure.
import type { VisitDetail } from '../../../contract/views.ts';
import { ATTENTION_STATES } from '../../../domain/outbox-state.ts';
import { moveWords } from '../../shared/words/move-words.ts';

export type StoppedMove = VisitDetail['pendingChanges'][number];

/** The move about which a person has to decide; null where there is none. */
export function stoppedMoveOf({ pendingChanges }: Pick<VisitDetail, 'pendingChanges'>): StoppedMove | null {
  const isStopped = ({ kind, state }: StoppedMove): boolean =>
    kind === 'appointment.move' && ATTENTION_STATES.some((one) => one === state);
  return pendingChanges.find(isStopped) ?? null;
}

/** @example moveNotDoneWords(stopped, timeZone) // 'It was to be moved from 18:30 to 22:10, 30-Nov-2026. Somebody else has that slot by now …' */
export function moveNotDoneWords(
  stopped: Pick<StoppedMove, 'state' | 'difference' | 'move'>,
  timeZone: string,
): string {
  const wanted = stopped.move ? `It was to be moved ${moveWords(stopped.move, timeZone)}. ` : '';
  return `${wanted}${why(stopped)}`;
}

function why({ state, difference }: Pick<StoppedMove, 'state' | 'difference'>): string {
  if (state === 'needs-human') {
    return 'The service calls the new time taken, and it is not known whether by this very appointment. Ask the laboratory, or choose another time.';
  }
  switch (difference?.what) {
    case 'gone':
      return 'The service does not have the appointment any more; somebody else may have cancelled it. Nothing was moved.';
    case 'taken':
      return 'Somebody else has that slot by now, so the appointment stands as shown above.';
    case 'place':
      return 'Somebody else has moved it meanwhile. It stands as shown above.';
    case 'patient':
      return 'Meanwhile the service has the appointment for somebody else, so it was not moved. It stands as shown above.';
    default:
      return 'The service has not moved it. It stands as shown above.';
  }
}
