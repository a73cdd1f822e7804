// Runs the tests that must notice a planted fault, and says whether they did.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PLANTED_FAULTS } from './planted-faults.ts';
import type { PlantedFault } from './planted-faults.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * The name of the first test that failed; null when all passed.
 *
 * @throws when no test ran at all: a fault that cannot be compiled proves nothing
 */
export async function tryFault(planted: PlantedFault): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-planted-'));
  const file = join(folder, 'report.json');
  try {
    const args = ['run', '--root', ROOT, '--config', join(import.meta.dirname, 'planted.config.ts')];
    const reporter = ['--reporter=json', `--outputFile=${file}`, `test/${planted.noticedBy}`];
    const child = spawn(process.execPath, [VITEST, ...args, ...reporter], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, VITEST: undefined, PLANTED_FAULT: String(PLANTED_FAULTS.indexOf(planted)) },
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await new Promise((ended) => child.once('close', ended));
    const report = readReport(file, stderr);
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed');
    if (ran.length === 0) throw new Error(`no test of ${planted.noticedBy} ran:\n${stderr}`);
    return ran.find(({ status }) => status === 'failed')?.fullName ?? null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string, stderr: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch (cause) {
    throw new Error(`the tests wrote no report:\n${stderr}`, { cause });
  }
}
