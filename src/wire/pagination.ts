// Pages of lists: the query that asks for a page, and the fields around its records.
import { z } from 'zod';
import { queryInteger } from './value.ts';

/** The most records that one page can hold. */
export const MAX_RESULTS_PER_PAGE = 100;
/** The last page of the product list that can be asked for. Other lists have no such limit. */
export const MAX_PRODUCT_PAGE = 50;

/** The query of every list. */
export const listQuery = z.object({
  page: queryInteger(1, Number.MAX_SAFE_INTEGER).optional().describe('Page wanted, the first is 1.'),
  results_per_page: queryInteger(1, MAX_RESULTS_PER_PAGE)
    .optional()
    .describe('Records on a page; 100 when not given.'),
});
export type ListQuery = z.output<typeof listQuery>;

/** One page of records of one kind. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    nr_of_results: z.number().int().min(0).describe('Records on all pages together.'),
    current_page: z.number().int().min(1).describe('Which page this is.'),
    nr_of_pages: z.number().int().min(0).describe('How many pages there are.'),
    results_per_page: z.number().int().min(1).describe('How many records a full page holds.'),
    next_page: z.number().int().min(1).nullable().describe('The page to ask for next; null on the last.'),
    items: z.array(item),
  });

/** One page of a list. `next_page` is null on the last page. */
export interface Page<Item> {
  nr_of_results: number;
  current_page: number;
  nr_of_pages: number;
  results_per_page: number;
  next_page: number | null;
  items: Item[];
}
