// Test files that share a process must leave it as it was: what one replaced, the next one would find.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TOGETHER } from '../../support/together.ts';

/** Other modules, other globals, another time, another environment; or a look at what the process has loaded. */
const REPLACING =
  /createRequire|vi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|resetModules)\(|process\.env(?:\[[^\]]+\]|\.\w+)? =[^=]|defineProperty\(globalThis|assign\(globalThis/;

const files = TOGETHER.flatMap((pattern) => globSync(pattern));

it('there are such files', () => {
  expect(files.length).toBeGreaterThan(100);
});

it('none of them replaces what the others use', () => {
  expect(files.filter((file) => REPLACING.test(readFileSync(file, 'utf8')))).toEqual([]);
});
