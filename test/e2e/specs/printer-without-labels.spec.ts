// A label printer on the network that takes labels into its memory without having any: what a person is told of it before and after printing.
import { expect, expectAccessible } from '../fixtures.ts';
import { startOneLinePrinter, type OneLinePrinter } from '../../support/one-line-printer.ts';
import { test } from './support/at-laboratory.ts';
import {
  button,
  checkIn,
  connection,
  goTo,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  closeVisit,
} from './support/desk.ts';
import { deskWithLabelPrinter } from './support/laboratory.ts';
import { seePageAtRest } from './support/page-at-rest.ts';

test.describe('a label printer without labels @web', () => {
  let printer: OneLinePrinter;
  test.beforeAll(async () => {
    printer = await startOneLinePrinter();
    printer.state = { noLabels: true };
  });
  test.afterAll(() => printer.close());
  test.use({
    managedSettings: async ({ laboratory }, use) => {
      await use(deskWithLabelPrinter(laboratory, printer.address, 'Front desk'));
    },
  });

  test('is found out when the desk starts, whoever is about to print is told, and what is printed waits for a roll', async ({
    page,
  }) => {
    test.slow();
    const [first = '', second = '', third = ''] = await namesOnBoard(page);
    // Nobody has printed anything.
    await expect(connection(page)).toContainText('A printer needs attention');
    await connection(page).getByRole('button').click();
    await expect(page.getByText('Printers that need attention')).toBeVisible();
    await seePageAtRest(page);
    await page.getByRole('link', { name: 'Open the print queue' }).click();
    const printers = page.getByRole('list', { name: 'Printers' });
    await expect(printers).toContainText('It has no labels: put in a roll.');
    await expectAccessible(page);

    const told = page.getByRole('status').filter({ hasText: 'Front desk needs attention.' });
    const startCollecting = async (name: string): Promise<void> => {
      await closeVisit(page);
      await openVisit(page, name);
      await checkIn(page);
      await button(page, 'Start collecting').click();
      await expect(button(page, 'Print label')).toBeEnabled();
    };
    await startCollecting(first);
    await expect(told).toContainText('It has no labels: put in a roll.');
    await expect(told.getByRole('link', { name: 'Open the print queue' })).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Print label').click();
    await expect(connection(page)).toContainText('1 print job needs attention');
    await expect(labels(page).first()).toContainText('Printing needs attention');
    await expect(told).toBeVisible();
    await page.getByRole('button', { name: /^Reprint / }).click();
    await expect(page.getByRole('dialog', { name: /^Reprint the label/ })).toContainText('put in a roll');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect([printer.inMemory.length, printer.cameOut.length]).toEqual([0, 0]);

    printer.state = {};
    await expect(labels(page).first()).toContainText('Scan it back', { timeout: 30_000 });
    await expect(told).toHaveCount(0);
    await expect(connection(page)).toHaveText('');
    expect(printer.cameOut).toHaveLength(1);

    // Its last label: the roll ends, and the printer says so a moment after it took the next one.
    await expect.poll(() => printer.happened.at(-1)).toBe('answered');
    printer.state = { noLabels: true };
    await startCollecting(second);
    await expect(told).toHaveCount(0);
    await button(page, 'Print label').click();
    await expect(labels(page).first()).toContainText('Scan it back');
    await expect(connection(page)).toContainText('A printer needs attention');
    await goTo(page, 'Print queue');
    await expect(printers).toContainText('may wait in its memory');
    await expect(panel(page, 'Done')).toContainText('Sent to the printer');

    await closeVisit(page);
    await openVisit(page, third);
    await checkIn(page);
    await page.goto(page.url().replace(/#.*$/, '#/labels'));
    await expect(page.getByRole('heading', { name: 'Labels for several people' })).toBeVisible();
    await expect(told).toContainText('put in a roll');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Print \d+ labels? for 1 person$/ }).click();
    await goTo(page, 'Print queue');
    const waiting = panel(page, 'Needs attention: 1');
    await expect(waiting).toContainText('It has no labels: put in a roll.');
    printer.state = {};
    printer.goOn();
    await expect(connection(page)).toHaveText('', { timeout: 60_000 });
    expect(printer.cameOut).toHaveLength(3);
    await expect(printers).toContainText('took the last job');
    await expect(printers).not.toContainText('put in a roll');
  });
});
