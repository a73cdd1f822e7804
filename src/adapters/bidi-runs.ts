// Puts a line of text into the order in which it is written from left to right on paper, where it mixes scripts that are
// read from the left with Hebrew, Arabic and others that are read from the right.

export interface TextRun {
  readonly text: string;
  /** The letters of the run are in reading order; whoever draws it begins at its right end. */
  readonly rightToLeft: boolean;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const HAS_DIRECTION = /[\p{L}\p{N}]/u;
const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[' };

type Direction = 'left' | 'right' | null;

const directionOf = (letter: string): Direction =>
  RIGHT_TO_LEFT.test(letter) && !/\p{N}/u.test(letter) ? 'right' : HAS_DIRECTION.test(letter) ? 'left' : null;

/**
 * The runs of one line from left to right. Signs and spaces between two letters of the same direction belong to them; all
 * others follow the direction of the first letter, which is that of the whole line.
 *
 *     runsOnPaper('כהן, שרה 12').map(({ text }) => text) // ['12', 'כהן, שרה ']
 */
export function runsOnPaper(line: string): TextRun[] {
  if (!RIGHT_TO_LEFT.test(line)) return line === '' ? [] : [{ text: line, rightToLeft: false }];
  const letters = Array.from(line);
  const known = letters.map((letter, at): Direction => {
    // A mark above or below a letter goes where its letter goes.
    if (!/\p{M}/u.test(letter)) return directionOf(letter);
    const base = letters.slice(0, at).findLast((before) => !/\p{M}/u.test(before));
    return base === undefined ? null : directionOf(base);
  });
  const ofLine = known.find((direction) => direction !== null) ?? 'left';
  const directions = known.map((direction, at) => {
    if (direction !== null) return direction;
    const before = known.slice(0, at).findLast((one) => one !== null) ?? ofLine;
    const after = known.slice(at + 1).find((one) => one !== null) ?? ofLine;
    return before === after ? before : ofLine;
  });
  const runs: { text: string; rightToLeft: boolean }[] = [];
  letters.forEach((letter, at) => {
    const rightToLeft = directions[at] === 'right';
    const written = rightToLeft ? (MIRRORED[letter] ?? letter) : letter;
    const last = runs.at(-1);
    if (last?.rightToLeft === rightToLeft) last.text += written;
    else runs.push({ text: written, rightToLeft });
  });
  return ofLine === 'right' ? runs.reverse() : runs;
}
