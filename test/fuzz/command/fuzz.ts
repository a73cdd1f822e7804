// `npm run fuzz -- --times=10000 --seed=1`: nonsense for the doors, for the bridge and for everything that reads bytes from outside;
// `--part=web-door` for one of them. Nonsense in the service's answers is `npm run simulate -- --garbled=0.4`, where an oracle sees
// what comes of it.
import { commandLine } from '../../support/command-line.ts';
import { FUZZ_PARTS, runFuzz } from '../support/run-fuzz.ts';

const TIMES_OF_RUN = 10_000;
const NAMED = 20;

const {
  times,
  seed,
  part: parts,
} = commandLine({
  name: 'fuzz',
  says: 'Gives nonsense to the doors, the bridge and everything that reads bytes from outside, and says what broke.',
  options: {
    times: {
      kind: 'whole',
      usual: TIMES_OF_RUN,
      from: 1,
      to: 100_000_000,
      says: 'how many pieces for each part',
    },
    seed: { kind: 'whole', usual: 1, from: 0, to: 2 ** 31, says: 'other nonsense for each' },
    part: { kind: 'names', of: FUZZ_PARTS, says: 'where to' },
  },
});
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
