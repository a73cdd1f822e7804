// Trouble: printers that fail, a service that answers anything. One clear state each, no crash, nothing lost.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { startFaultServer } from '../../support/fault-server.ts';
import type { Fault, FaultServer } from '../../support/fault-server.ts';
import {
  behave,
  button,
  checkIn,
  closeVisit,
  connection,
  goTo,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  tickTwoIdentifiers,
  title,
} from './support/desk.ts';

/** Prints the label of somebody whose sample is being taken, whatever comes of it. */
async function printFor(page: Page, person: string): Promise<void> {
  await closeVisit(page);
  await openVisit(page, person);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
}

/** Switches the training printer, and prints a label. */
async function printWith(page: Page, mode: 'Switched off' | 'Breaks off'): Promise<void> {
  const [person = ''] = await namesOnBoard(page);
  await behave(page, mode);
  await printFor(page, person);
}

test.describe('a printer', () => {
  test('that is switched off keeps the job, says why, and prints it when asked again @web', async ({
    page,
  }) => {
    await printWith(page, 'Switched off');

    await expect(connection(page)).toContainText('1 print job needs attention');
    await goTo(page, 'Print queue');
    await expect(page.getByText('Printer needs attention')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Printers' })).toContainText('cannot be reached');
    await expectAccessible(page);

    await behave(page, 'Ready');
    await goTo(page, 'Print queue');
    const again = button(page, 'Send again');
    const sent = page.getByText('Sent to the printer');
    // It goes out by itself, or is sent again by hand as soon as the printer listens: no byte had left before.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 5_000 });
      await expect(sent).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await goTo(page, 'Training');
    await expect(page.getByRole('img', { name: /label/i })).toHaveCount(1);
    await expect(connection(page)).toHaveText('');
  });

  test('that breaks off leaves the job unsure until a person has looked', async ({ page }) => {
    await printWith(page, 'Breaks off');
    await expect(labels(page).first()).toContainText('Printing needs attention');
    await goTo(page, 'Print queue');
    await expect(page.getByText('Not sure whether it printed', { exact: true })).toBeVisible();
    await button(page, 'The label is there').click();
    await expect(page.getByText('Label confirmed printed', { exact: true })).toBeVisible();
    await expect(connection(page)).toHaveText('');
  });

  test('of each language shows what came out; out of paper it keeps the label until there is some @web', async ({
    page,
  }) => {
    const [person = ''] = await namesOnBoard(page);
    const tray = panel(page, 'What came out');
    const picture = tray.getByRole('img', { name: /^Label received/ });
    await goTo(page, 'Training');
    const speaks = page.getByRole('group', { name: 'Labels are printed in' });
    await speaks.getByRole('radio', { name: 'EPL2' }).check({ force: true });
    await expect(page.getByText('understands EPL2 only')).toBeVisible();
    await behave(page, 'Out of paper');
    await expect(page.getByText('They come out when it is ready again')).toBeVisible();
    await printFor(page, person);

    await goTo(page, 'Print queue');
    await expect(page.getByRole('list', { name: 'Printers' })).toContainText('prints the labels');
    await expect(page.getByText('Sent, not acknowledged')).toBeVisible();
    await goTo(page, 'Training');
    await expect(page.getByText('Waiting for paper in the printer: 1')).toBeVisible();
    await expect(picture).toHaveCount(0);
    await expectAccessible(page);
    await behave(page, 'Ready');
    await expect(picture).toHaveCount(1);
    await expect(tray).toContainText('A scanner reads');
    await expect(tray).toContainText('EPL2');

    // The same label once more, from the printer of another language.
    await speaks.getByRole('radio', { name: 'TSPL' }).check({ force: true });
    await expect(page.getByText('understands TSPL only')).toBeVisible();
    await closeVisit(page);
    await openVisit(page, person);
    await page.getByRole('button', { name: /^Reprint / }).click();
    const reprint = page.getByRole('dialog', { name: /^Reprint the label/ });
    await reprint.getByLabel('Reason for the reprint').fill('The first one is smudged');
    await expect(button(reprint, 'Reprint this label')).toBeEnabled();
    await button(reprint, 'Reprint this label').click();
    await expect(reprint).toBeHidden();
    await goTo(page, 'Training');
    await expect(picture).toHaveCount(2);
    const codes = await tray.locator('code').allInnerTexts();
    expect(new Set(codes).size).toBe(1);
    await expect(tray.getByRole('listitem').first()).toContainText('TSPL');
    await expectAccessible(page);
  });
});

test('a label printer that takes labels without paper is asked, and the desk says so until there is a roll @web', async ({
  page,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await behave(page, 'Out of paper, takes all');
  await expect(page.getByText('keeps it in its memory until it is ready again')).toBeVisible();
  // It is asked soon after the start and after its label: this one waits, or lies in its memory.
  await printFor(page, person);
  await expect(connection(page)).toContainText('needs attention');
  await goTo(page, 'Print queue');
  const printers = page.getByRole('list', { name: 'Printers' });
  await expect(printers).toContainText('It has no labels: put in a roll.');
  await expect(printers).toContainText('may wait in its memory');
  await expectAccessible(page);

  await behave(page, 'Ready');
  await expect(panel(page, 'What came out').getByRole('img', { name: /^Label received/ })).toHaveCount(1, {
    timeout: 30_000,
  });
  await expect(connection(page)).toHaveText('');
  await goTo(page, 'Print queue');
  await expect(printers).toContainText('took the last job');
  await expect(printers).not.toContainText('put in a roll');
});

test('work at the desk stays quick while the connection is slow, unreliable or down @web', async ({
  page,
}) => {
  const [first = '', second = '', third = ''] = await namesOnBoard(page);
  // Labels are read before forms: once one form is here, the laboratory's codes are, and no line can take them away.
  await openVisit(page, first);
  await expect(page.getByText('form saved at this desk')).toBeVisible({ timeout: 60_000 });
  const lines = [
    ['Slowly', first],
    ['Now and then', second],
    ['Not at all', third],
  ] as const;
  for (const [line, person] of lines) {
    await goTo(page, 'Training');
    await page.getByRole('radio', { name: line }).check({ force: true });
    await closeVisit(page);
    await openVisit(page, person);
    await tickTwoIdentifiers(page);
    await button(page, 'Check in').click();
    await expect(button(page, 'Start collecting')).toBeVisible({ timeout: 2_000 });
    await button(page, 'Print label').click();
    await expect(labels(page)).toContainText('Scan it back');
  }
  await goTo(page, 'Outbox');
  await button(page, 'Sync now').click();
  await expect(connection(page)).toContainText('Connection: Down');
  await goTo(page, 'Training');
  await page.getByRole('radio', { name: 'Well' }).check({ force: true });
  await expect(connection(page)).toBeEmpty({ timeout: 30_000 });
});

const HTML = '<!doctype html><title>Hotel Wi-Fi</title><h1>Please sign in</h1>';

/** What the service may answer with, and the one state each is shown as. */
const ANSWERS: readonly {
  readonly name: string;
  readonly fault: Fault;
  readonly badge: RegExp;
  readonly words: RegExp;
}[] = [
  {
    name: 'a sign-in page of somebody else',
    fault: { status: 200, body: HTML, contentType: 'text/html' },
    badge: /Connection: Down/,
    words: /sign-in page/,
  },
  {
    name: 'nonsense',
    fault: { status: 200, body: '{"items": [1, 2', contentType: 'application/json' },
    badge: /Service trouble/,
    words: /makes no sense/,
  },
  {
    name: '401',
    fault: { status: 401, body: {} },
    badge: /Key not accepted/,
    words: /Signing in again does not help/,
  },
  {
    name: '429',
    fault: { status: 429, body: {}, headers: { 'retry-after': '30' } },
    badge: /Service trouble/,
    words: /slow down/,
  },
  { name: '500', fault: { status: 500, body: {} }, badge: /Service trouble/, words: /problem of its own/ },
  {
    name: 'nothing at all',
    fault: { silent: true },
    badge: /Connection: Down/,
    words: /did not answer in time/,
  },
  {
    name: 'a broken line',
    fault: { reset: true },
    badge: /Connection: Down/,
    words: /connection broke|does not answer/,
  },
];

test.describe('a service that answers @web', () => {
  let server: FaultServer;
  test.beforeAll(async () => {
    server = await startFaultServer();
  });
  test.afterAll(() => server.close());
  test.use({
    managedSettings: async ({}, use) => {
      await use({
        service: { address: server.url, tokenFromEnvironment: 'DESK_TEST_TOKEN' },
        passphraseFromEnvironment: 'DESK_TEST_PASSPHRASE',
        people: { signIn: 'initials' },
      });
    },
    deskEnv: { DESK_TEST_TOKEN: 'token-of-the-test', DESK_TEST_PASSPHRASE: 'a long enough passphrase' },
  });
  test.describe.configure({ mode: 'serial' });

  for (const { name, fault, badge, words } of ANSWERS) {
    test(`with ${name} is one clear state`, async ({ host }) => {
      server.always(fault);
      const page = await host.restart();
      // A service that says nothing is given up on after a quarter of a minute.
      await expect(connection(page)).toContainText(badge, { timeout: 30_000 });
      await goTo(page, 'Outbox');
      await expect(page.getByText(words).first()).toBeVisible();
      // No endless waiting: the board says that nothing is known instead of going on loading.
      await goTo(page, 'Board');
      await expect(page.getByText('bookings have not been read from the service yet')).toBeVisible();
      await expect(page.getByRole('status', { name: 'The board is being read' })).toBeHidden();
      // Nothing was read, so nothing is counted, and nobody is said not to be there.
      const main = page.getByRole('main');
      await expect(main).toContainText('Who is waiting is not known yet');
      await expect(main).not.toContainText('Nobody');
      await expect(page.getByRole('group', { name: 'Show' })).not.toContainText('0');
      const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link');
      await expect(days.filter({ hasText: 'not read yet' })).toHaveCount(7);
      await expect(days.filter({ hasText: '0 visits' })).toHaveCount(0);
      await goTo(page, 'Worklist');
      await expect(main).toContainText('bookings have not been read from the service yet');
      await expect(main).not.toContainText('The waiting room is empty');
      await expect(page.getByRole('complementary', { name: 'Training mode' })).toBeHidden();
      await expectAccessible(page);
      expect(host.stderr()).not.toContain('token-of-the-test');
    });
  }

  test('has no training, and whoever types its address is told so', async ({ host }) => {
    server.always({ status: 500, body: {} });
    const page = await host.restart();
    await expect(connection(page)).toContainText('Service trouble', { timeout: 30_000 });
    await page.evaluate(() => window.location.assign('#/training'));
    await expect(title(page, 'This desk works with the laboratory')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('account');
    await expectAccessible(page);
  });
});
