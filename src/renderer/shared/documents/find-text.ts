// Finds words in the text of a page. Case, accents and the kind of space do not count. Pure.

/** A run of text as it stands on the page; `endsLine` where a new line begins after it. */
export interface TextRun {
  readonly text: string;
  readonly endsLine: boolean;
}

/** A part of a run that belongs to a match; `from` and `to` are places in its text. */
export interface MatchedPart {
  readonly run: number;
  readonly from: number;
  readonly to: number;
}

/** One letter without case and accents; it stays one letter, so that places in the text stay right. */
function folded(letter: string): string {
  if (/\s/.test(letter)) return ' ';
  const [plain = letter] = letter.normalize('NFKD').toLowerCase();
  return plain;
}

const foldedText = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => folded(text[at] ?? '')).join('');

/** A text can begin on one line and end on the next; a page with more matches than this is not counted further. */
const MOST_MATCHES = 500;

/**
 * Each match as the parts of runs that it covers, in the order of the page; none for a blank text.
 * @example findInRuns([{ text: 'Ferritin 40', endsLine: true }], 'ferr') // [[{ run: 0, from: 0, to: 4 }]]
 */
export function findInRuns(runs: readonly TextRun[], wanted: string): MatchedPart[][] {
  const sought = foldedText(wanted.trim());
  if (sought === '') return [];
  let whole = '';
  const starts = runs.map(({ text, endsLine }) => {
    const start = whole.length;
    whole += foldedText(text) + (endsLine ? ' ' : '');
    return start;
  });
  const matches: MatchedPart[][] = [];
  for (
    let at = whole.indexOf(sought);
    at !== -1 && matches.length < MOST_MATCHES;
    at = whole.indexOf(sought, at + sought.length)
  ) {
    matches.push(partsOf(runs, starts, { from: at, to: at + sought.length }));
  }
  return matches;
}

function partsOf(
  runs: readonly TextRun[],
  starts: readonly number[],
  match: { readonly from: number; readonly to: number },
): MatchedPart[] {
  return runs.flatMap(({ text }, run) => {
    const start = starts[run] ?? 0;
    const from = Math.max(0, match.from - start);
    const to = Math.min(text.length, match.to - start);
    return to > from ? [{ run, from, to }] : [];
  });
}
