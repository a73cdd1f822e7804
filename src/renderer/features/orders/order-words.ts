// What stands on the screens of orders, in words. Exhaustive by type.
import type { OrderDetail, OrderRow } from '../../../contract/orders.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { OrderField, OrderProblem } from '../../../domain/order.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { changeWords } from '../../shared/words/change-words.ts';
import type { ErrorWords } from '../../shared/words/error-words.ts';
import { outboxStateWords } from '../../shared/words/outbox-state-words.ts';
import { perhapsDoneWords } from '../../shared/words/perhaps-done-words.ts';
import { serviceWords } from '../../shared/words/service-words.ts';

/** The state of an order at this desk, and how bad news it is. */
export const STATE_WORDS: Readonly<
  Record<OrderRow['state'], { readonly words: string; readonly tone: 'plain' | 'good' | 'warning' }>
> = {
  waiting: { words: 'Waiting to be sent', tone: 'plain' },
  unsure: { words: 'Being looked up', tone: 'warning' },
  attention: { words: 'Needs attention', tone: 'warning' },
  placed: { words: 'Placed', tone: 'good' },
  cancelling: { words: 'Being cancelled', tone: 'plain' },
  cancelled: { words: 'Cancelled', tone: 'plain' },
  'given-up': { words: 'Given up here', tone: 'plain' },
  'said-placed': { words: 'Placed, as somebody said', tone: 'warning' },
};

/**
 * What is said where the service knows no order by what was entered; undefined for other failures, which say it themselves. Of the code of
 * a registration without an order nothing was removed or cancelled.
 */
export const foundNoneWords = (error: AppError): ErrorWords | undefined =>
  error.kind === 'not-found'
    ? {
        title: 'No order was found',
        advice:
          'The service has no order under this id, number or code. A registration that was made without one, as for a walk-in, has none.',
      }
    : undefined;

/** How a change of an order stands, in a few words. */
export function changeStanding(
  change: Pick<OrderDetail['changes'][number], 'state' | 'saidDone' | 'mayHaveBeenDone'>,
): string {
  const { state, saidDone, mayHaveBeenDone } = change;
  if (state === 'confirmed' && saidDone) return 'Done, as somebody said';
  if (state !== 'discarded') return outboxStateWords(state);
  return mayHaveBeenDone ? 'Given up; it may have been done all the same' : 'Given up; it was not done';
}

/** The names of the products that a problem is about, as far as a sentence needs them. */
export interface NamesInProblems {
  /** Products that cannot be posted. */
  readonly appointmentOnly: readonly string[];
  /** Products for which the service lists no way of shipping that can be read. */
  readonly unshipped: readonly string[];
  /** Products that the laboratory lists no more. */
  readonly withdrawn: readonly string[];
}

/** What is wrong with an order, as a sentence. */
export function problemWords(
  field: OrderField,
  problem: OrderProblem,
  { appointmentOnly, unshipped, withdrawn }: NamesInProblems,
): string {
  switch (problem) {
    case 'none-chosen':
      return field === 'items' ? 'Choose at least one product' : 'Choose how it is shipped';
    case 'withdrawn':
      return `Take out ${withdrawn.join(' and ')}: the laboratory lists ${withdrawn.length === 1 ? 'it' : 'them'} no more`;
    case 'not-in-catalogue':
      return 'The price of one of the products is not known: it has to be read from the service first';
    case 'currencies':
      return field === 'items'
        ? 'The prices are in different currencies: make an order for each'
        : 'Choose another way of shipping, or ask the laboratory: the price of this one is in another currency than the products';
    case 'shipping-not-known':
      return 'How one of the products is shipped is not known: it has to be read from the service first';
    case 'none-listed':
      return `The service lists no way of shipping ${unshipped.join(' and ')} that this desk can read: ask the laboratory`;
    case 'none-in-common':
      return 'No way of shipping fits all of these products: make an order for each';
    case 'not-for-all':
      return 'Choose a way of shipping that fits all products';
    case 'appointment-only':
      return `${appointmentOnly.join(' and ')} cannot be posted: the sample is taken at an appointment. Choose another way of shipping`;
    case 'needed-for-kit':
      return 'Enter the address that the kit is sent to';
    case 'needed-for-home-visit':
      return 'Enter the address that the phlebotomist comes to';
    case 'not-with-kit':
      return 'A kit is sent without an appointment: take the appointment out';
    case 'not-without-kit':
      return 'A shipping date is for kits: take it out';
    case 'past':
      return field === 'shippingDate'
        ? 'Choose a shipping date from today on'
        : 'Choose a time that is still to come';
    case 'far-ahead':
      return 'Choose a shipping date within a year from today: look at the year';
  }
}

/** What stands in place of a total. `severalAt`: where a price of another currency is; null while something is not known yet. */
export const noTotalWords = (severalAt: 'items' | 'shippingId' | null): string =>
  severalAt === null
    ? 'not known yet'
    : severalAt === 'items'
      ? 'none: the prices are in different currencies, so make an order for each'
      : 'none: the shipping is in another currency than the products';

/** Why a part of an order was not read yet, and when it will be. */
export function unreadWords(
  order: Pick<OrderDetail, 'serverId' | 'state'>,
  now: { readonly isReading: boolean; readonly hasFailed: boolean; readonly isCutOff: boolean },
): string {
  if (order.serverId === null) return notThereWords(order.state, now.isCutOff);
  if (now.isCutOff) return 'Not read yet: it is read once the service can be reached.';
  if (now.isReading) return 'It is being read.';
  return now.hasFailed
    ? 'The service was asked for this and did not tell it. “Read again” asks once more.'
    : 'Not read yet. “Read again” asks the service.';
}

/** The service has no such order, as far as is known. */
function notThereWords(state: OrderRow['state'], isCutOff: boolean): string {
  switch (state) {
    case 'given-up':
      return 'The order was given up, so the service has nothing about it.';
    case 'said-placed':
      return 'Not known here, because its number is not.';
    case 'attention':
      return 'It is read once the order is placed; a decision is needed before that.';
    case 'unsure':
      return 'It is read once it is clear whether the service has the order.';
    default:
      return isCutOff
        ? 'It is read once the order is placed; the service cannot be reached now.'
        : 'The order is on its way to the service. This is read as soon as it is placed.';
  }
}

/** Why a request about an order cannot be made now. */
export function obstacleWords(
  obstacle: NonNullable<OrderDetail['obstacles'][keyof OrderDetail['obstacles']]>,
): string {
  switch (obstacle) {
    case 'not-placed':
      return 'The service has not placed this order, as far as is known.';
    case 'cancelled':
      return 'The order is cancelled.';
    case 'under-way':
      return 'This was asked for already. See under “Changes”.';
    case 'done':
      return 'A refund was asked for already, and the service took the request. See under “Changes”.';
  }
}

/** What was asked about the order since a person has seen it at this version, each in a sentence. */
export function changedSince(seenVersion: number, order: OrderDetail, timeZone: string): string[] {
  return order.changes
    .filter(({ sequence }) => sequence > seenVersion)
    .map(
      (change) =>
        `${shownClockAt(change.createdAtMs, timeZone).time}, ${change.actor}: ${changeWords(change.kind)}: ${changeStanding(change)}.`,
    );
}

export interface RequestWords {
  readonly button: string;
  readonly title: string;
  readonly consequences: readonly string[];
  readonly done: string;
}

/** What becomes of the money where an order is cancelled. */
const MONEY_BACK_WORDS: Readonly<
  Record<NonNullable<OrderDetail['obstacles']['refund']> | 'not-asked', string>
> = {
  'not-asked': 'ask for it separately',
  'not-placed': 'ask for it separately',
  'under-way': 'it was asked for already, see under “Changes”',
  done: 'it was asked for already',
};

/** A refund that was asked for elsewhere is known by the payment alone. */
const moneyBackWords = ({
  obstacles,
  paymentStatus,
}: Pick<OrderDetail, 'obstacles' | 'paymentStatus'>): string =>
  obstacles.refund === null && paymentStatus !== null && /refund/i.test(paymentStatus)
    ? `the service last said of its payment “${serviceWords(paymentStatus)}”`
    : MONEY_BACK_WORDS[obstacles.refund ?? 'not-asked'];

/** What is said before something is asked about an order: what it does, each in a sentence. */
export function requestWords(
  what: keyof OrderDetail['obstacles'],
  order: Pick<
    OrderDetail,
    | 'number'
    | 'customerName'
    | 'registrations'
    | 'appointments'
    | 'address'
    | 'total'
    | 'paymentStatus'
    | 'obstacles'
    | 'changes'
  >,
  timeZone: string,
): RequestWords {
  const name = order.number ?? order.customerName ?? 'this order';
  const registrations = order.registrations.value?.length ?? null;
  // The service may have made more of them than were ordered here.
  const appointments = order.appointments.asOfMs === null ? null : (order.appointments.value?.length ?? null);
  const counted = (count: number | null, one: string, many: string): string =>
    count === null ? `All its ${many}` : count === 1 ? `Its ${one}` : `Its ${count} ${many}`;
  switch (what) {
    case 'cancel':
      return {
        button: 'Cancel the order',
        title: `Cancel ${name}?`,
        consequences: [
          `${counted(registrations, 'registration', 'registrations')} ${registrations === 1 ? 'is' : 'are'} cancelled with it, and the forms are no longer valid.`,
          ...(appointments === 0
            ? []
            : [
                `${counted(appointments, 'appointment', 'appointments')} ${appointments === 1 ? 'is' : 'are'} cancelled, and the slots are free for others.`,
              ]),
          `No money is paid back by this: ${moneyBackWords(order)}.`,
          'It cannot be undone.',
        ],
        done: 'The cancellation is saved and goes to the service',
      };
    case 'refund':
      return {
        button: 'Ask for the money back',
        title: `Ask for the money back for ${name}?`,
        consequences: [
          order.total === null
            ? 'The service is asked to pay the customer back.'
            : `The service is asked to pay the customer back; the order came to ${order.total}.`,
          ...(order.paymentStatus === null
            ? []
            : [`Payment, as the service last said: ${serviceWords(order.paymentStatus)}.`]),
          order.obstacles.cancel === 'cancelled'
            ? 'The order is cancelled already.'
            : order.obstacles.cancel === 'under-way'
              ? 'Its cancellation was asked for already. See under “Changes”.'
              : 'The order and its registrations stay: cancel it separately.',
          ...perhapsDoneWords(order.changes, 'order.refund', timeZone),
          'It is sent once. If the answer is lost, a person has to decide what happened.',
        ],
        done: 'The request for the money is saved and goes to the service',
      };
    case 'reship':
      return {
        button: 'Have the order sent again',
        title: `Have ${name} sent again?`,
        consequences: [
          ...(order.address.asOfMs !== null && order.address.value === null
            ? [
                'The service names no address for this order, so nothing was posted. Ask the laboratory whether there is anything to send.',
              ]
            : [
                'The service prepares another parcel for the same address.',
                'The first parcel is not called back.',
              ]),
          ...(order.changes.some(({ kind, state }) => kind === 'order.reship' && state === 'confirmed')
            ? ['It was sent again from this desk before: this makes one parcel more.']
            : []),
          ...perhapsDoneWords(order.changes, 'order.reship', timeZone),
          'It is sent once. If the answer is lost, a person has to decide what happened.',
        ],
        done: 'The request to have it sent again is saved and goes to the service',
      };
  }
}
