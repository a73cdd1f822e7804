// How the facts of an entry in the activity become words. Pure.
import type { ActivityView } from '../../../contract/views.ts';
import type { ActivityDetailOf, ActivityKind } from '../../../domain/activity.ts';
import { formatDate, isCalendarDate, shownClockAt } from '../../../domain/site-time.ts';
import { momentWords } from '../dates/day-words.ts';

/** The facts by name. An older version may have written others or none, so each is looked at before it is shown. */
export type Facts<Kind extends ActivityKind> = { readonly [Name in keyof ActivityDetailOf<Kind>]?: unknown };

/** What the entry says beside the facts of its kind. */
export interface Around {
  readonly timeZone: string;
  /** When the entry was written, milliseconds since the epoch. */
  readonly atMs: number;
  readonly otherPerson: ActivityView['otherPerson'];
}

/** What a kind of entry is called, and which of its facts are shown. */
export interface KindWords<Kind extends ActivityKind> {
  readonly title: string | ((facts: Facts<Kind>) => string);
  /** Null and empty parts are left out. */
  readonly facts: (facts: Facts<Kind>, around: Around) => readonly (string | null)[];
}

/** The text itself; null where the entry has none. */
export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** `at 09:30`: the text after these words. */
export const after = (words: string, value: unknown): string | null => {
  const found = text(value);
  return found === null ? null : `${words} ${found}`;
};

/** `2 labels`, `1 label`. */
export function counted(value: unknown, one: string, many: string): string | null {
  return typeof value === 'number' ? `${value} ${value === 1 ? one : many}` : null;
}

/** `15-Mar-2026`. */
export function day(value: unknown): string | null {
  return typeof value === 'string' && isCalendarDate(value) ? formatDate(value) : null;
}

/** The time; with the day, when it is not the day of the entry. */
export function timeWithDay(value: unknown, { timeZone, atMs }: Around): string | null {
  if (typeof value !== 'number') return null;
  return momentWords(value, { beside: shownClockAt(atMs, timeZone).date, timeZone });
}

/** The words for one of a fixed set of values; null for a value that this version does not know. */
export function wordsFor(words: Readonly<Record<string, string>>, value: unknown): string | null {
  return typeof value === 'string' && Object.hasOwn(words, value) ? (words[value] ?? null) : null;
}

/** The words of some kinds of entries. */
export type WordsOf = { readonly [Kind in ActivityKind]?: KindWords<Kind> };
