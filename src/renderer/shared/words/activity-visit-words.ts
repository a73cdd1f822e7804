// The activity in words, for what was done at a visit: the person, the identity, the samples. Pure.
import type { WithdrawalReason } from '../../../domain/identity.ts';
import { NOT_TAKEN_WORDS } from '../visit/sample-words.ts';
import { SOURCE_WORDS } from '../visit/trouble-words.ts';
import { identifierWords } from './identifier-words.ts';
import { isDeskState, stateInSentence } from './state-words.ts';
import { after, counted, text, timeWithDay, wordsFor, type WordsOf } from './activity-facts.ts';

function identifiers(value: unknown): string | null {
  return text(value)?.split(', ').map(identifierWords).join(', ') ?? null;
}

function move(from: unknown, to: unknown): string | null {
  return isDeskState(from) && isDeskState(to)
    ? `from ${stateInSentence(from)} to ${stateInSentence(to)}`
    : null;
}

const PERSON_CHANGE_WORDS: Readonly<Record<WithdrawalReason, string>> = {
  person: 'it is somebody else',
  'first-name': 'the first name changed',
  'last-name': 'the last name changed',
  'date-of-birth': 'the date of birth changed',
  contradicted: 'the service’s records do not agree',
};

const DIFFERENCE_WORDS: Readonly<Record<string, string>> = {
  'first-name': 'first name',
  'last-name': 'last name',
  'date-of-birth': 'date of birth',
};

/** The words of what was done at a visit: the person, the identity, the samples. */
export const VISIT_WORDS = {
  'checked-in': {
    title: 'Checked in',
    facts: (facts) => [identifiers(facts.identifiers), after('one identifier only:', facts.relaxedReason)],
  },
  'person-settled': {
    title: 'The service’s records did not agree: settled with the person',
    facts: ({ from, differs }) => [
      text(differs)
        ?.split(', ')
        .map((part) => wordsFor(DIFFERENCE_WORDS, part))
        .filter((part) => part !== null)
        .join(' and ') ?? null,
      after('confirmed as in', wordsFor(SOURCE_WORDS, from)),
    ],
  },
  'patient-assigned': {
    title: 'Patient assigned',
    facts: ({ registrations }) => [counted(registrations, 'registration', 'registrations')],
  },
  'patient-created': {
    title: 'New person',
    facts: ({ duplicatesSeen }) => [
      duplicatesSeen === true ? 'possible duplicates were looked at first' : null,
    ],
  },
  'patient-linked': { title: 'Linked to a person the service knew already', facts: () => [] },
  'appointment-assigned': {
    title: 'Said whose the appointment is',
    facts: ({ startsAtMs, wasOfAnother }, around) => [
      after('at', timeWithDay(startsAtMs, around)),
      wasOfAnother === true ? 'it was somebody else’s before' : null,
    ],
  },
  moved: { title: 'Moved', facts: ({ from, to }) => [move(from, to)] },
  collected: {
    title: 'Collected',
    facts: ({ collectedAtMs, labels, notTaken, relaxedReason }, around) => [
      after('at', timeWithDay(collectedAtMs, around)),
      counted(labels, 'label', 'labels'),
      notTaken === 0 ? null : counted(notTaken, 'sample not taken', 'samples not taken'),
      after(labels === 1 ? 'not scanned back:' : 'not all scanned back:', relaxedReason),
    ],
  },
  'sample-not-taken': {
    title: 'No sample taken',
    facts: ({ why, note }) => [wordsFor(NOT_TAKEN_WORDS, why), text(note)],
  },
  'sample-to-take': {
    title: 'Sample to be taken after all',
    facts: ({ why }) => [wordsFor(NOT_TAKEN_WORDS, why)],
  },
  'collection-reopened': {
    title: 'Collecting again: a label must be proven anew',
    facts: ({ code, collectedAtMs }, around) => [
      text(code),
      after('was collected at', timeWithDay(collectedAtMs, around)),
    ],
  },
  'confirmation-withdrawn': {
    title: 'Identity must be confirmed again',
    facts: ({ changes }) => [
      text(changes)
        ?.split(', ')
        .map((change) => wordsFor(PERSON_CHANGE_WORDS, change) ?? change)
        .join(', ') ?? null,
    ],
  },
  'visit-off': {
    title: 'Visit cancelled',
    facts: ({ reason }) => [
      reason === 'registration-gone' ? 'the service no longer has its registration' : text(reason),
    ],
  },
  'registration-lost': {
    title: 'The service no longer has a registration',
    facts: ({ code }) => [text(code)],
  },
  'tubes-checked': { title: 'Tubes checked after a wrong label', facts: ({ code }) => [text(code)] },
} satisfies WordsOf;
