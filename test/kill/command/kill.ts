// `npm run kill -- --times=100 --seed=1`: kills the real app so many times at random instants, and says what was broken by it.
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../../build/build.ts';
import { runKills } from '../support/run-kills.ts';
import type { KillsResult } from '../support/run-kills.ts';

/** After so many kills everything is left to settle and compared with the service; the next ones begin with an empty desk. */
const KILLS_OF_RUN = 25;
const MOST_KILLS = 1_000_000;
const USAGE = `npm run kill -- [options]
  --times=N   how many kills, 1 to ${MOST_KILLS.toLocaleString('en-GB')} (100 when not given)
  --seed=S    the seed of the first ${KILLS_OF_RUN} kills (1); each following run has the next one
  --control   a database that brings nothing to the disk, which must be found out`;

function refuse(problem: string): never {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

function readOptions(): { times: number; seed: number; isControl: boolean } {
  try {
    const { values } = parseArgs({
      options: { times: { type: 'string' }, seed: { type: 'string' }, control: { type: 'boolean' } },
    });
    const whole = (name: 'times' | 'seed', usual: number, from: number, to: number): number => {
      const value = values[name] === undefined ? usual : Number(values[name]);
      if (values[name] !== '' && Number.isSafeInteger(value) && value >= from && value <= to) return value;
      return refuse(`--${name}=${values[name] ?? ''} is no whole number from ${from} to ${to}.`);
    };
    return {
      times: whole('times', 100, 1, MOST_KILLS),
      seed: whole('seed', 1, 0, 2 ** 32 - 1),
      isControl: values.control === true,
    };
  } catch (thrown) {
    return refuse(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

const { times, seed, isControl } = readOptions();
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
