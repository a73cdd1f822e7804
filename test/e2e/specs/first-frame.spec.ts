// What is painted first stays where it is: what comes later comes into room that was kept for it, or below. Whoever presses what stood there
// is obeyed at once, as the app holds back a press on what has just moved.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { findChromiumOffScreen, OFF_SCREEN_ARGS } from '../../support/chromium.ts';
import {
  boardRows,
  button,
  namesOnBoard,
  openVisit,
  openVisitOfTomorrow,
  panel,
  seeBoard,
  title,
} from './support/desk.ts';
import { seePageAtRest } from './support/page-at-rest.ts';

const executablePath = findChromiumOffScreen();

test.use({
  viewport: { width: 1440, height: 900 },
  // With scroll bars that take room, as on most machines.
  launchOptions: {
    args: [...OFF_SCREEN_ARGS],
    ignoreDefaultArgs: ['--hide-scrollbars'],
    ...(executablePath === null ? {} : { executablePath }),
  },
});

/** What has moved within parts of the page since it was loaded, told by the beginning of its text. */
const movedWithin = (page: Page, parts: string): Promise<readonly string[]> =>
  page.evaluate(
    (parts) =>
      new Promise<readonly string[]>((tell) => {
        const moves = new PerformanceObserver((list) => {
          const sources = (
            list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]
          ).flatMap((entry) => entry.sources);
          tell(
            sources.flatMap(({ node }) =>
              // What stands before or after something by its style alone is nothing that is pressed; some engines tell it as an element.
              node instanceof Element && !node.tagName.startsWith('::') && node.closest(parts) !== null
                ? [`${node.tagName} ${node.textContent.slice(0, 60)}`]
                : [],
            ),
          );
          moves.disconnect();
        });
        moves.observe({ type: 'layout-shift', buffered: true });
        // Where nothing has moved nothing is told.
        setTimeout(() => tell([]), 500);
      }),
    parts,
  );

test('the rows of the board and the names of the screens stay where they come', async ({ page }) => {
  await seeBoard(page);
  await expect(page.getByRole('link', { name: /, today, \d+ visits/ })).toBeVisible();
  await seePageAtRest(page);
  // One of them is higher than the others, so that not all stand where they would if all were alike.
  const heights = await boardRows(page).evaluateAll((rows) => rows.map(({ clientHeight }) => clientHeight));
  expect(new Set(heights).size).toBeGreaterThan(1);
  expect(await movedWithin(page, '[role=row], nav[aria-label=Main]')).toEqual([]);
});

test('a visit stays where it comes while the rest of it follows', async ({ page }) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await expect(panel(page, 'Registration')).toBeAttached();
  await seePageAtRest(page);
  expect(await movedWithin(page, '[data-visit]')).toEqual([]);
});

test('who else has a visit open is told beside it, and moves nothing of it @web', async ({ page, host }) => {
  await seeBoard(page);
  const name = await openVisitOfTomorrow(page);
  const second = await host.openWindow();
  await seeBoard(second);
  await second.evaluate((hash) => (location.hash = hash), new URL(page.url()).hash);
  await expect(title(second, name)).toBeVisible();
  await expect(second.getByRole('status', { name: 'Who else is here' })).toContainText('Opened');
  await seePageAtRest(second);
  expect(await movedWithin(second, '[data-visit]')).toEqual([]);
  await button(second, 'Cancel appointment').click();
  await expect(second.getByRole('dialog')).toBeVisible();
});
