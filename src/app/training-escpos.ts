// Reads what a training ticket printer received, command by command as a receipt printer does (ESC/POS), and places it on the
// roll.
import type { ReceivedLabel } from './training-jobs.ts';

export type Align = 'left' | 'middle' | 'right';

/** What is printed at a height of the roll, in dots from its beginning. */
export type TicketMark = { readonly y: number; readonly align: Align } & (
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly scaleX: number;
      readonly scaleY: number;
      readonly inverse: boolean;
    }
  | { readonly kind: 'bars'; readonly code: string; readonly moduleDots: number; readonly heightDots: number }
  | {
      readonly kind: 'picture';
      readonly bytesPerRow: number;
      readonly rowCount: number;
      readonly rows: Uint8Array;
    }
);

/** Of a roll of 80 mm. */
export const TICKET_PAPER_DOTS = 576;

const DLE = 0x10;
const ESC = 0x1b;
const GS = 0x1d;
const LINE_FEED = 0x0a;
/** Nothing, outside of a picture. */
const NUL = 0x00;
/** Cells of font A, and the paper fed for a line of them. */
const CELL_HEIGHT = 24;
const LINE_DOTS = 34;
const ALIGNS: readonly Align[] = ['left', 'middle', 'right'];
const CODE128 = 73;
const MARGIN_DOTS = 24;

interface State {
  at: number;
  y: number;
  align: Align;
  scaleX: number;
  scaleY: number;
  inverse: boolean;
  barHeight: number;
  moduleDots: number;
  line: string;
  marks: TicketMark[];
}

const fresh = (at: number): State => ({
  at,
  y: MARGIN_DOTS,
  align: 'left',
  scaleX: 1,
  scaleY: 1,
  inverse: false,
  barHeight: 162,
  moduleDots: 3,
  line: '',
  marks: [],
});

function endLine(state: State): void {
  const { y, align, line: text, scaleX, scaleY, inverse } = state;
  if (text !== '') state.marks.push({ kind: 'text', y, align, text, scaleX, scaleY, inverse });
  state.line = '';
  state.y += Math.max(LINE_DOTS, CELL_HEIGHT * scaleY + LINE_DOTS - CELL_HEIGHT);
}

/** Carries out one command of GS. Returns how many bytes it took; null for one that is not known or not whole. */
function runGs(state: State, job: Buffer): number | null {
  const { at } = state;
  const byte = (offset: number): number => job[at + offset] ?? 0;
  switch (byte(1)) {
    case 0x21:
      state.scaleX = (byte(2) >> 4) + 1;
      state.scaleY = (byte(2) & 0x0f) + 1;
      return 3;
    case 0x42:
      state.inverse = (byte(2) & 1) === 1;
      return 3;
    // Whether and in which letters the printer sets the code under its bars; tickets have it as a line of their own.
    case 0x48:
    case 0x66:
      return 3;
    case 0x68:
      state.barHeight = byte(2);
      return 3;
    case 0x77:
      state.moduleDots = byte(2);
      return 3;
    case 0x6b: {
      const length = byte(3);
      const code = job.toString('latin1', at + 4, at + 4 + length);
      if (byte(2) !== CODE128 || !code.startsWith('{B') || at + 4 + length > job.length) return null;
      const { y, align, moduleDots, barHeight: heightDots } = state;
      state.marks.push({
        kind: 'bars',
        y,
        align,
        code: code.slice(2).replaceAll('{{', '{'),
        moduleDots,
        heightDots,
      });
      state.y += heightDots;
      return 4 + length;
    }
    case 0x76: {
      const bytesPerRow = byte(4) + 256 * byte(5);
      const rowCount = byte(6) + 256 * byte(7);
      const end = at + 8 + bytesPerRow * rowCount;
      if (byte(2) !== 0x30 || end > job.length) return null;
      const { y, align } = state;
      state.marks.push({ kind: 'picture', y, align, bytesPerRow, rowCount, rows: job.subarray(at + 8, end) });
      state.y += rowCount;
      return end - at;
    }
    default:
      return null;
  }
}

/** A ticket that was cut off, or what was printed of the rest of a job. */
function ticketOf(state: State, bytes: Buffer, dotsPerMm: number): ReceivedLabel {
  return {
    bytes,
    widthMm: TICKET_PAPER_DOTS / dotsPerMm,
    heightMm: (state.y + MARGIN_DOTS) / dotsPerMm,
    source: { kind: 'ticket', marks: state.marks },
  };
}

/** The tickets of a job, each up to where it is cut off. What is not understood ends the job, as a printer prints rubbish. */
export function readTicketJob(job: Buffer, dotsPerMm: number): ReceivedLabel[] {
  const tickets: ReceivedLabel[] = [];
  let from = 0;
  let state = fresh(0);
  const problem = (words: string): ReceivedLabel[] => [
    ...tickets,
    { ...ticketOf(state, job.subarray(from), dotsPerMm), source: { kind: 'problem', problem: words } },
  ];
  while (state.at < job.length) {
    const byte = job[state.at] ?? 0;
    const next = job[state.at + 1] ?? 0;
    if (byte === ESC && next === 0x40) {
      state = { ...fresh(state.at + 2), y: state.y, marks: state.marks };
    } else if (byte === ESC && next === 0x74) state.at += 3;
    else if (byte === ESC && next === 0x61) {
      state.align = ALIGNS[(job[state.at + 2] ?? 0) % 48] ?? 'left';
      state.at += 3;
    } else if (byte === GS && next === 0x56) {
      const feeds = (job[state.at + 2] ?? 0) >= 65;
      if (feeds) state.y += job[state.at + 3] ?? 0;
      const end = state.at + (feeds ? 4 : 3);
      // Empty paper is cut off where half a ticket may hang in the printer.
      if (state.marks.length > 0) tickets.push(ticketOf(state, job.subarray(from, end), dotsPerMm));
      from = end;
      state = fresh(end);
    } else if (byte === GS) {
      const taken = runGs(state, job);
      if (taken === null)
        return problem('The job ends in the middle of a command, or holds one that is not known.');
      state.at += taken;
    } else if (byte === LINE_FEED) {
      endLine(state);
      state.at += 1;
    } else if (byte === DLE) state.at += 3;
    else if (byte === NUL) state.at += 1;
    else if (byte < 0x20) {
      return problem('This printer speaks ESC/POS and did not understand the job: it would print rubbish.');
    } else {
      state.line += String.fromCharCode(byte);
      state.at += 1;
    }
  }
  if (state.marks.length === 0 && state.line === '') return tickets;
  return problem('The job does not cut its ticket off: it hangs in the printer, or is no ticket at all.');
}

/**
 * Takes the questions for the printer's state off the beginning of what arrived (DLE EOT 1 to 4). `answer`: what the printer
 * says.
 */
export function takeQuestions(
  arrived: Buffer,
  paperOut: boolean,
): { readonly answer: Buffer; readonly rest: Buffer } {
  const USUAL = 0x12;
  const answers: Readonly<Record<number, number>> = paperOut
    ? { 1: USUAL | 0x08, 2: USUAL | 0x20, 3: USUAL, 4: USUAL | 0x6c }
    : { 1: USUAL, 2: USUAL, 3: USUAL, 4: USUAL };
  const bytes: number[] = [];
  let at = 0;
  while (arrived[at] === DLE && arrived[at + 1] === 0x04 && at + 2 < arrived.length) {
    const answer = answers[arrived[at + 2] ?? 0];
    if (answer === undefined) break;
    bytes.push(answer);
    at += 3;
  }
  return { answer: Buffer.from(bytes), rest: arrived.subarray(at) };
}
