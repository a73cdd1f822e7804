// How soon lists are there, and how evenly they scroll.
import type { TableRow } from '../measure.ts';
import { STATUS_OF_TENTH } from './large-desk.ts';
import type { TimedWindow } from './painted.ts';
import {
  BOARD,
  LIMITS,
  OTHER_LISTS,
  REGISTRATIONS,
  SLOW_DOWN,
  goAway,
  isThere,
  openFromRail,
  settle,
  startAnew,
} from './timed-desk.ts';

const OPENINGS = 20;
const SCROLL_PX = 24_000;
const IDLE_FRAMES = 240;

/** The registrations of one status, about 10,000, by their address, as one keeps it or goes back to it. */
async function openTenth(desk: TimedWindow): Promise<number> {
  await goAway(desk);
  return desk.untilPainted(
    () =>
      desk.page.evaluate((status) => {
        const link = document.createElement('a');
        link.href = `#/registrations/by/status=${status}`;
        document.body.append(link);
        link.click();
        link.remove();
      }, STATUS_OF_TENTH),
    isThere,
    REGISTRATIONS.row,
  );
}

/** Every list, opened for the first time in a window, `OPENINGS` times. */
export async function openingLists(desk: TimedWindow): Promise<TableRow[]> {
  const ways = [
    { name: 'open registrations (a filter of 10,000 rows)', open: () => openTenth(desk) },
    ...[REGISTRATIONS, BOARD, ...OTHER_LISTS].map((list) => ({
      name: `open ${list.rail.toLowerCase()} (${list.rows})`,
      open: () => openFromRail(desk, list),
    })),
  ];
  const taken = ways.map((): number[] => []);
  for (let round = 0; round < OPENINGS; round += 1) {
    await startAnew(desk, SLOW_DOWN);
    // Each way now before and now after the others, as the two of the registrations share the choices of their filters.
    const inOrder = [...ways.entries()];
    for (const [index, { open }] of round % 2 === 0 ? inOrder : inOrder.reverse())
      taken[index]?.push(await open());
  }
  return ways.map(({ name }, index) => ({ name, values: taken[index] ?? [], limit: LIMITS.openMs }));
}

export async function scrollingLists(desk: TimedWindow): Promise<TableRow[]> {
  const scroller = 'div:has(> [role=table])';
  await startAnew(desk, SLOW_DOWN);
  await openFromRail(desk, REGISTRATIONS);
  await settle(desk);
  const whole = await desk.framesOfScrolling(scroller, SCROLL_PX);
  await openTenth(desk);
  await settle(desk);
  const tenth = await desk.framesOfScrolling(scroller, SCROLL_PX);
  await openFromRail(desk, BOARD);
  // It opens at the present time, below which there is nothing in the evening.
  await desk.page.locator(scroller).evaluate((element) => element.scrollTo(0, 0));
  await settle(desk);
  const board = await desk.framesOfScrolling(scroller, SCROLL_PX);
  return [
    { name: 'frames, registrations of 100,000', values: whole, limit: LIMITS.frameMs },
    { name: 'frames, registrations of 10,000', values: tenth, limit: LIMITS.frameMs },
    { name: 'frames, board of 1,000', values: board, limit: LIMITS.frameMs },
  ];
}

/** The empty page and the bare list, to compare lists with: what the browser itself takes on this machine now. */
export async function openingBareList(bare: TimedWindow): Promise<readonly (readonly [string, number[]])[]> {
  const { page } = bare;
  await bare.slowDown(SLOW_DOWN);
  const empty: number[] = [];
  const list: number[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    list.push(await bare.untilPainted(() => page.keyboard.press('l'), isThere, '[data-row] a'));
    empty.push(await bare.untilPainted(() => page.keyboard.press('e'), isThere, '[data-empty]'));
  }
  return [
    ['empty page: key → paint', empty],
    ['bare list of 100,000: open', list],
  ];
}

/** The same for frames. */
export async function scrollingBareList(
  bare: TimedWindow,
): Promise<readonly (readonly [string, number[]])[]> {
  const { page } = bare;
  await bare.slowDown(SLOW_DOWN);
  await page.keyboard.press('l');
  await page.locator('[data-scroller]').evaluate((element) => element.scrollTo(0, 0));
  const frames = await bare.framesOfScrolling('[data-scroller]', SCROLL_PX);
  await page.keyboard.press('e');
  return [
    ['empty page: frames', await bare.framesOfIdling(IDLE_FRAMES)],
    ['bare list of 100,000: frames', frames],
  ];
}
