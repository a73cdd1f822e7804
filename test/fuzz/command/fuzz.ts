// `npm run fuzz -- --times=10000 --seed=1`: nonsense for the desk operations and for everything that reads bytes from outside.
// Nonsense in the service's answers is `npm run simulate -- --garbled=0.4`, where an oracle sees what comes of it.
import { parseArgs } from 'node:util';
import { runFuzz } from '../support/run-fuzz.ts';

const MOST_TIMES = 100_000_000;
const TIMES_OF_RUN = 10_000;
const NAMED = 20;

const { values } = parseArgs({ options: { times: { type: 'string' }, seed: { type: 'string' } } });
const times = Number(values.times ?? TIMES_OF_RUN);
const seed = Number(values.seed ?? 1);
if (
  !Number.isSafeInteger(times) ||
  times < 1 ||
  times > MOST_TIMES ||
  !Number.isSafeInteger(seed) ||
  seed < 0
) {
  console.error(`npm run fuzz -- [--times=1 to ${MOST_TIMES}] [--seed=S, a whole number]`);
  process.exit(2);
}
const startedAtMs = performance.now();
const broken: string[] = [];
let pieces = 0;
for (let done = 0, run = 0; done < times; done += TIMES_OF_RUN, run += 1) {
  const result = await runFuzz({ times: Math.min(TIMES_OF_RUN, times - done), seed: seed + run });
  pieces += result.pieces;
  broken.push(...result.broken.map((what) => `seed ${seed + run}: ${what}`));
  console.error(`${pieces.toLocaleString('en-GB')} pieces, ${broken.length} broken`);
}
for (const what of broken.slice(0, NAMED)) console.log(`BROKEN with ${what}`);
const tookS = Math.round((performance.now() - startedAtMs) / 1_000);
console.log(`${pieces.toLocaleString('en-GB')} pieces of nonsense in ${tookS} s: ${broken.length} broken.`);
process.exit(broken.length > 0 ? 1 : 0);
