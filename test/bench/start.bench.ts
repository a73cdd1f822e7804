// From starting the desk on a used data folder to a board that can be used, against an empty page of the same build.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { ensureBuilt } from '../../build/build.ts';
import { READY_LINE, startNode } from '../support/desk-process.ts';
import type { DeskProcess } from '../support/desk-process.ts';
import { inTurn } from './measure.ts';
import type { BenchResult } from './measure.ts';
import { openBrowser, openPage, timeOfMark } from './support/browser.ts';
import { EMPTY_MARK } from './support/empty-page.ts';

const ROUNDS = { count: 20, warmUps: 2 };
const root = resolve(import.meta.dirname, '../..');

/** Milliseconds from before the process is started to the mark in the page that it serves. */
async function measure(
  browser: Browser,
  start: { readonly args: readonly string[]; readonly ready: RegExp; readonly mark: string },
): Promise<number> {
  const page = await openPage(browser);
  const startedAtMs = performance.timeOrigin + performance.now();
  const host: DeskProcess = startNode(start.args);
  const [, address = ''] = await host.line(start.ready);
  await page.goto(address, { waitUntil: 'commit' });
  const markedAtMs = await timeOfMark(page, start.mark);
  await page.context().close();
  host.child.kill('SIGTERM');
  await host.ended;
  return markedAtMs - startedAtMs;
}

export async function run(): Promise<readonly BenchResult[]> {
  await ensureBuilt();
  const base = await mkdtemp(join(tmpdir(), 'drawdesk-bench-'));
  const browser = await openBrowser();
  const desk = {
    // What `npm start` runs, its look at whether the build is current included.
    args: [join(root, 'build/start.mjs'), '--host=web', '--no-open', `--data-dir=${join(base, 'desk')}`],
    ready: READY_LINE,
    mark: 'drawdesk:board-usable',
  };
  const empty = {
    args: [join(import.meta.dirname, 'support/empty-host.ts')],
    ready: /^Empty page at (\S+)$/m,
    mark: EMPTY_MARK,
  };
  try {
    const taken = await inTurn(
      ROUNDS,
      () => measure(browser, desk),
      () => measure(browser, empty),
    );
    return [
      {
        title: 'Warm start → today’s board usable (process start included, demo day, web host)',
        measured: { name: 'start on a used data folder', values: taken.measured },
        baseline: { name: 'a bare server, an empty page of the same build', values: taken.baseline },
        budgetP95Ms: 1_500,
        notes: ['The browser runs already; npm’s own time before it runs the script is not counted.'],
      },
    ];
  } finally {
    await browser.close();
    await rm(base, { recursive: true, force: true });
  }
}
