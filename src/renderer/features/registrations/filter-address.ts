// The filter of the list in its address, so that it outlives a reload and going back. What is searched for is no part of
// it: it may be somebody's name, and addresses are kept by browsers.
import type { RegistrationFilterView } from '../../../contract/registration-views.ts';
import { isCalendarDate } from '../../../domain/site-time.ts';
import { splitTypedDate } from '../../shared/dates/date-of-birth.ts';

/** Everything by which the list is narrowed, except the text. */
export type ListFilter = Readonly<Omit<RegistrationFilterView, 'text'>>;

export const WHOLE_LIST: ListFilter = {
  status: null,
  productId: null,
  locationId: null,
  createdFrom: null,
  createdTo: null,
  noPatient: false,
  resultsReady: false,
};

const NAMES = {
  status: 'status',
  productId: 'product',
  locationId: 'location',
  createdFrom: 'from',
  createdTo: 'to',
} as const;

/** @example filterAddress({ ...WHOLE_LIST, noPatient: true }) // 'patient=none'; '' for the whole list */
export function filterAddress(filter: ListFilter): string {
  const said = new URLSearchParams();
  for (const [field, name] of Object.entries(NAMES)) {
    const value = filter[field as keyof typeof NAMES];
    if (value !== null) said.set(name, value);
  }
  if (filter.noPatient) said.set('patient', 'none');
  if (filter.resultsReady) said.set('results', 'ready');
  return said.toString();
}

/** Reads an address, also one that somebody typed: what makes no sense narrows nothing. */
export function filterOf(address: string): ListFilter {
  const said = new URLSearchParams(address);
  const text = (name: string, longest: number): string | null => {
    const value = said.get(name);
    return value === null || value === '' || value.length > longest ? null : value;
  };
  const day = (name: string): string | null => {
    const value = said.get(name);
    return value !== null && isCalendarDate(value) ? value : null;
  };
  return {
    status: text(NAMES.status, 80),
    productId: text(NAMES.productId, 64),
    locationId: text(NAMES.locationId, 64),
    createdFrom: day(NAMES.createdFrom),
    createdTo: day(NAMES.createdTo),
    noPatient: said.get('patient') === 'none',
    resultsReady: said.get('results') === 'ready',
  };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A day as somebody typed it, `YYYY-MM-DD`; null for an empty field, undefined for what is no day. A year of two digits
 * is one of this century: nothing was registered before.
 *
 *     dayTyped('1 3 26') // '2026-03-01'
 */
export function dayTyped(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const boxes = splitTypedDate(text);
  if (!boxes) return undefined;
  const named = MONTHS.indexOf(boxes.month.slice(0, 3).toLowerCase()) + 1;
  const month = named > 0 ? String(named) : boxes.month;
  const year = boxes.year.length === 2 ? `20${boxes.year}` : boxes.year;
  const date = `${year}-${month.padStart(2, '0')}-${boxes.day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
}
