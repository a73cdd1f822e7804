// A run of nonsense: so many messages over the bridge, so many requests to each door, and so many pieces for each reader of bytes and
// texts.
import { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { fuzzCalls } from './calls.ts';
import { fuzzDeskDoor } from './desk-door.ts';
import { fuzzEventDoor } from './event-door.ts';
import { READERS } from './readers.ts';
import { fuzzWebDoor } from './web-door.ts';

/** One piece of nonsense may keep the desk busy for so long: time of the processor, because the machine may have other work as well. */
const LONGEST_READING_MS = 1_000;

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

interface FuzzResult {
  readonly pieces: number;
  /** What went wrong, in words; each names the reader, the door or the operation. */
  readonly broken: readonly string[];
}

function fuzzReaders(seed: number, times: number): string[] {
  const broken: string[] = [];
  for (const [name, read] of Object.entries(READERS)) {
    const random = new SeededRandom(seed);
    for (let time = 0; time < times; time += 1) {
      const startedAtMs = busyMs();
      try {
        read(random);
      } catch (thrown) {
        broken.push(`${name}, piece ${time + 1}: ${String(thrown)}`);
      }
      const tookMs = busyMs() - startedAtMs;
      if (tookMs > LONGEST_READING_MS)
        broken.push(`${name}, piece ${time + 1}: took ${Math.round(tookMs)} ms`);
    }
  }
  return broken;
}

type Part = (seed: number, times: number) => Promise<string[]>;
const PARTS = {
  readers: async (seed, times) => fuzzReaders(seed, times),
  bridge: fuzzCalls,
  'web-door': fuzzWebDoor,
  'event-door': fuzzEventDoor,
  'desk-door': fuzzDeskDoor,
} as const satisfies Readonly<Record<string, Part>>;

export type FuzzPart = keyof typeof PARTS;
export const FUZZ_PARTS = Object.keys(PARTS) as FuzzPart[];

/** @example expect((await runFuzz('bridge', { times: 1_000, seed: 1 })).broken).toEqual([]) */
export async function runFuzz(
  part: FuzzPart,
  { times, seed }: { times: number; seed: number },
): Promise<FuzzResult> {
  const broken: string[] = [];
  // Nothing waits for it, so nothing else would tell of it.
  const onRejection = (thrown: unknown): void => void broken.push(`nobody caught ${String(thrown)}`);
  process.on('unhandledRejection', onRejection);
  try {
    broken.push(...(await PARTS[part](seed, times)).map((what) => `${part}: ${what}`));
    await new Promise((next) => setImmediate(next));
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  return { pieces: part === 'readers' ? times * Object.keys(READERS).length : times, broken };
}
