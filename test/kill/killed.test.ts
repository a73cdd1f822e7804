// The real app, killed again and again while it works: a hundred times here, as often as wanted by `npm run kill`.
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.ts';
import { runKills } from './support/run-kills.ts';

/** Each run is a desk, a service and a printer of its own. Most of a run is waiting, so all of them go on at once. */
const RUNS = 4;
const KILLS_OF_RUN = Number(process.env['DRAWDESK_KILLS'] ?? 25);
/** A control loses something at its second kill at the latest; a run has at least these. */
const KILLS_OF_CONTROL = 3;

beforeAll(() => ensureBuilt(), 600_000);

describe.concurrent('a desk that is killed', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
    `${KILLS_OF_RUN} times loses nothing, does nothing twice, and calls no label printed that is not: seed %i`,
    { timeout: KILLS_OF_RUN * 20_000 + 120_000 },
    async (seed) => {
      const result = await runKills({ kills: KILLS_OF_RUN, seed });
      console.log(
        `${result.kills} kills, ${result.powerCuts} of them power cuts that lost ${result.writesLost} writes: ` +
          `${result.saved} commands saved, ${result.lineFaults} faults of the line, ${result.papers} labels, ${result.proven} proofs`,
      );
      expect(result.broken).toEqual([]);
      expect(result.kills).toBe(KILLS_OF_RUN);
      expect(result.saved).toBeGreaterThan(KILLS_OF_RUN);
      expect(result.lineFaults).toBeGreaterThan(0);
    },
  );

  it('is found out when its database brings nothing to the disk', { timeout: 300_000 }, async (test) => {
    const result = await runKills({ kills: KILLS_OF_CONTROL, seed: 1, isControl: true });
    if (result.lacks !== null) test.skip(result.lacks);
    // What is missing can be what was saved, or pages of the file, where the desk had written some of its log into it, or all of it.
    expect(result.broken.join('\n')).toMatch(/LOST|integrity_check|the tables are gone|cannot be read/);
  });
});
