// The test files that follow each other in one process, so that the engine is not loaded anew for each of them: those of what has no
// state outside of what it is given. All others have a process of their own.

/** Patterns from the project's root. */
export const TOGETHER: readonly string[] = [
  'test/unit/{domain,contract,wire}/**/*.test.ts',
  'test/unit/core/{copy,line,operations,outbox,pull,scanning,service,store}/**/*.test.ts',
  'test/integration/operations/**/*.test.ts',
  'test/contract/**/*.test.ts',
];
