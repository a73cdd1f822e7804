// What became of what was asked of the service about a registration, and why something cannot be asked, in whole sentences. Pure.
import type { RegistrationRequests } from '../../../contract/registrations.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { pauseEndWords } from '../../shared/connection/connection-words.ts';
import { changeWords } from '../../shared/words/change-words.ts';
import { outboxStateWords } from '../../shared/words/outbox-state-words.ts';

type Change = Pick<
  RegistrationRequests['changes'][number],
  'kind' | 'state' | 'mayHaveBeenDone' | 'nextAttemptAtMs' | 'sentTo' | 'createdAtMs' | 'actor'
>;

type Obstacle = NonNullable<RegistrationRequests['obstacles']['update']>;

/** Why something cannot be asked for now. */
export const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  'no-patient': 'Assign the patient first: the service wants one named with every change.',
  contested:
    'It is not settled whose registration this is: a change of it waits in the outbox. Wait until it is done, or decide there.',
  untaken: 'The service has not taken this registration: decide in the outbox what follows.',
  'perhaps-made':
    'Nobody knows whether the service made this registration. Send it again in the outbox: that makes it only once.',
  'no-results': 'The laboratory had no results when last read: only failed tests can be repeated.',
  'not-made': 'The service has not made this registration yet.',
  gone: 'The service does not show this registration any more.',
  unread: 'This desk has not read this registration from the service yet.',
  'under-way': 'This was asked for already, and it is neither done nor given up. See the outbox.',
  'has-patient': 'It has a patient: the e-mail asks somebody to complete a registration without one.',
};

/** Why nobody can be put on a registration now, in words; null where somebody can. */
export function whyNotAssigned(of: {
  readonly contested: boolean;
  readonly untaken: boolean;
  readonly perhapsMade: boolean;
}): string | null {
  if (of.perhapsMade) return OBSTACLES['perhaps-made'];
  if (of.untaken) return OBSTACLES.untaken;
  return of.contested ? OBSTACLES.contested : null;
}

const clockOf = (atMs: number, timeZone: string): string => shownClockAt(atMs, timeZone).time;

/**
 * How a change that is not over stands; null for one that is. Of one whose answer was lost nobody knows whether it was done, and
 * it is said when that is looked at next. `pausedUntilMs`: until when the service wants no requests; null while it takes them.
 * @example askedWords(row, timeZone) // 'Ask for a retest: not done yet (Waiting to be sent).'
 */
export function askedWords(
  change: Change,
  timeZone: string,
  pausedUntilMs: number | null = null,
): string | null {
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
      return `${what}: no clear answer came, so nobody knows yet whether it was done. ${next}`;
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
      if (pausedUntilMs !== null)
        return `${what}: not sent yet. The service asks us to slow down: it is sent by itself at ${pauseEndWords(pausedUntilMs, timeZone)}.`;
      return `${what}: not done yet (${outboxStateWords(change.state)}).`;
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

/** Whether nothing that a person has to know before they ask for something differs between two readings of a registration. */
export function standsTheSame(one: RegistrationRequests, other: RegistrationRequests): boolean {
  return one.version === other.version && changedSince(one, other, 'Europe/London').length === 0;
}

/** What was asked for since a registration was at this version, each in a sentence. */
const askedSince = (seenVersion: number, changes: RegistrationRequests['changes'], timeZone: string) =>
  changes
    .filter(({ sequence }) => sequence > seenVersion)
    .map(({ kind, state, sentTo, createdAtMs, actor }) => {
      const to = sentTo === null ? '' : ` to ${sentTo}`;
      return `${clockOf(createdAtMs, timeZone)}, ${actor}: ${changeWords(kind)}${to}: ${outboxStateWords(state)}.`;
    });

/** Which patients were put on it since it was at this version, each in a sentence without their names. */
export function assignedSince(
  seenVersion: number,
  now: RegistrationRequests | null,
  timeZone: string,
): string[] {
  const changes = now?.changes.filter(({ kind }) => kind === 'registration.assign') ?? [];
  return askedSince(seenVersion, changes, timeZone);
}

/** What differs from what a person has seen of the registration, each in a sentence: what was asked for since comes first. */
export function changedSince(
  seen: RegistrationRequests,
  now: RegistrationRequests,
  timeZone: string,
): string[] {
  const asked = askedSince(seen.version, now.changes, timeZone);
  const retests = now.retests
    .filter(({ id }) => !seen.retests.some((known) => known.id === id))
    .map(({ trfCode }) => `There is a retest now: ${trfCode}.`);
  const values = [
    ['mobile number', seen.mobileNumber, now.mobileNumber],
    ['reference', seen.foreignId, now.foreignId],
  ] as const;
  return [
    ...asked,
    ...retests,
    ...values
      .filter(([, before, after]) => before !== after)
      .map(([what, , after]) => `The ${what} is ${after ?? 'none'} now.`),
    ...(seen.patientId === now.patientId || asked.length > 0
      ? []
      : ['The service names another patient record for it now.']),
  ];
}
