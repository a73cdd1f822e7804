// The pieces of a long run, and the file that keeps the finished ones: one line of JSON each.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { unusableFile } from '../../support/unusable-file.ts';
import type { DaysResult } from '../support/run-days.ts';
import type { SimulateOptions } from './options.ts';

/** Days of one piece. A run that is ended loses at most this many days for each process. */
const DAYS_OF_PIECE = 50;

/** Days that follow one another, all with the same share of invalid answers. */
export interface Range {
  readonly firstSeed: number;
  readonly days: number;
  readonly garbled: number;
}

export interface Piece extends Range {
  readonly tookMs: number;
  readonly result: DaysResult;
}

export interface Report {
  readonly done: readonly Piece[];
  readonly missing: readonly Range[];
  /** Keeps a finished piece, at once. */
  add(piece: Piece): void;
}

function rangesOf({ days, seed, garbled }: SimulateOptions): Range[] {
  const ranges: Range[] = [];
  for (let first = 0; first < days; first += DAYS_OF_PIECE) {
    ranges.push({ firstSeed: seed + first, days: Math.min(DAYS_OF_PIECE, days - first), garbled });
  }
  return ranges;
}

const keyOf = ({ firstSeed, days, garbled }: Range): string => `${firstSeed} ${days} ${garbled}`;

/**
 * Divides the days into pieces and reads which of them are done. A last line that was cut off by a crash is taken away; any other
 * line that cannot be read is a problem, so that nobody's file is taken for a report.
 */
export function openReport(options: SimulateOptions): Report | { readonly problem: string } {
  const { report: file } = options;
  const ranges = rangesOf(options);
  const wanted = new Set(ranges.map(keyOf));
  const read = file === null ? [] : readPieces(file);
  if ('problem' in read) return read;
  const done = new Map(read.map((piece) => [keyOf(piece), piece]));
  return {
    done: [...done.values()].filter((piece) => wanted.has(keyOf(piece))),
    missing: ranges.filter((range) => !done.has(keyOf(range))),
    add(piece) {
      if (file !== null) appendFileSync(file, `${JSON.stringify(piece)}\n`);
    },
  };
}

function readPieces(file: string): Piece[] | { readonly problem: string } {
  try {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = whole.split('\n').slice(0, -1);
    const pieces = lines.map(pieceOf);
    const foreign = pieces.indexOf(null);
    if (foreign >= 0)
      return { problem: `${file} is no report of simulated days: line ${foreign + 1} cannot be read.` };
    if (whole !== text) writeFileSync(file, whole);
    // Shows now, not after the first piece, that the file can be written.
    else appendFileSync(file, '');
    return pieces.filter((piece) => piece !== null);
  } catch (thrown) {
    return { problem: unusableFile(file, thrown) };
  }
}

function pieceOf(line: string): Piece | null {
  try {
    const value = JSON.parse(line) as Partial<Piece>;
    const isPiece = typeof value.firstSeed === 'number' && Array.isArray(value.result?.failures);
    return isPiece ? (value as Piece) : null;
  } catch {
    return null;
  }
}
