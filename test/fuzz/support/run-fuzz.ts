// A run of nonsense: so many calls of desk operations, and so many pieces for each reader of bytes and texts.
import { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { fuzzCalls } from './calls.ts';
import { READERS } from './readers.ts';

/** One piece of nonsense may keep the desk busy for so long. */
const LONGEST_READING_MS = 1_000;

export interface FuzzResult {
  readonly pieces: number;
  /** What went wrong, in words; each names the reader or the operation. */
  readonly broken: readonly string[];
}

/** @example expect((await runFuzz({ times: 1_000, seed: 1 })).broken).toEqual([]) */
export async function runFuzz({ times, seed }: { times: number; seed: number }): Promise<FuzzResult> {
  const broken: string[] = [];
  let pieces = times;
  for (const [name, read] of Object.entries(READERS)) {
    const random = new SeededRandom(seed);
    for (let time = 0; time < times; time += 1) {
      const startedAtMs = performance.now();
      try {
        read(random);
      } catch (thrown) {
        broken.push(`${name}, piece ${time + 1}: ${String(thrown)}`);
      }
      const tookMs = performance.now() - startedAtMs;
      if (tookMs > LONGEST_READING_MS)
        broken.push(`${name}, piece ${time + 1}: took ${Math.round(tookMs)} ms`);
    }
    pieces += times;
  }
  broken.push(...(await fuzzCalls(new SeededRandom(seed), times)));
  return { pieces, broken };
}
