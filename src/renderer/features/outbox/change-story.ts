// What is the matter with a change, in plain words: what happened, what is known of it, and what each choice does.
// Exhaustive for every kind and every state by type.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import { isOnceOnly } from '../../../domain/change.ts';
import type { ChangeChoice } from '../../../domain/outbox-state.ts';
import { wholeChangeWords } from '../../shared/words/change-words.ts';
import { errorWords, fieldWords } from '../../shared/words/error-words.ts';
import { needsPerson, outboxStateWords } from '../../shared/words/outbox-state-words.ts';
import { serviceWords } from '../../shared/words/service-words.ts';
import { differenceWords } from './difference-words.ts';

type Kind = OutboxRowView['kind'];

interface KindWords {
  /** What it is called within a sentence. */
  readonly thing: string;
  /** What it means that the service said no. */
  readonly refused: string;
  /** What is otherwise at the service. */
  readonly conflict: string;
  /** What a person has to find out or decide. */
  readonly undecided: string;
  /** What it means to give it up. */
  readonly givenUp: string;
}

const NOT_DONE = 'Nothing of it was done.';

const WORDS: Readonly<Record<Kind, KindWords>> = {
  'patient.create': {
    thing: 'creating this person',
    refused: `The service did not take the person as they were entered. ${NOT_DONE} Correct what is wrong, and send it again.`,
    conflict: 'The service has a person like this already.',
    undecided:
      'The service may know this person already, and only you can say whether it is the same person.',
    givenUp: 'The service never gets this person; what was made for them must be sorted out by hand.',
  },
  'appointment.hold': {
    thing: 'holding the slot',
    refused: `The service did not hold the slot. ${NOT_DONE} Hold another one.`,
    conflict:
      'The slot is taken or gone. Its visit asks for another one, or whether to take it all the same.',
    undecided: 'The slot could not be held as it was asked for. Give this up, and hold another one.',
    givenUp: 'No slot is held; a hold that was made all the same ends by itself after ten minutes.',
  },
  'appointment.confirm': {
    thing: 'confirming the appointment',
    refused: `The service did not confirm the appointment. ${NOT_DONE}`,
    conflict:
      'The hold had ended, or the service has the appointment otherwise. Give this up, and book the person again.',
    undecided: 'It could not be confirmed. Look whether the person still has a slot, and book again if not.',
    givenUp:
      'The appointment is not confirmed by this desk; its slot becomes free again. A booking for another day whose slot is gone ends with it: no registration is made.',
  },
  'appointment.release': {
    thing: 'giving the slot back',
    refused: 'The service did not take the slot back, so it may still be taken.',
    conflict: 'The service does not know the appointment any more; somebody else may have cancelled it.',
    undecided:
      'The slot could not be given back. A slot that is merely held is free again after ten minutes.',
    givenUp: 'The slot stays taken at the service until somebody frees it there.',
  },
  'appointment.cancel': {
    thing: 'cancelling the appointment',
    refused:
      'The service did not cancel the appointment, so it stands. Ring the laboratory, or send it again.',
    conflict: 'The service would not cancel the appointment as it is now, so it stands.',
    undecided: 'The appointment could not be cancelled, so it stands.',
    givenUp:
      'The appointment stays as the service has it. Somebody whose visit was cancelled here is expected for it again, unless it is gone or somebody else’s by now.',
  },
  'appointment.move': {
    thing: 'moving the appointment',
    refused: 'The service did not move the appointment, so it stands where it was. Choose another slot.',
    conflict:
      'The slot is somebody else’s, or the appointment is at another place than was seen here. It stands where the service has it.',
    undecided: 'The appointment could not be moved. Look where the service has it, and move it again.',
    givenUp: 'The appointment stays where the service has it.',
  },
  'appointment.assign': {
    thing: 'saying who the appointment is for',
    refused: `The service did not take the person for this appointment. ${NOT_DONE}`,
    conflict: 'The service has the appointment for somebody else. Find out whose it is.',
    undecided: 'It could not be said whose appointment it is.',
    givenUp: 'The service keeps the appointment as it has it.',
  },
  'registration.create': {
    thing: 'the registration',
    refused: `The service did not take the registration. ${NOT_DONE}`,
    conflict:
      'The service has made a registration that differs from what was asked for, or has another one under this reference. It is not sent again: that could make one more. Look for it among the person’s and ask the laboratory, then look again or give this up.',
    undecided: 'The registration could not be made.',
    givenUp: 'No registration is made by this desk.',
  },
  'registration.assign': {
    thing: 'assigning the patient',
    refused: `The service did not take this patient for the registration. ${NOT_DONE}`,
    conflict: 'The service has another patient on the registration. Find out whose it is before you go on.',
    undecided: 'The patient could not be assigned.',
    givenUp: 'The service keeps the patient whom it has.',
  },
  'registration.update': {
    thing: 'changing the mobile number or the reference',
    refused: `The service did not take the number or the reference. ${NOT_DONE}`,
    conflict:
      'The registration has another patient or another reference at the service than was seen here, or the reference is in use, or the service did not keep what it took. Look at it before you go on.',
    undecided: 'The number or the reference could not be changed.',
    givenUp: 'The service keeps the number and the reference that it has.',
  },
  'registration.retest': {
    thing: 'the retest',
    refused: 'The service made no retest.',
    conflict: 'The service made no retest of this registration as it is now.',
    undecided:
      'Nobody knows whether the service ordered the retest, because no clear answer came. A second request would be a second retest, so the desk does not send one by itself.',
    givenUp: 'This desk does not ask again. A retest that was ordered all the same stays.',
  },
  'registration.sendCompleteEmail': {
    thing: 'the e-mail',
    refused: 'The service sent no e-mail.',
    conflict: 'The service sent no e-mail: a patient is assigned to the registration already.',
    undecided:
      'Nobody knows whether the e-mail was sent, because no clear answer came. Nothing that can be read tells it: ask the person whether they got it.',
    givenUp: 'This desk does not send it again. An e-mail that left all the same is not called back.',
  },
  'order.create': {
    thing: 'placing the order',
    refused: `The service did not take the order. ${NOT_DONE} Give it up and build it again with what is right.`,
    conflict: 'The service placed no order: the time is taken, or the customer’s reference is in use.',
    undecided:
      'Nobody knows whether the service placed the order, because no clear answer came. A second request could be a second order, so the desk does not send one by itself.',
    givenUp: 'This desk does not place it. An order that was placed all the same stays.',
  },
  'order.cancel': {
    thing: 'cancelling the order',
    refused: 'The service did not cancel the order, so it stands.',
    conflict: 'The service does not know the order, or shows it as before. Look at it before you go on.',
    undecided: 'The order could not be cancelled, so it stands.',
    givenUp: 'The order stands at the service.',
  },
  'order.refund': {
    thing: 'asking for the money back',
    refused: 'The service did not take the request for a refund, so nothing is paid back.',
    conflict: 'The service took no request for a refund of this order as it is now.',
    undecided:
      'Nobody knows whether the refund was asked for, because no clear answer came. A second request could pay back twice, so the desk does not send one by itself.',
    givenUp: 'This desk does not ask again. A refund that was asked for all the same stays.',
  },
  'order.reship': {
    thing: 'having the order sent again',
    refused: 'The service does not send the order again.',
    conflict: 'The service does not send this order again as it is now; it may be cancelled.',
    undecided:
      'Nobody knows whether the service sends the order again, because no clear answer came. A second request could be a second parcel, so the desk does not send one by itself.',
    givenUp: 'This desk does not ask again. A parcel that was prepared all the same is sent.',
  },
  unknown: {
    thing: 'this change',
    refused: `The service refused it. ${NOT_DONE}`,
    conflict: 'The service has it otherwise.',
    undecided:
      'Another version of the desk saved it, and this one cannot send it. Use that version, or give it up.',
    givenUp: 'The service never learns of it from this desk.',
  },
};

const CONNECTED_ONLY = 'It is saved here and goes to the service as soon as the service can be reached.';

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
export function storyOf(
  row: Pick<
    OutboxRowView,
    'kind' | 'state' | 'attempts' | 'saidDone' | 'mayHaveBeenDone' | 'repeats' | 'error' | 'difference'
  >,
): string {
  const words = WORDS[row.kind];
  switch (row.state) {
    case 'pending':
      return row.repeats > 0
        ? `A person had it sent again. ${CONNECTED_ONLY}`
        : row.attempts > 0
          ? 'The last try failed before anything was done. It is sent again by itself.'
          : CONNECTED_ONLY;
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
        ? `Given up here. It may have reached the service before. ${words.givenUp}`
        : row.attempts > 0
          ? `Given up here after the service had refused it. ${isOnceOnly(row.kind) ? NOT_DONE : words.givenUp}`
          : `Given up here before it was sent. ${words.givenUp}`;
  }
}

/**
 * Why the change stands as it does, in whole sentences: only what {@link storyOf} does not say. Null where it says it all.
 * `isUp`: the service answers again since.
 *
 *     reasonOf(row, true) // 'Coeliac Screen: is no product'
 */
export function reasonOf(
  row: Pick<OutboxRowView, 'state' | 'error' | 'difference' | 'tests'>,
  isUp: boolean,
): string | null {
  const { state, error } = row;
  if (error === null || state === 'confirmed' || row.difference !== null) return null;
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
export function meanwhileWords(
  row: Pick<
    OutboxRowView,
    | 'kind'
    | 'state'
    | 'subject'
    | 'tests'
    | 'attempts'
    | 'saidDone'
    | 'mayHaveBeenDone'
    | 'repeats'
    | 'error'
    | 'difference'
  >,
): string {
  const state = `${outboxStateWords(row.state)}.`;
  const story = storyOf(row);
  return [`${wholeChangeWords(row)}:`, state, ...(story === state ? [] : [story])].join(' ');
}

export interface ChoiceWords {
  /** On the button. */
  readonly button: string;
  /** Asked for a reason with this title first; null when it is done at once. */
  readonly confirm: { readonly title: string; readonly words: string } | null;
}

/** What sending again does to a record that somebody else has changed meanwhile; null where nobody has. */
function allTheSame({ kind, difference }: Pick<OutboxRowView, 'kind' | 'difference'>): string | null {
  if (difference?.what === 'reference') return 'Put it in place of that one';
  if (difference?.what !== 'place') return null;
  return kind === 'appointment.cancel' ? 'Cancel it all the same' : 'Move it all the same';
}

/** A choice in words, with what is asked before it is carried out. `subject`: the person or the code. */
export function choiceWords(
  choice: ChangeChoice,
  row: Pick<OutboxRowView, 'kind' | 'difference'>,
  subject: string,
): ChoiceWords {
  const { thing, givenUp } = WORDS[row.kind];
  const about = subject === '' ? '' : ` for ${subject}`;
  switch (choice) {
    case 'link-existing':
      return { button: 'Use the person the service knows', confirm: null };
    case 'correct':
      return { button: 'Correct and send again', confirm: null };
    case 'send-again':
      return { button: allTheSame(row) ?? 'Send again', confirm: null };
    case 'look-again':
      return { button: 'Look again', confirm: null };
    case 'said-done':
      return {
        button: 'It was done',
        confirm: {
          title: `Say that it was done: ${thing}${about}?`,
          words: 'The desk keeps it as done and does not ask again. Say how you know.',
        },
      };
    case 'repeat':
      return {
        button: 'Send it again',
        confirm: {
          title: `Send again: ${thing}${about}?`,
          words: 'If the first one was carried out after all, it happens twice. Say why it is sent again.',
        },
      };
    case 'give-up':
      return {
        button: 'Give up this change',
        confirm: {
          title: `Give up: ${thing}${about}?`,
          words: `${givenUp} What builds on it stays visible and must be sorted out by hand.`,
        },
      };
  }
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
