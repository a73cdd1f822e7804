// Eight desks at work at once, whatever is killed, restarted, cut off and shut out. `npm run desks` does the same with twenty.
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../../build/build.ts';
import { runDesks } from './support/run-desks.ts';

const DESKS = 8;

beforeAll(() => ensureBuilt(), 600_000);

it('agree at the end with the board, the service and the activity', { timeout: 300_000 }, async () => {
  const result = await runDesks({ desks: DESKS, steps: 24, seed: 1 });
  expect(result.faults).toEqual([]);
  expect(result).toMatchObject({ siteKills: 2, deskRestarts: 2 });
  expect(result.done).toBeGreaterThan(2 * DESKS);
  expect(result.linesBroken).toBeGreaterThan(DESKS);
  expect(result.inDoubt).toBeGreaterThan(0);
});
