// A printer that broke off in the middle of several labels: one question for all of them, by keyboard alone; and what waits at a printer
// that cannot print goes to another one together.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { behave, button, checkIn, connection, goTo, namesOnBoard, openVisit, title } from './support/desk.ts';

const HERE = 3;

/** Labels of several people, printed while the training printer behaves so. */
async function printLabels(page: Page, mode: 'Breaks off' | 'Switched off'): Promise<readonly string[]> {
  const names = (await namesOnBoard(page)).slice(0, HERE);
  for (const name of names) {
    await openVisit(page, name);
    await checkIn(page);
    await goTo(page, 'Board');
  }
  await behave(page, mode);
  await goTo(page, 'Worklist');
  await page.getByRole('link', { name: 'Labels for several' }).click();
  await page.getByRole('button', { name: /^Print \d+ labels for 3 people$/ }).click();
  await expect(page.getByRole('list', { name: 'Labels of this batch' })).toBeVisible();
  return names;
}

test('labels in doubt are answered for in one question, by keyboard alone @web', async ({ page, host }) => {
  test.slow();
  const [first = ''] = await printLabels(page, 'Breaks off');
  await goTo(page, 'Print queue');
  const ask = page.getByRole('button', { name: /^Answer for all \d+$/ });
  // Each is tried by itself a little later, until all have broken off.
  await expect(page.getByText('Not sure whether it printed', { exact: true })).toHaveCount(HERE, {
    timeout: 60_000,
  });
  await expect(ask).toHaveAccessibleName(`Answer for all ${HERE}`);
  await expectAccessible(page);
  await behave(page, 'Ready');
  await goTo(page, 'Print queue');
  await expect(ask).toBeVisible();

  await page.setViewportSize({ width: 320, height: 640 });
  await page.keyboard.press('a');
  const question = page.getByRole('dialog', { name: /^What came out at / });
  const ticks = question.getByRole('checkbox');
  await expect(ticks).toHaveCount(HERE);
  await expect(question.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expectAccessible(page);
  // Nothing is beyond the edge of a narrow window.
  const beyond = await question.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  expect(beyond).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Given up needs a reason.
  await question.getByRole('radio', { name: 'Give it up' }).check({ force: true });
  await expect(button(question, `None came out: give ${HERE} up`)).toHaveAttribute('aria-disabled', 'true');
  await question.getByRole('radio', { name: 'Print it again' }).check({ force: true });

  await ticks.first().focus();
  await page.keyboard.press('Space');
  await expect(ticks.first()).toBeChecked();
  // A reload loses no tick.
  await page.reload();
  await expect(ticks.first()).toBeChecked();

  // One is settled at another window while the question is open.
  const second = await host.openWindow();
  await goTo(second, 'Print queue');
  const line = second.getByRole('listitem').filter({ hasText: first });
  await button(line, 'The label is there').click();
  await expect(question).toContainText('Settled meanwhile: Label confirmed printed.');
  await expect(ticks).toHaveCount(HERE - 1);
  await second.close();

  const settle = question.getByRole('button', { name: /came out/ });
  const wasTicked = (await question.getByRole('checkbox', { checked: true }).count()) === 1;
  if (!wasTicked) await ticks.first().check();
  await expect(settle).toHaveText('1 came out, print 1 again');
  await settle.focus();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByText('Label confirmed printed', { exact: true })).toHaveCount(2);
  await expect(page.getByText('Sent to the printer', { exact: true })).toHaveCount(1);
  await expect(connection(page)).toHaveText('');
  await goTo(page, 'Training');
  await expect(page.getByRole('img', { name: /label/i })).toHaveCount(1);
});

test('a question whose labels were all settled at another window says so and sends nothing', async ({
  page,
  host,
}) => {
  test.slow();
  await printLabels(page, 'Breaks off');
  await goTo(page, 'Print queue');
  await expect(page.getByText('Not sure whether it printed', { exact: true })).toHaveCount(HERE, {
    timeout: 60_000,
  });
  await button(page, `Answer for all ${HERE}`).click();
  const second = await host.openWindow();
  await goTo(second, 'Print queue');
  await button(second, `Answer for all ${HERE}`).click();
  const there = second.getByRole('dialog', { name: /^What came out at / });
  for (const tick of await there.getByRole('checkbox').all()) await tick.check();
  await button(there, `All ${HERE} came out whole`).click();
  await expect(there).toBeHidden();
  const overtaken = page.getByRole('dialog', { name: /^What came out at / });
  await expect(overtaken).toContainText('This was settled meanwhile.');
  await expectAccessible(page);
  await button(overtaken, 'Understood').click();
  await expect(overtaken).toBeHidden();
});

test('labels that wait at a printer that is switched off go to another one together @web', async ({
  page,
}) => {
  test.slow();
  await printLabels(page, 'Switched off');
  await goTo(page, 'Print queue');
  await expect(title(page, 'Print queue')).toBeVisible();
  const together = page.getByRole('button', { name: new RegExp(`^Print all ${HERE} on .+ instead$`) });
  await expect(together).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.keyboard.press('t');
  await expect(together).toBeHidden();
  await expect(page.getByText('Sent to the printer', { exact: true })).toHaveCount(HERE);
  await expect(connection(page)).toHaveText('');
});
