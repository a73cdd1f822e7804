// An appointment that is cancelled or moved at the service while it is open here, in the question before it is cancelled or moved: the
// screen says so, and what is not there any more is neither moved nor cancelled unseen.
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../../src/domain/site-time.ts';
import { expect, expectAccessible, type DeskHost } from '../fixtures.ts';
import {
  boardRow,
  button,
  chooseTomorrow,
  chosenTests,
  goTo,
  namesOnBoard,
  openVisit,
  openVisitOfTomorrow,
  panel,
  seeBoard,
  title,
  trfCodeOf,
} from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { appointmentOf, refusal, type Laboratory } from './support/laboratory.ts';

const slots = (page: Page): Locator => page.getByRole('grid', { name: /^Slots of/ });

/** Another window has the service read until the one that is looked at says what happened there. */
async function readUntil(other: Page, said: Locator): Promise<void> {
  await goTo(other, 'Outbox');
  await expect(async () => {
    await button(other, 'Sync now').click();
    await expect(said).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 150_000 });
}

/** The first question is told what changed, and cannot be answered before that is read. */
async function read(dialog: Locator, words: RegExp): Promise<void> {
  await expect(dialog.getByRole('alert')).toContainText('This changed meanwhile.');
  await expect(dialog.getByRole('alert')).toContainText(words);
  await expectAccessible(dialog.page());
  await button(dialog, 'I have read it').click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
}

test('an appointment that the laboratory cancels while it is being cancelled here is only taken off the board @web', async ({
  page,
  host,
  laboratory,
}) => {
  await seeBoard(page);
  const name = await openVisitOfTomorrow(page);
  const code = await trfCodeOf(page);
  const other = await host.openWindow();
  await seeBoard(other);
  await button(page, 'Cancel appointment').click();
  await page.getByLabel('Reason').fill('Rang: ill');
  const dialog = page.getByRole('dialog', { name: `Cancel the appointment of ${name}?` });
  await expect(dialog).toContainText('its slot becomes free for others');

  const { id } = await appointmentOf(laboratory, code);
  await laboratory.ask('DELETE', `/api/appointment/${id}`);
  await readUntil(other, dialog.getByRole('alert'));
  await read(dialog, /The service has no such appointment any more/);
  await expect(dialog).toContainText('nothing changes there');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Rang: ill');
  await button(dialog, 'Cancel the appointment').click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`The appointment of ${name} is cancelled`)).toBeVisible();
  await goTo(other, 'Outbox');
  await expect(other.getByText('Nothing is waiting', { exact: false }).first()).toBeVisible();
});

test('an appointment that the laboratory moves, and then cancels, while it is being moved here @web', async ({
  page,
  host,
  laboratory,
}) => {
  test.slow();
  // One of today: those of later days are read more seldom. It is moved to tomorrow, because in the evening nothing of today is free.
  const name = (await namesOnBoard(page)).at(-1) ?? '';
  await openVisit(page, name);
  const code = await trfCodeOf(page);
  const other = await host.openWindow();
  await seeBoard(other);
  await button(page, 'Move appointment').click();
  await chooseTomorrow(page);
  const choices = slots(page).getByRole('button', { name: /^Move to/ });
  const [theirs, ours] = [await choices.nth(3).innerText(), await choices.nth(6).innerText()];
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${name}?` });
  await button(slots(page), `Move to ${ours}`).click();
  await expect(dialog).toBeVisible();

  const { id, starts_at: startsAt } = await appointmentOf(laboratory, code);
  const tomorrow = addDays(startsAt.slice(0, 10), 1);
  await laboratory.ask('PATCH', `/api/appointment/${id}`, { appointment_time: `${tomorrow}T${theirs}:00` });
  await readUntil(other, dialog.getByRole('alert'));
  await read(dialog, new RegExp(`It is on .* at ${theirs} at .* now\\.`));
  await expect(dialog).toContainText(`Its slot at ${theirs} becomes free for others.`);
  await button(dialog, 'Move the appointment').click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await appointmentOf(laboratory, code)).starts_at).toContain(`T${ours}`);

  // Once more, and it is cancelled there: nothing is moved, and every screen of it says so.
  await expect(title(page, name)).toBeVisible();
  const visit = new URL(page.url()).hash;
  await button(page, 'Move appointment').click();
  await choices.nth(8).click();
  await expect(dialog).toBeVisible();
  await laboratory.ask('DELETE', `/api/appointment/${id}`);
  await readUntil(other, dialog.getByText('This was settled meanwhile.'));
  await expect(dialog).toContainText('The service has no such appointment any more');
  await expectAccessible(page);
  await button(dialog, 'Understood').click();
  await expect(page.getByRole('status').filter({ hasText: 'It cannot be moved' })).toBeVisible();
  const line = page.getByRole('list', { name: 'Booked' }).getByRole('listitem').filter({ hasText: name });
  await expect(line).toContainText('No appointment at the service');
  await expect(button(line, `Move ${name}`)).toHaveCount(0);
  await expectAccessible(page);
  await page.evaluate((hash) => (location.hash = hash), visit);
  await expect(page.getByText('The service has no such appointment any more')).toBeVisible();
  await expect(button(page, 'Cancel appointment')).toBeVisible();
  await expect(button(page, 'Move appointment')).toHaveCount(0);
});

/** Moves the last of today's people to tomorrow, and the laboratory cancels the appointment while the move waits. */
async function cancelledWhileItsMoveWaits(
  page: Page,
  host: DeskHost,
  laboratory: Laboratory,
): Promise<{ name: string; notMoved: Locator }> {
  const name = (await namesOnBoard(page)).at(-1) ?? '';
  await openVisit(page, name);
  const code = await trfCodeOf(page);
  const visit = new URL(page.url()).hash;
  const { id } = await appointmentOf(laboratory, code);
  const other = await host.openWindow();
  await seeBoard(other);
  laboratory.keepDoor(({ method, path }) =>
    method === 'PATCH' && path.includes('/api/appointment/') ? refusal(503, {}) : null,
  );
  await button(page, 'Move appointment').click();
  await chooseTomorrow(page);
  const chosen = slots(page)
    .getByRole('button', { name: /^Move to/ })
    .nth(6);
  const to = await chosen.innerText();
  await chosen.click();
  await button(page, 'Move the appointment').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await laboratory.ask('DELETE', `/api/appointment/${id}`);
  laboratory.keepDoor(() => null);

  await page.evaluate((hash) => (location.hash = hash), visit);
  const notMoved = panel(page, 'The appointment was not moved');
  await readUntil(other, other.getByText('The service does not have the appointment any more').first());
  await expect(notMoved).toContainText(new RegExp(`It was to be moved from .* to \\S+ ${to}\\.`));
  return { name, notMoved };
}

test('an appointment that the laboratory cancels while its move waits is not offered to be moved again @web', async ({
  page,
  host,
  laboratory,
}) => {
  test.slow();
  const { name, notMoved } = await cancelledWhileItsMoveWaits(page, host, laboratory);
  await expect(notMoved).toContainText('The service does not have the appointment any more');
  await expect(notMoved).not.toContainText('taken');
  await expect(button(page, 'Move appointment')).toHaveCount(0);
  await expectAccessible(page);

  await button(notMoved, 'Give up this move').click();
  const dialog = page.getByRole('dialog', { name: `Give up the move of ${name}?` });
  await expect(dialog).toContainText('nothing changes there');
  await dialog.getByLabel('Reason').fill('Cancelled there');
  await button(dialog, 'Give up this move').click();
  await expect(dialog).toHaveCount(0);
  await expect(notMoved).toHaveCount(0);
  await expect(page.getByText('The service has no such appointment any more')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Not found');
});

test('somebody whose appointment the laboratory cancels while its move waits is booked again, and expected once @web', async ({
  page,
  host,
  laboratory,
}) => {
  test.slow();
  const { name, notMoved } = await cancelledWhileItsMoveWaits(page, host, laboratory);
  await button(notMoved, 'Book a slot again').dblclick();
  await expect(panel(page, '1. Person')).toContainText(name);
  await expect(chosenTests(page)).toHaveCount(1);
  await button(page, 'Confirm walk-in').click();
  await expect(title(page, name)).toBeVisible();
  await expect(panel(page, 'Registration').locator('code').first()).toHaveText(/^DRW-/);
  await expect(notMoved).toHaveCount(0);
  await goTo(page, 'Board');
  const lines = boardRow(page, name);
  await expect(lines.filter({ hasText: 'Expected' })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'Cancelled' })).toHaveCount(1);
  await expect(lines).toHaveCount(2);
  await goTo(page, 'Outbox');
  // The service may still carry out the move that it answered with 503, for two minutes: the cancellation goes after that.
  await expect(page.getByText('Nothing is waiting', { exact: false }).first()).toBeVisible({
    timeout: 180_000,
  });
});
