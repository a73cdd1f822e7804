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
  /** Nobody can tell how many records there are: the service has told no number of them. Those given here are the least that there are. */
  isUncounted?: true;
}

const count = z.number().int().min(0);
const size = z.number().int().min(1);
const fieldsBeside = z.object({
  current_page: z.number().int().min(1),
  next_page: z.number().int().min(1).nullable(),
});

/**
 * The counts of a page of `records` records. One that is none, such as -1 or 2.5, is replaced by what the rest of the page tells: the records
 * are good all the same. Of a page whose other fields are wrong nothing can be told, and it is left as it came.
 */
export function countsOf(
  page: object,
  records: number,
): Partial<Pick<Page<unknown>, 'nr_of_results' | 'nr_of_pages' | 'results_per_page' | 'isUncounted'>> {
  const beside = fieldsBeside.safeParse(page);
  if (!beside.success) return {};
  const { current_page: number, next_page: next } = beside.data;
  const told = (
    field: 'nr_of_results' | 'nr_of_pages' | 'results_per_page',
    as: z.ZodNumber,
  ): number | null => {
    const checked = as.safeParse(field in page ? Reflect.get(page, field) : undefined);
    return checked.success ? checked.data : null;
  };
  const results = told('nr_of_results', count);
  const pages = told('nr_of_pages', count);
  const toldSize = told('results_per_page', size);
  // A page that another one follows is full. The last one may be as full as any.
  const perPage = toldSize ?? (next === null ? MAX_RESULTS_PER_PAGE : Math.max(1, records));
  const beforeIt = next === null && toldSize === null ? number - 1 : (number - 1) * perPage;
  const sized = toldSize === null ? { results_per_page: perPage } : {};
  if (results === null) {
    const least = beforeIt + records + (next === null ? 0 : 1);
    return { ...sized, nr_of_results: least, nr_of_pages: pages ?? next ?? number, isUncounted: true };
  }
  if (pages !== null) return sized;
  return { ...sized, nr_of_pages: Math.max(Math.ceil(results / perPage), next ?? number) };
}
