// The report of `npm run labels`: what is done is not done again, a line that was cut off is, and nobody's other file is touched.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addToReport,
  missingOf,
  piecesOf,
  readReport,
  summaryOf,
  type Piece,
} from '../../labels/command/report.ts';

const ranges = piecesOf({ seed: 3, first: 0, people: 120, languages: ['zpl'] });
const done = (index: number, failures: string[] = []): Piece => ({
  ...ranges[index]!,
  result: {
    read: { 'zpl, 60 × 24 mm, 203 dpi, bars': 40 },
    refused: { code: 2 },
    mutants: { 'one bar off': { tried: 5, found: 5 } },
    failures,
  },
});
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'labels-report-'));
  file = join(folder, 'report.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the report of labels', () => {
  it('divides the people into pieces, the last one smaller', () => {
    expect(ranges.map(({ first, people }) => [first, people])).toEqual([
      [0, 50],
      [50, 50],
      [100, 20],
    ]);
  });

  it('leaves out what is done, and what belongs to another run', () => {
    expect(readReport(file, ranges)).toEqual([]);
    addToReport(file, done(1));
    addToReport(file, { ...done(2), seed: 4 });
    const read = readReport(file, ranges);
    expect(read).toEqual([done(1)]);
    expect(missingOf(ranges, read)).toEqual([ranges[0], ranges[2]]);
  });

  it('does a piece anew whose line was cut off', () => {
    addToReport(file, done(0));
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole + whole.slice(0, 30));
    expect(readReport(file, ranges)).toEqual([done(0)]);
    addToReport(file, done(1));
    expect(readReport(file, ranges)).toEqual([done(0), done(1)]);
  });

  it('leaves a file alone that is none', () => {
    writeFileSync(file, 'my notes\n');
    expect(() => readReport(file, ranges)).toThrow('line 1 cannot be read');
    expect(readFileSync(file, 'utf8')).toBe('my notes\n');
  });

  it('says what came out, with each thing that was wrong', () => {
    const lines = summaryOf([done(0), done(1, ['person 60: a bar is not whole'])]);
    expect(lines).toContain('WRONG: person 60: a bar is not whole');
    expect(lines).toContain('100 people: 80 labels printed, whole and read back; 4 refused; 1 wrong.');
    expect(lines).toContain('  mistake “one bar off”: 10 of 10 found');
  });
});
