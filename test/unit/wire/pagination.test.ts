// Counts of a page that are none are taken from the rest of it.
import { expect, it } from 'vitest';
import { countsOf as countsOfPage } from '../../../src/wire/pagination.ts';

const ASKED = 2;
const countsOf = (page: object, records: number) => countsOfPage(page, records, ASKED);
const page = (fields: object) => ({
  nr_of_results: 25,
  current_page: 2,
  nr_of_pages: 3,
  results_per_page: 10,
  next_page: 3,
  ...fields,
});

it('leaves good counts as they are', () => {
  expect(countsOf(page({}), 10)).toEqual({});
  const empty = page({ nr_of_results: 0, nr_of_pages: 0, current_page: 1, next_page: null });
  expect(countsOf(empty, 0)).toEqual({});
});

it.each([-1, 2.5, null, '3', undefined, 1e300])(
  'takes the number of pages from the number of records where it is %s',
  (wrong) => {
    expect(countsOf(page({ nr_of_pages: wrong }), 10)).toEqual({ nr_of_pages: 3 });
    // There is the page that is named next, whatever the number of records says.
    expect(countsOf(page({ nr_of_pages: wrong, nr_of_results: 1 }), 10)).toEqual({ nr_of_pages: 3 });
  },
);

it.each([-1, 0.1, null, '25', undefined])(
  'tells the least number of records, and that it is no more than that, where it is %s',
  (wrong) => {
    expect(countsOf(page({ nr_of_results: wrong }), 10)).toEqual({
      nr_of_results: 21,
      nr_of_pages: 3,
      isUncounted: true,
    });
    const last = page({ nr_of_results: wrong, nr_of_pages: -1, next_page: null });
    expect(countsOf(last, 4)).toEqual({ nr_of_results: 14, nr_of_pages: 2, isUncounted: true });
  },
);

it.each([0, -1, 2.5, null, '10', undefined])(
  'takes the records of a full page for the number of records on each where it is %s',
  (wrong) => {
    expect(countsOf(page({ results_per_page: wrong }), 10)).toEqual({ results_per_page: 10 });
    expect(countsOf(page({ results_per_page: wrong, nr_of_pages: -1 }), 10)).toEqual({
      results_per_page: 10,
      nr_of_pages: 3,
    });
    expect(countsOf(page({ results_per_page: wrong, nr_of_results: -1 }), 10)).toEqual({
      results_per_page: 10,
      nr_of_results: 21,
      nr_of_pages: 3,
      isUncounted: true,
    });
  },
);

it('tells no more than it knows of a last page without the number of records on each', () => {
  const last = page({ results_per_page: 0, next_page: null });
  expect(countsOf(last, 5)).toEqual({ results_per_page: 100 });
  // No page before it can have been empty.
  expect(countsOf({ ...last, nr_of_results: -1, nr_of_pages: -1 }, 5)).toEqual({
    results_per_page: 100,
    nr_of_results: 6,
    nr_of_pages: 2,
    isUncounted: true,
  });
});

it.each([0, -1, 1.5, null, '2', undefined])(
  'takes the page for the one that was asked for where it says %s',
  (wrong) => {
    expect(countsOf(page({ current_page: wrong }), 10)).toEqual({ current_page: ASKED });
    expect(countsOf(page({ current_page: wrong, nr_of_results: -1 }), 10)).toEqual({
      current_page: ASKED,
      nr_of_results: 21,
      isUncounted: true,
      nr_of_pages: 3,
    });
  },
);

it.each([-1, 0, '3', undefined])('makes nothing of a page whose next one is %s', (next) => {
  expect(countsOf(page({ next_page: next, nr_of_results: -1 }), 10)).toEqual({});
});
