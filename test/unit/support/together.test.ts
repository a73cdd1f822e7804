// Test files that share a process must leave it as it was: what one replaced, the next one would find.
import { expect, it } from 'vitest';
import { filesWithModulesAnew, filesWithTheSameModules, leavesItsProcess } from '../../support/together.ts';

it('most files of the engine share their modules, and most of the screens a process', () => {
  expect(filesWithTheSameModules().length).toBeGreaterThan(130);
  expect(filesWithModulesAnew().length).toBeGreaterThan(100);
});

it('no file is in both', () => {
  const shared = new Set(filesWithTheSameModules());
  expect(filesWithModulesAnew().filter((file) => shared.has(file))).toEqual([]);
});

it.each([
  "vi.mock('node:fs');",
  "vi.stubGlobal('window', {});",
  'vi.useFakeTimers();',
  "process.env['TZ'] = 'UTC';",
  'process.env.TZ = zone;',
  'Object.assign(globalThis, { window });',
  "Object.defineProperty(globalThis, 'navigator', {});",
  'const require = createRequire(import.meta.url);',
  "await vi.hoisted(async () => (await import('../../support/tab-storage.ts')).giveTabStorage());",
  'makeScryptCheap();',
])('a file that replaces what others use has a process of its own: %s', (text) => {
  expect(leavesItsProcess(`import { it } from 'vitest';\n${text}\n`)).toBe(false);
});

it.each(["if (process.env['TZ'] === 'UTC') return;", "vi.fn(() => 'window')", 'vi.spyOn(console, "log")'])(
  'a file that only looks shares one: %s',
  (text) => {
    expect(leavesItsProcess(text)).toBe(true);
  },
);
