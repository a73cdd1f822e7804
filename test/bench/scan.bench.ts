// From the scanner's suffix key to the record on the screen, against a page that only paints on a key.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Output } from '../../src/contract/index.ts';
import { ensureBuilt } from '../../build/build.ts';
import { startNode } from '../support/desk-process.ts';
import { keyEventsOf } from '../support/scanner.ts';
import { inTurn } from './measure.ts';
import type { BenchResult } from './measure.ts';
import { openBrowser, openPage, timeOfMark } from './support/browser.ts';
import { windowOf, type Ask } from './support/desk-window.ts';

const ROUNDS = { count: 100, warmUps: 10 };
/** A quick scanner's time between two keys, in milliseconds. */
const KEY_GAP_MS = 8;
/** Keys that took longer to arrive were held up by this machine, and the scanner's burst with them. */
const LONGEST_TYPING_MS = 110;
const BARE_MARK = 'bare-painted';
const root = resolve(import.meta.dirname, '../..');

const BARE_PAGE = `<!doctype html><title>bare</title><p id="said">Nothing yet</p><script>
  let count = 0;
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    document.getElementById('said').textContent = 'Painted ' + (count += 1);
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('${BARE_MARK}')));
  });
</script>`;

interface Window {
  readonly page: Page;
  readonly session: CDPSession;
}

/** Notes when each Enter key was pressed, by the browser's own time of the press, before any other listener. */
async function openWindow(browser: Browser): Promise<Window> {
  const page = await openPage(browser);
  await page.addInitScript(() => {
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') performance.mark('bench:suffix', { startTime: event.timeStamp });
      },
      { capture: true },
    );
  });
  return { page, session: await page.context().newCDPSession(page) };
}

/** The keys of a code, at a scanner's pace by their own times; false when the machine held them up on their way. */
async function typeCode(session: CDPSession, code: string): Promise<boolean> {
  const startedAt = performance.now();
  const firstKeyAt = Date.now();
  const sent = keyEventsOf(code, 'none').flatMap((press, index) =>
    press.map((event) =>
      session.send('Input.dispatchKeyEvent', {
        ...event,
        timestamp: (firstKeyAt + index * KEY_GAP_MS) / 1_000,
      }),
    ),
  );
  await Promise.all(sent);
  return performance.now() - startedAt < LONGEST_TYPING_MS;
}

/** Scans a code; resolves with the milliseconds from the press of the suffix key to the mark. */
async function scanUntilMark(window: Window, code: string, mark: string): Promise<number> {
  const { page, session } = window;
  await page.bringToFront();
  await page.evaluate((name) => {
    performance.clearMarks(name);
    performance.clearMarks('bench:suffix');
  }, mark);
  while (!(await typeCode(session, code))) {
    // A key that ends no code and means nothing: what has been typed so far is forgotten.
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'F13', code: 'F13' });
  }
  for (const event of keyEventsOf('', 'Enter').flat()) await session.send('Input.dispatchKeyEvent', event);
  const paintedAtMs = await timeOfMark(page, mark);
  return paintedAtMs - (await timeOfMark(page, 'bench:suffix'));
}

type BoardRow = Output<'board.get'>['rows'][number];

/** The demo day's visits with a code. */
async function readBoard(ask: Ask): Promise<readonly BoardRow[]> {
  const board = await ask('board.get', {});
  return board.rows.filter((row) => row.trfCodes.length > 0);
}

/** Resolves once the forms of the day are here: until then the embedded service draws them in the same process. */
async function untilReadAhead(ask: Ask): Promise<void> {
  for (const row of await readBoard(ask)) {
    if (row.person === null) continue;
    for (;;) {
      const visit = await ask('visits.get', { visitId: row.id });
      if (visit.registrations.every(({ trfStored }) => trfStored)) break;
    }
  }
}

export async function run(): Promise<readonly BenchResult[]> {
  await ensureBuilt();
  const base = await mkdtemp(join(tmpdir(), 'drawdesk-bench-'));
  const host = startNode([
    join(root, 'out/main/web-host.js'),
    '--no-open',
    `--data-dir=${join(base, 'desk')}`,
  ]);
  const browser = await openBrowser();
  try {
    const { ask, link } = await windowOf(host);
    const desk = await openWindow(browser);
    await desk.page.goto(await link());
    await timeOfMark(desk.page, 'drawdesk:board-usable');
    await untilReadAhead(ask);
    const rows = await readBoard(ask);
    const bare = await openWindow(browser);
    await bare.page.goto(`data:text/html,${encodeURIComponent(BARE_PAGE)}`);

    let next = 0;
    const taken = await inTurn(
      ROUNDS,
      async () => {
        const row = rows[next++ % rows.length] as BoardRow;
        const elapsed = await scanUntilMark(desk, row.trfCodes[0] as string, 'drawdesk:scan-painted');
        const shown = new URL(desk.page.url()).hash;
        if (shown !== `#/visit/${row.id}`) throw new Error(`The scan of ${row.trfCodes[0]} led to ${shown}.`);
        return elapsed;
      },
      () => scanUntilMark(bare, 'BARE-00001', BARE_MARK),
    );
    return [
      {
        title: 'Scanner’s suffix key → record painted (web host, real Chromium, demo day)',
        measured: { name: 'scan of a TRF code → its visit', values: taken.measured },
        baseline: { name: 'bare key → paint', values: taken.baseline },
        budgetP95Ms: 50,
        notes: [
          'Both end at the second animation frame after the change, so at least one frame is waited for.',
        ],
      },
    ];
  } finally {
    await browser.close();
    host.child.kill('SIGTERM');
    await host.ended;
    await rm(base, { recursive: true, force: true });
  }
}
