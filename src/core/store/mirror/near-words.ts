// Words spelled nearly alike: what a name that was misheard or mistyped may have meant.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** Shorter words are near too many others to mean one of them. */
const SHORTEST_WORD = 4;
const NEAR_WORDS_KEPT = 24;

const withWords = new WeakSet<Db>();

/** The words of the search index, as a table of this connection alone: nothing of it is stored. */
function prepareWords(db: Db): void {
  if (withWords.has(db)) return;
  run(
    db,
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.person_word USING fts5vocab('main', 'person_search', 'row')`,
  );
  withWords.add(db);
}

/**
 * Words under which people are found that are spelled nearly like `word` (see {@link isNear}), nearest first, without
 * `word` itself. The first letter must agree, or be the second one changed round with it: whoever types a name nearly
 * always has its beginning right, and the words of one letter are quickly looked through.
 */
export function nearWords(db: Db, word: string): string[] {
  const [first = '', second = ''] = word;
  if (word.length < SHORTEST_WORD) return [];
  prepareWords(db);
  const allowed = lettersApart(word.length);
  const near: { readonly term: string; readonly distance: number }[] = [];
  for (const start of new Set([first, second])) {
    const terms = all<{ term: string }>(
      db,
      `SELECT term FROM temp.person_word
       WHERE term >= @start AND term < @end AND length(term) BETWEEN @shortest AND @longest`,
      {
        start,
        end: `${start}\u{10ffff}`,
        shortest: word.length - allowed,
        longest: word.length + allowed,
      },
    );
    for (const { term } of terms) {
      if (term === word || !isNear(word, term)) continue;
      near.push({ term, distance: editDistance(word, term) });
    }
  }
  return near
    .sort((a, b) => a.distance - b.distance || a.term.localeCompare(b.term))
    .slice(0, NEAR_WORDS_KEPT)
    .map(({ term }) => term);
}

/** One or two letters apart, depending on length; a pair of letters changed round counts as one. */
export function isNear(one: string, other: string): boolean {
  const allowed = lettersApart(Math.min(one.length, other.length));
  return editDistance(one, other, allowed) <= allowed;
}

/** How many letters two words may differ by and still be near, the shorter one having `length` of them. */
function lettersApart(length: number): number {
  return length >= 6 ? 2 : 1;
}

const LONGEST_WORD = 64;
// Used again at each comparison: thousands of words are compared while somebody types.
let beforeLast = new Uint8Array(LONGEST_WORD + 1);
let previous = new Uint8Array(LONGEST_WORD + 1);
let current = new Uint8Array(LONGEST_WORD + 1);

/**
 * Letters to change, add, take away or swap with their neighbour to make one word of the other. Looking stops where more
 * than `atMost` are certain; the answer is then some number above it.
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
    // A swap reaches back two rows, so that one row above the limit is not yet the end.
    if (leastOfRow > atMost + 1) return atMost + 1;
    [beforeLast, previous, current] = [previous, current, beforeLast];
  }
  return previous[other.length] as number;
}
