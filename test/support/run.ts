// `npm test`: builds the app, finds a Chromium, runs both suites and prints the totals. `npm test -- unit` and `npm
// test -- e2e` run one of them.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBuilt } from '../../build/build.ts';
import { ensureChromium, ensureHeadlessShell } from './chromium.ts';
import {
  deedsIn,
  hasWebRun,
  serviceUse,
  serviceUseTable,
  unprovenDeeds,
  unusedEndpoints,
} from '../e2e/service-use.ts';
import type { Suite } from '../e2e/service-use.ts';
import { failuresOfSpecs, failuresOfUnit, isUnloaded } from './failures.ts';
import type { UnitReport } from './failures.ts';

const root = resolve(import.meta.dirname, '../..');
const results = process.env['DRAWDESK_TEST_RESULTS'] ?? join(root, 'test-results');
const bin = (path: string): string => join(root, 'node_modules', path);

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** The reasons why tests were skipped, without repetition. */
  readonly reasons: Set<string>;
  /** What failed, and what passed only when tried again, with the first lines of why. */
  readonly remarks: string[];
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', failed);
    child.on('close', (code) => done(code ?? 1));
  });
}

function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}

async function runUnit(): Promise<Count> {
  const file = join(results, 'unit.json');
  const code = await run([
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport<UnitReport>(file);
  // Each counts as one failure.
  const unloaded = report?.testResults.filter(isUnloaded).length ?? 0;
  const count: Count = {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + unloaded,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    reasons: new Set(),
    remarks: report?.testResults.flatMap((file) => failuresOfUnit(file, root)) ?? [],
  };
  return failedAtLeastOnce(count, code, 'unit tests');
}

/** What was kept of a try that failed; `''` where nothing is there any more. */
const readKept = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

interface EndToEndReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly Suite[];
}
async function runEndToEnd(): Promise<Count> {
  const code = await run([
    bin('@playwright/test/cli.js'),
    'test',
    '--config',
    join(root, 'test/e2e/playwright.config.ts'),
  ]);
  const report = readReport<EndToEndReport>(join(results, 'e2e.json'));
  const count: Count = {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: report?.stats.unexpected ?? 0,
    skipped: report?.stats.skipped ?? 0,
    reasons: new Set(report?.suites.flatMap(skipReasons)),
    remarks: report?.suites.flatMap((suite) => failuresOfSpecs(suite, readKept)) ?? [],
  };
  const total = failedAtLeastOnce(count, code, 'browser specs');
  if (report && !usesWholeService(report)) total.failed += 1;
  return total;
}

/**
 * Writes which specs have used each endpoint of the service because of what a person does in them, as `service-use.md` beside the
 * other results, and names those that no spec has used and the lines of docs/service.md that are not so. One of either fails the run:
 * nobody would notice when it stopped working for people.
 */
function usesWholeService({ suites }: EndToEndReport): boolean {
  if (!hasWebRun(suites)) return true;
  const use = serviceUse(suites);
  writeFileSync(join(results, 'service-use.md'), serviceUseTable(use));
  const unused = unusedEndpoints(use);
  const unproven = unprovenDeeds(deedsIn(readFileSync(join(root, 'docs/service.md'), 'utf8')), use);
  const faults = [
    ...(unused.length > 0
      ? [
          `of the service's ${use.size} endpoints nobody used ${unused.join(', ')} in a browser spec that passed`,
        ]
      : []),
    ...unproven.map(
      ({ endpoint, spec }) => `docs/service.md says that ${spec} uses ${endpoint}, and it did not`,
    ),
  ];
  for (const fault of faults) console.log(`Failed: ${fault}.`);
  if (faults.length === 0)
    console.log(
      `All ${use.size} of the service's endpoints were used by browser specs that passed, each because of what a person does in the one that docs/service.md names.`,
    );
  return faults.length === 0;
}

function skipReasons({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ annotations }) =>
      annotations.flatMap(({ type, description }) => (type === 'skip' && description ? [description] : [])),
    ),
  );
  return [...own, ...suites.flatMap(skipReasons)];
}

/** A runner can fail without a failed test (an unhandled error, no report). That counts as one failure. */
function failedAtLeastOnce(count: Count, code: number, what: string): Count {
  if (code === 0 || count.failed > 0) return count;
  const why = `Failed: the runner of the ${what} ended with ${code} although no test failed; see above.`;
  return { ...count, failed: 1, remarks: [...count.remarks, why] };
}

const SUITES = { unit: runUnit, e2e: runEndToEnd } as const;
type SuiteName = keyof typeof SUITES;
const isSuite = (name: string): name is SuiteName => Object.hasOwn(SUITES, name);

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !isSuite(name));
  if (unknown !== undefined) {
    console.error(`There is no suite "${unknown}"; there are ${Object.keys(SUITES).join(' and ')}.`);
    return 1;
  }
  const names = wanted.length > 0 ? wanted.filter(isSuite) : (Object.keys(SUITES) as SuiteName[]);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  await ensureBuilt();
  ensureChromium();
  if (names.includes('e2e')) ensureHeadlessShell();

  const total: Count = { passed: 0, failed: 0, skipped: 0, reasons: new Set(), remarks: [] };
  for (const name of names) {
    const count = await SUITES[name]();
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    for (const reason of count.reasons) total.reasons.add(reason);
    total.remarks.push(...count.remarks);
  }
  for (const reason of total.reasons) console.log(`Skipped because ${reason}.`);
  for (const line of total.remarks) console.log(line);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed > 0 ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    console.log('0 passed, 1 failed, 0 skipped');
    process.exit(1);
  },
);
