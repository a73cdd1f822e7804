// The test files that follow each other in one process, so that neither the runner nor the engine is loaded anew for each of them: those
// that leave the process as it was. All others have a process of their own.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Of what has no state outside of what it is given: its modules are shared as well. */
const WITH_THE_SAME_MODULES: readonly string[] = [
  'test/unit/{domain,contract,wire}/**/*.test.ts',
  'test/unit/core/{copy,line,operations,outbox,pull,scanning,service,store}/**/*.test.ts',
  'test/integration/operations/**/*.test.ts',
  'test/contract/**/*.test.ts',
];

/** Of what keeps something in its modules, as the screens' stores do: each file begins with modules of its own (`modules-anew.ts`). */
const WITH_MODULES_ANEW: readonly string[] = [
  'test/unit/{renderer,sandbox}/**/*.test.{ts,tsx}',
  'test/unit/core/*.test.ts',
  'test/unit/core/printing/**/*.test.ts',
  'test/integration/sandbox/**/*.test.ts',
];

/**
 * Other modules, other globals, another time, another environment, a cheap scrypt; or a look at what the process has loaded. What one
 * file replaced, the next one would find.
 */
const REPLACING =
  /createRequire|vi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|resetModules)\(|process\.env(?:\[[^\]]+\]|\.\w+)? =[^=]|defineProperty\(globalThis|assign\(globalThis|giveTabStorage\(|makeScryptCheap\(/;

/** Whether a test file with this text leaves its process as it was. */
export const leavesItsProcess = (text: string): boolean => !REPLACING.test(text);

function sharing(patterns: readonly string[]): string[] {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return files
    .filter((file) => leavesItsProcess(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.split(sep).join('/'));
}

/** Paths from the project's root of the files that share process and modules. */
export const filesWithTheSameModules = (): string[] => sharing(WITH_THE_SAME_MODULES);

/** Paths from the project's root of the files that share a process, and nothing that its modules keep. */
export const filesWithModulesAnew = (): string[] => sharing(WITH_MODULES_ANEW);
