// What is typed into the forms of this window and not sent yet. Forms read and change it here; the engine keeps it, so that a
// reload loses nothing and no browser stores it. See docs/decisions/043-drafts.md.
import { create } from 'zustand';
import { LONGEST_DRAFT } from '../../../domain/draft.ts';
import { whenPersonChanges } from '../../host/next-person.ts';

interface Drafts {
  /** Who took this window over, and from whom, by their initials; null: nobody has yet. These are the entries of `by`. */
  readonly taken: { readonly by: string; readonly from: string } | null;
  /** False until what the engine has kept for this window has been read. */
  readonly isLoaded: boolean;
  /** What stands in each form that somebody has typed into, by the form's name. */
  readonly entries: ReadonlyMap<string, unknown>;
  /** How many milliseconds before it was read each form was kept, or left behind by a lock. */
  readonly agesMs: ReadonlyMap<string, number>;
}

export const useDrafts = create<Drafts>(() => ({
  taken: null,
  isLoaded: false,
  entries: new Map(),
  agesMs: new Map(),
}));

/** Whoever was here before the first hand-over. */
let first: string | null = null;

// Before all other stores, which import this module: what they forget must not be forgotten of the person before.
whenPersonChanges((by, from) => {
  first ??= from;
  useDrafts.setState({ taken: { by, from }, isLoaded: false, entries: new Map(), agesMs: new Map() });
});

/** What is left of what stands in a form once what was sent from it is answered; null: nothing. */
type LeftBy = (entry: unknown) => unknown;
/** By initials and form: what was answered while somebody else was here. It stays in this window's memory until they are back. */
const answeredMeanwhile = new Map<string | null, Map<string, LeftBy>>();
const nameOf = (taken: Drafts['taken']): string | null => taken?.by ?? first;

/**
 * What was sent from a form of whoever took the window over with `taken` is answered: `leftBy` says what is left of what stands there. Where
 * they are not here when the answer comes, that is done before they see it again: what was sent would be sent once more.
 */
export function answered(taken: Drafts['taken'], form: string, leftBy: LeftBy): void {
  const now = useDrafts.getState();
  const isTheirs = now.taken === taken || nameOf(now.taken) === nameOf(taken);
  if (isTheirs && now.entries.has(form)) {
    const before = now.entries.get(form);
    const left = leftBy(before);
    if (left !== before) putDraft(form, left);
  } else if (!isTheirs || !now.isLoaded) {
    const theirs = answeredMeanwhile.get(nameOf(taken)) ?? new Map<string, LeftBy>();
    answeredMeanwhile.set(nameOf(taken), theirs.set(form, leftBy));
  }
}

/** What is left of what was kept of a form of whoever is here by what was answered while they were not; null: nothing. */
export function leftByAnswers(form: string, entry: unknown): unknown {
  const leftBy = answeredMeanwhile.get(nameOf(useDrafts.getState().taken))?.get(form);
  return leftBy && entry !== null ? leftBy(entry) : entry;
}

/** Whoever is here has everything that was kept for them. */
export function answersAreSeen(): void {
  answeredMeanwhile.delete(nameOf(useDrafts.getState().taken));
}

/** Puts what stands in a form in place of what stood there; null forgets it. */
export function putDraft(form: string, entry: unknown): void {
  useDrafts.setState(({ entries }) => {
    if (entry === null && !entries.has(form)) return {};
    const changed = new Map(entries);
    if (entry === null) changed.delete(form);
    else changed.set(form, entry);
    return { entries: changed };
  });
}

let keepNow: () => void = () => undefined;

/** `keep` sends the engine what it has not got yet of the forms of this window. Used once for a window. */
export function keepBeforeSending(keep: () => void): void {
  keepNow = keep;
}

/**
 * A form is about to be sent with a command. Kept a moment after that, what was typed last would be there again once the command has
 * forgotten what was sent.
 */
export const formIsBeingSent = (): void => keepNow();

/** Whether what stands in a form is longer than the engine keeps, so that a reload would bring back what stood there before. */
export function isTooLongToKeep(entry: unknown): boolean {
  return entry !== undefined && JSON.stringify(entry).length > LONGEST_DRAFT;
}

/** Takes in what the engine had kept. What was typed meanwhile is newer, and stays. `leftAgesMs`: of forms left behind by a lock. */
export function loadDrafts(
  items: readonly { readonly form: string; readonly text: string; readonly ageMs: number }[],
  leftAgesMs: ReadonlyMap<string, number> = new Map(),
): void {
  useDrafts.setState(({ entries }) => {
    const kept = items.map(({ form, text }) => [form, parsed(text)] as const);
    const agesMs = new Map([...items.map(({ form, ageMs }) => [form, ageMs] as const), ...leftAgesMs]);
    return {
      isLoaded: true,
      agesMs,
      entries: new Map([...kept.filter(([, entry]) => entry !== null), ...entries]),
    };
  });
}

/** Null: it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * What was kept of a form, in the shape that this version's form has: a part that is missing or of another kind is taken
 * from the empty form, because another version may have kept it. Null in the empty form takes any kind.
 * @example fitting({ email: '' }, { email: 'ada@example.test', fax: '1' }) // { email: 'ada@example.test' }
 */
export function fitting<Entry>(empty: Entry, kept: unknown): Entry {
  if (empty === null) return kept as Entry;
  if (Array.isArray(empty)) return (Array.isArray(kept) ? kept : empty) as Entry;
  if (typeof empty !== 'object') return (typeof kept === typeof empty ? kept : empty) as Entry;
  if (typeof kept !== 'object' || kept === null) return empty;
  const parts = Object.entries(empty).map(([name, part]: [string, unknown]) => [
    name,
    name in kept ? fitting(part, (kept as Readonly<Record<string, unknown>>)[name]) : part,
  ]);
  return Object.fromEntries(parts) as Entry;
}
