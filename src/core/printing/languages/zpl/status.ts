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

/** How it goes on with what it has, as said in a whole answer. */
export interface ZplHealth extends Pick<ZplCondition, 'trouble'> {
  /** Mending it takes what it was sent and has not printed: it is switched off for that. */
  readonly losesLabels: boolean;
  /** It has not printed all yet that it was sent. */
  readonly isPrinting: boolean;
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

const MEMORY_FULL = 6;
const WAITING_IN_MEMORY = 5;
const LEFT_OF_BATCH = 21;

/** Places in the answer, and what a 1 there means. What can be mended comes before what follows from it. */
const TROUBLES: readonly (readonly [place: number, words: string])[] = [
  [15, 'its print head is open: close it'],
  [2, 'it has no labels: put in a roll'],
  [16, 'its ribbon is used up: put in a new one'],
  [12, 'its print head is too hot: it goes on when it has cooled down'],
  [MEMORY_FULL, 'its memory is full: switch it off and on'],
  [3, 'it is paused: press its pause button'],
];

const troubleIn = (fields: RegExpExecArray) => TROUBLES.find(([place]) => fields[place] === '1');

/** Null while the answer is not whole, or is none. */
export function readZplStatus(reply: string): ZplCondition | null {
  const fields = ANSWER.exec(reply);
  if (!fields) return null;
  const length = Number(fields[4]);
  return { trouble: troubleIn(fields)?.[1] ?? null, labelLengthDots: length > 0 ? length : null };
}

/** Null while the answer is not whole, or is none. */
export function readZplHealth(reply: string): ZplHealth | null {
  const fields = ANSWER.exec(reply);
  if (!fields) return null;
  const [place, trouble = null] = troubleIn(fields) ?? [];
  return {
    trouble,
    losesLabels: place === MEMORY_FULL,
    isPrinting: Number(fields[WAITING_IN_MEMORY]) > 0 || Number(fields[LEFT_OF_BATCH]) > 0,
  };
}
