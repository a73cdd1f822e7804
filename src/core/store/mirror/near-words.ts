// Words that are spelled nearly alike, to find a name that was misheard or mistyped.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A shorter word is similar to too many others. */
const SHORTEST_WORD = 4;
const NEAR_WORDS_KEPT = 24;
/** A shorter beginning of a word with a wrong letter is similar to too many words. */
const SHORTEST_BEGINNING = 5;

/** First letters that are mistaken for one another when a name is heard. */
const SOUNDS_LIKE: Readonly<Record<string, string>> = {
  c: 'ks',
  k: 'c',
  s: 'cz',
  z: 's',
  g: 'j',
  j: 'g',
  i: 'y',
  y: 'i',
  v: 'w',
  w: 'v',
  f: 'p',
  p: 'f',
};

const withWords = new WeakSet<Db>();

/** Makes the words of the search index readable as a table of this connection; nothing is stored. */
function prepareWords(db: Db): void {
  if (withWords.has(db)) return;
  run(
    db,
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.person_word USING fts5vocab('main', 'person_search', 'row')`,
  );
  withWords.add(db);
}

/**
 * Words of people's names that are spelled nearly like `word` (see {@link isNear}), or begin nearly like it (`obrein` and
 * `obriensmythe`, which is how O’Brien-Smythe stands in the index as one word); the nearest first, without `word` itself.
 * The first letter must be the same, or swapped with the second; where that finds nothing, it may be one that sounds like it
 * (`Catherine`, `Katherine`): people nearly always type the beginning of a name right, and the words of one letter are few
 * enough to look through.
 */
export function nearWords(db: Db, word: string): string[] {
  const [first = '', second = ''] = word;
  if (word.length < SHORTEST_WORD) return [];
  prepareWords(db);
  const allowed = lettersApart(word.length);
  const from = (starts: Iterable<string>): string[] =>
    [...starts].flatMap((start) => wordsOf(db, start, word.length, allowed)).filter((term) => term !== word);
  const sameStart = from(new Set([first, second]));
  const begins = sameStart.filter((term) => beginsNearly(term, word));
  let near = nearest(word, sameStart);
  if (near.length === 0) near = nearest(word, from(SOUNDS_LIKE[first] ?? ''));
  // Those of which only the beginning is like it come last.
  return [...new Set([...near, ...begins.sort((a, b) => a.length - b.length || a.localeCompare(b))])].slice(
    0,
    NEAR_WORDS_KEPT,
  );
}

/** Those of `terms` that are near as a whole, the nearest first. */
function nearest(word: string, terms: readonly string[]): string[] {
  return terms
    .filter((term) => isNear(word, term))
    .map((term) => ({ term, distance: editDistance(word, term) }))
    .sort((a, b) => a.distance - b.distance || a.term.localeCompare(b.term))
    .map(({ term }) => term);
}

/**
 * The words of people's names that begin with `start` and have about as many letters, or more where the beginning of one can be told.
 * Words with figures are parts of e-mail addresses.
 */
function wordsOf(db: Db, start: string, length: number, allowed: number): string[] {
  const longest = length < SHORTEST_BEGINNING ? length + allowed : LONGEST_WORD;
  return all<{ term: string }>(
    db,
    `SELECT term FROM temp.person_word
     WHERE term >= @start AND term < @end AND length(term) BETWEEN @shortest AND @longest
       AND term NOT GLOB '*[0-9]*'`,
    { start, end: `${start}\u{10ffff}`, shortest: length - allowed, longest },
  ).map(({ term }) => term);
}

/**
 * Whether two words differ by one or two letters at most, depending on their length. Two neighbouring letters that are
 * swapped count as one.
 */
export function isNear(one: string, other: string): boolean {
  const allowed = lettersApart(Math.min(one.length, other.length));
  return editDistance(one, other, allowed) <= allowed;
}

/**
 * Whether a longer word begins like `beginning` with one wrong, missing, further or swapped letter. False for a beginning that is too
 * short to tell, and where it is right.
 */
export function beginsNearly(word: string, beginning: string): boolean {
  if (beginning.length < SHORTEST_BEGINNING || word.length <= beginning.length) return false;
  let at = 0;
  while (at < beginning.length && word[at] === beginning[at]) at += 1;
  if (at === beginning.length) return false;
  const goesOn = (of: number, inWord: number): boolean => word.startsWith(beginning.slice(of), inWord);
  const isSwapped = beginning[at] === word[at + 1] && beginning[at + 1] === word[at];
  return (
    goesOn(at + 1, at + 1) ||
    goesOn(at, at + 1) ||
    goesOn(at + 1, at) ||
    (isSwapped && goesOn(at + 2, at + 2))
  );
}

/** By how many letters two words may differ and still be near, when the shorter one has `length` letters. */
function lettersApart(length: number): number {
  return length >= 6 ? 2 : 1;
}

const LONGEST_WORD = 64;
// These arrays are used for every comparison, because thousands of words are compared while somebody types.
let beforeLast = new Uint8Array(LONGEST_WORD + 1);
let previous = new Uint8Array(LONGEST_WORD + 1);
let current = new Uint8Array(LONGEST_WORD + 1);

/**
 * How many letters have to be changed, added, removed or swapped with a neighbour to make one word of the other. It
 * stops when the number is certain to exceed `atMost`, and then returns some number above it.
 */
export function editDistance(one: string, other: string, atMost = LONGEST_WORD): number {
  if (Math.abs(one.length - other.length) > atMost) return atMost + 1;
  if (one.length > LONGEST_WORD || other.length > LONGEST_WORD) return one === other ? 0 : LONGEST_WORD;
  for (let column = 0; column <= other.length; column += 1) previous[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    current[0] = row;
    let leastOfRow = row;
    const letter = one.charCodeAt(row - 1);
    for (let column = 1; column <= other.length; column += 1) {
      const cost = letter === other.charCodeAt(column - 1) ? 0 : 1;
      let least = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + cost,
      );
      const changedRound =
        cost === 1 &&
        row > 1 &&
        column > 1 &&
        letter === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1);
      if (changedRound) least = Math.min(least, (beforeLast[column - 2] as number) + 1);
      current[column] = least;
      leastOfRow = Math.min(leastOfRow, least);
    }
    // A swap uses the row before the last one, so a single row above the limit is not the end yet.
    if (leastOfRow > atMost + 1) return atMost + 1;
    [beforeLast, previous, current] = [previous, current, beforeLast];
  }
  return previous[other.length] as number;
}
