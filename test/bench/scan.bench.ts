// From the scanner's suffix key to the record on the screen, against a page that only paints on a key.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuilt } from '../../build/build.ts';
import { startNode } from '../support/desk-process.ts';
import { inTurn } from './measure.ts';
import type { BenchResult } from './measure.ts';
import { openBrowser, timeOfMark } from './support/browser.ts';
import { windowOf } from './support/desk-window.ts';
import {
  openScanWindow,
  rowsWithCode,
  scanUntilMark,
  scanVisit,
  untilReadAhead,
} from './support/scan-window.ts';
import type { BoardRow } from './support/scan-window.ts';

const ROUNDS = { count: 100, warmUps: 10 };
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
    const desk = await openScanWindow(browser);
    await desk.page.goto(await link());
    await timeOfMark(desk.page, 'drawdesk:board-usable');
    await untilReadAhead(ask);
    const rows = await rowsWithCode(ask);
    const bare = await openScanWindow(browser);
    await bare.page.goto(`data:text/html,${encodeURIComponent(BARE_PAGE)}`);

    let next = 0;
    const taken = await inTurn(
      ROUNDS,
      () => scanVisit(desk, rows[next++ % rows.length] as BoardRow),
      () => scanUntilMark(bare, 'BARE-00001', BARE_MARK),
    );
    return [
      {
        title: 'Scanner’s suffix key → record painted (web host, real Chromium, demo day)',
        measured: { name: 'scan of a TRF code → its visit', values: taken.measured },
        baseline: { name: 'bare key → paint', values: taken.baseline },
        promisedP95: { timesBaseline: 1.5 },
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
