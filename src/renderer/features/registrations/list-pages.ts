// Which parts of a long list are asked for: those whose rows are in the page, and the next one before its rows are.
import type { RegistrationFilterView } from '../../../contract/registration-views.ts';
import { questionOf } from '../../host/query-cache.ts';

/** Rows that are asked for at once: more than are ever in the page, so that they lie in two answers at most. */
export const PAGE_ROWS = 50;

/** The question for the first part of a list. */
export const firstPart = (filter: RegistrationFilterView) =>
  questionOf('registrations.list', { filter, from: 0, count: PAGE_ROWS });

/** The number of the part, from 0, in which a row is. */
export const pageOf = (index: number): number => Math.floor(index / PAGE_ROWS);

/**
 * The part that is asked for beside that of the first row: the one in which the last row is. Where they are in the same one,
 * the part that comes next as the list is scrolled, from the middle on: its rows are then drawn once, with what is in them,
 * and not empty first. The same part when there is none to be asked for.
 *
 * @example otherPage({ first: 20, last: 44 }, 1_000, false) // 1: rows 50 to 99 come next
 */
export function otherPage(
  rows: { readonly first: number; readonly last: number },
  total: number,
  isBackward: boolean,
): number {
  const page = pageOf(rows.first);
  if (pageOf(rows.last) !== page) return pageOf(rows.last);
  const middle = (page + 0.5) * PAGE_ROWS;
  if (isBackward) return rows.first < middle ? Math.max(0, page - 1) : page;
  return rows.last >= middle ? Math.min(pageOf(Math.max(0, total - 1)), page + 1) : page;
}
