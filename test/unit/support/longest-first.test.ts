// The order in which test files begin on a machine that has never run them.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LONG_FILES, LongestFirst } from '../../support/longest-first.ts';

const root = resolve(import.meta.dirname, '../../..');
const project = { name: '', config: { isolate: true, sequence: { groupOrder: 0 } } };
const fileAt = (path: string): TestSpecification =>
  ({ moduleId: join(root, path), project }) as unknown as TestSpecification;

it('the files that run longest begin first although they are small, and the others by size as usual', async () => {
  // Of which nothing but its size is known.
  const runner = { config: { root }, cache: { getTestSpecificationResult: () => undefined } };
  const [small, large] = ['vitest.config.ts', 'package-lock.json'];
  const given = [small, ...LONG_FILES.toReversed(), large].map(fileAt);
  const sorted = await new LongestFirst(runner as unknown as Vitest).sort(given);
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual(
    [...LONG_FILES, large, small].map((path) => join(root, path)),
  );
});

it('names only files that there are', () => {
  expect(LONG_FILES.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
