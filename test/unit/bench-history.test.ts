// When a run of the benchmarks says that something got slower.
import { describe, expect, it } from 'vitest';
import { figuresOf, readHistory, slowerThan } from '../bench/history.ts';
import type { Figure, WrittenRun } from '../bench/history.ts';

/** Samples around a middle, up to `spread` of it to either side. */
const around = (middle: number, spread: number, count = 101): number[] =>
  Array.from({ length: count }, (_, index) => middle * (1 + spread * (index / ((count - 1) / 2) - 1)));

const result = (measured: readonly number[], baseline: readonly number[]) => ({
  title: 'Label',
  measured: { name: 'first byte', values: measured },
  baseline: { name: 'bare socket', values: baseline },
  promisedP95: null,
  notes: [],
});
const run = (figures: readonly Figure[], at = '2026-01-01T00:00:00.000Z'): WrittenRun => ({
  at,
  machine: 'a machine',
  figures,
});
const taken = (middle: number, spread: number, bare = 1) =>
  figuresOf('print', result(around(middle, spread), around(bare, spread)));

describe('a figure', () => {
  it('is its ratio to the baseline of the same run', () => {
    expect(figuresOf('print', result(around(4, 0.1), around(2, 0.1)))).toEqual([
      {
        what: 'print: Label: first byte',
        medianMs: 4,
        p95Ms: expect.closeTo(4.36, 2),
        ratio: 2,
        error: expect.closeTo(0.013, 2),
      },
    ]);
  });

  it('of a table is compared with the rows that have no limit', () => {
    const rows = [
      { name: 'bare list, at the beginning', values: around(10, 0), limit: null },
      { name: 'bare list, at the end', values: around(10, 0), limit: null },
      { name: 'registrations', values: around(30, 0), limit: 200 },
      { name: 'a key, slowed down', values: around(20, 0), limit: 'none' as const },
    ];
    expect(figuresOf('screens', { title: 'Lists', rows, notes: [] })).toMatchObject([
      { what: 'screens: Lists: registrations', ratio: 3 },
      { what: 'screens: Lists: a key, slowed down', ratio: 2 },
    ]);
  });

  it('is none without a baseline, or of few samples', () => {
    const rows = [{ name: 'heard by a desk', values: around(3, 0.1), limit: 100 }];
    expect(figuresOf('site', { title: 'Events', rows, notes: [] })).toEqual([]);
    expect(figuresOf('print', result([4, 4, 4, 4], around(2, 0.1)))).toEqual([]);
    expect(figuresOf('print', result(around(4, 0.1), around(0, 0)))).toEqual([]);
  });
});

describe('slower', () => {
  it('is what has a larger ratio, by more than the spread of both runs explains', () => {
    const history = [run(taken(4, 0.1))];
    expect(slowerThan(history, taken(4.2, 0.1))).toEqual([]);
    expect(slowerThan(history, taken(5, 0.1))).toMatchObject([
      { what: 'print: Label: first byte', before: 4, now: 5, since: '2026-01-01T00:00:00.000Z' },
    ]);
  });

  it('is not what scatters as much', () => {
    expect(slowerThan([run(taken(4, 0.9))], taken(5, 0.9))).toEqual([]);
  });

  it('is not what a slower machine takes longer for, baseline and all', () => {
    expect(slowerThan([run(taken(4, 0.1))], taken(12, 0.1, 3))).toEqual([]);
  });

  it('is not what got quicker, nor what was never written', () => {
    expect(slowerThan([run(taken(4, 0.1))], taken(2, 0.1))).toEqual([]);
    expect(slowerThan([run([])], taken(5, 0.1))).toEqual([]);
    expect(slowerThan([], taken(5, 0.1))).toEqual([]);
  });

  it('is said against the last run that has the figure', () => {
    const history = [run(taken(2, 0.1)), run(taken(5, 0.1), '2026-02-01T00:00:00.000Z'), run([])];
    expect(slowerThan(history, taken(5, 0.1))).toEqual([]);
    expect(slowerThan(history, taken(8, 0.1))).toMatchObject([{ since: '2026-02-01T00:00:00.000Z' }]);
  });
});

it('a history is read line by line, and a line that is none is named', () => {
  const written = [run(taken(4, 0.1)), run([])];
  expect(readHistory(written.map((one) => `${JSON.stringify(one)}\n`).join(''))).toEqual(written);
  expect(readHistory('')).toEqual([]);
  expect(() => readHistory('{"figures":[]}\n{"at":"x"}\n')).toThrow('Line 2');
});
