// What failed, for the last lines of a run: what was printed when it happened stands far above them, and a log that is kept may have
// lost it.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Suite } from '../e2e/service-use.ts';

/** So much of why a test failed stands at the end; the whole of it is above. */
const LINES_OF_WHY = 6;

/** As much of Vitest's JSON report as is looked at. */
export interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    /** The test file's path. */
    readonly name: string;
    readonly status: string;
    /** Why the file could not be loaded. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function remark(what: string, name: string, why: string): string {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_OF_WHY);
  return [`${what}: ${name}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** A test file that cannot be loaded reports no tests. */
export const isUnloaded = ({ status, assertionResults }: UnitReport['testResults'][number]): boolean =>
  status === 'failed' && assertionResults.length === 0;

/** What failed in one file of unit tests; `root` is the project's folder, and the file is named from there. */
export function failuresOfUnit(report: UnitReport['testResults'][number], root: string): string[] {
  const file = relative(root, report.name);
  if (isUnloaded(report)) return [remark('Failed to load', file, report.message)];
  return report.assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) =>
      remark('Failed', `${file}: ${fullName}`, failureMessages.join('\n')),
    );
}

/**
 * The specs that failed, and those that failed once and passed then: what a machine under load brings out is often a fault that
 * people meet as well.
 */
export function failuresOfSpecs({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ status, results: tries }) => {
      if (status !== 'flaky' && status !== 'unexpected') return [];
      const what = status === 'flaky' ? 'Passed only when tried again, so look into it' : 'Failed';
      const why = tries.flatMap(({ error }) => error?.message ?? []).join('\n');
      return [remark(what, `${file}: ${title}`, why)];
    }),
  );
  return [...own, ...suites.flatMap(failuresOfSpecs)];
}
