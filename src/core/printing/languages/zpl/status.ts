// What a label printer says of itself when it is asked with ~HS: three frames of STX … ETX. One whose head is open or that has no
// labels often says nothing at all, so silence is no good sign.
import type { StatusQuestion } from '../../../ports/printers.ts';

/** What was read from a whole answer. */
export interface ZplCondition {
  /** What keeps it from printing and what to do, in words; null: nothing. */
  readonly trouble: string | null;
  /** As it measured its labels last; null where it has none. */
  readonly labelLengthDots: number | null;
}

/** The question. It ends no line, and a printer of another language is never asked. */
export const ZPL_STATUS_QUESTION = Uint8Array.from('~HS', (letter) => letter.charCodeAt(0));

const ANSWER =
  /^\x02(\d{3}),([01]),([01]),(\d{1,4}),(\d{3}),([01]),([01]),([01]),(\d{3}),([01]),([01]),([01])\x03\r?\n?\x02(\d{3}),([01]),([01]),([01]),([01]),(\w),(\w),([01]),(\d{8}),([01]),(\d{3})\x03\r?\n?\x02[^\x02\x03]{1,16}\x03\r?\n?$/;

/** Asked after a label, where nothing else says that the printer has read it: one that answers has read what came before. */
export const zplReceipt: StatusQuestion = {
  bytes: ZPL_STATUS_QUESTION,
  timeoutMs: 1_500,
  read: (reply) =>
    readZplStatus(String.fromCharCode(...reply)) ? { complete: true, problem: null } : { complete: false },
};

/** Places in the answer, and what a 1 there means. What can be mended comes before what follows from it. */
const TROUBLES: readonly (readonly [place: number, words: string])[] = [
  [15, 'its print head is open: close it'],
  [2, 'it has no labels: put in a roll'],
  [16, 'its ribbon is used up: put in a new one'],
  [12, 'its print head is too hot: it goes on when it has cooled down'],
  [6, 'its memory is full: switch it off and on'],
  [3, 'it is paused: press its pause button'],
];

/** Null while the answer is not whole, or is none. */
export function readZplStatus(reply: string): ZplCondition | null {
  const fields = ANSWER.exec(reply);
  if (!fields) return null;
  const length = Number(fields[4]);
  return {
    trouble: TROUBLES.find(([place]) => fields[place] === '1')?.[1] ?? null,
    labelLengthDots: length > 0 ? length : null,
  };
}
