// What became of what was asked of the service about a registration, in whole sentences. Pure.
import type { RegistrationRequests } from '../../../contract/registrations.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { changeWords } from '../../shared/words/change-words.ts';
import { outboxStateWords } from '../../shared/words/outbox-state-words.ts';

type Change = Pick<
  RegistrationRequests['changes'][number],
  'kind' | 'state' | 'mayHaveBeenDone' | 'nextAttemptAtMs' | 'sentTo' | 'createdAtMs' | 'actor'
>;

const clockOf = (atMs: number, timeZone: string): string => shownClockAt(atMs, timeZone).time;

/**
 * How a change that is not over stands; null for one that is. Of one whose answer was lost nobody knows whether it was done, and
 * it is said when that is looked at next.
 * @example askedWords(row, timeZone) // 'Ask for a retest: not done yet (To be sent).'
 */
export function askedWords(change: Change, timeZone: string): string | null {
  const what = `${changeWords(change.kind)}${change.sentTo === null ? '' : ` to ${change.sentTo}`}`;
  switch (change.state) {
    case 'confirmed':
    case 'cancelled':
    case 'discarded':
      return null;
    case 'unknown': {
      const next =
        change.nextAttemptAtMs === null
          ? 'The desk is looking at the service now.'
          : `The desk looks at the service again at ${clockOf(change.nextAttemptAtMs, timeZone)}.`;
      return `${what}: the answer was lost, so nobody knows yet whether it was done. ${next}`;
    }
    case 'needs-human':
      return change.mayHaveBeenDone
        ? `${what}: nobody knows whether it was done. A person has to decide, in the outbox.`
        : notDone(what, change.state);
    case 'refused':
    case 'conflict':
      return notDone(what, change.state);
    case 'pending':
    case 'waiting':
    case 'sending':
      return `${what}: not done yet (${outboxStateWords(change.state)}).`;
  }
}

const notDone = (what: string, state: Change['state']): string =>
  `${what}: not done (${outboxStateWords(state)}). Decide in the outbox what follows.`;

/** The completion e-mails that were sent already, each in a sentence, the latest last: so that nobody sends one twice unawares. */
export function sentBefore(changes: readonly Change[], timeZone: string): string[] {
  return changes
    .filter(({ kind, state }) => kind === 'registration.sendCompleteEmail' && state === 'confirmed')
    .map(({ sentTo, createdAtMs, actor }) => {
      const { date, time } = shownClockAt(createdAtMs, timeZone);
      const to = sentTo === null ? '' : ` to ${sentTo}`;
      return `One was sent already${to}, on ${formatDate(date)} at ${time} by ${actor}.`;
    });
}
