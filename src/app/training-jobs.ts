// Cuts what a training printer received into labels, as a printer of its language reads it: what is not understood prints
// nothing, and a job that ends too early prints nothing.
import type { SpokenLabelLanguageId } from '../domain/label-language.ts';
import { readTicketJob, type TicketMark } from './training-escpos.ts';

/** What a training printer understands. It is reached over TCP, so it is no printer of pictures. */
export type TrainingLanguage = SpokenLabelLanguageId | 'escpos';

/** A picture within a label: rows from the top, whole bytes a row, a dot is printed where the bit is 0. */
export interface PlacedPicture {
  readonly x: number;
  readonly y: number;
  readonly bytesPerRow: number;
  readonly rowCount: number;
  readonly rows: Uint8Array;
}

/** What a label is drawn from. `problem`: why the printer prints nothing of these bytes. */
export type LabelSource =
  | { readonly kind: 'zpl'; readonly zpl: string }
  | { readonly kind: 'pictures'; readonly pictures: readonly PlacedPicture[] }
  | { readonly kind: 'ticket'; readonly marks: readonly TicketMark[] }
  | { readonly kind: 'problem'; readonly problem: string };

/** One label of a job, or the part of a job of which nothing is printed. */
export interface ReceivedLabel {
  readonly bytes: Buffer;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly source: LabelSource;
}

const USUAL_SIZE = { widthMm: 50.8, heightMm: 25.4 };
const MAX_SIDE_MM = 200;
const MOST_COPIES = 20;

/**
 * The labels of one job in their order. A rest that is no label is one more entry that says why.
 *
 * @example readTrainingJob('epl2', job, 8).map(({ source }) => source.kind) // ['pictures']
 */
export function readTrainingJob(
  language: TrainingLanguage,
  job: Buffer,
  dotsPerMm: number,
): readonly ReceivedLabel[] {
  switch (language) {
    case 'zpl':
      return splitJob(job).map((bytes) => readZpl(bytes, dotsPerMm));
    case 'epl2':
      return readPictureJob(job, EPL2, dotsPerMm);
    case 'tspl':
      return readPictureJob(job, TSPL, dotsPerMm);
    case 'escpos':
      return readTicketJob(job, dotsPerMm);
  }
}

/**
 * Divides a job of ZPL into its labels (each from `^XA` to `^XZ`). A rest that is not a label is kept, so that it can be
 * shown.
 */
export function splitJob(job: Buffer): Buffer[] {
  const labels: Buffer[] = [];
  let from = 0;
  for (;;) {
    const start = job.indexOf('^XA', from);
    const end = start < 0 ? -1 : job.indexOf('^XZ', start);
    if (end < 0) break;
    labels.push(job.subarray(start, end + 3));
    from = end + 3;
  }
  const rest = job.subarray(from);
  if (rest.toString('latin1').trim() !== '') labels.push(rest);
  return labels;
}

/** A side in millimetres; the usual one where the job does not say it. */
function sideOf(mm: number, usual: number): number {
  return mm > 0 ? Math.min(mm, MAX_SIDE_MM) : usual;
}

function readZpl(bytes: Buffer, dotsPerMm: number): ReceivedLabel {
  const problem = (words: string, size = USUAL_SIZE): ReceivedLabel => ({
    bytes,
    ...size,
    source: { kind: 'problem', problem: words },
  });
  let zpl: string;
  try {
    zpl = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return problem('The job is not text: a printer that speaks ZPL would print nothing.');
  }
  const dotsIn = (command: RegExp): number => Number(command.exec(zpl)?.[1] ?? 0);
  const size = {
    widthMm: sideOf(dotsIn(/\^PW(\d{1,5})/) / dotsPerMm, USUAL_SIZE.widthMm),
    heightMm: sideOf(dotsIn(/\^LL(\d{1,5})/) / dotsPerMm, USUAL_SIZE.heightMm),
  };
  if (!zpl.includes('^XA') || !zpl.includes('^XZ')) {
    return problem('The job is no whole label in ZPL: it lacks its beginning or end.', size);
  }
  return { bytes, ...size, source: { kind: 'zpl', zpl } };
}

/** How a language in which labels come as pictures is read. */
interface PictureGrammar {
  readonly name: string;
  /** The picture command up to its first byte: x, y, bytes a row, rows. */
  readonly picture: RegExp;
  readonly clears: RegExp;
  /** Prints what was drawn; its first number says how often. */
  readonly prints: RegExp;
  /** Width or height, or both, that a command sets; in millimetres. */
  sizeIn(
    command: string,
    dotsPerMm: number,
  ): { readonly widthMm?: number; readonly heightMm?: number } | null;
}

const EPL2: PictureGrammar = {
  name: 'EPL2',
  picture: /^GW(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5}),/,
  clears: /^N$/,
  prints: /^P(\d{1,5})/,
  sizeIn(command, dotsPerMm) {
    const [, letter, dots] = /^([qQ])(\d{1,5})/.exec(command) ?? [];
    if (letter === undefined) return null;
    const mm = Number(dots) / dotsPerMm;
    return letter === 'q' ? { widthMm: mm } : { heightMm: mm };
  },
};

const TSPL: PictureGrammar = {
  name: 'TSPL',
  picture: /^BITMAP (\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5}),[012],/,
  clears: /^CLS$/,
  prints: /^PRINT (\d{1,5})/,
  sizeIn(command) {
    const [, width, height] = /^SIZE ([\d.]+) mm, ?([\d.]+) mm/.exec(command) ?? [];
    return width === undefined ? null : { widthMm: Number(width), heightMm: Number(height) };
  },
};

/** Longer than the beginning of any picture command. */
const LONGEST_HEAD = 48;
const LINE_FEED = 10;

function readPictureJob(job: Buffer, grammar: PictureGrammar, dotsPerMm: number): ReceivedLabel[] {
  const labels: ReceivedLabel[] = [];
  let size = { widthMm: 0, heightMm: 0 };
  let pictures: PlacedPicture[] = [];
  /** Where the label that is being read begins, and what of it was no command. */
  let from = 0;
  let at = 0;
  let notUnderstood = 0;
  const label = (bytes: Buffer, source: LabelSource): ReceivedLabel => ({
    bytes,
    widthMm: sideOf(size.widthMm, USUAL_SIZE.widthMm),
    heightMm: sideOf(size.heightMm, USUAL_SIZE.heightMm),
    source,
  });
  const problem = (words: string): void =>
    void labels.push(label(job.subarray(from), { kind: 'problem', problem: words }));

  while (at < job.length) {
    const head = grammar.picture.exec(job.toString('latin1', at, at + LONGEST_HEAD));
    if (head) {
      const [x = 0, y = 0, bytesPerRow = 0, rowCount = 0] = head.slice(1).map(Number);
      const start = at + head[0].length;
      at = start + bytesPerRow * rowCount;
      if (at > job.length) {
        problem('The job ends in the middle of its picture: nothing is printed.');
        return labels;
      }
      pictures = [...pictures, { x, y, bytesPerRow, rowCount, rows: job.subarray(start, at) }];
      continue;
    }
    const feed = job.indexOf(LINE_FEED, at);
    const end = feed < 0 ? job.length : feed;
    const command = job.toString('latin1', at, end).trim();
    at = end + 1;
    const sides = grammar.sizeIn(command, dotsPerMm);
    const prints = grammar.prints.exec(command);
    if (sides) size = { ...size, ...sides };
    else if (grammar.clears.test(command)) pictures = [];
    else if (prints) {
      const printed = label(job.subarray(from, at), { kind: 'pictures', pictures });
      const copies = Math.min(Number(prints[1]), MOST_COPIES);
      labels.push(...Array.from({ length: copies }, () => printed));
      from = at;
      notUnderstood = 0;
    } else if (command !== '') notUnderstood += 1;
  }
  if (job.toString('latin1', from).trim() !== '') {
    problem(
      labels.length === 0 && pictures.length === 0 && notUnderstood > 0
        ? `This printer speaks ${grammar.name} and understood nothing of the job: nothing is printed.`
        : `The job is no whole label in ${grammar.name}: it does not ask for it to be printed.`,
    );
  }
  return labels;
}
