// From the scanner's suffix key to the record on the screen, at a desk with 100,000 registrations in its cache, against a page that only
// paints on a key.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuilt } from '../../build/build.ts';
import { startNode } from '../support/desk-process.ts';
import { allInTurn } from './measure.ts';
import type { BenchResult } from './measure.ts';
import { openBrowser, timeOfMark } from './support/browser.ts';
import { windowOf } from './support/desk-window.ts';
import { keptLargeDesk, ROWS, trfCode, withoutVisit } from './support/large-desk.ts';
import {
  openScanWindow,
  rowsWithCode,
  scanRegistration,
  scanUntilMark,
  scanVisit,
} from './support/scan-window.ts';
import type { BoardRow } from './support/scan-window.ts';

const ROUNDS = { count: 100, warmUps: 10 };
const BARE_MARK = 'bare-painted';
const webHost = resolve(import.meta.dirname, '../../out/main/web-host.js');

const BARE_PAGE = `<!doctype html><title>bare</title><p id="said">Nothing yet</p><script>
  let count = 0;
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    document.getElementById('said').textContent = 'Painted ' + (count += 1);
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('${BARE_MARK}')));
  });
</script>`;

/** So many codes of the cache, from all over it, that open no visit. */
const elsewhere = (count: number): string[] =>
  Array.from({ length: ROWS.registrations }, (_, number) => number)
    .filter(withoutVisit)
    .filter((_, at, all) => at % Math.floor(all.length / count) === 0)
    .map(trfCode);

/** `folder`: where the desk is made and stays, so that the next run of the same day need not make it anew; null for one that is removed. */
export async function run({ folder }: { readonly folder: string | null }): Promise<readonly BenchResult[]> {
  await ensureBuilt();
  const scratch = await mkdtemp(join(tmpdir(), 'drawdesk-bench-'));
  try {
    const data = await keptLargeDesk(folder ?? join(scratch, 'desk'), webHost);
    return await measure(data);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function measure(data: string): Promise<readonly BenchResult[]> {
  const host = startNode([webHost, '--no-open', `--data-dir=${data}`]);
  const browser = await openBrowser();
  try {
    const { ask, link } = await windowOf(host);
    const desk = await openScanWindow(browser);
    await desk.page.goto(await link());
    await timeOfMark(desk.page, 'drawdesk:board-usable');
    const rows = await rowsWithCode(ask);
    const codes = elsewhere(ROUNDS.count + ROUNDS.warmUps);
    const bare = await openScanWindow(browser);
    await bare.page.goto(`data:text/html,${encodeURIComponent(BARE_PAGE)}`);

    const loadBefore = loadavg()[0] ?? 0;
    const step = Math.floor(rows.length / (ROUNDS.count + ROUNDS.warmUps));
    const next = { row: 0, code: 0 };
    const [visits = [], registrations = [], bareKeys = []] = await allInTurn(ROUNDS, [
      () => scanVisit(desk, rows[(next.row++ * step) % rows.length] as BoardRow),
      () => scanRegistration(desk, codes[next.code++ % codes.length] as string),
      () => scanUntilMark(bare, 'BARE-00001', BARE_MARK),
    ]);
    const baseline = { name: 'bare key → paint', values: bareKeys };
    const result = (title: string, name: string, values: readonly number[]): BenchResult => ({
      title: `Scanner’s suffix key → ${title} (${ROWS.registrations.toLocaleString('en-GB')} registrations, ${rows.length} visits today)`,
      measured: { name, values },
      baseline,
      promisedP95: { timesBaseline: 1.5 },
      notes: [
        'Both end at the second animation frame after the change, so at least one frame is waited for.',
        `load ${loadBefore.toFixed(2)} at the beginning, ${(loadavg()[0] ?? 0).toFixed(2)} at the end`,
      ],
    });
    return [
      result('visit of today painted', 'scan of a code of today’s board → its visit', visits),
      result('registration painted', 'scan of a code that has no visit → its registration', registrations),
    ];
  } finally {
    await browser.close();
    host.child.kill('SIGTERM');
    await host.ended;
  }
}
