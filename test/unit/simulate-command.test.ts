// The command for many simulated days: a report with which a run goes on.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulateOptions } from '../simulation/command/options.ts';
import { openReport } from '../simulation/command/report.ts';
import type { Piece, Report } from '../simulation/command/report.ts';
import { summaryLines } from '../simulation/command/summary.ts';
import { NO_DAYS } from '../simulation/support/run-days.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-simulate-'));
  file = join(folder, 'report.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const asked = (changes: Partial<SimulateOptions> = {}): SimulateOptions => ({
  days: 120,
  seed: 7,
  garbled: 0,
  processes: 1,
  report: file,
  ...changes,
});
function opened(options: SimulateOptions): Report {
  const report = openReport(options);
  if ('problem' in report) throw new Error(report.problem);
  return report;
}
const finished = (range: { firstSeed: number; days: number; garbled: number }): Piece => ({
  ...range,
  tookMs: 10,
  result: { ...NO_DAYS, days: range.days },
});

describe('the report', () => {
  it('divides the days, and leaves out those that are done', () => {
    const first = opened(asked());
    expect(first.missing).toEqual([
      { firstSeed: 7, days: 50, garbled: 0 },
      { firstSeed: 57, days: 50, garbled: 0 },
      { firstSeed: 107, days: 20, garbled: 0 },
    ]);
    first.add(finished({ firstSeed: 57, days: 50, garbled: 0 }));
    const second = opened(asked());
    expect(second.missing.map(({ firstSeed }) => firstSeed)).toEqual([7, 107]);
    expect(second.done.map(({ firstSeed }) => firstSeed)).toEqual([57]);
    // Days with other answers are other days.
    expect(opened(asked({ garbled: 0.5 })).missing).toHaveLength(3);
  });

  it('of a run that was killed while it wrote goes on with whole lines', () => {
    opened(asked()).add(finished({ firstSeed: 7, days: 50, garbled: 0 }));
    appendFileSync(file, '{"firstSeed":57,"da');
    const again = opened(asked());
    expect(again.missing.map(({ firstSeed }) => firstSeed)).toEqual([57, 107]);
    again.add(finished({ firstSeed: 57, days: 50, garbled: 0 }));
    expect(opened(asked()).missing.map(({ firstSeed }) => firstSeed)).toEqual([107]);
  });

  it('that is another file is not touched', () => {
    writeFileSync(file, 'Dear diary,\ntoday\n');
    expect(openReport(asked())).toHaveProperty('problem', expect.stringContaining('line 1'));
    expect(readFileSync(file, 'utf8')).toBe('Dear diary,\ntoday\n');
    expect(openReport(asked({ report: folder }))).toHaveProperty(
      'problem',
      `${folder} cannot be used: it is a folder.`,
    );
    const nowhere = join(folder, 'missing', 'x');
    expect(openReport(asked({ report: nowhere }))).toHaveProperty(
      'problem',
      `${nowhere} cannot be used: its folder is not there.`,
    );
  });
});

it('the summary names the days with broken promises and how to repeat them', () => {
  const piece = finished({ firstSeed: 7, days: 50, garbled: 0.5 });
  const failures = [{ seed: 12, broken: ['a label was printed twice'] }];
  const lines = summaryLines([{ ...piece, result: { ...piece.result, failures } }], {
    days: 50,
    tookMs: 5_000,
  });
  expect(lines.join('\n')).toContain(
    'npm run simulate -- --days=1 --seed=12 --garbled=0.5\n  a label was printed twice',
  );
  expect(lines.join('\n')).toContain('10.0 days a second');
});

it('the command simulates days in its processes, and says nothing was broken', () => {
  const run = spawnSync(
    process.execPath,
    ['test/simulation/command/simulate.ts', '--days=2', '--processes=2', `--report=${file}`],
    { encoding: 'utf8' },
  );
  expect(run.stdout).toContain('2 days: ');
  expect(run.stdout).toContain('No promise was broken.');
  expect(run.status).toBe(0);
  expect(openReport(asked({ days: 2, seed: 1 }))).toMatchObject({
    missing: [],
    done: [{ result: { days: 2 } }],
  });
});
