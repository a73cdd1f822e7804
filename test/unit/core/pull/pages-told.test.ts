// How many pages a list has, by what its pages tell and by what is known of it.
import { expect, it } from 'vitest';
import { createPagesTold } from '../../../../src/core/pull/pages-told.ts';

const ASKED = 100;

/** The first page of a list of so many registrations, which gives so many on each page. */
const firstPage = (registrations: number, size: number) => ({
  nr_of_results: registrations,
  current_page: 1,
  nr_of_pages: Math.ceil(registrations / size),
  results_per_page: size,
  next_page: registrations > size ? 2 : null,
  items: Array.from({ length: Math.min(size, registrations) }),
});

it.each([10, 20, 25, 50, 100])(
  'a desk that has just started believes a service that gives %i registrations a page, however many it is asked for',
  (size) => {
    const pages = createPagesTold(3_000, ASKED);
    pages.note(firstPage(3_000, size), 1, false);
    expect(pages.number()).toBe(3_000 / size);
  },
);

it('a number that goes far beyond what is known is not believed, however few there are on a page', () => {
  const pages = createPagesTold(3_000, ASKED);
  pages.note({ ...firstPage(3_000, 10), nr_of_pages: 1e6, nr_of_results: 1e7 }, 1, false);
  expect(pages.number()).toBe(300);
});
