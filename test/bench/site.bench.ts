// What a further desk costs: a scan painted and answered at a window there, beside the same at the site desk; how soon twenty
// desks hear of a change; what the copy costs a command; and how soon somebody who signs in can work.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { ensureBuilt } from '../../build/build.ts';
import { openDeskKey } from '../../src/app/desk-key.ts';
import { joinSite } from '../../src/app/joined-site.ts';
import type { JoinedSite } from '../../src/app/joined-site.ts';
import { buildOf, openScreenFiles } from '../../src/app/screen-files.ts';
import { startNode } from '../support/desk-process.ts';
import { freePort } from '../support/free-port.ts';
import { inTurn } from './measure.ts';
import type { BenchResult, BenchTable } from './measure.ts';
import { openBrowser, timeOfMark } from './support/browser.ts';
import { copyCost } from './support/copy-bench.ts';
import { timed, windowOf } from './support/desk-window.ts';
import type { Ask, DeskWindow } from './support/desk-window.ts';
import { signInTimes } from './support/sign-in-bench.ts';
import { openScanWindow, rowsWithCode, scanVisit, untilReadAhead } from './support/scan-window.ts';
import type { BoardRow, ScanWindow } from './support/scan-window.ts';

const ROUNDS = { count: 200, warmUps: 20 };
const SCANS = { count: 100, warmUps: 10 };
const DESKS = 20;
const CHANGES = 40;
const script = resolve(import.meta.dirname, '../../out/main/web-host.js');

/** Scans at a screen of each of the two desks in turn, from the suffix key until the visit is painted. */
async function paintedScans(
  desks: { readonly site: DeskWindow; readonly further: DeskWindow },
  browser: Browser,
): Promise<BenchResult> {
  const open = async ({ link }: DeskWindow): Promise<ScanWindow> => {
    const window = await openScanWindow(browser);
    await window.page.goto(await link());
    await timeOfMark(window.page, 'drawdesk:board-usable');
    return window;
  };
  const [further, site] = [await open(desks.further), await open(desks.site)];
  await untilReadAhead(desks.site.ask);
  const rows = await rowsWithCode(desks.site.ask);
  let next = 0;
  const row = (): BoardRow => rows[next % rows.length] as BoardRow;
  const taken = await inTurn(
    SCANS,
    () => scanVisit(further, row()),
    async () => {
      const elapsed = await scanVisit(site, row());
      next += 1;
      return elapsed;
    },
  );
  return {
    title: 'Scanner’s suffix key → visit painted, at a further desk (real Chromium, demo day)',
    measured: { name: 'at a further desk, over TLS', values: taken.measured },
    baseline: { name: 'at the site desk', values: taken.baseline },
    promisedP95: null,
    notes: ['Both screens are on one machine; each visit is scanned at the further desk first.'],
  };
}

/** Milliseconds from the command at the site desk until each desk has the event. */
async function eventTimes(sites: readonly JoinedSite[], ask: Ask): Promise<number[]> {
  let heard: (at: number) => void = () => {};
  const stops = await Promise.all(
    sites.map(
      (site) =>
        new Promise<() => void>((ready) => {
          const stop = site.subscribe(null, (line) => {
            if (line.type === 'resynchronise') ready(() => stop());
            else if (line.type === 'changed' && line.topics.includes('desks')) heard(performance.now());
          });
        }),
    ),
  );
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const all = new Promise<number[]>((done) => {
      const at: number[] = [];
      heard = (now) => {
        at.push(now);
        if (at.length === sites.length) done(at);
      };
    });
    const begun = performance.now();
    // A command that changes little, so that the time is that of the event and not of the change.
    await ask('desks.closePairing', {});
    times.push(...(await all).map((at) => at - begun));
  }
  for (const stop of stops) stop();
  return times;
}

/** What `--part` takes. */
const PARTS = ['desks', 'sign-in'];

/**
 * `parts`: some of {@link PARTS}; none for all.
 *
 * @throws Error for a part that there is not
 */
export async function run(options: {
  readonly parts: readonly string[];
}): Promise<readonly (BenchResult | BenchTable)[]> {
  const unknown = options.parts.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}. There are: ${PARTS.join(', ')}.`);
  const parts = new Set(options.parts.length > 0 ? options.parts : PARTS);
  await ensureBuilt();
  const base = await mkdtemp(join(tmpdir(), 'drawdesk-bench-site-'));
  try {
    return [
      ...(parts.has('sign-in') ? await signInTimes(script, base, await freePort()) : []),
      ...(parts.has('desks') ? await desksAtWork(base) : []),
    ];
  } finally {
    await rm(base, { recursive: true });
  }
}

async function desksAtWork(base: string): Promise<(BenchResult | BenchTable)[]> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  await writeFile(join(base, 'site.json'), JSON.stringify({ site: { address: '127.0.0.1', port } }));
  const siteArgs = [
    script,
    '--no-open',
    `--data-dir=${join(base, 'site')}`,
    `--config=${join(base, 'site.json')}`,
  ];
  const furtherArgs = [script, '--no-open', `--data-dir=${join(base, 'further')}`, `--desk=${address}`];
  const siteDesk = startNode(siteArgs);
  const further = startNode(furtherArgs);
  const joined: JoinedSite[] = [];
  try {
    const site = await windowOf(siteDesk);
    const room = await windowOf(further);
    const newCode = async (): Promise<string> => {
      await site.ask('desks.openPairing', {});
      return (await site.ask('desks.list', {})).pairing?.code ?? '';
    };
    await room.pair({ code: await newCode(), name: 'Room' });
    const board = await site.ask('board.get', {});
    const text = board.rows.flatMap(({ trfCodes }) => trfCodes)[0] ?? '';
    const scans = await inTurn(
      ROUNDS,
      () => timed(() => room.ask('scan.submit', { text, visitId: null, source: 'scanner' })),
      () => timed(() => site.ask('scan.submit', { text, visitId: null, source: 'scanner' })),
    );
    const browser = await openBrowser();
    const painted = await paintedScans({ site, further: room }, browser).finally(() => browser.close());
    const build = buildOf(openScreenFiles(resolve(import.meta.dirname, '../../out/renderer')));
    for (let number = 1; number <= DESKS; number += 1) {
      const deskKey = await openDeskKey(await mkdtemp(join(base, 'desk-')), address);
      const desk = joinSite({ address: { host: '127.0.0.1', port }, deskKey, build });
      const outcome = await desk.pair({ code: await newCode(), name: `Desk ${number}` });
      if (outcome.kind !== 'paired') throw new Error(outcome.kind);
      joined.push(desk);
    }
    const times = await eventTimes(joined, site.ask);
    const copy = await copyCost(script, base);
    return [
      ...(copy ? [copy] : []),
      painted,
      {
        title: 'A scan, from the request of the window to its answer',
        measured: { name: 'at a further desk, over TLS', values: scans.measured },
        baseline: { name: 'at the site desk', values: scans.baseline },
        promisedP95: null,
        notes: ['Both windows are on one machine, so a real network adds its own round trip.'],
      },
      {
        title: `An event at ${DESKS} further desks, from the request of the command at the site desk`,
        rows: [{ name: 'heard by a desk', values: times, limit: 100 }],
        notes: ['The process that measures listens for all desks.'],
      },
    ];
  } finally {
    for (const desk of joined) desk.close();
    for (const desk of [further, siteDesk]) {
      desk.child.kill('SIGTERM');
      await desk.ended;
    }
  }
}
