// From starting the desk on a used data folder to a board that can be used, against an empty page of the same build.
import { mkdirSync, watch, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../build/build.ts';
import { startNode } from '../support/desk-process.ts';
import type { DeskProcess } from '../support/desk-process.ts';
import { freePort } from '../support/free-port.ts';
import { inTurn } from './measure.ts';
import type { BenchResult } from './measure.ts';
import { contentOf } from './support/content-of.ts';
import { EMPTY_MARK } from './support/empty-page.ts';
import { liveUntilCompiled, startCommand } from './support/start-command.ts';
import { openUnwatchedBrowser } from './support/unwatched-browser.ts';
import type { Profile, UnwatchedBrowser } from './support/unwatched-browser.ts';

/** A browser has a page's files from its first visit on, and where it keeps compiled script, that from its second. */
const ROUNDS = { count: 20, warmUps: 3 };
/** The browser closes the tab, and takes its process down, after it said that it did. */
const REST_MS = 500;
const EMPTY_PAGE_LINE = /^Empty page at (\S+)$/m;
/** In the data folder; see `redirectFileIn`. */
const REDIRECT_FILE = 'open-desk.html';

interface Start {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The address that the browser is told to open. Asked before the process is started. */
  readonly address: (host: Promise<DeskProcess>) => Promise<string>;
  readonly mark: string;
}

/** Milliseconds from before the process is started to the mark in the page that it serves. */
async function measure(browser: UnwatchedBrowser, start: Start, profile: Profile): Promise<number> {
  const process = Promise.withResolvers<DeskProcess>();
  const address = start.address(process.promise);
  const startedAtMs = performance.timeOrigin + performance.now();
  const host: DeskProcess = startNode(start.args, start.env);
  process.resolve(host);
  const markedAtMs = await browser.timeOfMark(await address, start.mark, profile);
  host.child.kill('SIGTERM');
  await host.ended;
  await sleep(REST_MS);
  return markedAtMs - startedAtMs;
}

/** What the file leads to that a start gives to the system's browser, as soon as it is written. */
function addressGiven(folder: string): Promise<string> {
  return new Promise((done) => {
    const watcher = watch(folder, (_, name) => {
      if (name !== REDIRECT_FILE) return;
      // Removed by the start before it is written, and seen before it has its words.
      const [, address] = /url=([^"]+)"/.exec(contentOf(join(folder, REDIRECT_FILE))) ?? [];
      if (address === undefined) return;
      watcher.close();
      done(address);
    });
  });
}

/** The environment of a desktop whose browser runs already: what opens a file does nothing, the benchmark does it. */
function desktop(bin: string): NodeJS.ProcessEnv {
  mkdirSync(bin);
  for (const name of ['xdg-open', 'open']) writeFileSync(join(bin, name), '#!/bin/sh\n', { mode: 0o755 });
  return { ...process.env, DISPLAY: ':99', PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
}

export async function run(): Promise<readonly BenchResult[]> {
  await ensureBuilt();
  const base = await mkdtemp(join(tmpdir(), 'drawdesk-bench-'));
  const browser = await openUnwatchedBrowser();
  const folder = join(base, 'desk');
  mkdirSync(folder);
  const desk: Start = {
    args: [...startCommand(), '--host=web', `--data-dir=${folder}`],
    env: desktop(join(base, 'bin')),
    address: () => addressGiven(folder),
    mark: 'drawdesk:board-usable',
  };
  const empty: Start = {
    args: [join(import.meta.dirname, 'support/empty-host.ts'), String(await freePort())],
    env: process.env,
    address: async (host) => (await (await host).line(EMPTY_PAGE_LINE))[1] ?? '',
    mark: EMPTY_MARK,
  };
  try {
    await liveUntilCompiled(folder);
    const pair = (profile: Profile) =>
      inTurn(
        ROUNDS,
        () => measure(browser, desk, profile),
        () => measure(browser, empty, profile),
      );
    // One after the other: a browser that still takes a profile apart does so in the first second of whatever is measured next.
    const kept = await pair('kept');
    const first = await pair('new');
    const note = 'The browser runs already; npm’s own time before it runs the script is not counted.';
    return [
      {
        title: 'Warm start → today’s board usable (process start included, demo day, web host)',
        measured: { name: 'start on a used data folder', values: kept.measured },
        baseline: { name: 'a bare server, an empty page of the same build', values: kept.baseline },
        promisedP95: { timesBaseline: 2 },
        notes: ['The browser has opened both before, as on any other day.', note],
      },
      {
        title: 'The same in a browser that has never seen the desk',
        measured: { name: 'start on a used data folder', values: first.measured },
        baseline: { name: 'a bare server, an empty page of the same build', values: first.baseline },
        promisedP95: null,
        notes: [note],
      },
    ];
  } finally {
    await browser.close();
    await rm(base, { recursive: true, force: true });
  }
}
