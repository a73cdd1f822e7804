// The desk's own files: missing, damaged, older than they should be, or taken away while it runs. Each is said, with
// since when work may be missing, and a desk that cannot save says so before anybody relies on it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { DeskHost } from '../fixtures.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  closeVisit,
  namesOnBoard,
  openVisit,
  seeBoard,
  tickTwoIdentifiers,
} from './support/desk.ts';

const fileOf = (host: DeskHost): string => join(host.dataFolder, 'desk-training.db');

const notice = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('alert').filter({ hasText: title });

/** Checks somebody in and returns to the whole board. */
async function checkSomebodyIn(page: Page, which: number): Promise<string> {
  const person = (await namesOnBoard(page))[which] ?? '';
  await openVisit(page, person);
  await checkIn(page);
  await closeVisit(page);
  return person;
}

/** As a power cut leaves it, with everything of the last run in the log only. */
async function killAfterOneMore(host: DeskHost): Promise<{ before: string; after: string }> {
  const before = await checkSomebodyIn(host.page, 0);
  expect(await host.stop()).toBe(0);
  const page = await host.restart();
  await seeBoard(page);
  const after = await checkSomebodyIn(page, 1);
  await host.kill();
  return { before, after };
}

test('a data file that is missing is said, and what is missing with it @web', async ({ host }) => {
  test.slow();
  await checkSomebodyIn(host.page, 0);
  await host.kill();
  rmSync(fileOf(host));
  const page = await host.restart();
  const said = notice(page, 'data file was missing or empty when the desk started');
  await expect(said).toContainText('Recent work may be missing: compare the board with the people here.');
  await expect(said).toContainText('No backup was found, so the desk starts empty');
  await expect(said).toContainText('set-aside');
  await seeBoard(page);
  await expectAccessible(page);
  // In a narrow window its words have the room beside the icon to themselves, and are not one below the other.
  await page.setViewportSize({ width: 390, height: 800 });
  const words = await said.locator('p').first().boundingBox();
  expect(words?.width).toBeGreaterThan(150);
  await expectAccessible(page);
  await button(page, 'Understood').click();
  await expect(said).toBeHidden();
});

test('a data file that is damaged is kept, and what was not sent is said to be in it @web', async ({
  host,
}) => {
  test.slow();
  await killAfterOneMore(host);
  const bytes = readFileSync(fileOf(host));
  bytes.fill(0xa5, 4_096, Math.floor(bytes.length / 2));
  writeFileSync(fileOf(host), bytes);
  const page = await host.restart();
  const said = notice(page, 'data file was damaged or missing; what there was of it has been kept');
  await expect(said).toContainText('only in the old files');
  expect(readdirSync(host.dataFolder).filter((name) => name.includes('.set-aside-'))).not.toEqual([]);
  await seeBoard(page);
  await expectAccessible(page);
});

test('work that was in a removed log is missed, and since when is said @web', async ({ host }) => {
  test.slow();
  const { before, after } = await killAfterOneMore(host);
  rmSync(`${fileOf(host)}-wal`);
  const page = await host.restart();
  const said = notice(page, 'Work that was saved at this desk is missing');
  await expect(said).toContainText('compare the board with the people here, and with the labels');
  await expect(said).toContainText(/work since \d\d:\d\d on \d\d-[A-Z][a-z]{2}-\d{4} may be missing/);
  await seeBoard(page);
  await expect(boardRow(page, before)).toContainText('Arrived');
  await expect(boardRow(page, after)).toContainText('Expected');
  await expectAccessible(page);
});

test('a data file that is taken away under the running desk stops the saving at once @web', async ({
  host,
  page,
}) => {
  test.slow();
  const [first = '', second = ''] = await namesOnBoard(page);
  await openVisit(page, first);
  await checkIn(page);
  await openVisit(page, second);
  await tickTwoIdentifiers(page);
  rmSync(fileOf(host));
  await button(page, 'Check in').click();
  const refused = page
    .getByRole('alert')
    .filter({ hasText: 'This was not done, and nothing of it is saved.' });
  await expect(refused).toContainText('Nothing can be saved here any more');
  await expect(refused).toBeInViewport({ ratio: 1 });
  const said = notice(page, 'Nothing can be saved any more');
  await expect(said).toContainText('Do not go on working here.');
  await expect(said).toContainText('Close Drawdesk and start it again: it goes on with that backup.');
  // It stays while it is true.
  await expect(button(page, 'Understood')).toHaveCount(0);
  await expectAccessible(page);
  await host.stop();

  const again = await host.restart();
  await expect(notice(again, 'everything that was saved is there again')).toContainText(
    'Go on working, and tell whoever looks after this machine.',
  );
  await expectAccessible(again);
  await expect(boardRow(again, first)).toContainText('Arrived');
  await expect(boardRow(again, second)).toContainText('Expected');
});

test('a log that is removed under the running desk is made anew, and nothing is lost @web', async ({
  host,
  page,
}) => {
  test.slow();
  const person = await checkSomebodyIn(page, 0);
  rmSync(`${fileOf(host)}-wal`);
  await expect(notice(page, 'everything that was saved is there again')).toContainText('A new log was made', {
    timeout: 30_000,
  });
  await expectAccessible(page);
  const other = await checkSomebodyIn(page, 1);
  await host.kill();
  const again = await host.restart();
  await seeBoard(again);
  await expect(boardRow(again, person)).toContainText('Arrived');
  await expect(boardRow(again, other)).toContainText('Arrived');
});
