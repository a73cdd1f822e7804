// What is the matter with a change, in plain words: what happened, and what is known of it.
// Exhaustive for every kind and every state by type.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import { isOnceOnly } from '../../../domain/change.ts';
import { wholeChangeWords } from '../../shared/words/change-words.ts';
import { errorWords } from '../../shared/words/error-words.ts';
import { fieldWords } from '../../shared/words/field-words.ts';
import { needsPerson, stateOfRowWords } from '../../shared/words/outbox-state-words.ts';
import { serviceWords } from '../../shared/words/service-words.ts';
import { differenceWords } from './difference-words.ts';
import { givenUpWords, NOT_DONE, WORDS } from './kind-words.ts';

type Kind = OutboxRowView['kind'];

/** As much of a change as its story is told from. */
type ToldChange = Pick<
  OutboxRowView,
  | 'kind'
  | 'state'
  | 'attempts'
  | 'saidDone'
  | 'mayHaveBeenDone'
  | 'repeats'
  | 'error'
  | 'difference'
  | 'replaced'
>;

/** Also while the service is there: what may still be carried out of an earlier change is waited for. */
const GOES_BY_ITSELF =
  'It is saved here and goes to the service by itself, as soon as that can be reached and nothing before it is in doubt.';

const STOPPED =
  'It needs an earlier change that was given up or never reached the service, so it was not sent. Give it up too, and begin anew with what is right.';

/** Whether it was stopped before its first try because what it builds on never came about: nothing of it is in doubt. */
const wasStoppedUnsent = (row: Pick<OutboxRowView, 'kind' | 'attempts' | 'error'>): boolean =>
  row.attempts === 0 &&
  row.kind !== 'appointment.hold' &&
  row.error?.kind === 'conflict' &&
  row.error.reason === 'state';

/** A hold of before an older copy of the desk's data was put back: it ended long ago, and what came of it is not in that copy. */
const wasHeldBefore = ({
  kind,
  error,
  mayHaveBeenDone,
}: Pick<OutboxRowView, 'kind' | 'error' | 'mayHaveBeenDone'>): boolean =>
  kind === 'appointment.hold' && mayHaveBeenDone && error?.kind === 'conflict' && error.reason === 'state';

const HELD_BEFORE =
  'An older copy of this desk’s data was put back, so nobody knows whether the slot was held, or booked since. Look whether the person has an appointment. If not, give this up and book again.';

/** Of these it is said what could not be done; the others say themselves what is not known. */
const SAID_NOT_DONE: ReadonlySet<Kind> = new Set<Kind>([
  'appointment.release',
  'appointment.cancel',
  'appointment.move',
  'appointment.assign',
  'registration.create',
  'registration.assign',
  'registration.update',
  'order.cancel',
]);

/** Whether it went to a person with nothing known: neither that it was done, nor that it was not. A "forbidden" tells that it was not. */
function isInDoubt({
  kind,
  error,
  mayHaveBeenDone,
}: Pick<OutboxRowView, 'kind' | 'error' | 'mayHaveBeenDone'>): boolean {
  const isAnswer = error === null || error.kind === 'forbidden' || error.kind === 'conflict';
  return SAID_NOT_DONE.has(kind) && mayHaveBeenDone && !isAnswer;
}

/** Only where the service answered with something else has it made one. */
function registrationConflict({
  error,
  mayHaveBeenDone,
}: Pick<OutboxRowView, 'error' | 'mayHaveBeenDone'>): string {
  if (error === null || (error.kind === 'conflict' && error.reason === 'changed')) {
    return WORDS['registration.create'].conflict;
  }
  const before = mayHaveBeenDone
    ? 'An earlier try may have made one: look among the person’s registrations before you send it again.'
    : NOT_DONE;
  return `The service did not take the registration as it is asked for now. ${before}`;
}

/**
 * What happened to the change, in whole sentences.
 *
 *     storyOf(row) // 'Nobody knows whether the service ordered the retest, because …'
 */
export function storyOf(row: ToldChange): string {
  const words = WORDS[row.kind];
  if (row.replaced) return 'A later change of the appointment took its place.';
  switch (row.state) {
    case 'pending':
      return row.repeats > 0
        ? `A person had it sent again. ${GOES_BY_ITSELF}`
        : row.attempts > 0
          ? 'The last try failed before anything was done. It is sent again by itself.'
          : GOES_BY_ITSELF;
    case 'waiting':
      return 'It waits until an earlier change of the same record is done, and is sent by itself then.';
    case 'sending':
      return 'It is on its way to the service at this moment.';
    case 'unknown':
      return `No clear answer came. The desk finds out at the service about ${words.thing} before anything is repeated.`;
    case 'refused':
      return words.refused;
    case 'conflict':
      if (row.kind === 'registration.create') return registrationConflict(row);
      return (row.difference && differenceWords(row.kind, row.difference)) ?? words.conflict;
    case 'needs-human':
      if (wasStoppedUnsent(row)) return STOPPED;
      if (wasHeldBefore(row)) return HELD_BEFORE;
      return isInDoubt(row)
        ? `No clear answer came about ${words.thing}, so nobody knows whether it was done. Look at the service before it is done anew.`
        : words.undecided;
    case 'confirmed':
      return row.saidDone ? 'A person said that it was done; the service did not show it.' : 'Done.';
    case 'cancelled':
      return 'Taken back here before it was sent.';
    case 'discarded':
      return row.mayHaveBeenDone
        ? `Given up here. It may have reached the service before. ${givenUpWords(row)}`
        : row.attempts > 0
          ? `Given up here after the service had refused it. ${isOnceOnly(row.kind) ? NOT_DONE : givenUpWords(row)}`
          : `Given up here before it was sent. ${givenUpWords(row)}`;
  }
}

/**
 * Why the change stands as it does, in whole sentences: only what {@link storyOf} does not say. Null where it says it all.
 * `isUp`: the service answers again since.
 *
 *     reasonOf(row, true) // 'Coeliac Screen: is no product'
 */
export function reasonOf(
  row: Pick<OutboxRowView, 'state' | 'error' | 'difference' | 'tests' | 'replaced'>,
  isUp: boolean,
): string | null {
  const { state, error } = row;
  if (error === null || state === 'confirmed' || row.difference !== null || row.replaced) return null;
  const { title, advice } = errorWords(error, isUp);
  switch (error.kind) {
    case 'rejected':
      // That it was not accepted, the story says.
      return fieldWords(error.fields, (path) => testNamed(row, path)) ?? 'The service gave no reason.';
    case 'conflict':
      // What a person has to decide about is told of each kind of change in its own words.
      return needsPerson(row) ? null : `${title}.`;
    case 'timeout':
      // Nobody has to try again: the desk does, or asks a person.
      return `${title}.`;
    case 'busy':
      return error.reason === 'server-error' ? `${title}.` : `${title}. ${advice}`;
    case 'forbidden':
      return `${title}. ${advice}`;
    default:
      return state === 'unknown' || state === 'pending' ? `${title}. ${advice}` : `${title}.`;
  }
}

/** The test that a path such as `product_ids.0` names, as the change lists them. */
function testNamed({ tests }: Pick<OutboxRowView, 'tests'>, path: string): string | null {
  const index = /^product_ids\.(\d+)$/.exec(path)?.[1];
  return index === undefined ? null : (tests[Number(index)] ?? null);
}

/** How a change stands, for a dialog about it that was still open. */
export function meanwhileWords(row: ToldChange & Pick<OutboxRowView, 'subject' | 'tests'>): string {
  const state = `${stateOfRowWords(row)}.`;
  const story = storyOf(row);
  return [`${wholeChangeWords(row)}:`, state, ...(story === state ? [] : [story])].join(' ');
}

/**
 * What could be found out about a change in doubt, in whole sentences; null where nothing can be. `at` is when it was looked,
 * as `14:03`.
 */
export function evidenceWords(row: Pick<OutboxRowView, 'kind' | 'evidence'>, at: string): string | null {
  const { kind, evidence } = row;
  if (evidence === null) return null;
  // Neither makes anything that could be found: that nothing was found would sound as if it had not been done.
  const standing = kind === 'order.refund' ? 'payment' : kind === 'order.reship' ? 'shipping' : null;
  if (standing !== null) {
    const { standing: said } = evidence;
    return said === null
      ? `Looked at the service at ${at}: it tells nothing of the ${standing}.`
      : `Looked at the service at ${at}. Of the ${standing} it says: ${serviceWords(said)}. That need not mean that this was done, or that it was not.`;
  }
  const codes = evidence.found.map(({ code }) => code).join(', ');
  const found =
    evidence.found.length === 0
      ? 'nothing new was found that could come from it'
      : evidence.found.length === 1
        ? `this one appeared, which may come from it: ${codes}`
        : `these appeared, any of which may come from it: ${codes}`;
  return `Looked at the service at ${at}: ${found}.`;
}
