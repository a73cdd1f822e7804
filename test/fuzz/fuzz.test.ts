// Nonsense from outside: whatever comes to a door, over the bridge, from a scanner or a printer, the desk gives one of its own
// answers. Nonsense in the service's answers: ../simulation/garbled-answers.test.ts.
import { expect, it } from 'vitest';
import { FUZZ_PARTS, runFuzz } from './support/run-fuzz.ts';
import type { FuzzPart } from './support/run-fuzz.ts';
import { SeededRandom } from '../simulation/support/virtual-time.ts';
import { mutated, mutatedBytes } from './support/mutate.ts';

const TIMES: Readonly<Record<FuzzPart, number>> = {
  readers: 2_000,
  bridge: 2_000,
  'web-door': 600,
  'event-door': 1_000,
  'desk-door': 400,
};

it.each(FUZZ_PARTS)(
  'whatever comes, the desk answers as it promises: %s',
  { timeout: 300_000 },
  async (part) => {
    const { pieces, broken } = await runFuzz(part, { times: TIMES[part], seed: 1 });
    expect(broken).toEqual([]);
    expect(pieces).toBeGreaterThanOrEqual(TIMES[part]);
  },
);

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
