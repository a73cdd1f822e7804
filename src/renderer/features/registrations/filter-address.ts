// The filter of the list in its address, so that it outlives a reload and going back. What is searched for is no part of
// it: it may be somebody's name, and addresses are kept by browsers.
import type { RegistrationFilterView } from '../../../contract/registration-views.ts';
import { addressOf, readAddress } from '../../shared/filter-address.ts';

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
  const said = addressOf(filter, NAMES);
  if (filter.noPatient) said.set('patient', 'none');
  if (filter.resultsReady) said.set('results', 'ready');
  return said.toString();
}

/** Reads an address, also one that somebody typed: what makes no sense narrows nothing. */
export function filterOf(address: string): ListFilter {
  const { said, text, day } = readAddress(address);
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
