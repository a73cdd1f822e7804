// The real app, killed again and again while it works: a few times here, as often as wanted by `npm run kill`.
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.ts';
import { runKills } from './support/run-kills.ts';

const KILLS = Number(process.env['DRAWDESK_KILLS'] ?? 8);
/** A control loses something at its second kill at the latest; a run has at least these. */
const KILLS_OF_CONTROL = 3;

beforeAll(() => ensureBuilt(), 600_000);

describe('a desk that is killed', () => {
  it(`${KILLS} times loses nothing, does nothing twice, and calls no label printed that is not`, async () => {
    const result = await runKills({ kills: KILLS, seed: 1 });
    console.log(
      `${KILLS} kills, ${result.powerCuts} of them power cuts that lost ${result.writesLost} writes: ` +
        `${result.saved} commands saved, ${result.lineFaults} faults of the line, ${result.papers} labels, ${result.proven} proofs`,
    );
    expect(result.broken).toEqual([]);
    expect(result.saved).toBeGreaterThan(KILLS);
    expect(result.lineFaults).toBeGreaterThan(0);
  }, 300_000);

  it('is found out when its database brings nothing to the disk', async (test) => {
    const result = await runKills({ kills: KILLS_OF_CONTROL, seed: 1, isControl: true });
    if (result.lacks !== null) test.skip(result.lacks);
    // What is missing can be what was saved, or pages of the file, where the desk had written some of its log into it, or all of it.
    expect(result.broken.join('\n')).toMatch(/LOST|integrity_check|the tables are gone|cannot be read/);
  }, 300_000);
});
