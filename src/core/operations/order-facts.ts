// Facts of an order out of the service's records, whose fields are not published: what is there and has the expected form is
// used, everything else counts as not told.
import type { Amount } from '../../domain/order.ts';
import { formatName } from '../../domain/person-name.ts';
import { onceEach } from '../../domain/once-each.ts';
import { money } from '../../wire/money.ts';

type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null;

/** An amount as a person reads it, such as `£49.00`. */
export function priceOf(value: unknown): string | null {
  const parsed = money.safeParse(value);
  return parsed.success ? parsed.data.formatted_value : null;
}

/** The same as a number; null where none is told. */
export function amountOf(value: unknown): Amount | null {
  const parsed = money.safeParse(value);
  return parsed.success ? { amountMinor: parsed.data.amount_minor, currency: parsed.data.currency } : null;
}

export interface CustomerFacts {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly nhsNumber: string | null;
}

/** Null when the record names no id. */
export function customerOf(value: unknown): CustomerFacts | null {
  const fields = fieldsOf(value);
  const id = textOf(fields['id']);
  if (id === null) return null;
  const lastName = textOf(fields['last_name']);
  return {
    id,
    name: lastName === null ? null : formatName({ firstName: textOf(fields['first_name']) ?? '', lastName }),
    email: textOf(fields['email']),
    phoneNumber: textOf(fields['phone_number']),
    nhsNumber: textOf(fields['nhs_number']),
  };
}

export interface ItemFacts {
  readonly id: string;
  readonly name: string;
  readonly sku: string | null;
  readonly quantity: number | null;
  readonly price: string | null;
}

/** The lines of an order. A line without a name is called by its SKU, else by its number in the list. */
export function itemsOf(value: unknown): ItemFacts[] {
  return onceEach((Array.isArray(value) ? value : []).map(fieldsOf)).map((fields, index) => {
    const sku = textOf(fields['product_sku']) ?? textOf(fields['sku']);
    return {
      id: textOf(fields['id']) ?? String(index),
      name: textOf(fields['name']) ?? sku ?? `Line ${index + 1}`,
      sku,
      quantity: countOf(fields['quantity']),
      price: priceOf(fields['price']),
    };
  });
}

/** An address by its fields, as an order takes one; null where one that it needs is not told. */
export function addressOf(value: unknown) {
  const fields = fieldsOf(value);
  const line1 = textOf(fields['line1']);
  const city = textOf(fields['city']);
  const postalCode = textOf(fields['postal_code']);
  if (line1 === null || city === null || postalCode === null) return null;
  return {
    line1,
    line2: textOf(fields['line2']),
    line3: textOf(fields['line3']),
    city,
    postalCode,
    countryCode: textOf(fields['country_code']) ?? '',
    company: textOf(fields['company']),
  };
}

/** The lines of an address as they are written on a parcel; null when none is told. */
export function addressLinesOf(value: unknown): string[] | null {
  const fields = fieldsOf(value);
  const lines = ['company', 'line1', 'line2', 'line3', 'city', 'postal_code', 'country_code'].flatMap(
    (name) => textOf(fields[name]) ?? [],
  );
  return lines.length === 0 ? null : lines;
}
