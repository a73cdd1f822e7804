// The page moves right before a press: what came under the hand by that is not pressed, and is once the hand comes down again.
import type { Locator, Page } from '@playwright/test';
import { expect, test, type DeskHost } from '../fixtures.ts';
import { board, namesOnBoard, seeBoard } from './support/desk.ts';
import { seePageAtRest } from './support/page-at-rest.ts';

const ignored = (page: Page): Locator =>
  page.getByRole('region', { name: 'Just done' }).getByText('Nothing was done: press again');
const stopped = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'Drawdesk has stopped.' });

// The board begins with whoever comes next, and shows many rows more.
test.use({ viewport: { width: 1280, height: 1600 } });

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a name in the middle of the board is. */
async function middleOfBoard(page: Page): Promise<Point> {
  const names = await namesOnBoard(page);
  const link = board(page).getByRole('link', { name: names[8] ?? '' });
  const { x, y, height } = (await link.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  return { x: Math.round(x) + 8, y: Math.round(y + height / 2) };
}

/** The desk stops, and the banner that says so moves the board down: `press` follows as soon as the browser has shown it. */
async function pressAsItMoves(page: Page, host: DeskHost, press: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.exposeFunction('hasMoved', () => resolve(undefined));
  await page.evaluate(() => {
    new PerformanceObserver(() => (window as unknown as { hasMoved(): void }).hasMoved()).observe({
      type: 'layout-shift',
    });
  });
  await host.kill();
  await promise;
  await press();
  await expect(stopped(page)).toBeVisible();
}

/** All at once, as a hand does: no answer of the browser is waited for in between. */
async function click(page: Page, at?: Point): Promise<void> {
  await Promise.all([at && page.mouse.move(at.x, at.y), page.mouse.down(), page.mouse.up()]);
}

/** The row under the point, as the page is now. */
const isInRow = (page: Page, point: Point): Promise<boolean> =>
  page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('[role=row]') !== null, point);

for (const [how, beforeIt] of [
  ['rests', { x: 0, y: 0 }],
  ['is on its way', { x: 30, y: -4 }],
] as const) {
  test(`a press of a mouse that ${how} while the page moves opens nobody else @web`, async ({
    page,
    host,
  }) => {
    await seeBoard(page);
    const point = await middleOfBoard(page);
    await page.mouse.move(point.x + beforeIt.x - 60, point.y + beforeIt.y);
    await page.mouse.move(point.x + beforeIt.x, point.y + beforeIt.y, { steps: 3 });
    const address = page.url();
    await pressAsItMoves(page, host, () => click(page, how === 'rests' ? undefined : point));
    await expect(ignored(page)).toBeVisible();
    expect(await isInRow(page, point)).toBe(true);
    expect(page.url()).toBe(address);
    await seePageAtRest(page);
    await click(page);
    await expect(page).not.toHaveURL(address);
  });
}

test('a mouse that a window came up beneath has not set out: what it jumps to after the page has moved is pressed @web', async ({
  page,
  host,
}) => {
  await seeBoard(page);
  const point = await middleOfBoard(page);
  // The only move that is told of a mouse that stood there before the window did.
  await page.mouse.move(point.x + 200, point.y - 60);
  const address = page.url();
  await pressAsItMoves(page, host, () => click(page, point));
  await expect(page).not.toHaveURL(address);
  await expect(ignored(page)).toHaveCount(0);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('a press that comes as the page moves opens nobody else @web', async ({ page, host }) => {
    await seeBoard(page);
    const point = await middleOfBoard(page);
    const address = page.url();
    await pressAsItMoves(page, host, () => page.touchscreen.tap(point.x, point.y));
    await expect(ignored(page)).toBeVisible();
    expect(await isInRow(page, point)).toBe(true);
    expect(page.url()).toBe(address);
    await seePageAtRest(page);
    await page.touchscreen.tap(point.x, point.y);
    await expect(page).not.toHaveURL(address);
  });
});

test('a press on what has not moved, or whose own place moved only a little, is taken at once @web', async ({
  page,
}) => {
  await seeBoard(page);
  const help = page.getByRole('link', { name: 'Help' });
  await help.hover();
  const address = page.url();
  // A few pixels down, and still beneath the hand.
  const moved = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: 'layout-shift' });
        const line = document.createElement('div');
        line.style.height = '4px';
        line.style.gridArea = 'stopped';
        document.querySelector('nav')?.parentElement?.prepend(line);
      }),
  );
  await moved;
  await click(page);
  await expect(page).not.toHaveURL(address);
  await expect(ignored(page)).toHaveCount(0);
});

test('a button that has just become another one is not pressed by a mouse that rests on it, and then it is @web', async ({
  page,
}) => {
  await seeBoard(page);
  const dayList = page.getByRole('button', { name: 'Day list' });
  await dayList.hover();
  // Only its words tell, as where an answer has come: nothing moves.
  await dayList.evaluate((button) => {
    const words = [...button.childNodes].find(({ nodeValue }) => nodeValue === 'Day list');
    if (words) words.nodeValue = 'Day lost';
  });
  await click(page);
  await expect(ignored(page)).toContainText('That button had just become another one');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Day lost' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
