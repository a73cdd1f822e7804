// `npm run bench`, or `npm run bench -- print scan start sandbox reading sync busy screens site` for some of them;
// `-- --help` tells the rest.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { commandLine } from '../support/command-line.ts';
import { figuresOf, readHistory, slowerThan } from './history.ts';
import type { Figure } from './history.ts';
import { print, printTable } from './measure.ts';
import type { BenchResult, BenchTable } from './measure.ts';

const BENCHES: Readonly<Record<string, () => Promise<readonly (BenchResult | BenchTable)[]>>> = {
  print: async () => (await import('./print.bench.ts')).run(),
  scan: async () => (await import('./scan.bench.ts')).run({ folder: desk }),
  start: async () => (await import('./start.bench.ts')).run(),
  sandbox: async () => (await import('./sandbox.bench.ts')).run(),
  reading: async () => (await import('./reading.bench.ts')).run(),
  sync: async () => (await import('./sync.bench.ts')).run(),
  busy: async () => (await import('./busy.bench.ts')).run(),
  site: async () => (await import('./site.bench.ts')).run({ parts }),
  screens: async () => (await import('./screens.bench.ts')).run({ parts, folder: desk }),
  day: async () => (await import('./day.bench.ts')).run(),
};

const HISTORY = resolve(import.meta.dirname, '../../bench/history.jsonl');

const {
  words: wanted,
  write,
  part,
  desk,
} = commandLine({
  name: 'bench',
  says: 'Measures how quick the desk is, each figure beside a baseline of the same run.',
  words: { placeholder: 'WHAT', says: 'all, or some of', of: Object.keys(BENCHES) },
  options: {
    write: {
      kind: 'flag',
      says: 'adds the figures to bench/history.jsonl, with which later runs are compared',
    },
    part: { kind: 'text', placeholder: 'A,B', says: 'some parts of screens or site; all when not given' },
    desk: {
      kind: 'text',
      placeholder: 'FOLDER',
      says: 'for scan and screens: where their desk is made once and kept',
    },
  },
});
const parts = part?.split(',') ?? [];

const machine = `Node ${process.version}, ${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${(loadavg()[0] ?? 0).toFixed(2)}`;
console.log(machine);
const figures: Figure[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const result of await bench()) {
    if ('rows' in result) printTable(result);
    else print(result);
    figures.push(...figuresOf(name, result));
  }
}

const history = readHistory(existsSync(HISTORY) ? readFileSync(HISTORY, 'utf8') : '');
const slower = slowerThan(history, figures);
if (history.length === 0) console.log('\nNo run was written down yet, so nothing is compared.');
else if (slower.length === 0)
  console.log('\nNothing is slower, beyond the noise, than when it was last written.');
else
  console.log('\nSlower than when it was last written, by the ratio to the baseline and beyond the noise:');
for (const { what, before, now, since } of slower) {
  console.log(
    `  ${what}: ${now.toFixed(2)} times its baseline, ${before.toFixed(2)} on ${since.slice(0, 10)}`,
  );
}
if (write) {
  mkdirSync(dirname(HISTORY), { recursive: true });
  appendFileSync(HISTORY, `${JSON.stringify({ at: new Date().toISOString(), machine, figures })}\n`);
}
process.exit(0);
