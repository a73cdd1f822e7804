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
const atLeastOne = z.number().int().min(1);

/**
 * The fields of a page of `records` records that are none, such as -1 or 2.5, by what the rest of the page tells, and by which page was
 * `asked` for: the records are good all the same. One that does not tell whether another page follows is left as it came.
 */
export function countsOf(
  page: object,
  records: number,
  asked: number,
): Partial<Omit<Page<unknown>, 'items'>> {
  const toldNext = atLeastOne.nullable().safeParse('next_page' in page ? page.next_page : undefined);
  if (!toldNext.success) return {};
  const next = toldNext.data;
  const told = (field: keyof Page<unknown>, as: z.ZodNumber): number | null => {
    const checked = as.safeParse(field in page ? Reflect.get(page, field) : undefined);
    return checked.success ? checked.data : null;
  };
  const toldNumber = told('current_page', atLeastOne);
  const number = toldNumber ?? asked;
  const pages = told('nr_of_pages', count);
  const results = told('nr_of_results', count);
  const toldSize = told('results_per_page', atLeastOne);
  // A page that another one follows is full. The last one may be as full as any.
  const size = toldSize ?? (next === null ? MAX_RESULTS_PER_PAGE : Math.max(1, records));
  const before = next === null && toldSize === null ? number - 1 : (number - 1) * size;
  const beside = {
    ...(toldNumber === null && { current_page: number }),
    ...(toldSize === null && { results_per_page: size }),
  };
  if (results === null) {
    const least = before + records + (next === null ? 0 : 1);
    return { ...beside, nr_of_results: least, nr_of_pages: pages ?? next ?? number, isUncounted: true };
  }
  if (pages !== null) return beside;
  return { ...beside, nr_of_pages: Math.max(Math.ceil(results / size), next ?? number) };
}
