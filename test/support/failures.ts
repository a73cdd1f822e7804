// What failed, for the last lines of a run: what was printed when it happened stands far above them, and a log that is kept may have
// lost it.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Suite } from '../e2e/service-use.ts';

/** So much of why a test failed stands at the end; the whole of it is above. */
const LINES_OF_WHY = 6;

/** So much of what a page said stands there too. */
const LINES_OF_SAID = 20;
/** Parts of a page that speak up, as Playwright writes a page down: each a line, with what is in it further in. */
const SPEAKS_UP = /^(\s*)- (?:dialog|alertdialog|alert|status)\b/;

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
 * What a page said when a spec failed on it, by what Playwright wrote down of it: why nothing came of a press stands in a dialog, an alert or
 * a note, and the page itself is gone with the machine.
 */
export function saidOnPage(written: string): string[] {
  let within: number | null = null;
  const said = written.split('\n').filter((line) => {
    const indent = line.search(/\S/);
    if (within !== null && indent > within) return true;
    const begins = SPEAKS_UP.exec(line);
    within = begins ? indent : null;
    return begins !== null;
  });
  return said.slice(0, LINES_OF_SAID);
}

/**
 * The specs that failed, and those that failed once and passed then: what a machine under load brings out is often a fault that
 * people meet as well. `read` gives the text of a file that was kept of a try; `''` where there is none.
 */
export function failuresOfSpecs(
  { suites = [], specs = [] }: Suite,
  read: (path: string) => string,
): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ status, results: tries }) => {
      if (status !== 'flaky' && status !== 'unexpected') return [];
      const what = status === 'flaky' ? 'Passed only when tried again, so look into it' : 'Failed';
      const why = tries.flatMap(({ error }) => error?.message ?? []).join('\n');
      const pages = tries.flatMap(({ attachments = [] }) =>
        attachments.flatMap(({ name, path }) => (name === 'error-context' && path ? read(path) : [])),
      );
      const said = pages.flatMap(saidOnPage).map((line) => `  | ${line}`);
      return [[remark(what, `${file}: ${title}`, why), ...said].join('\n')];
    }),
  );
  return [...own, ...suites.flatMap((suite) => failuresOfSpecs(suite, read))];
}
