// `npm run kill -- --times=100 --seed=1`: kills the real app so many times at random instants, and says what was broken by it.
import { ensureBuilt } from '../../../build/build.ts';
import { commandLine } from '../../support/command-line.ts';
import { runKills } from '../support/run-kills.ts';
import type { KillsResult } from '../support/run-kills.ts';

/** After so many kills everything is left to settle and compared with the service; the next ones begin with an empty desk. */
const KILLS_OF_RUN = 25;

const {
  times,
  seed,
  control: isControl,
} = commandLine({
  name: 'kill',
  says: 'Kills the app at random instants of its work, half the times as a power cut, and says what was lost or done twice.',
  options: {
    times: { kind: 'whole', usual: 100, from: 1, to: 1_000_000, says: 'how many kills' },
    seed: {
      kind: 'whole',
      usual: 1,
      from: 0,
      to: 2 ** 32 - 1,
      says: `the seed of the first ${KILLS_OF_RUN} kills, each following run has the next one`,
    },
    control: { kind: 'flag', says: 'a database that brings nothing to the disk, which must be found out' },
  },
});
await ensureBuilt();
const startedAtMs = performance.now();
const results: KillsResult[] = [];
for (let done = 0; done < times; done += KILLS_OF_RUN) {
  const run = { kills: Math.min(KILLS_OF_RUN, times - done), seed: seed + results.length, isControl };
  const result = await runKills(run);
  results.push(result);
  console.error(
    `seed ${run.seed}: ${result.kills} kills, ${result.saved} saved, ${result.broken.length} broken`,
  );
  for (const what of result.broken) console.log(`BROKEN with seed ${run.seed}: ${what}`);
}
const sum = (
  what: 'kills' | 'powerCuts' | 'writesLost' | 'saved' | 'lineFaults' | 'papers' | 'proven',
): string => results.reduce((total, result) => total + result[what], 0).toLocaleString('en-GB');
const broken = results.flatMap((result) => result.broken);
const lacks = results.find((result) => result.lacks !== null)?.lacks;
if (lacks) console.log(`Killed only: ${lacks}.`);
console.log(
  `${sum('kills')} kills in ${Math.round((performance.now() - startedAtMs) / 1_000)} s, ${sum('powerCuts')} of them power cuts ` +
    `that lost ${sum('writesLost')} writes: ${sum('saved')} commands saved, ${sum('lineFaults')} faults of the line, ` +
    `${sum('papers')} labels, ${sum('proven')} proofs`,
);
console.log(broken.length === 0 ? 'Nothing was lost or doubled.' : `${broken.length} promises were broken.`);
process.exit(broken.length > 0 ? 1 : 0);
