// Six desks at work at once, whatever is killed, restarted, cut off and shut out. `npm run desks` does the same with twenty.
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../../build/build.ts';
import { runDesks } from './support/run-desks.ts';

const DESKS = 6;
const ENDS_WITHIN_MS = 600_000;

beforeAll(() => ensureBuilt(), 600_000);

it(
  'agree at the end with the board, the service, the printer and the activity',
  { timeout: ENDS_WITHIN_MS },
  async () => {
    const result = await runDesks({ desks: DESKS, steps: 24, seed: 1 });
    expect(result.faults).toEqual([]);
    expect(result).toMatchObject({ siteKills: 2, deskRestarts: 1, desksOut: 1 });
    expect(result.linesBroken).toBeGreaterThan(DESKS);
    // A run in which nothing was done would agree as well.
    const { done, booked, ahead, labels, proven, collected, notAllowed, signIns } = result;
    const counts = { done, booked, ahead, labels, proven, collected, notAllowed, signIns };
    const never = Object.entries(counts).flatMap(([what, times]) => (times === 0 ? what : []));
    expect(never).toEqual([]);
  },
);

it(
  'do not agree where desks send each command twice, as if it were another one',
  { timeout: ENDS_WITHIN_MS },
  async () => {
    const { faults } = await runDesks({ desks: 2, steps: 12, seed: 1, isControl: true });
    expect(faults).toContainEqual(expect.stringMatching(/^the activity has \d+ more of “/));
  },
);
