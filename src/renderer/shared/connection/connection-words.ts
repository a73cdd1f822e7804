// How the connection to the service stands, in words: the badge's (the worst state wins, nothing when all is well) and those
// of its details. Pure.
import type { Output } from '../../../contract/index.ts';
import type { AppError, OfflineReason } from '../../../domain/app-error.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { errorWords, type ErrorWords } from '../words/error-words.ts';

export type Connection = Output<'connection.get'>;

export interface BadgeWords {
  /** `Connection: Down — 3 waiting` */
  readonly words: string;
  readonly tone: 'plain' | 'warning' | 'bad';
  /** What the worst of it is about. */
  readonly about: 'connection' | 'changes' | 'printing';
}

const QUALITY_WORDS: Readonly<Record<Connection['quality'], string>> = {
  'not-known': 'Connection: not measured yet',
  normal: 'Connection: Normal',
  slow: 'Connection: Slow',
  unreliable: 'Connection: Unreliable',
  down: 'Connection: Down',
};

/** What is said of the connection itself, well or not. @example 'Connection: Slow' */
export function connectionTitle({ state, quality, error }: Connection): string {
  switch (state) {
    case 'online':
      return QUALITY_WORDS[quality];
    case 'offline':
      return QUALITY_WORDS.down;
    case 'connecting':
      return 'Connecting';
    case 'sign-in-needed':
      return error?.kind === 'forbidden' ? 'Key without rights' : 'Key not accepted';
    case 'trouble':
      return 'Service trouble';
    default:
      return state satisfies never;
  }
}

/**
 * The badge; null when all is well.
 * @example connectionWords({ …, state: 'online', quality: 'slow', waiting: 2 }) // words: 'Connection: Slow — 2 waiting'
 */
export function connectionWords(connection: Connection): BadgeWords | null {
  const { state, quality, waiting, sending, attention, printProblems, printersInTrouble, reportsOut } =
    connection;
  const unsent = waiting + sending;
  const title = connectionTitle(connection);
  const line = (tone: BadgeWords['tone']): BadgeWords => ({
    words: unsent > 0 ? `${title} — ${unsent} waiting` : title,
    tone,
    about: 'connection',
  });
  const measured = state === 'online' ? quality : 'not-known';
  if (state === 'sign-in-needed') return line('bad');
  if (attention > 0) {
    const also = state === 'offline' ? `${title} — ` : '';
    const words = `${also}${attention === 1 ? '1 change needs' : `${attention} changes need`} attention`;
    return { words, tone: 'bad', about: 'changes' };
  }
  if (state === 'trouble') return line('bad');
  if (state === 'offline' || measured === 'unreliable') return line('warning');
  if (reportsOut > 0) {
    const words =
      reportsOut === 1 ? 'Printed results out of date' : `${reportsOut} printed results out of date`;
    return { words, tone: 'warning', about: 'changes' };
  }
  if (printProblems > 0) {
    const words =
      printProblems === 1 ? '1 print job needs attention' : `${printProblems} print jobs need attention`;
    return { words, tone: 'warning', about: 'printing' };
  }
  if (printersInTrouble > 0) {
    const words =
      printersInTrouble === 1 ? 'A printer needs attention' : `${printersInTrouble} printers need attention`;
    return { words, tone: 'warning', about: 'printing' };
  }
  if (measured === 'slow') return line('warning');
  if (state === 'connecting') return line('plain');
  if (sending > 0) return { words: `Sending ${sending} of ${unsent}`, tone: 'plain', about: 'changes' };
  if (waiting > 0) return { words: `${waiting} waiting to be sent`, tone: 'plain', about: 'changes' };
  return null;
}

/**
 * What is wrong with the connection and what becomes of the work; null when nothing is. A pause that the service asked for is told by
 * the time at which it ends: the wait that an error names would still be the same long after.
 */
export function troubleWords(connection: Connection, timeZone: string): ErrorWords | null {
  const { state, error, pausedUntilMs } = connection;
  if (state === 'online' || error === null) return null;
  const words = reasonWords(connection, error);
  if (pausedUntilMs === null) return words;
  const until = pauseEndWords(pausedUntilMs, timeZone);
  return {
    ...words,
    advice: `Nothing is lost; sending goes on at ${until}. “Sync now” asks at once whether it may sooner.`,
  };
}

function reasonWords({ state, asOfMs }: Connection, error: AppError): ErrorWords {
  if (state === 'sign-in-needed' && error.kind === 'forbidden') return WITHOUT_RIGHTS;
  const isUnread = asOfMs === null;
  const words = elsewhereWords(error, isUnread) ?? errorWords(error);
  return isUnread && mayBeElsewhere(error) ? { ...words, advice: `${words.advice} ${MISTYPED}` } : words;
}

/** What is always there at the service was not found: something else answers at its address. */
export const NOT_THE_SERVICE: ErrorWords = {
  title: 'What answers at the service’s address does not know what this desk asks for',
  advice: 'Nothing is lost: what you save waits here. Tell whoever looks after this desk.',
};

/** Where another answers than the service: the words for one record or for a network that wants a sign-in would lead nowhere. */
function elsewhereWords(error: AppError, isUnread: boolean): ErrorWords | null {
  if (error.kind === 'not-found') return NOT_THE_SERVICE;
  if (isUnread && error.kind === 'offline' && error.reason === 'captive-portal')
    return {
      title: 'A web page answers in place of the service',
      advice:
        'The network may want a sign-in page first: open a browser and sign in. What you save waits here.',
    };
  return null;
}

/** A program of another kind, or none, as at an address that was mistyped; a key is refused, and a pause asked for, by the service itself. */
function mayBeElsewhere(error: AppError): boolean {
  switch (error.kind) {
    case 'not-found':
      return true;
    case 'bug':
      return error.origin === 'service';
    case 'busy':
      return error.reason === 'gateway';
    case 'offline':
      return ELSEWHERE.has(error.reason);
    default:
      return false;
  }
}

const ELSEWHERE: ReadonlySet<OfflineReason> = new Set([
  'refused',
  'name-not-found',
  'connection-lost',
  'untrusted',
  'captive-portal',
]);

/** Only while the board was never read: whoever has worked with this address does not look for the fault there. */
const MISTYPED = 'If Drawdesk was just set up, its service.address may be wrong: “Service” shows it.';

const WITHOUT_RIGHTS: ErrorWords = {
  title: 'The service lets this desk’s key do nothing',
  advice:
    'Go on working: what you save waits here, and is sent by itself once the key has its rights again. Ask whoever looks after the account.',
};

const MINUTE_MS = 60_000;

/** The minute in which a pause is over. @example '10:34' */
export const pauseEndWords = (pausedUntilMs: number, timeZone: string): string =>
  shownClockAt(Math.ceil(pausedUntilMs / MINUTE_MS) * MINUTE_MS, timeZone).time;

/** What the state means for the work, from what was measured; null where the failure's own words say it better. */
export function measureWords(connection: Connection): string | null {
  const { state, quality, typicalAnswerMs, requests, lostAnswers } = connection;
  if (state === 'connecting') return 'The service has not answered yet since the start.';
  if (state !== 'online') return null;
  switch (quality) {
    case 'not-known':
      return 'The service answers. It was asked too little to say how well.';
    case 'normal':
      return `The service answers, in about ${answerTimeWords(typicalAnswerMs)}.`;
    case 'slow':
      return `The service takes about ${answerTimeWords(typicalAnswerMs)} to answer. Go on working: only news from it comes late.`;
    case 'unreliable':
      return `Of the last ${requests} requests to the service ${lostAnswers} got no answer. Go on working: what got none is tried again.`;
    case 'down':
      return null;
    default:
      return quality satisfies never;
  }
}

/** `0.1 seconds`, `1 second`, `3 seconds`; `a moment` where nothing was measured. */
function answerTimeWords(answerMs: number | null): string {
  if (answerMs === null) return 'a moment';
  if (answerMs < 1_000) return `${Math.max(0.1, Math.round(answerMs / 100) / 10).toFixed(1)} seconds`;
  const seconds = Math.round(answerMs / 1_000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
