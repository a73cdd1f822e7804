// `npm run bench`, or `npm run bench -- print scan start sandbox reading sync screens site` for some of them.
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { print, printTable } from './measure.ts';
import type { BenchResult, BenchTable } from './measure.ts';

const BENCHES: Readonly<Record<string, () => Promise<readonly (BenchResult | BenchTable)[]>>> = {
  print: async () => (await import('./print.bench.ts')).run(),
  scan: async () => (await import('./scan.bench.ts')).run(),
  start: async () => (await import('./start.bench.ts')).run(),
  sandbox: async () => (await import('./sandbox.bench.ts')).run(),
  reading: async () => (await import('./reading.bench.ts')).run(),
  sync: async () => (await import('./sync.bench.ts')).run(),
  site: async () => (await import('./site.bench.ts')).run(),
  screens: async () => (await import('./screens.bench.ts')).run(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`,
  );
  process.exit(1);
}

console.log(
  `Node ${process.version}, ${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${(loadavg()[0] ?? 0).toFixed(2)}`,
);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const result of await bench()) {
    if ('rows' in result) printTable(result);
    else print(result);
  }
}
process.exit(0);
