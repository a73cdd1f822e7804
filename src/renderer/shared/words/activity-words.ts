// The activity in words: what each kind of entry is called, and which of its facts are worth reading. Pure.
import type { ActivityView } from '../../../contract/views.ts';
import type { ActivityDetailOf, ActivityKind } from '../../../domain/activity.ts';
import type { WithdrawalReason } from '../../../domain/identity.ts';
import type { LabelRefusal, PaperFault } from '../../../domain/paper.ts';
import { formatName } from '../../../domain/person-name.ts';
import type { Relaxation } from '../../../domain/relaxation.ts';
import { formatDate, isCalendarDate, wallClockAt } from '../../../domain/site-time.ts';
import { recordedChangeWords } from './change-words.ts';
import { NOT_TAKEN_WORDS } from '../visit/sample-words.ts';
import { SOURCE_WORDS } from '../visit/trouble-words.ts';
import { identifierWords } from './identifier-words.ts';
import { ROLE_WORDS } from './role-words.ts';
import { isDeskState, stateInSentence } from './state-words.ts';

/** The facts by name. An older version may have written others or none, so each is looked at before it is shown. */
type Facts<Kind extends ActivityKind> = { readonly [Name in keyof ActivityDetailOf<Kind>]?: unknown };

interface Around {
  readonly timeZone: string;
  /** When the entry was written, milliseconds since the epoch. */
  readonly atMs: number;
  readonly otherPerson: ActivityView['otherPerson'];
}

interface KindWords<Kind extends ActivityKind> {
  readonly title: string | ((facts: Facts<Kind>) => string);
  /** Null and empty parts are left out. */
  readonly facts: (facts: Facts<Kind>, around: Around) => readonly (string | null)[];
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const after = (words: string, value: unknown): string | null => {
  const found = text(value);
  return found === null ? null : `${words} ${found}`;
};

function counted(value: unknown, one: string, many: string): string | null {
  return typeof value === 'number' ? `${value} ${value === 1 ? one : many}` : null;
}

const jobsWithdrawn = (value: unknown): string | null =>
  value === 0 ? null : counted(value, 'job taken off the queue', 'jobs taken off the queue');

function day(value: unknown): string | null {
  return typeof value === 'string' && isCalendarDate(value) ? formatDate(value) : null;
}

function clock(value: unknown, timeZone: string): string | null {
  return typeof value === 'number' ? wallClockAt(value, timeZone).time : null;
}

/** The time; with the day, when it is not the day of the entry. */
function slotTime(value: unknown, { timeZone, atMs }: Around): string | null {
  if (typeof value !== 'number') return null;
  const { date, time } = wallClockAt(value, timeZone);
  return date === wallClockAt(atMs, timeZone).date ? time : `${formatDate(date)} ${time}`;
}

function identifiers(value: unknown): string | null {
  return text(value)?.split(', ').map(identifierWords).join(', ') ?? null;
}

function way(how: unknown): string | null {
  if (how === 'typed') return 'typed by hand';
  return how === 'scanned' ? 'scanned' : null;
}

function wordsFor(words: Readonly<Record<string, string>>, value: unknown): string | null {
  return typeof value === 'string' && Object.hasOwn(words, value) ? (words[value] ?? null) : null;
}

function scannerFacts(facts: Facts<'scanner-learned'>): (string | null)[] {
  const { prefix, trailer, suffix, idleMs } = facts;
  return [
    prefix === '' ? null : after('before the code:', prefix),
    trailer === '' ? null : after('after it:', trailer),
    after('end key:', suffix),
    typeof idleMs === 'number' ? `pause of ${idleMs} ms allowed` : null,
  ];
}

function move(from: unknown, to: unknown): string | null {
  return isDeskState(from) && isDeskState(to)
    ? `from ${stateInSentence(from)} to ${stateInSentence(to)}`
    : null;
}

const REFUSALS: Readonly<Record<LabelRefusal, string>> = {
  'another-visit': 'belongs to another visit',
  unknown: 'not known here',
  'out-of-date': 'an old label of this visit',
  'shared-code': 'two people have this code',
};

const PAPER_FAULT_WORDS: Readonly<Record<PaperFault, string>> = {
  'person-changed': 'the person changed',
  'code-changed': 'the code changed',
  'registration-gone': 'the registration is gone',
  'no-sample': 'no sample was taken',
};

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

const LABEL_CODE_SOURCES: Readonly<Record<string, string>> = {
  'trf-code': 'with the code of the form: no other was known',
  desk: 'with a code of this desk: the service did not know of the registration yet',
};

const BOOKED_OVER: Readonly<Record<string, string>> = {
  taken: 'somebody else had the slot',
  conflict: 'somebody else had the slot',
  rejected: 'the service refused the slot',
  'not-found': 'the slot was gone',
};

const labelQueued = {
  facts: ({ code, codeFrom, printer, reason, formCodeReason }: Facts<'label-queued'>) => [
    text(code),
    // Entries of old do not say whether the laboratory had been asked.
    typeof formCodeReason === 'string'
      ? `with the form’s code because the laboratory’s code could not be read: ${formCodeReason}`
      : wordsFor(LABEL_CODE_SOURCES, codeFrom),
    text(printer),
    text(reason),
  ],
};
const TICKET_OUTCOMES = {
  sent: 'the printer took it',
  unacknowledged: 'handed to the printer, which has not said that it took it',
  unsure: 'the connection broke while it was sent: it may have been printed',
  'not-sent': 'not sent to the printer',
  'held-back': 'not sent: no longer right for the person',
} as const;
const labelOutcome = {
  facts: ({ code, printer, reason }: Facts<'label-sent'>) => [text(code), text(printer), text(reason)],
};
const PRINTED_WORDS: Readonly<Record<string, string>> = {
  trf: 'Form',
  results: 'Results',
  'local-form': 'Local form',
  'day-list': 'Day list',
  'test-page': 'Test page',
};
const PRINT_OUTCOME_WORDS: Readonly<Record<string, string>> = {
  sent: 'the printer took it',
  'reported-done': 'the printer reports that it is done',
  unsure: 'it is not sure whether it was printed',
  'not-sent': 'nothing was printed',
  'held-back': 'not printed: no longer right for the person',
  cancelled: 'cancelled at the printer',
};
const changeDecision = {
  facts: ({ change, reason }: Facts<'change-discarded'>) => [
    typeof change === 'string' ? recordedChangeWords(change) : null,
    text(reason),
  ],
};
const jobDecision = {
  facts: ({ code, reason }: Facts<'print-job-cancelled'>) => [text(code), text(reason)],
};

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

const WORDS: { readonly [Kind in ActivityKind]: KindWords<Kind> } = {
  'checked-in': {
    title: 'Checked in',
    facts: (facts) => [identifiers(facts.identifiers), text(facts.relaxedReason)],
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
  'appointment-assigned': {
    title: 'Said whose the appointment is',
    facts: ({ startsAtMs, wasOfAnother }, { timeZone }) => [
      after('at', clock(startsAtMs, timeZone)),
      wasOfAnother === true ? 'it was somebody else’s before' : null,
    ],
  },
  moved: { title: 'Moved', facts: ({ from, to }) => [move(from, to)] },
  collected: {
    title: 'Collected',
    facts: ({ collectedAtMs, labels, notTaken, relaxedReason }, { timeZone }) => [
      after('at', clock(collectedAtMs, timeZone)),
      counted(labels, 'label', 'labels'),
      notTaken === 0 ? null : counted(notTaken, 'sample not taken', 'samples not taken'),
      text(relaxedReason),
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
  'document-queued': {
    title: 'Pages queued for the office printer',
    facts: ({ document, pages, printer }) => [
      wordsFor(PRINTED_WORDS, document),
      counted(pages, 'page', 'pages'),
      text(printer),
    ],
  },
  'local-form-made': { title: 'Local form made', facts: ({ code }) => [text(code)] },
  'local-form-settled': {
    title: 'Local form',
    facts: ({ code, as }) => [
      as === 'kept' ? 'kept beside the laboratory’s form' : 'replaced by the laboratory’s form',
      text(code),
    ],
  },
  'document-print-ended': {
    title: 'Pages for the office printer',
    facts: ({ document, outcome, printer, reason }) => [
      wordsFor(PRINTED_WORDS, document),
      wordsFor(PRINT_OUTCOME_WORDS, outcome),
      text(printer),
      text(reason),
    ],
  },
  'label-queued': { title: 'Label queued for the printer', ...labelQueued },
  'label-reprint-queued': { title: 'Label queued to be printed again', ...labelQueued },
  'ticket-queued': {
    title: 'Visit ticket queued for the printer',
    facts: ({ number, printer, again, nameLeftOut }) => [
      typeof number === 'number' ? `number ${number}` : null,
      again === true ? 'again' : null,
      text(printer),
      after('without the name, which cannot be printed:', nameLeftOut),
    ],
  },
  'ticket-outcome': {
    title: 'Visit ticket',
    facts: ({ outcome, printer, reason }) => [
      wordsFor(TICKET_OUTCOMES, outcome),
      text(printer),
      text(reason),
    ],
  },
  'ticket-rules-set': {
    title: 'Visit tickets set',
    facts: ({ onCheckIn, name }) => [
      onCheckIn === true ? 'printed at each check-in' : 'printed when asked for',
      wordsFor({ full: 'with the full name', initials: 'with initials', none: 'without a name' }, name),
    ],
  },
  'label-sent': { title: 'Printer took the label', ...labelOutcome },
  'label-sent-unacknowledged': {
    title: 'Label handed to the printer, which has not said that it took it',
    ...labelOutcome,
  },
  'label-unsure': {
    title: 'Connection broke while the label was sent: it may have been printed',
    ...labelOutcome,
  },
  'label-not-sent': { title: 'Label not sent to the printer', ...labelOutcome },
  'label-held-back': { title: 'Label not sent: no longer right for the person', ...labelOutcome },
  'label-verified': {
    // Typing a code proves less, and is called so. Entries of old do not say which it was.
    title: ({ how }) => (how === 'typed' ? 'Label’s code typed, not scanned' : 'Label scanned back'),
    facts: ({ code, reason, alsoOnForm }) => [
      text(code),
      text(reason),
      alsoOnForm === true ? 'the form has the same code' : null,
    ],
  },
  'label-refused': {
    title: 'Wrong label refused',
    facts: ({ code, how, why }, { otherPerson }) => [
      text(code),
      way(how),
      otherPerson ? `belongs to ${formatName(otherPerson)}` : wordsFor(REFUSALS, why),
    ],
  },
  'tubes-checked': { title: 'Tubes checked after a wrong label', facts: ({ code }) => [text(code)] },
  'labels-not-printed': {
    title: 'Waiting labels withdrawn',
    facts: ({ labels, reason }) => [
      counted(labels, 'label', 'labels'),
      isDeskState(reason) ? `the visit is ${stateInSentence(reason)}` : null,
    ],
  },
  'collection-reopened': {
    title: 'Collecting again: a label must be proven anew',
    facts: ({ code, collectedAtMs }, { timeZone }) => [
      text(code),
      after('was collected at', clock(collectedAtMs, timeZone)),
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
  'label-withdrawn': {
    title: 'Label must not be used any more',
    facts: ({ code, why, papers }) => [
      text(code),
      wordsFor(PAPER_FAULT_WORDS, why),
      papers === 0 ? null : counted(papers, 'paper to destroy', 'papers to destroy'),
    ],
  },
  'label-destroyed': { title: 'Label destroyed', facts: ({ code }) => [text(code)] },
  'slot-held': {
    title: 'Slot held',
    facts: ({ startsAtMs, outsideTimetable }, around) => [
      after('for', slotTime(startsAtMs, around)),
      outsideTimetable === true ? 'outside the timetable' : null,
    ],
  },
  'slot-overridden': {
    title: 'Held although the time is taken or closed',
    facts: ({ startsAtMs, reason }, around) => [after('for', slotTime(startsAtMs, around)), text(reason)],
  },
  'slot-released': {
    title: 'Slot given back',
    facts: ({ startsAtMs }, around) => [after('of', slotTime(startsAtMs, around))],
  },
  'appointment-cancelled': {
    title: 'Cancellation of the appointment saved',
    facts: ({ startsAtMs, reason }, around) => [after('of', slotTime(startsAtMs, around)), text(reason)],
  },
  'appointment-moved': {
    // Saved here; whether the service has moved it, its change in the outbox tells.
    title: 'Move of the appointment saved',
    facts: ({ startsAtMs, before, locationName }, around) => [
      after('to', slotTime(startsAtMs, around)),
      after('from', slotTime(before, around)),
      after('now at', locationName),
    ],
  },
  'walk-in-confirmed': {
    title: 'Walk-in confirmed',
    facts: ({ products }) => [counted(products, 'test', 'tests')],
  },
  'change-sent-again': { title: 'Waiting change sent again', ...changeDecision },
  'change-discarded': { title: 'Waiting change given up', ...changeDecision },
  'change-repeated': { title: 'Sent again, though it may have been done already', ...changeDecision },
  'change-said-done': { title: 'Change that was in doubt: said to be done', ...changeDecision },
  'registration-made': {
    title: 'Registered without an appointment',
    facts: ({ products }) => [counted(products, 'test', 'tests')],
  },
  'registration-updated': {
    title: 'Registration changed',
    facts: ({ code, mobileNumber, reference }) => [
      text(code),
      mobileNumber === true ? 'mobile number' : null,
      reference === true ? 'reference' : null,
    ],
  },
  'order-placed': {
    title: 'Order placed',
    facts: ({ products }) => [counted(products, 'product', 'products')],
  },
  'order-cancelled': { title: 'Order cancelled', facts: ({ order }) => [text(order)] },
  'refund-asked-for': { title: 'Refund asked for', facts: ({ order }) => [text(order)] },
  'reshipment-asked-for': { title: 'Order to be sent again', facts: ({ order }) => [text(order)] },
  'retest-asked-for': { title: 'Retest asked for', facts: ({ code }) => [text(code)] },
  'completion-email-asked-for': {
    title: 'Completion e-mail asked for',
    facts: ({ code }) => [text(code)],
  },
  'change-corrected': { title: 'Waiting change corrected', ...changeDecision },
  'patient-linked': { title: 'Linked to a person the service knew already', facts: () => [] },
  'print-job-moved': { title: 'Print job moved to another printer', ...jobDecision },
  'print-job-sent-again': { title: 'Label sent to the printer again', ...jobDecision },
  'print-job-found-printed': { title: 'Label confirmed printed', ...jobDecision },
  'print-job-cancelled': { title: 'Printing cancelled', ...jobDecision },
  'patient-created': {
    title: 'New person',
    facts: ({ duplicatesSeen }) => [
      duplicatesSeen === true ? 'possible duplicates were looked at first' : null,
    ],
  },
  'activity-exported': {
    title: 'Activity saved as a file',
    facts: ({ entries, from, to, by, kind, onePatient }) => [
      counted(entries, 'entry', 'entries'),
      after('from', day(from)),
      after('to', day(to)),
      after('of', by),
      typeof kind === 'string' && isKind(kind) ? `only: ${kindWords(kind)}` : null,
      onePatient === true ? 'about one patient' : null,
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
  'signed-in': { title: 'Signed in', facts: ({ role }) => [wordsFor(ROLE_WORDS, role)] },
  'relaxation-approved': {
    title: 'Second person agreed',
    facts: ({ what, second }) => [text(second), wordsFor(RELAXATION_WORDS, what)],
  },
  'approval-refused': {
    title: 'Wrong PIN of a second person',
    facts: ({ what, second, wrongPins }) => [
      text(second),
      wordsFor(RELAXATION_WORDS, what),
      counted(wrongPins, 'wrong PIN in a row', 'wrong PINs in a row'),
    ],
  },
  'signed-out': { title: 'Signed out', facts: ({ why }) => [wordsFor(SIGNED_OUT_WORDS, why)] },
  'sign-in-refused': {
    title: 'Wrong PIN: nobody was signed in',
    facts: ({ wrongPins }) => [counted(wrongPins, 'wrong PIN in a row', 'wrong PINs in a row')],
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
  'pairing-opened': {
    title: 'Code for a new desk shown',
    facts: ({ minutes }) => [after('good for', counted(minutes, 'minute', 'minutes'))],
  },
  'pairing-refused': {
    title: 'Wrong code: no desk was added',
    facts: ({ wrong, codeEnded }) => [
      counted(wrong, 'wrong code in a row', 'wrong codes in a row'),
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
        { 'shut-out': 'it was shut out before', unknown: 'nobody here gave it its key or showed a code' },
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
      wordsFor(
        { label: 'for labels', ticket: 'for visit tickets', pages: 'for forms and results' },
        document,
      ),
      text(printer),
      after('before:', before),
    ],
  },
  'printer-stand-in-chosen': {
    title: 'Second printer chosen',
    facts: ({ document, printer }) => [
      wordsFor(
        { label: 'for labels', ticket: 'for visit tickets', pages: 'for forms and results' },
        document,
      ),
      printer === null ? 'any that can' : text(printer),
    ],
  },
  'printer-added': {
    title: 'Printer added',
    facts: ({ printer, address }) => [text(printer), text(address)],
  },
  'printer-changed': {
    title: 'Printer changed',
    facts: ({ printer, before, withdrawn }) => [
      text(printer),
      after('before:', before),
      jobsWithdrawn(withdrawn),
    ],
  },
  'printer-proved': {
    title: 'Printer proved by its test label',
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
  'visit-off': {
    title: 'Visit cancelled',
    facts: ({ reason }) => [
      reason === 'registration-gone' ? 'the service no longer has its registration' : text(reason),
    ],
  },
  'slot-booked-over': {
    title: 'Booked although the slot was taken',
    facts: ({ reason }) => [wordsFor(BOOKED_OVER, reason)],
  },
  'slot-held-again': {
    title: 'Slot held again',
    facts: () => ['over what is most likely this desk’s own earlier try'],
  },
  'slot-moved': {
    title: 'Next free slot taken',
    facts: ({ startsAtMs, before }, { timeZone }) => [
      after('now', clock(startsAtMs, timeZone)),
      after('instead of', clock(before, timeZone)),
    ],
  },
  'slot-held-elsewhere': {
    title: 'Slot given back',
    facts: () => ['the service held it at another location'],
  },
};

function titleOf<Kind extends ActivityKind>({ title }: KindWords<Kind>, facts: Facts<Kind>): string {
  return typeof title === 'string' ? title : title(facts);
}

const isKind = (word: string): word is ActivityKind => Object.hasOwn(WORDS, word);

/** What a kind of entry is called, whatever the facts of one are. */
export function kindWords(kind: ActivityKind): string {
  const words: KindWords<ActivityKind> = WORDS[kind];
  return titleOf(words, {});
}

/** The record is never hidden: what another version of the desk wrote is shown as it is. */
function unknownKind(writtenAs: string): string {
  const words = writtenAs.replaceAll(/[-._]/g, ' ');
  return words.charAt(0).toLocaleUpperCase('en-GB') + words.slice(1);
}

export interface ActivityWords {
  readonly title: string;
  /** `SAMP0001 · scanned`; empty when there is nothing more to say. */
  readonly facts: string;
}

export function activityWords(entry: ActivityView, timeZone: string): ActivityWords {
  const { kind, detail, otherPerson } = entry;
  if (kind === 'unknown') return { title: unknownKind(entry.writtenAs), facts: '' };
  const words: KindWords<ActivityKind> = WORDS[kind];
  const parts = words.facts(detail, { timeZone, atMs: entry.atMs, otherPerson });
  return {
    title: titleOf(words, detail),
    facts: parts.filter((part) => part !== null && part !== '').join(' · '),
  };
}
