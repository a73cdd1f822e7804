// The activity in words, for what was printed and what became of it: labels, tickets, forms, and the jobs of the print queue. Pure.
import type { LabelRefusal, PaperFault } from '../../../domain/paper.ts';
import { formatName } from '../../../domain/person-name.ts';
import { isDeskState, stateInSentence } from './state-words.ts';
import { text, after, counted, timeWithDay, wordsFor, type Facts, type WordsOf } from './activity-facts.ts';

function way(how: unknown): string | null {
  if (how === 'typed') return 'typed by hand';
  return how === 'scanned' ? 'scanned' : null;
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

const LABEL_CODE_SOURCES: Readonly<Record<string, string>> = {
  'trf-code': 'with the code of the form: no other was known',
  desk: 'with a code of this desk: the service did not know of the registration yet',
};

const labelQueued = {
  facts: ({ code, codeFrom, printer, reason, formCodeReason, lettersReplaced }: Facts<'label-queued'>) => [
    text(code),
    // Entries of old do not say whether the laboratory had been asked.
    typeof formCodeReason === 'string'
      ? `with the form’s code because the laboratory’s code could not be read: ${formCodeReason}`
      : wordsFor(LABEL_CODE_SOURCES, codeFrom),
    text(printer),
    text(reason),
    typeof lettersReplaced === 'string' ? `the label shows ? for ${lettersReplaced}` : null,
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
  unacknowledged: 'sent, but the printer did not say that it took it',
  'reported-done': 'the printer reports that it is done',
  unsure: 'it is not sure whether it was printed',
  'not-sent': 'nothing was printed',
  'held-back': 'not printed: no longer right for the person',
  cancelled: 'cancelled at the printer',
};

const jobDecision = {
  facts: ({ code, reason }: Facts<'print-job-cancelled'>) => [text(code), text(reason)],
};

/** The words of what was printed and what became of it: labels, tickets, forms, and the jobs of the print queue. */
export const PAPER_WORDS = {
  'label-queued': { title: 'Label queued for the printer', ...labelQueued },
  'label-reprint-queued': { title: 'Label queued to be printed again', ...labelQueued },
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
    facts: ({ code, reason, alsoOnForm, saidToBeOnAnotherTube }) => [
      text(code),
      text(reason),
      alsoOnForm === true ? 'the form has the same code' : null,
      saidToBeOnAnotherTube === true ? 'said to be on another tube than the one before' : null,
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
  'labels-not-printed': {
    title: 'Waiting labels withdrawn',
    facts: ({ labels, reason }) => [
      counted(labels, 'label', 'labels'),
      isDeskState(reason) ? `the visit is ${stateInSentence(reason)}` : null,
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
  'label-good-again': {
    title: 'Label is good again: it need not be destroyed',
    facts: ({ code }) => [text(code), 'the service has its registration again'],
  },
  'report-holder-told': {
    title: 'Whoever has the printed results, which have changed, was told',
    facts: ({ code, printedAtMs, reason }, around) => [
      text(code),
      after('printed', timeWithDay(printedAtMs, around)),
      text(reason),
    ],
  },
  'label-destroyed': { title: 'Label destroyed', facts: ({ code }) => [text(code)] },
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
  'document-queued': {
    title: 'Pages queued for the printer',
    facts: ({ document, pages, printer }) => [
      wordsFor(PRINTED_WORDS, document),
      counted(pages, 'page', 'pages'),
      text(printer),
    ],
  },
  'document-print-ended': {
    title: 'Pages for the printer',
    facts: ({ document, outcome, printer, reason }) => [
      wordsFor(PRINTED_WORDS, document),
      wordsFor(PRINT_OUTCOME_WORDS, outcome),
      text(printer),
      text(reason),
    ],
  },
  'document-seen-not-read': {
    title: 'Document seen that may be somebody else’s',
    facts: ({ document, code }) => [
      wordsFor(PRINTED_WORDS, document),
      text(code),
      'the desk could not read whose it is',
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
  'print-job-moved': { title: 'Print job moved to another printer', ...jobDecision },
  'print-job-sent-again': { title: 'Label sent to the printer again', ...jobDecision },
  'print-job-found-printed': { title: 'Label confirmed printed', ...jobDecision },
  'print-job-cancelled': { title: 'Printing cancelled', ...jobDecision },
} satisfies WordsOf;
