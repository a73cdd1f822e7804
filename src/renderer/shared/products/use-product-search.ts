// The tests that fit a text: of those that are kept here and, where the service lists only a part of what it has, of the others.
import type { Output } from '../../../contract/index.ts';
import { bestFirst, productsFound } from '../../../domain/product-search.ts';
import { isTooLongToFind } from '../../../domain/search-text.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { notListedWords } from '../words/not-listed-words.ts';

/** Each search is a request, so it waits for a whole part of a name. */
const TYPING_PAUSE_MS = 300;
const SHORTEST_TEXT = 3;

export interface ProductSearch {
  /** Best first; all that the service lists while nothing is looked for. */
  readonly matches: Output<'products.list'>['items'];
  /** What is to be said of those that the service does not list; null where it lists all. */
  readonly note: string | null;
}

/** `list`: the answer to `products.list`; null before it is there. */
export function useProductSearch(list: Output<'products.list'> | null, text: string): ProductSearch {
  const typed = text.trim();
  const settled = useSettled(typed, TYPING_PAUSE_MS);
  const notTold = list?.notTold ?? 0;
  const isAsked =
    notTold > 0 && settled === typed && typed.length >= SHORTEST_TEXT && !isTooLongToFind(typed);
  const { value, error } = useQuery('products.find', isAsked ? { text: typed } : skip);
  const offered = (list?.items ?? []).filter(({ isWithdrawn }) => !isWithdrawn);
  const here = productsFound(offered, text);
  const known = new Set(here.map(({ id }) => id));
  const others = (value?.items ?? []).filter(({ id }) => !known.has(id));
  return {
    matches: others.length === 0 ? here : bestFirst([...here, ...others], text),
    note: notTold === 0 ? null : notListedWords(notTold, error ? { live: false, more: 0 } : value),
  };
}
