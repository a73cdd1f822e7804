// The pieces of a run of labels, the file that keeps the finished ones (one line of JSON each), and what all of them say together.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { LABEL_LANGUAGE_IDS } from '../../../src/domain/label-language.ts';
import type { LabelsResult, PeopleRange } from '../support/run-labels.ts';

/** A run that is ended loses at most this many people for each process. */
const PEOPLE_OF_PIECE = 50;

const piece = z.object({
  seed: z.number().int(),
  first: z.number().int(),
  people: z.number().int(),
  languages: z.array(z.enum(LABEL_LANGUAGE_IDS)),
  result: z.object({
    read: z.record(z.string(), z.number()),
    refused: z.record(z.string(), z.number()),
    mutants: z.partialRecord(
      z.enum(['one bar off', 'quiet zone cut', 'name too long', 'two people mixed']),
      z.object({ tried: z.number(), found: z.number() }),
    ),
    failures: z.array(z.string()),
  }),
});
export interface Piece extends PeopleRange {
  readonly result: LabelsResult;
}

const keyOf = ({ seed, first, people, languages }: PeopleRange): string =>
  `${seed} ${first} ${people} ${languages.join()}`;

/** Divides the people of a run into pieces. */
export function piecesOf(whole: PeopleRange): PeopleRange[] {
  const ranges: PeopleRange[] = [];
  const end = whole.first + whole.people;
  for (let first = whole.first; first < end; first += PEOPLE_OF_PIECE)
    ranges.push({ ...whole, first, people: Math.min(PEOPLE_OF_PIECE, end - first) });
  return ranges;
}

/**
 * The pieces of `ranges` that a file has already. A last line that was cut off is taken away; throws for a file with another line
 * that is none of a report, so that nobody's file is taken for one. Such a file is not written to.
 */
export function readReport(file: string, ranges: readonly PeopleRange[]): Piece[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const pieces = whole
    .split('\n')
    .slice(0, -1)
    .map((line, index): Piece => {
      try {
        return piece.parse(JSON.parse(line));
      } catch {
        throw new Error(`${file} is no report of labels: line ${index + 1} cannot be read.`);
      }
    });
  // Also shows now, and not after the first piece, that the file can be written.
  if (whole === text) appendFileSync(file, '');
  else writeFileSync(file, whole);
  const wanted = new Set(ranges.map(keyOf));
  const done = new Map(pieces.map((one) => [keyOf(one), one]));
  return [...done.values()].filter((one) => wanted.has(keyOf(one)));
}

export const addToReport = (file: string, done: Piece): void =>
  appendFileSync(file, `${JSON.stringify(done)}\n`);

/** Which pieces are left. */
export function missingOf(ranges: readonly PeopleRange[], done: readonly Piece[]): PeopleRange[] {
  const keys = new Set(done.map(keyOf));
  return ranges.filter((range) => !keys.has(keyOf(range)));
}

const NAMED_FAILURES = 20;
const amount = (number: number): string => number.toLocaleString('en-GB');

/** What came out, line by line. */
export function summaryOf(done: readonly Piece[]): string[] {
  const read: Record<string, number> = {};
  const refused: Record<string, number> = {};
  const mutants: Record<string, { tried: number; found: number }> = {};
  for (const { result } of done) {
    for (const [label, count] of Object.entries(result.read)) read[label] = (read[label] ?? 0) + count;
    for (const [why, count] of Object.entries(result.refused)) refused[why] = (refused[why] ?? 0) + count;
    for (const [kind, { tried, found }] of Object.entries(result.mutants)) {
      const before = mutants[kind] ?? { tried: 0, found: 0 };
      mutants[kind] = { tried: before.tried + tried, found: before.found + found };
    }
  }
  const sum = (counts: Record<string, number>): number =>
    Object.values(counts).reduce((total, one) => total + one, 0);
  const failures = done.flatMap(({ result }) => result.failures);
  const people = done.reduce((total, one) => total + one.people, 0);
  return [
    ...failures.slice(0, NAMED_FAILURES).map((what) => `WRONG: ${what}`),
    `${amount(people)} people: ${amount(sum(read))} labels printed, whole and read back; ${amount(sum(refused))} refused; ${amount(failures.length)} wrong.`,
    ...Object.entries(read)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([label, count]) => `  ${label}: ${amount(count)}`),
    ...Object.entries(refused).map(([why, count]) => `  refused for ${why}: ${amount(count)}`),
    ...Object.entries(mutants).map(
      ([kind, { tried, found }]) => `  mistake “${kind}”: ${amount(found)} of ${amount(tried)} found`,
    ),
  ];
}
