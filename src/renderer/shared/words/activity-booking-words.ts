// The activity in words, for what is asked of the service: slots and appointments, registrations, orders, and changes that wait. Pure.
import { recordedChangeWords } from './change-words.ts';
import { text, after, counted, timeWithDay, wordsFor, type Facts, type WordsOf } from './activity-facts.ts';

const BOOKED_OVER: Readonly<Record<string, string>> = {
  taken: 'somebody else had the slot',
  conflict: 'somebody else had the slot',
  rejected: 'the service refused the slot',
  'not-found': 'the slot was gone',
};

const changeDecision = {
  facts: ({ change, reason }: Facts<'change-discarded'>) => [
    typeof change === 'string' ? recordedChangeWords(change) : null,
    text(reason),
  ],
};

/** The words of what is asked of the service: slots and appointments, registrations, orders, and changes that wait. */
export const BOOKING_WORDS = {
  'slot-held': {
    // Saved here; whether the service holds it, its change in the outbox tells.
    title: 'Slot chosen',
    facts: ({ startsAtMs, outsideTimetable }, around) => [
      after('for', timeWithDay(startsAtMs, around)),
      outsideTimetable === true ? 'outside the timetable' : null,
    ],
  },
  'slot-overridden': {
    title: 'Chosen although the time is taken or closed',
    facts: ({ startsAtMs, reason }, around) => [after('for', timeWithDay(startsAtMs, around)), text(reason)],
  },
  'slot-released': {
    title: 'Slot given back',
    facts: ({ startsAtMs }, around) => [after('of', timeWithDay(startsAtMs, around))],
  },
  'appointment-cancelled-again': {
    title: 'The service had the cancelled appointment again',
    facts: ({ startsAtMs }, around) => [
      after('of', timeWithDay(startsAtMs, around)),
      'its cancellation is sent once more',
    ],
  },
  'appointment-cancelled': {
    title: 'Cancellation of the appointment saved',
    facts: ({ startsAtMs, reason }, around) => [after('of', timeWithDay(startsAtMs, around)), text(reason)],
  },
  'appointment-moved': {
    // Saved here; whether the service has moved it, its change in the outbox tells.
    title: 'Move of the appointment saved',
    facts: ({ startsAtMs, before, locationName }, around) => [
      after('to', timeWithDay(startsAtMs, around)),
      after('from', timeWithDay(before, around)),
      after('now at', locationName),
    ],
  },
  'appointment-replaced': {
    title: 'The service gave the registration another appointment',
    facts: ({ startsAtMs, before }, around) => [
      after('now', timeWithDay(startsAtMs, around)),
      after('before', timeWithDay(before, around)),
      'the visit goes on with it',
    ],
  },
  'registration-moved': {
    title: 'The registration has another time or place',
    facts: () => ['it is on a visit of its own there now'],
  },
  'appointment-back': {
    title: 'The appointment is back where it was',
    facts: ({ startsAtMs }, around) => [timeWithDay(startsAtMs, around), 'the visit goes on with it'],
  },
  'walk-in-confirmed': {
    title: 'Walk-in confirmed',
    facts: ({ products }) => [counted(products, 'test', 'tests')],
  },
  'slot-booked-over': {
    title: 'Booked although the slot was taken',
    facts: ({ reason }) => [wordsFor(BOOKED_OVER, reason)],
  },
  'slot-held-again': {
    title: 'Slot held again',
    facts: ({ reason }) => [
      reason === 'given-back'
        ? 'over this desk’s own earlier hold, which was being given back'
        : 'over what is most likely this desk’s own earlier try',
    ],
  },
  'slot-moved': {
    title: 'Next free slot taken',
    facts: ({ startsAtMs, before }, around) => [
      after('now', timeWithDay(startsAtMs, around)),
      after('instead of', timeWithDay(before, around)),
    ],
  },
  'slot-held-elsewhere': {
    title: 'Slot given back',
    facts: () => ['the service held it at another location'],
  },
  'change-sent-again': { title: 'Waiting change sent again', ...changeDecision },
  'change-discarded': { title: 'Waiting change given up', ...changeDecision },
  'change-repeated': { title: 'Sent again, though it may have been done already', ...changeDecision },
  'change-said-done': { title: 'Change that was in doubt: said to be done', ...changeDecision },
  'change-corrected': { title: 'Waiting change corrected', ...changeDecision },
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
} satisfies WordsOf;
