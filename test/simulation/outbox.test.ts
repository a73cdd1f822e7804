// Many simulated days at a desk, each computed from a seed. A failure names its seed, which repeats exactly that day:
// npm run simulate -- --days=1 --seed=<seed>
import { describe, expect, it } from 'vitest';
import { runDays } from './support/run-days.ts';

const DAYS = Number(process.env['DRAWDESK_SIMULATION_RUNS'] ?? 2_000);
const FIRST_SEED = Number(process.env['DRAWDESK_SIMULATION_SEED'] ?? 1);

describe('a simulated day at the desk', () => {
  it(
    `keeps every promise, ${DAYS} days from seed ${FIRST_SEED}`,
    { timeout: DAYS * 1_000 + 60_000 },
    async () => {
      const result = await runDays({ firstSeed: FIRST_SEED, days: DAYS });
      console.log(
        `simulated ${result.days} days: ${result.pressed} commands, ${result.changes} saved changes, ` +
          `${result.printed} labels, ${result.proven} proofs, ${result.collected} collected, ${result.settled} doubts settled, ` +
          `${result.powerCuts} power cuts`,
      );
      expect(result.failures).toEqual([]);
      // A simulation in which nothing happens proves nothing.
      expect(result.changes).toBeGreaterThan(DAYS);
      if (DAYS >= 100) {
        expect(result.powerCuts).toBeGreaterThan(DAYS / 4);
        expect(result.collected).toBeGreaterThan(DAYS / 4);
        expect(result.settled).toBeGreaterThan(DAYS / 40);
      }
    },
  );
});
