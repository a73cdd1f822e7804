// What is said before an order is placed: for whom, what, how, when, for how much, and what comes of it. Pure.
import type { CutOff } from '../../shared/connection/cut-off-words.ts';
import type { Input } from '../../../contract/index.ts';
import { amountWords } from '../../../domain/amount-words.ts';
import { orderProblems, sendsKit } from '../../../domain/order.ts';
import type { Amount, OrderField, OrderMoment, OrderProblem, ShippingChoice } from '../../../domain/order.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import type { Terms } from './order-draft.ts';
import { problemWords, type NamesInProblems } from './order-words.ts';

type Draft = Input<'orders.create'>;

export interface AboutOrder {
  readonly draft: Draft;
  readonly terms: Terms;
  readonly shipping: ShippingChoice;
  /** Of a customer who is known here, as they are written; null where the name is not known. */
  readonly knownName: string | null;
  readonly locationName: string | null;
  readonly timeZone: string;
  /** Why the service cannot be asked just now; null where it can. */
  readonly cutOff: CutOff | null;
}

export interface OrderQuestion {
  readonly title: string;
  /** Each is a name and its lines. */
  readonly facts: readonly (readonly [string, readonly string[]])[];
  readonly consequences: readonly string[];
}

export function orderQuestion(about: AboutOrder): OrderQuestion {
  const { draft, terms, shipping, timeZone } = about;
  const isKit = sendsKit(shipping.type);
  const who =
    draft.customer.kind === 'new' ? formatName(draft.customer) : (about.knownName ?? 'the chosen customer');
  const facts: (readonly [string, readonly string[]])[] = [
    ['Who pays', [who, ...(draft.customer.kind === 'new' ? [draft.customer.email] : [])]],
    ['Products', draft.items.map((item) => lineWords(item, terms))],
    ['Shipping', [`${shipping.name}, ${amountWords(shipping.price)}`]],
  ];
  if (draft.address) facts.push(['Address', addressLines(draft.address)]);
  if (isKit) {
    const date = draft.shippingDate;
    facts.push(['Shipping date', [date ? formatDate(date) : 'as soon as possible']]);
  } else {
    facts.push(['Appointment', [appointmentWords(draft.appointment, about.locationName, timeZone)]]);
  }
  facts.push(['Total', [amountWords(draft.seenTotal)]]);
  return {
    title: `Place the order for ${who}?`,
    facts,
    consequences: [
      about.cutOff
        ? `${about.cutOff.why}: the order waits here, and is sent once ${about.cutOff.until}. Until then it can be given up under Outbox.`
        : 'It goes to the service at once.',
      isKit
        ? 'The laboratory makes the registrations and sends what is ordered to this address.'
        : draft.appointment
          ? 'The laboratory makes the registrations and books the appointment. If the time is gone by then, the service refuses the order, and this desk says so.'
          : 'The laboratory makes the registrations. No appointment is booked yet.',
      'Once the service has it, it can only be cancelled, and the money is asked for separately.',
      'It is sent once. If the answer is lost, a person has to decide what happened.',
    ],
  };
}

/**
 * Why what was asked about cannot be placed as it was asked, in whole sentences: what the laboratory lists or sends no more, a time that has
 * passed, and another total. Null while nothing is in the way. `total`: what it comes to now, null while that is not known.
 */
export function changedSinceAsked(
  asked: { readonly draft: Draft; readonly terms: Terms; readonly shipping: ShippingChoice },
  now: OrderMoment & { readonly terms: Terms; readonly total: Amount | null },
): { readonly said: string; readonly blocked: string } | null {
  const { items, shippingId, shippingDate, appointment, seenTotal } = asked.draft;
  const wrong = orderProblems(
    {
      lines: items,
      shippingId,
      hasAddress: true,
      shippingDate,
      appointmentStartsAtMs: appointment?.startsAtMs ?? null,
    },
    now.terms,
    now,
  );
  const [found] = Object.entries(wrong) as [OrderField, OrderProblem][];
  if (found) {
    const [field, problem] = found;
    const words = problemWords(field, problem, namesInProblems(asked, now));
    return {
      said: `${whatHasChanged(field, problem, asked.shipping)} ${words}.`,
      blocked: `Go on editing. ${words}.`,
    };
  }
  const { total } = now;
  if (
    total === null ||
    (total.amountMinor === seenTotal.amountMinor && total.currency === seenTotal.currency)
  ) {
    return null;
  }
  return {
    said: `The prices have changed since this was asked: it comes to ${amountWords(total)} now. Go on editing, and look at the prices.`,
    blocked: 'The prices have changed: go on editing, and look at them.',
  };
}

function whatHasChanged(field: OrderField, problem: OrderProblem, shipping: ShippingChoice): string {
  if (problem === 'past') {
    return field === 'appointment'
      ? 'The time of the appointment has passed since this was asked.'
      : 'The shipping date has passed since this was asked.';
  }
  return field === 'shippingId' && problem !== 'shipping-not-known'
    ? `“${shipping.name}” is not offered for this order any more.`
    : 'This has changed since it was asked.';
}

function namesInProblems(
  { draft, terms }: { readonly draft: Draft; readonly terms: Terms },
  now: { readonly terms: Terms; readonly withdrawn: ReadonlySet<string> },
): NamesInProblems {
  const named = (isMeant: (productId: string) => boolean): string[] =>
    draft.items.flatMap(({ productId }) =>
      isMeant(productId) ? [terms.get(productId)?.name ?? 'a product'] : [],
    );
  return {
    appointmentOnly: named((id) => now.terms.get(id)?.appointmentOnly === true),
    unshipped: named((id) => now.terms.get(id)?.shipping?.length === 0),
    withdrawn: named((id) => now.withdrawn.has(id)),
  };
}

function lineWords({ productId, quantity }: Draft['items'][number], terms: Terms): string {
  const known = terms.get(productId);
  return known ? `${quantity} × ${known.name}, ${amountWords(known.price)} each` : `${quantity} ×`;
}

function addressLines(address: NonNullable<Draft['address']>): string[] {
  const { company, line1, line2, line3, city, postalCode, countryCode } = address;
  return [company, line1, line2, line3, city, postalCode, countryCode.toUpperCase()].flatMap((line) =>
    line ? [line] : [],
  );
}

function appointmentWords(
  appointment: Draft['appointment'],
  locationName: string | null,
  timeZone: string,
): string {
  if (!appointment) return 'booked later';
  const { date, time } = shownClockAt(appointment.startsAtMs, timeZone);
  return `${dayWords(date)}, ${time}${locationName === null ? '' : ` at ${locationName}`}`;
}
