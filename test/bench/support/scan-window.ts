// A browser window at which codes are scanned as a scanner types them, and the time from the suffix key to what is painted.
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Output } from '../../../src/contract/index.ts';
import { keyEventsOf } from '../../support/scanner.ts';
import { openPage, timeOfMark } from './browser.ts';
import type { Ask } from './desk-window.ts';

/** A quick scanner's time between two keys, in milliseconds. */
const KEY_GAP_MS = 8;
/** Keys that took longer to arrive were held up by this machine, and the scanner's burst with them. */
const LONGEST_DELAY_MS = 40;

/** A page that knows when its suffix keys were pressed. */
export interface ScanWindow {
  readonly page: Page;
  readonly session: CDPSession;
}

/** A page of its own. It notes when each Enter key was pressed, by the browser's own time of the press, before any other listener. */
export async function openScanWindow(browser: Browser): Promise<ScanWindow> {
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

/**
 * The keys of a code, each sent at its time and with the pause before the suffix key at their end: what a desk does with the keys that it
 * has, it does while the others come. False when the machine held them up on their way.
 */
async function typeCode(session: CDPSession, code: string): Promise<boolean> {
  const startedAt = performance.now();
  const firstKeyAt = Date.now();
  const sent: Promise<unknown>[] = [];
  for (const [index, press] of keyEventsOf(code, 'none').entries()) {
    for (const event of press) {
      const timestamp = (firstKeyAt + index * KEY_GAP_MS) / 1_000;
      sent.push(session.send('Input.dispatchKeyEvent', { ...event, timestamp }));
    }
    const restMs = startedAt + (index + 1) * KEY_GAP_MS - performance.now();
    await new Promise((resume) => setTimeout(resume, Math.max(0, restMs)));
  }
  await Promise.all(sent);
  return performance.now() - startedAt < code.length * KEY_GAP_MS + LONGEST_DELAY_MS;
}

/**
 * Scans a code; resolves with the milliseconds from the press of the suffix key to the mark. A desk that was busy when the suffix key
 * came takes the burst for a broken one and says so; then the code is scanned again, as a person would.
 */
export async function scanUntilMark(window: ScanWindow, code: string, mark: string): Promise<number> {
  const { page, session } = window;
  await page.bringToFront();
  for (;;) {
    await page.evaluate((name) => {
      performance.clearMarks(name);
      performance.clearMarks('bench:suffix');
    }, mark);
    while (!(await typeCode(session, code))) {
      // A key that ends no code and means nothing: what has been typed so far is forgotten.
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'F13', code: 'F13' });
    }
    for (const event of keyEventsOf('', 'Enter').flat()) await session.send('Input.dispatchKeyEvent', event);
    const came = await page.waitForFunction(
      (name) => {
        if (performance.getEntriesByName(name).length > 0) return 'painted';
        const isBroken = [...document.querySelectorAll('h2')].some(
          (head) => head.textContent.trim() === 'Scan again',
        );
        return isBroken ? 'broken' : null;
      },
      mark,
      { polling: 5 },
    );
    if ((await came.jsonValue()) === 'painted') {
      return (await timeOfMark(page, mark)) - (await timeOfMark(page, 'bench:suffix'));
    }
    await page.getByRole('button', { name: 'Close what was found' }).click();
  }
}

export type BoardRow = Output<'board.get'>['rows'][number];

/** Today's visits with a code, without those that ask first whom they are for: nothing opens over a question. */
export async function rowsWithCode(ask: Ask): Promise<readonly BoardRow[]> {
  const board = await ask('board.get', {});
  return board.rows.filter((row) => row.trfCodes.length > 0 && !row.patientMissing);
}

/** Resolves once the forms of the day are here: until then the embedded service draws them in the same process. */
export async function untilReadAhead(ask: Ask): Promise<void> {
  for (const row of await rowsWithCode(ask)) {
    if (row.person === null) continue;
    for (;;) {
      const visit = await ask('visits.get', { visitId: row.id });
      if (visit.registrations.every(({ trfStored }) => trfStored)) break;
    }
  }
}

/** Scans the code of a visit at a desk's screen. @throws Error when another screen is shown then */
export async function scanVisit(desk: ScanWindow, row: BoardRow): Promise<number> {
  const elapsed = await scanUntilMark(desk, row.trfCodes[0] as string, 'drawdesk:scan-painted');
  const shown = await desk.page.evaluate(() => location.hash);
  if (shown !== `#/visit/${row.id}`) throw new Error(`The scan of ${row.trfCodes[0]} led to ${shown}.`);
  return elapsed;
}

/** Scans the code of a registration without a visit. @throws Error when something else is shown then */
export async function scanRegistration(desk: ScanWindow, code: string): Promise<number> {
  const elapsed = await scanUntilMark(desk, code, 'drawdesk:scan-painted');
  const heads = await desk.page.getByRole('heading', { level: 2 }).allTextContents();
  if (!heads.some((head) => head.includes(code))) {
    throw new Error(`The scan of ${code} did not show its registration, but: ${heads.join(', ')}.`);
  }
  return elapsed;
}
