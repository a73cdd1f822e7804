import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { keepWhatIsCompiled } from './test/support/compile-cache.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { filesWithModulesAnew, filesWithTheSameModules } from './test/support/together.ts';

keepWhatIsCompiled();
const together = filesWithTheSameModules();
const anew = filesWithModulesAnew();

export default defineConfig({
  test: {
    // No test is about how fast the machine is; a shared one is at times four times slower than an hour before.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    // What is waited for comes when the machine gets to it; left to itself the runner gives up after a second.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // Left to itself the runner keeps one processor free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'together', include: together, isolate: false } },
      {
        extends: true,
        test: {
          name: 'anew',
          include: anew,
          isolate: false,
          setupFiles: ['test/support/modules-anew.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['test/{unit,contract,integration,simulation,kill,planted,fuzz}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...together, ...anew],
        },
      },
    ],
  },
});
