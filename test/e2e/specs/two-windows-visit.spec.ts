// One visit in two windows, while a question about one of its labels is open: what the other window did is said, nothing is printed
// twice, and no sample that was taken is said to be missing. See two-windows.spec.ts for registrations and orders.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  button,
  checkIn,
  checkInAndPrint,
  codeOf,
  goTo,
  history,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  rowsWithoutPatient,
  seeBoard,
  siteTimeNow,
} from './support/desk.ts';
import { seePageAtRest } from './support/page-at-rest.ts';
import { openSecond, withholdNews } from './support/two-windows.ts';

const changedMeanwhile = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This changed meanwhile' });
const reprints = (page: Page) => history(page).filter({ hasText: 'Label queued to be printed again' });

test('a label that one window prints again, and a sample that it takes, are known to the question at the other one @web', async ({
  page,
  host,
}) => {
  test.slow();
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkInAndPrint(page);
  const code = await codeOf(labels(page).first());
  const second = await openSecond(page, () => host.openWindow());
  const there = second.getByRole('dialog');

  // Both mean to print it again: the second window has not heard of it, presses twice, and nothing more is printed.
  for (const window of [page, second]) {
    await button(window, `Reprint ${code}`).click();
    await button(window, window === page ? 'Label damaged' : 'Label lost').click();
  }
  let hear = await withholdNews(second, 'visits.get');
  await button(page, 'Reprint this label').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const press of ['first', 'second']) {
    await there.getByLabel('Reason for the reprint').press('Enter');
    await expect(there.getByRole('alert'), press).toBeVisible();
  }
  hear();
  await expect(there).toContainText('This was settled meanwhile. Nothing more is sent from here.');
  await expect(there).toContainText('You had typed: Label lost');
  await expectAccessible(second);
  await button(there, 'Understood').click();
  await expect(reprints(second)).toHaveCount(1);
  await expect(reprints(page)).toHaveCount(1);

  // One window says that no sample is taken, while the other one scans the label back: that has to be read first.
  await expect(labels(second)).toContainText('Scan it back');
  await button(second, `No sample for ${code}`).click();
  await there.getByRole('group', { name: 'Why no sample is taken' }).getByRole('button').first().click();
  hear = await withholdNews(second, 'visits.get');
  await scan(page, code);
  await expect(panel(page, 'Take the sample')).toContainText('1 of 1 scanned');
  await button(there, 'No sample taken').click();
  await expect(there.getByRole('alert')).toContainText('This changed meanwhile');
  hear();
  await expect(there.getByRole('alert')).toContainText(code);
  await expectAccessible(second);
  await button(there, 'No sample taken').focus();
  await second.keyboard.press('Enter');
  await expect(second.getByText(/^Read first what changed meanwhile/).first()).toBeVisible();
  await expect(labels(page)).toContainText('Scanned back');
  await button(there, 'I have read it').click();
  await button(there, 'Close').click();
  await expect(there).toHaveCount(0);
  await expect(labels(second)).toContainText('Scanned back');
});

test('a step that another window was quicker with is no failure where the visit stands as it was wanted @web', async ({
  page,
  host,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkIn(page);
  const second = await openSecond(page, () => host.openWindow());
  await expect(button(second, 'Start collecting')).toBeVisible();
  const hear = await withholdNews(second, 'visits.get');
  await button(page, 'Start collecting').click();
  await expect(button(page, 'Back to the waiting room')).toBeVisible();
  await button(second, 'Start collecting').click();
  hear();
  await expect(button(second, 'Back to the waiting room')).toBeVisible();
  // Who has them is said all the same.
  await expect(second.getByRole('region', { name: 'Just done' })).toContainText(`${person}: Collecting.`);
  await expect(changedMeanwhile(second)).toHaveCount(0);
});

test('that a visit changed meanwhile is said until it has moved on since, or its next step has succeeded in the same window @web', async ({
  page,
  host,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkIn(page);
  const second = await openSecond(page, () => host.openWindow());
  const refuse = async (): Promise<void> => {
    await expect(button(second, 'Not here after all')).toBeVisible();
    const hear = await withholdNews(second, 'visits.get');
    await button(page, 'Start collecting').click();
    await expect(button(page, 'Back to the waiting room')).toBeVisible();
    await button(second, 'Not here after all').click();
    hear();
    await expect(changedMeanwhile(second)).toBeVisible();
    await expect(button(second, 'Back to the waiting room')).toBeVisible();
    await expect(changedMeanwhile(second)).toBeVisible();
  };
  await refuse();
  await button(page, 'Back to the waiting room').click();
  await expect(button(second, 'Not here after all')).toBeVisible();
  await expect(changedMeanwhile(second)).toHaveCount(0);

  await refuse();
  await button(second, 'Print label').click();
  await expect(labels(second)).toContainText('Scan it back');
  await expect(changedMeanwhile(second)).toHaveCount(0);
});

test('whoever has chosen a patient for a visit is told when another window has assigned somebody else @web', async ({
  page,
  host,
}) => {
  const [one = '', other = ''] = await namesOnBoard(page);
  await rowsWithoutPatient(page).first().getByRole('link').click();
  const who = panel(page, 'Who is this registration for?');
  await expect(who).toBeVisible();
  const second = await openSecond(page, () => host.openWindow());
  for (const [window, name] of [
    [page, one],
    [second, other],
  ] as const) {
    await window.getByLabel('Find the person').fill(name);
    const found = window.getByRole('list', { name: 'People found' }).getByRole('button').first();
    await expect(found).toContainText(name);
    // Whoever is found comes into sight first.
    await seePageAtRest(window);
    await found.click();
    await expect(panel(window, 'Assign this patient?')).toContainText(name);
  }
  await button(page, 'Assign patient').click();
  await expect(panel(page, 'Confirm identity')).toBeVisible();
  const told = second.getByRole('dialog', { name: `Assign ${other}?` });
  await expect(told).toContainText('This was settled meanwhile. Nothing more is sent from here.');
  await expect(told).toContainText(`You had typed: ${other}`);
  await expectAccessible(second);
  await button(told, 'Understood').click();
  await expect(second.getByRole('heading', { level: 1, name: one, exact: true })).toBeVisible();
  // Whoever assigned is told nothing of the kind.
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a time of collection that was typed is told to whoever typed it when another window finishes the collection @web', async ({
  page,
  host,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkInAndPrint(page);
  await scan(page, await codeOf(labels(page).first()));
  await expect(labels(page)).toContainText('Scanned back');
  const second = await openSecond(page, () => host.openWindow());
  const time = (window: Page) => window.getByLabel('Time of collection');
  await expect(labels(second)).toContainText('Scanned back');
  const typed = '0001';
  await time(second).fill(typed);
  const hear = await withholdNews(second, 'visits.get');
  // Typed here as well: whoever finishes is told nothing of their own doing.
  await time(page).fill(siteTimeNow().replace(':', ''));
  await button(page, 'Collected').click();
  await expect(button(page, 'Has left')).toBeVisible();
  hear();
  const told = second.getByRole('dialog', { name: `${person} is collected already` });
  await expect(told).toContainText('This was settled meanwhile. Nothing more is sent from here.');
  await expect(told).toContainText(/\d\d:\d\d, [^:]+: Collected \(at \d\d:\d\d/);
  await expect(told).toContainText(`You had typed: ${typed}`);
  await expectAccessible(second);
  await button(told, 'Understood').click();
  await expect(told).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Read once, it is not there for the next collection.
  await button(second, 'Collect again').click();
  await expect(time(second)).not.toHaveValue(typed);
});

test('a time of collection that is typed while it is that minute stays, and does not go on with the clock @web', async ({
  page,
  host,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkInAndPrint(page);
  const code = await codeOf(labels(page).first());
  const clock = (window: Page) => panel(window, 'The service’s clock').locator('time');
  const second = await host.openWindow();
  await seeBoard(second);
  await goTo(second, 'Training');
  await expect(clock(second)).toHaveText(/^\d\d:\d\d$/);
  const time = page.getByLabel('Time of collection');
  const typed = await time.inputValue();
  await time.fill('');
  await time.fill(typed);
  await expect(button(page, 'Use the present time')).toBeVisible();
  // Scanned where the time was typed, it is taken out of the field again.
  await scan(page, code);
  await expect(labels(page)).toContainText('Scanned back');
  await expect(time).toHaveValue(typed);
  const before = await clock(second).innerText();
  await button(second, 'Forward 11 minutes').click();
  await expect(clock(second)).not.toHaveText(before);
  await expect(button(page, 'Use the present time')).toBeVisible();
  await button(page, 'Collected').click();
  await expect(page.getByText(`collected at ${typed}`, { exact: true })).toBeVisible();
});
