import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/{unit,contract,integration,simulation,kill,planted,fuzz}/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Left to itself the runner keeps one processor free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
  },
});
