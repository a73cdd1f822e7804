// Words that are spelled nearly alike, to find a name that was misheard or mistyped.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A shorter word is similar to too many others. */
const SHORTEST_WORD = 4;
const NEAR_WORDS_KEPT = 24;

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
 * Words of people's names that are spelled nearly like `word` (see {@link isNear}), the nearest first, without `word`
 * itself. The first letter must be the same, or swapped with the second; where that finds nothing, it may be one that sounds
 * like it (`Catherine`, `Katherine`): people nearly always type the beginning of a name right, and the words of one letter are few enough to
 * look through.
 */
export function nearWords(db: Db, word: string): string[] {
  const [first = '', second = ''] = word;
  if (word.length < SHORTEST_WORD) return [];
  prepareWords(db);
  const allowed = lettersApart(word.length);
  const nearFrom = (starts: Iterable<string>): NearWord[] =>
    [...starts]
      .flatMap((start) => wordsOf(db, start, word.length, allowed))
      .flatMap((term) =>
        term !== word && isNear(word, term) ? [{ term, distance: editDistance(word, term) }] : [],
      );
  const near = nearFrom(new Set([first, second]));
  return (near.length > 0 ? near : nearFrom(SOUNDS_LIKE[first] ?? ''))
    .sort((a, b) => a.distance - b.distance || a.term.localeCompare(b.term))
    .slice(0, NEAR_WORDS_KEPT)
    .map(({ term }) => term);
}

interface NearWord {
  readonly term: string;
  readonly distance: number;
}

/** The words of people's names that begin with `start` and have about as many letters. */
function wordsOf(db: Db, start: string, length: number, allowed: number): string[] {
  return all<{ term: string }>(
    db,
    `SELECT term FROM temp.person_word
     WHERE term >= @start AND term < @end AND length(term) BETWEEN @shortest AND @longest`,
    { start, end: `${start}\u{10ffff}`, shortest: length - allowed, longest: length + allowed },
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
