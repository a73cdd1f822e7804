// A window of the measured desk: going to its lists, and bringing it back to how it is after a start.
import { timeOfMark } from './browser.ts';
import { ROWS } from './large-desk.ts';
import type { TimedWindow } from './painted.ts';

/** How slow a machine the lists and their frames are promised for. */
export const SLOW_DOWN = 4;

/** Milliseconds, for p95. Frames: two of a screen with 60 frames a second. */
export const LIMITS = { openMs: 200, frameMs: 33.4, interactionMs: 100 } as const;

/** A list by the words of the rail, with what is in the page when its rows are. */
interface RailList {
  readonly rail: string;
  readonly rows: string;
  readonly row: string;
}

const inNumbers = (count: number): string => count.toLocaleString('en-GB');

export const REGISTRATIONS: RailList = {
  rail: 'Registrations',
  rows: `${inNumbers(ROWS.registrations)} rows`,
  row: '[aria-label="Registrations"] [data-row] a',
};

export const BOARD: RailList = {
  rail: 'Board',
  rows: `${inNumbers(ROWS.visitsToday)} visits`,
  row: '[aria-label="Visits of today"] [data-row] a',
};

export const OTHER_LISTS: readonly RailList[] = [
  { rail: 'Orders', rows: `${inNumbers(ROWS.orders)} known`, row: 'tbody th[scope=row] a' },
  { rail: 'Activity', rows: `${inNumbers(ROWS.activity)} entries`, row: 'tbody tr td time' },
  { rail: 'Outbox', rows: `${inNumbers(ROWS.waitingChanges)} changes`, row: 'li[data-about]' },
  { rail: 'Catalogue', rows: 'the demo’s', row: '[aria-label="Products"] tbody a' },
];

/** For `untilPainted`: something like this is in the page. */
export const isThere = (selector: string): boolean => document.querySelector(selector) !== null;

/**
 * Until the page has nothing left to do. Chromium often tells nobody that it is idle after a key was pressed, although nothing runs
 * in it. Then the time is over soon, and later where something does run.
 */
export async function settle({ page }: TimedWindow): Promise<void> {
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 300 })));
}

/** Another screen, so that the list that is opened next is not on the screen. */
export async function goAway(desk: TimedWindow): Promise<void> {
  await desk.page.evaluate(() => {
    location.hash = '#/settings';
  });
  await desk.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await settle(desk);
}

/** Goes to a list from another screen; how long its rows took. */
export async function openFromRail(desk: TimedWindow, list: RailList): Promise<number> {
  await goAway(desk);
  const link = desk.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: list.rail });
  return desk.untilPainted(() => link.click(), isThere, list.row);
}

/** A window as after its start, slowed down to `rate`: no answer is kept in it, its screens' scripts are there. */
export async function startAnew(desk: TimedWindow, rate: number): Promise<void> {
  await desk.slowDown(1);
  // The board is where the desk marks that it can be used.
  await desk.page.evaluate(() => {
    location.hash = '#/';
  });
  await desk.page.reload();
  await timeOfMark(desk.page, 'drawdesk:board-usable');
  // The scripts of the screens are fetched ahead one after another; this is the last.
  await desk.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/training-[^/]*\.js$/.test(name)),
  );
  await settle(desk);
  await desk.slowDown(rate);
}
