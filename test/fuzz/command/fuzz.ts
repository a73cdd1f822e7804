// `npm run fuzz -- --times=10000 --seed=1`: nonsense for the doors, for the bridge and for everything that reads bytes from outside;
// `--part=web-door` for one of them. Nonsense in the service's answers is `npm run simulate -- --garbled=0.4`, where an oracle sees
// what comes of it.
import { parseArgs } from 'node:util';
import { FUZZ_PARTS, runFuzz } from '../support/run-fuzz.ts';

const MOST_TIMES = 100_000_000;
const TIMES_OF_RUN = 10_000;
const NAMED = 20;

const { values } = parseArgs({
  options: { times: { type: 'string' }, seed: { type: 'string' }, part: { type: 'string' } },
});
const times = Number(values.times ?? TIMES_OF_RUN);
const seed = Number(values.seed ?? 1);
const parts = FUZZ_PARTS.filter((name) => values.part === undefined || name === values.part);
if (
  !Number.isSafeInteger(times) ||
  times < 1 ||
  times > MOST_TIMES ||
  !Number.isSafeInteger(seed) ||
  seed < 0 ||
  parts.length === 0
) {
  console.error(
    `npm run fuzz -- [--times=1 to ${MOST_TIMES}] [--seed=S, a whole number] [--part=${FUZZ_PARTS.join('|')}]`,
  );
  process.exit(2);
}
const startedAtMs = performance.now();
const broken: string[] = [];
let pieces = 0;
for (const part of parts) {
  for (let done = 0; done < times; done += TIMES_OF_RUN) {
    const result = await runFuzz(part, { times: Math.min(TIMES_OF_RUN, times - done), seed: seed + done });
    pieces += result.pieces;
    broken.push(...result.broken.map((what) => `seed ${seed + done}: ${what}`));
    console.error(`${part}: ${pieces.toLocaleString('en-GB')} pieces, ${broken.length} broken`);
  }
}
for (const what of broken.slice(0, NAMED)) console.log(`BROKEN with ${what}`);
const tookS = Math.round((performance.now() - startedAtMs) / 1_000);
const cpuS = Math.round(process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6);
console.log(
  `${pieces.toLocaleString('en-GB')} pieces of nonsense in ${tookS} s (${cpuS} s of the processor): ${broken.length} broken.`,
);
process.exit(broken.length > 0 ? 1 : 0);
