// The activity in words, for the desk itself: people and their PINs, desks, printers, scanner, where events go. Pure.
import type { Relaxation } from '../../../domain/relaxation.ts';
import { ROLE_WORDS } from './role-words.ts';
import { text, after, counted, wordsFor, type Facts, type WordsOf } from './activity-facts.ts';

const jobsWithdrawn = (value: unknown): string | null =>
  value === 0 ? null : counted(value, 'job taken off the queue', 'jobs taken off the queue');

function scannerFacts(facts: Facts<'scanner-learned'>): (string | null)[] {
  const { prefix, trailer, suffix, idleMs } = facts;
  return [
    prefix === '' ? null : after('before the code:', prefix),
    trailer === '' ? null : after('after it:', trailer),
    after('end key:', suffix),
    typeof idleMs === 'number' ? `pause of ${idleMs} ms allowed` : null,
  ];
}

const RELAXATION_WORDS: Readonly<Record<Relaxation, string>> = {
  identity: 'to one identifier',
  'typed-label': 'to a label that was not scanned back',
  'slot-override': 'to a time that is taken or closed',
  reprint: 'to a label printed again',
};

const SIGNED_OUT_WORDS: Readonly<Record<string, string>> = {
  locked: 'locked by hand',
  idle: 'locked because nobody was there',
  switched: 'for somebody else',
};

const FOR_DOCUMENTS = {
  label: 'for labels',
  ticket: 'for visit tickets',
  pages: 'for lists',
  form: 'for forms',
  report: 'for results',
} as const;

/** The words of the desk itself: people and their PINs, desks, printers, scanner, where events go. */
export const DESK_WORDS = {
  'ticket-rules-set': {
    title: 'Visit tickets set',
    facts: ({ onCheckIn, name }) => [
      onCheckIn === true ? 'printed at each check-in' : 'printed when asked for',
      wordsFor({ full: 'with the full name', initials: 'with initials', none: 'without a name' }, name),
    ],
  },
  'recovery-key-shown': {
    title: 'Recovery key of the copy shown',
    facts: ({ site }) => [after('site', site)],
  },
  'site-taken-over': {
    title: 'This machine took the place of another site desk',
    facts: ({ from, notCopied }) => [
      after('in place of', from),
      counted(notCopied, 'change is known to be missing', 'changes are known to be missing'),
    ],
  },
  'people-set-up': { title: 'First site manager made', facts: ({ initials }) => [text(initials)] },
  'signed-in': {
    title: 'Signed in',
    facts: ({ role, by }) => [wordsFor(ROLE_WORDS, role), by === 'badge' ? 'by badge alone' : null],
  },
  'badge-refused': {
    title: 'Unknown badges scanned at a locked window',
    facts: ({ unknown }) => [counted(unknown, 'unknown code', 'unknown codes in a row')],
  },
  'relaxation-approved': {
    title: 'Second person agreed',
    facts: ({ what, second }) => [text(second), wordsFor(RELAXATION_WORDS, what)],
  },
  'approval-refused': {
    title: 'Wrong PIN of a second person',
    facts: ({ what, second, wrongPins }) => [
      text(second),
      wordsFor(RELAXATION_WORDS, what),
      counted(wrongPins, 'wrong PIN', 'wrong PINs in a row'),
    ],
  },
  'signed-out': { title: 'Signed out', facts: ({ why }) => [wordsFor(SIGNED_OUT_WORDS, why)] },
  'sign-in-refused': {
    title: 'Wrong PIN: nobody was signed in',
    facts: ({ wrongPins }) => [counted(wrongPins, 'wrong PIN', 'wrong PINs in a row')],
  },
  'operation-refused': {
    title: 'Was refused what the role may not do',
    facts: ({ operation, role, roleBefore }) => [
      // Whose role was changed while they worked has pressed what their window still offered.
      text(roleBefore) === null ? after('called past the screens:', operation) : text(operation),
      wordsFor(ROLE_WORDS, role),
      after('when they signed in:', wordsFor(ROLE_WORDS, roleBefore)),
    ],
  },
  'staff-added': {
    title: 'Somebody added who works here',
    facts: ({ initials, role, hasPin }) => [
      text(initials),
      wordsFor(ROLE_WORDS, role),
      hasPin === true ? 'with a PIN' : null,
    ],
  },
  'staff-changed': {
    title: 'Somebody who works here changed',
    facts: ({ initials, renamed, role, roleBefore, active, activeBefore }) => [
      text(initials),
      renamed === true ? 'another name' : null,
      role === roleBefore ? null : wordsFor(ROLE_WORDS, role),
      role === roleBefore ? null : after('before:', wordsFor(ROLE_WORDS, roleBefore)),
      active === activeBefore ? null : active === true ? 'switched on again' : 'switched off',
    ],
  },
  'staff-pin-set': { title: 'New PIN set', facts: ({ initials }) => [after('for', initials)] },
  'staff-badge-set': {
    title: 'Badge given or taken away',
    facts: ({ initials, given }) => [after(given === true ? 'given to' : 'taken from', initials)],
  },
  'pairing-opened': {
    title: 'Code for a new desk shown',
    facts: ({ minutes }) => [after('good for', counted(minutes, 'minute', 'minutes'))],
  },
  'pairing-refused': {
    title: 'Wrong code: no desk was added',
    facts: ({ wrong, codeEnded }) => [
      counted(wrong, 'wrong code', 'wrong codes in a row'),
      codeEnded === true ? 'the code that was shown is no longer good' : null,
    ],
  },
  'desk-paired': { title: 'Desk added', facts: ({ desk }) => [text(desk)] },
  'desk-renamed': {
    title: 'Desk renamed',
    facts: ({ desk, before }) => [text(desk), after('before:', before)],
  },
  'desk-shut-out': { title: 'Desk shut out', facts: ({ desk }) => [text(desk)] },
  'desk-refused': {
    title: 'Desk refused',
    facts: ({ desk, why }) => [
      text(desk),
      wordsFor(
        {
          'shut-out': 'it was shut out before',
          unknown: 'nobody here gave it its key or showed a code',
          unprotected: 'somebody on the network spoke without protection, or with an older one',
        },
        why,
      ),
    ],
  },
  'desk-printing-refused': {
    title: 'What a desk said of its printing was refused',
    facts: ({ desk, why }) => [
      text(desk),
      wordsFor(
        {
          'begun-already': 'it asked twice for what to print',
          'not-begun': 'it said that it had printed what it was never given',
          'not-its-work': 'it spoke of work that is not its own',
          'ended-already': 'it spoke of work that had ended here, or came too late',
          'makes-no-sense': 'nothing could be made of what it said',
          'two-processes': 'two programs there asked for printing work; only one of them gets it',
        },
        why,
      ),
    ],
  },
  'location-chosen': {
    title: 'Location chosen',
    facts: ({ locationName, beforeName }) => [text(locationName), after('before:', beforeName)],
  },
  'printer-chosen': {
    title: 'Printer chosen',
    facts: ({ document, printer, before }) => [
      wordsFor(FOR_DOCUMENTS, document),
      text(printer),
      after('before:', before),
    ],
  },
  'printer-stand-in-chosen': {
    title: 'Second printer chosen',
    facts: ({ document, printer }) => [
      wordsFor(FOR_DOCUMENTS, document),
      printer === null ? 'any that can' : text(printer),
    ],
  },
  'printer-added': {
    title: 'Printer added',
    facts: ({ printer, address, standsAt }) => [text(printer), text(address), after('at', standsAt)],
  },
  'printer-changed': {
    title: 'Printer changed',
    facts: ({ printer, before, withdrawn, standsAt }) => [
      text(printer),
      after('before:', before),
      after('now at', standsAt),
      jobsWithdrawn(withdrawn),
    ],
  },
  'printer-proved': {
    title: 'Printer proved by scanning its test',
    facts: ({ printer, code }) => [text(printer), text(code)],
  },
  'printer-removed': {
    title: 'Printer removed',
    facts: ({ printer, withdrawn }) => [text(printer), jobsWithdrawn(withdrawn)],
  },
  'scanner-learned': { title: 'Scanner learned', facts: scannerFacts },
  'scanner-forgotten': { title: 'Scanner’s settings forgotten', facts: scannerFacts },
  'webhook-changed': {
    title: 'Webhook changed',
    facts: ({ address, secret, fromHost, toHost }) => [
      wordsFor({ set: 'address set', cleared: 'turned off' }, address),
      after('from', fromHost),
      after('to', toHost),
      wordsFor({ set: 'secret set', cleared: 'secret taken away' }, secret),
    ],
  },
} satisfies WordsOf;
