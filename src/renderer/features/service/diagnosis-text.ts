// The diagnosis of the connection in words, for the screen and as plain text for somebody who helps from afar. Pure.
import type { Output } from '../../../contract/index.ts';
import { formatDate, shownClockAt, shownSecondsAt } from '../../../domain/site-time.ts';
import { spanWords } from '../../../domain/span-words.ts';

export type Diagnosis = Output<'service.diagnosis'>;

const TOKEN_WORDS: Readonly<Record<Diagnosis['token'], string>> = {
  none: 'there is none that can be sent',
  accepted: 'the service accepts it',
  refused: 'the service refuses it',
  'not-known': 'there is one; the service has not judged it yet',
};

const STATE_WORDS: Readonly<Record<Diagnosis['state'], string>> = {
  online: 'up',
  connecting: 'connecting',
  offline: 'down',
  'sign-in-needed': 'the key is not accepted',
  trouble: 'the service has trouble',
};

const QUALITY_WORDS: Readonly<Record<Diagnosis['quality'], string>> = {
  'not-known': 'not measured yet',
  normal: 'normal',
  slow: 'slow',
  unreliable: 'unreliable',
  down: 'no answers',
};

/** A token that is accepted and leads to no connection may do nothing at the service. */
const stateWords = ({ state, token }: Diagnosis): string =>
  state === 'sign-in-needed' && token === 'accepted' ? 'the token has no rights' : STATE_WORDS[state];

/** Below this the difference is that of two clocks that agree. */
const AGREES_MS = 1_000;
/** From here on seconds say nothing. */
const LONG_MS = 2 * 86_400_000;

/**
 * How far the service's time is ahead of this computer's, as far as it is believed; `doubtedAheadMs` where it is not.
 * @example clockWords(-125_000, null) // 'the service is 2 min 5 s behind this computer'
 */
export function clockWords(aheadMs: number | null, doubtedAheadMs: number | null): string {
  if (doubtedAheadMs !== null)
    return `not believed: the service tells a date ${spanWords(doubtedAheadMs)} ${doubtedAheadMs > 0 ? 'ahead of' : 'behind'} this computer; the desk goes by the time it had before`;
  if (aheadMs === null) return 'not known: the service has not told its time yet';
  if (Math.abs(aheadMs) < AGREES_MS) return 'the service and this computer agree';
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  if (Math.abs(aheadMs) >= LONG_MS) return `the service is ${spanWords(aheadMs)} ${side} this computer`;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const parts = [
    hours > 0 && `${hours} h`,
    minutes > 0 && `${minutes} min`,
    seconds % 60 > 0 && `${seconds % 60} s`,
  ];
  const words = parts.filter((part) => part !== false).join(' ');
  return `the service is ${words} ${side} this computer`;
}

export interface DiagnosisLine {
  readonly name: string;
  readonly value: string;
}

/** What stands above the list of answers, line by line. */
export function diagnosisLines(diagnosis: Diagnosis): DiagnosisLine[] {
  const { requests, lostAnswers, typicalAnswerMs, quality } = diagnosis;
  const pace = typicalAnswerMs === null ? '' : `, usually ${typicalAnswerMs} ms`;
  const lost = `${lostAnswers} of the last ${requests} requests got no answer`;
  return [
    { name: 'Address', value: `${diagnosis.address} (${diagnosis.mode})` },
    { name: 'Connection', value: stateWords(diagnosis) },
    { name: 'Quality', value: `${QUALITY_WORDS[quality]}${pace}; ${lost}` },
    { name: 'Token', value: TOKEN_WORDS[diagnosis.token] },
    { name: 'Clock', value: clockWords(diagnosis.clockAheadMs, diagnosis.clockDoubtedAheadMs) },
    { name: 'Versions', value: `Drawdesk ${diagnosis.deskVersion}, ${diagnosis.runtime}` },
  ];
}

type Answer = Diagnosis['answers'][number];

/** A line that is down comes back by itself; a certificate that is not accepted does not, and whoever helps must see which it is. */
const UNREACHED_WORDS: Readonly<Record<NonNullable<Answer['unreached']>, string>> = {
  refused: 'nobody answers at the address',
  'name-not-found': 'the name is not found',
  'connection-lost': 'the connection broke',
  untrusted: 'the certificate is not accepted',
  'captive-portal': 'a sign-in page of the network',
  'switched-off': 'switched to offline',
  'another-laboratory': 'another laboratory',
  'site-desk': 'the site desk does not answer',
  engine: 'Drawdesk itself does not answer',
};

/** @example answerWords({ status: null, failure: 'timeout', … }) // 'no answer (timeout)' */
export function answerWords({ status, failure, unreached }: Answer): string {
  const why = unreached === null ? failure : UNREACHED_WORDS[unreached];
  if (status === null) return `no answer (${why ?? 'unknown'})`;
  return why === null ? String(status) : `${status} (${why})`;
}

/** The whole as plain text. Nothing else may get into it: it is sent to people outside of the clinic. */
export function diagnosisText(diagnosis: Diagnosis, timeZone: string): string {
  const made = shownClockAt(diagnosis.nowMs, timeZone);
  const answers = diagnosis.answers.map((answer) =>
    [
      shownSecondsAt(answer.endedAtMs, timeZone),
      answer.endpoint,
      answerWords(answer),
      `${answer.tookMs} ms`,
    ].join('  '),
  );
  return [
    'Drawdesk: connection diagnosis',
    `Made: ${formatDate(made.date)} ${made.time} (${timeZone})`,
    ...diagnosisLines(diagnosis).map(({ name, value }) => `${name}: ${value}`),
    'Last answers, newest first:',
    ...(answers.length === 0 ? ['none yet'] : answers),
  ].join('\n');
}
