// What is entered of an order, as text; and what is wrong with it. Pure.
import type { Input, Output } from '../../../contract/index.ts';
import { countryCodeOf } from '../../../domain/country-code.ts';
import { LONGEST_EMAIL, isEmailAddress } from '../../../domain/email-address.ts';
import {
  MOST_OF_ONE,
  inSeveralCurrencies,
  needsAddress,
  orderProblems,
  sendsKit,
  shippingInCommon,
  totalOf,
} from '../../../domain/order.ts';
import type { Amount, OrderField, OrderMoment, ProductTerms, ShippingChoice } from '../../../domain/order.ts';
import { isNhsNumber } from '../../../domain/nhs-number.ts';
import { hasHiddenCharacters, isOnlySigns } from '../../../domain/person-name.ts';
import { isTelephoneNumber, LONGEST_PHONE } from '../../../domain/telephone-number.ts';
import { dayTyped } from '../../shared/dates/typed-day.ts';
import { lettersWanted, WRONG_PHONE } from '../../shared/people/person-draft.ts';
import type { FieldProblem } from '../../ui/field-problem.ts';
import { problemWords } from './order-words.ts';

/** What stands in the fields of an order. */
export interface OrderEntry {
  readonly lines: readonly {
    readonly productId: string;
    readonly name: string;
    readonly quantity: string;
    /** The price that was shown first since it was put in; missing while none was. */
    readonly firstPrice?: Amount;
  }[];
  /** What was typed to find a product. */
  readonly productText: string;
  readonly shippingId: string | null;
  readonly customerKind: 'new' | 'known';
  readonly customerId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly nhsNumber: string;
  readonly line1: string;
  readonly line2: string;
  readonly line3: string;
  readonly city: string;
  readonly postalCode: string;
  readonly countryCode: string;
  readonly company: string;
  /** Which order of the chosen customer the address was taken from, in words; empty: it was typed. */
  readonly addressFrom: string;
  readonly shippingDate: string;
  readonly locationId: string;
  readonly day: string;
  readonly startsAtMs: number | null;
}

export const EMPTY_ORDER: OrderEntry = {
  lines: [],
  productText: '',
  shippingId: null,
  customerKind: 'new',
  customerId: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  nhsNumber: '',
  line1: '',
  line2: '',
  line3: '',
  city: '',
  postalCode: '',
  countryCode: 'GB',
  company: '',
  addressFrom: '',
  shippingDate: '',
  locationId: '',
  day: '',
  startsAtMs: null,
};

/** The fields that hold text, so that one function can change any of them. */
export type TextFieldName = {
  [Name in keyof OrderEntry]: OrderEntry[Name] extends string ? Name : never;
}[keyof OrderEntry];

export type Terms = ReadonlyMap<string, ProductTerms>;

export const termsOf = (told: Output<'orders.terms'> | null): Terms =>
  new Map((told?.products ?? []).map((product) => [product.id, product]));

const EMPTY_ADDRESS = {
  line1: '',
  line2: '',
  line3: '',
  city: '',
  postalCode: '',
  countryCode: EMPTY_ORDER.countryCode,
  company: '',
  addressFrom: '',
};

/** What changes with another customer: an address that was taken from the one before goes with them, also where it was mended. */
export function withCustomer(
  entry: OrderEntry,
  choice: Partial<Pick<OrderEntry, 'customerKind' | 'customerId'>>,
): Partial<OrderEntry> {
  const next = { ...entry, ...choice };
  const isSame = next.customerKind === entry.customerKind && next.customerId === entry.customerId;
  return isSame || entry.addressFrom === '' ? choice : { ...choice, ...EMPTY_ADDRESS };
}

type KnownAddress = NonNullable<Output<'orders.knownAddress'>['known']>;

/** The address of an earlier order in the fields; `from` says of which. */
export function withAddress({ address }: KnownAddress, from: string): Partial<OrderEntry> {
  return {
    line1: address.line1,
    line2: address.line2 ?? '',
    line3: address.line3 ?? '',
    city: address.city,
    postalCode: address.postalCode,
    countryCode: address.countryCode,
    company: address.company ?? '',
    addressFrom: from,
  };
}

/** The fields of an address as they stand, so that they can be put back. */
export function addressFields(entry: OrderEntry): Partial<OrderEntry> {
  const names = Object.keys(EMPTY_ADDRESS) as (keyof typeof EMPTY_ADDRESS)[];
  return Object.fromEntries(names.map((name) => [name, entry[name]]));
}

/** A quantity as it was typed; null when it is no whole number from 1 to the most. */
function quantityOf(text: string): number | null {
  const quantity = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return quantity >= 1 && quantity <= MOST_OF_ONE ? quantity : null;
}

/** The ways of shipping that fit every chosen product; null while one is not known, or nothing is chosen. */
export function commonShipping(entry: OrderEntry, terms: Terms): ShippingChoice[] | null {
  const products = entry.lines.flatMap(({ productId }) => terms.get(productId) ?? []);
  if (products.length === 0 || products.length < entry.lines.length) return null;
  return shippingInCommon(products);
}

/** Names of the chosen products for which the service lists no way of shipping that could be read. */
export function unshippedNames(entry: OrderEntry, terms: Terms): string[] {
  return entry.lines.flatMap(({ productId, name }) =>
    terms.get(productId)?.shipping?.length === 0 ? [name] : [],
  );
}

export function chosenShipping(entry: OrderEntry, terms: Terms): ShippingChoice | null {
  return commonShipping(entry, terms)?.find(({ id }) => id === entry.shippingId) ?? null;
}

/** The lines with the price that is shown for each now, where none was before; null when nothing is to be noted. */
export function withFirstPrices(entry: OrderEntry, terms: Terms): OrderEntry['lines'] | null {
  const lines = entry.lines.map((line) => {
    const price = terms.get(line.productId)?.price;
    return line.firstPrice || !price ? line : { ...line, firstPrice: price };
  });
  return lines.some((line, index) => line !== entry.lines[index]) ? lines : null;
}

/** The price that a line had when it was put in, where it has another one now; else null. */
export function priceBefore(line: OrderEntry['lines'][number], terms: Terms): Amount | null {
  const now = terms.get(line.productId)?.price;
  const { firstPrice } = line;
  if (!now || !firstPrice) return null;
  return now.amountMinor === firstPrice.amountMinor && now.currency === firstPrice.currency
    ? null
    : firstPrice;
}

/** Where a price of another currency is, which no quantity and no price to come will give a total; null where there is none. */
export function severalCurrenciesNow(entry: OrderEntry, terms: Terms): 'items' | 'shippingId' | null {
  const known = entry.lines.flatMap(({ productId }) => terms.get(productId) ?? []);
  return inSeveralCurrencies(known, chosenShipping(entry, terms));
}

/** What the order comes to as it stands; null while a price or a quantity is missing, and in {@link severalCurrenciesNow}. */
export function totalNow(entry: OrderEntry, terms: Terms): Amount | null {
  const lines = entry.lines.map(({ productId, quantity }) => ({
    price: terms.get(productId)?.price ?? null,
    quantity: quantityOf(quantity),
  }));
  const known = lines.flatMap(({ price, quantity }) => (price && quantity ? [{ price, quantity }] : []));
  if (known.length < lines.length) return null;
  return totalOf(known, chosenShipping(entry, terms)?.price ?? null);
}

export type OrderReading =
  | { readonly kind: 'draft'; readonly draft: Input<'orders.create'> }
  | { readonly kind: 'problems'; readonly problems: readonly FieldProblem[] };

/** How many characters a field may have. */
const LONGEST: Partial<Record<TextFieldName, number>> = {
  email: LONGEST_EMAIL,
  phoneNumber: LONGEST_PHONE,
  nhsNumber: 20,
  line1: 200,
  line2: 200,
  line3: 200,
  postalCode: 20,
  company: 200,
};
const LONGEST_OTHER = 100;
/** The fields of text as the problems call them: the summary stands apart from the fields. */
const NOUNS: Partial<Record<TextFieldName, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'e-mail address',
  phoneNumber: 'telephone number',
  nhsNumber: 'NHS number',
  line1: 'address',
  line2: 'second line of the address',
  line3: 'third line of the address',
  city: 'town',
  postalCode: 'postcode',
  countryCode: 'country',
  company: 'company',
};
const FIELD_IDS: Readonly<Record<OrderField, string>> = {
  items: 'order-product-search',
  shippingId: 'order-shipping',
  address: 'order-line1',
  shippingDate: 'order-shippingDate',
  appointment: 'order-day',
};

/** Reads what was entered. */
export function readOrder(entry: OrderEntry, terms: Terms, now: OrderMoment): OrderReading {
  const problems: FieldProblem[] = [];
  const problem = (fieldId: string, words: string): void => void problems.push({ fieldId, words });
  const shipping = chosenShipping(entry, terms);
  const isKit = shipping !== null && sendsKit(shipping.type);

  const lines = entry.lines.map(({ productId, name, quantity }, index) => {
    const read = quantityOf(quantity);
    if (read === null) problem(`order-quantity-${index}`, `Enter how many of ${name}: 1 to ${MOST_OF_ONE}`);
    return { productId, quantity: read ?? 1 };
  });
  const address = shipping !== null && needsAddress(shipping.type) ? readAddress(entry, problem) : null;
  const appointment =
    !isKit && entry.startsAtMs !== null
      ? { locationId: entry.locationId, startsAtMs: entry.startsAtMs }
      : null;
  if (!isKit && shipping !== null && entry.day !== '' && appointment === null) {
    problem('order-day', 'Choose a time of that day, or press “Book it later”');
  }
  const shippingDate = isKit ? dayTyped(entry.shippingDate) : null;
  if (shippingDate === undefined) {
    problem('order-shippingDate', 'Enter the shipping date as a day that exists, such as 15-Mar-2026');
  }
  const wrong = orderProblems(
    {
      lines,
      shippingId: entry.shippingId,
      // What is missing in the address is said at its fields.
      hasAddress: true,
      // So is a day that does not exist.
      shippingDate: shippingDate ?? null,
      appointmentStartsAtMs: appointment?.startsAtMs ?? null,
    },
    terms,
    now,
  );
  const names = {
    appointmentOnly: entry.lines.flatMap(({ productId, name }) =>
      terms.get(productId)?.appointmentOnly ? [name] : [],
    ),
    unshipped: unshippedNames(entry, terms),
    withdrawn: entry.lines.flatMap(({ productId, name }) => (now.withdrawn.has(productId) ? [name] : [])),
  };
  for (const [field, why] of Object.entries(wrong) as [
    OrderField,
    NonNullable<(typeof wrong)[OrderField]>,
  ][]) {
    problem(FIELD_IDS[field], problemWords(field, why, names));
  }
  const customer = readCustomer(entry, problem);
  const seenTotal = totalNow(entry, terms);
  if (problems.length > 0 || !shipping || !seenTotal || !customer || shippingDate === undefined)
    return { kind: 'problems', problems };
  return {
    kind: 'draft',
    draft: { items: lines, shippingId: shipping.id, customer, address, shippingDate, appointment, seenTotal },
  };
}

type Report = (fieldId: string, words: string) => void;

function readText(entry: OrderEntry, field: TextFieldName, words: string | null, problem: Report): string {
  const text = entry[field].trim();
  const longest = LONGEST[field] ?? LONGEST_OTHER;
  const noun = NOUNS[field] ?? 'text';
  if (hasHiddenCharacters(text)) {
    problem(`order-${field}`, `Type the ${noun} again: it has characters that cannot be seen`);
  } else if (text === '' && words !== null) problem(`order-${field}`, words);
  else if (text.length > longest) problem(`order-${field}`, `Shorten the ${noun} to ${longest} characters`);
  return text;
}

const orNull = (text: string): string | null => (text === '' ? null : text);

function readCustomer(entry: OrderEntry, problem: Report): Input<'orders.create'>['customer'] | null {
  if (entry.customerKind === 'known') {
    if (entry.customerId === '') problem('order-customerId', 'Choose the customer');
    return { kind: 'known', customerId: entry.customerId };
  }
  const readName = (field: 'firstName' | 'lastName'): string => {
    const name = readText(entry, field, `Enter the ${NOUNS[field]}`, problem);
    if (isOnlySigns(name) && !hasHiddenCharacters(name)) {
      problem(`order-${field}`, lettersWanted(NOUNS[field] ?? 'name'));
    }
    return name;
  };
  const lastName = readName('lastName');
  const firstName = readName('firstName');
  const email = readText(entry, 'email', 'Enter the e-mail address', problem);
  if (email !== '' && !isEmailAddress(email)) {
    problem('order-email', 'Enter an e-mail address like name@example.com');
  }
  const phoneNumber = orNull(readText(entry, 'phoneNumber', null, problem));
  if (
    phoneNumber !== null &&
    phoneNumber.length <= LONGEST_PHONE &&
    !hasHiddenCharacters(phoneNumber) &&
    !isTelephoneNumber(phoneNumber)
  ) {
    problem('order-phoneNumber', WRONG_PHONE);
  }
  const nhsNumber = orNull(readText(entry, 'nhsNumber', null, problem));
  if (nhsNumber !== null && !isNhsNumber(nhsNumber)) {
    problem('order-nhsNumber', 'Check the NHS number: it has ten digits, such as 943 476 5919');
  }
  return { kind: 'new', firstName, lastName, email, phoneNumber, nhsNumber };
}

function readAddress(entry: OrderEntry, problem: Report) {
  const read = (field: TextFieldName, words: string | null): string => readText(entry, field, words, problem);
  const line1 = read('line1', 'Enter the first line of the address');
  const city = read('city', 'Enter the town');
  const postalCode = read('postalCode', 'Enter the postcode');
  const country = read('countryCode', 'Enter the country as two letters');
  const countryCode = countryCodeOf(country);
  if (country !== '' && countryCode === null) {
    problem('order-countryCode', 'Enter the country as two letters, such as GB');
  }
  return {
    line1,
    line2: orNull(read('line2', null)),
    line3: orNull(read('line3', null)),
    city,
    postalCode,
    countryCode: countryCode ?? country,
    company: orNull(read('company', null)),
  };
}
