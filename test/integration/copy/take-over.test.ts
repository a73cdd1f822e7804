// The take-over drill, a few times; `npm run drill -- --times=200` does more.
import { expect, test } from 'vitest';
import { postgresMissing } from '../../support/postgres.ts';
import { runDrill } from '../../drill/drill.ts';

const TIMES = 5;

test.skipIf(postgresMissing !== null)(
  `a desk killed at its work ${TIMES} times is replaced each time: nothing copied is lost, nothing is done twice (${postgresMissing ?? 'with PostgreSQL'})`,
  { timeout: 300_000 + TIMES * 30_000 },
  async () => {
    const report = await runDrill({ times: TIMES });
    expect(report.faults).toEqual([]);
    expect(report.saved).toBeGreaterThanOrEqual(TIMES);
    expect(report.longestTakeOverMs).toBeLessThan(60_000);
  },
);
