// The order in which test files begin: first those that run for minutes, so that none of them is left over at the end while the
// other processors are idle. A fresh clone knows no durations, and the runner then begins with the largest files; but the tests
// that run longest are a few lines each.
import { relative, sep } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Paths from the project's root, the longest first. */
export const LONG_FILES: readonly string[] = [
  'test/simulation/outbox.test.ts',
  'test/simulation/planted-bugs.test.ts',
  'test/kill/killed.test.ts',
  'test/integration/site/many-desks.test.ts',
  'test/simulation/garbled-answers.test.ts',
  'test/integration/copy/take-over.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/planted/planted.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONG_FILES.indexOf(relative(root, moduleId).split(sep).join('/'));
      return place === -1 ? LONG_FILES.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
