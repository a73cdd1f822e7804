// How soon somebody who signs in at a locked window can work: by PIN, and what a badge takes, at a further desk and at the site desk in turn.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { startNode } from '../../support/desk-process.ts';
import { inTurn } from '../measure.ts';
import type { BenchResult } from '../measure.ts';
import { openBrowser, openPage, timeOfMark } from './browser.ts';
import { timed, windowOf } from './desk-window.ts';
import type { DeskWindow } from './desk-window.ts';

const PIN = '80264';
const BADGE = 'K7QF2M9XW3TB';
const ROUNDS = { count: 20, warmUps: 2 };
const ASKED = { count: 40, warmUps: 3 };
/** A person's time between two digits. */
const DIGIT_GAP_MS = 70;
const LIMIT_MS = 2_000;
const USABLE = 'bench:usable';
const DIGIT = 'bench:digit';

/** Marks the last digit's press by the browser's own time, and the end of the first frame that shows the unlocked board's visits. */
async function openLocked(browser: Browser, { link }: DeskWindow): Promise<Page> {
  const page = await openPage(browser);
  await page.addInitScript(
    ({ usable, digit }) => {
      addEventListener(
        'keydown',
        (event) => {
          if (!/^\d$/.test(event.key)) return;
          performance.clearMarks(digit);
          performance.mark(digit, { startTime: event.timeStamp });
        },
        { capture: true },
      );
      let wasLocked = false;
      const look = (): void => {
        const isLocked = document.documentElement.hasAttribute('data-locked');
        const isShown = document.querySelector('[role="table"] [role="row"]') !== null;
        if (isLocked) wasLocked = true;
        else if (wasLocked && isShown) {
          wasLocked = false;
          requestAnimationFrame(() => performance.mark(usable));
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { usable: USABLE, digit: DIGIT },
  );
  await page.goto(await link());
  await ready(page);
  return page;
}

/** The lock screen waits for a PIN. */
async function ready(page: Page): Promise<void> {
  await page.bringToFront();
  await page.waitForFunction(
    () => document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'password',
  );
}

async function lock(page: Page): Promise<void> {
  await page.bringToFront();
  await page.getByRole('button', { name: 'lock, or let somebody else sign in' }).click();
  await ready(page);
}

/** Milliseconds from the press of the PIN's last digit, which Enter follows at once. */
async function byPin(page: Page): Promise<number> {
  await ready(page);
  await page.evaluate((mark) => performance.clearMarks(mark), USABLE);
  await page.keyboard.type(PIN, { delay: DIGIT_GAP_MS });
  await page.keyboard.press('Enter');
  const elapsed = (await timeOfMark(page, USABLE)) - (await timeOfMark(page, DIGIT));
  await lock(page);
  // The pause after the last digit was this program's, before Enter.
  return elapsed - DIGIT_GAP_MS;
}

async function pinsTyped(
  site: DeskWindow,
  room: DeskWindow,
): Promise<{ measured: number[]; baseline: number[] }> {
  const browser = await openBrowser();
  try {
    const [further, near] = [await openLocked(browser, room), await openLocked(browser, site)];
    return await inTurn(
      ROUNDS,
      () => byPin(further),
      () => byPin(near),
    );
  } finally {
    await browser.close();
  }
}

/** `port`: of the site desk that is made for it. */
export async function signInTimes(script: string, base: string, port: number): Promise<BenchResult[]> {
  const folder = join(base, 'sign-in');
  await mkdir(folder);
  const settings = { people: { signIn: 'pin', badge: 'sign-in' }, site: { address: '127.0.0.1', port } };
  await writeFile(join(folder, 'site.json'), JSON.stringify(settings));
  const desks = [
    [`--data-dir=${join(folder, 'site')}`, `--config=${join(folder, 'site.json')}`],
    [`--data-dir=${join(folder, 'further')}`, `--desk=127.0.0.1:${port}`],
  ].map((own) => startNode([script, '--no-open', ...own]));
  const [siteDesk, furtherDesk] = desks as [(typeof desks)[0], (typeof desks)[0]];
  try {
    const site = await windowOf(siteDesk);
    const room = await windowOf(furtherDesk);
    const first = await site.ask('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: PIN });
    if (first.kind !== 'signed-in') throw new Error(first.kind);
    const { handle } = first;
    await site.ask('staff.setBadge', { initials: 'MS', badge: BADGE }, handle);
    await site.ask('desks.openPairing', {}, handle);
    const { pairing } = await site.ask('desks.list', {}, handle);
    await room.pair({ code: pairing?.code ?? '', name: 'Room' });
    const badges = await inTurn(
      ASKED,
      () => timed(() => room.ask('staff.useBadge', { text: BADGE })),
      () => timed(() => site.ask('staff.useBadge', { text: BADGE })),
    );
    const pins = await pinsTyped(site, room);
    const result = (title: string, taken: typeof pins): BenchResult => ({
      title,
      measured: { name: 'at a further desk, over TLS', values: taken.measured },
      baseline: { name: 'at the site desk', values: taken.baseline },
      promisedP95: { ms: LIMIT_MS },
      notes: ['Both windows are on one machine. The hash of a PIN or badge is meant to take its time.'],
    });
    return [
      result('Last digit of a PIN → the board can be used (real Chromium)', pins),
      result('A badge alone, from the request of the window to its answer', badges),
    ];
  } finally {
    for (const desk of desks) {
      desk.child.kill('SIGTERM');
      await desk.ended;
    }
  }
}
