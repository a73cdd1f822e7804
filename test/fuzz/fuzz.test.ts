// Nonsense from outside: whatever a window calls, a scanner sends or a printer answers, the desk gives one of its own answers.
// Nonsense in the service's answers: ../simulation/garbled-answers.test.ts.
import { expect, it } from 'vitest';
import { runFuzz } from './support/run-fuzz.ts';
import { SeededRandom } from '../simulation/support/virtual-time.ts';
import { mutated, mutatedBytes } from './support/mutate.ts';

const TIMES = 2_000;

it('whatever comes, the desk answers as its contract says', { timeout: 120_000 }, async () => {
  const { pieces, broken } = await runFuzz({ times: TIMES, seed: 1 });
  expect(broken).toEqual([]);
  expect(pieces).toBeGreaterThanOrEqual(10_000);
});

it('what is mutated is seldom what it was', () => {
  const random = new SeededRandom(1);
  const given = { name: 'Ada', list: [1, 2, 3], inner: { at: 4 } };
  const same = Array.from({ length: 200 }, () => mutated(random, given)).filter(
    (one) => JSON.stringify(one) === JSON.stringify(given),
  );
  expect(same.length).toBeLessThan(10);
  const bytes = Buffer.from('^XA^FDcode^FS^XZ');
  const kept = Array.from({ length: 200 }, () => mutatedBytes(random, bytes)).filter((one) =>
    one.equals(bytes),
  );
  expect(kept.length).toBeLessThan(40);
});
