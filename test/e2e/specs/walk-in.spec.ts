// Somebody without an appointment, from the door to a labelled sample.
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  chooseTest,
  codeOf,
  enterPerson,
  goTo,
  labels,
  panel,
  seeBoard,
  title,
  trfCodeOf,
} from './support/desk.ts';

const hugo = {
  firstName: 'Hugo',
  lastName: 'Trevelyan',
  birth: ['1', '2', '1960'],
  gender: 'Male',
  email: 'hugo.trevelyan@example.org',
} as const;

/** Minutes from one time of day to another one, `HH:MM` both, over midnight where need be. */
function minutesFrom(before: string, after: string): number {
  const [from = 0, to = 0] = [before, after].map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  return (to - from + 1_440) % 1_440;
}

test('a walk-in is made, held with a countdown, confirmed, registered, and goes on like anybody', async ({
  page,
}) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await expect(title(page, 'Walk-in')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Find the person').fill('trevelyan, hugo');
  await expect(page.getByText('Nobody here by that name')).toBeVisible();
  await button(page, 'New person').click();
  // What was searched for is a start.
  await expect(page.getByLabel('Last name')).toHaveValue('Trevelyan');
  await enterPerson(page, hugo);
  await button(page, 'Create person').click();
  await expect(panel(page, '1. Person')).toContainText('TREVELYAN, Hugo');
  await expect(panel(page, '1. Person')).toContainText('01-Feb-1960');

  await chooseTest(page, 'iron');
  await expect(button(page, 'Confirm walk-in')).toBeDisabled();
  await expect(page.getByText('Still needed: a held slot')).toBeVisible();
  await expect(panel(page, '3. Time').getByRole('radio', { checked: true })).toHaveCount(1);
  await button(page, 'Hold slot').click();
  const countdown = page.getByRole('timer', { name: 'Held for' });
  await expect(countdown).toHaveText(/^(10:00|9:\d\d)/);
  const first = await countdown.innerText();
  await expect(countdown).not.toHaveText(first);
  await expectAccessible(page);

  await button(page, 'Confirm walk-in').click();
  // Straight to the visit, where the person is checked in.
  await expect(title(page, 'TREVELYAN, Hugo')).toBeVisible();
  await expect.poll(() => trfCodeOf(page)).toMatch(/^DRW-[0-9A-Z]+$/);
  await expectAccessible(page);
  const trfCode = await trfCodeOf(page);

  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
  await expect(labels(page)).toContainText('Scan it back');
  await scan(page, await codeOf(labels(page).first()));
  await expect(labels(page)).toContainText('Scanned back');
  await button(page, 'Collected').click();
  await expect(button(page, 'Has left')).toBeVisible();

  await goTo(page, 'Board');
  const row = boardRow(page, 'TREVELYAN, Hugo');
  await expect(row).toContainText('Walk-in');
  await expect(row).toContainText('Collected');
  // The code leads back to the visit, like any other code.
  await scan(page, trfCode.toLowerCase());
  await expect(title(page, 'TREVELYAN, Hugo')).toBeVisible();
});

test('a hold that has run out is said so, and is taken again', async ({ page }) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();

  await goTo(page, 'Training');
  const clock = panel(page, 'The service’s clock').getByRole('time');
  const before = await clock.innerText();
  await button(page, 'On by 11 minutes').click();
  await expect.poll(async () => minutesFrom(before, await clock.innerText())).toBeGreaterThanOrEqual(11);
  await goTo(page, 'Outbox');
  await button(page, 'Ask the service now').click();
  const asOf = page.getByText(/^as of/).getByRole('time');
  await expect
    .poll(async () => minutesFrom(before, await asOf.innerText()), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(11);
  await button(page, 'Walk-in').click();
  await expect(page.getByRole('alert').filter({ hasText: 'The hold has run out' })).toBeVisible();
  await button(page, 'Hold slot again').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
});
