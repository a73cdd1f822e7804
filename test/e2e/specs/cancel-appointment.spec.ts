// Somebody with an appointment rings and cancels it: what that does is said first, and their slot is free again.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { boardOf, button, goOffline, goTo, history, seeBoard, title } from './support/desk.ts';

test('an appointment of tomorrow is cancelled with a reason, and its slot is free for others', async ({
  page,
}) => {
  await seeBoard(page);
  await page.keyboard.press('.');
  await expect(page.getByText('this is the board of tomorrow')).toBeVisible();
  const day = await page.getByRole('heading', { level: 1 }).innerText();
  const rows = boardOf(page, day)
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(8);
  const [name, time] = [
    await rows.first().getByRole('link').innerText(),
    await rows.first().getByRole('time').first().innerText(),
  ];
  await rows.first().getByRole('link').click();
  await expect(title(page, name)).toBeVisible();
  await button(page, 'Cancel appointment').click();
  const dialog = page.getByRole('dialog', { name: `Cancel the appointment of ${name}?` });
  await expect(dialog).toContainText(`${day}, ${time}`);
  await expect(dialog).toContainText('This cannot be undone');
  await expect(dialog).toContainText('may charge');
  await expectAccessible(page);

  // Nothing happens without a reason, nor when it is thought better of.
  await expect(dialog.getByRole('button', { name: 'Cancel the appointment' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  await button(page, 'Cancel appointment').click();
  // What is typed at once is the reason.
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Rang: cannot come');
  await page.keyboard.press('Enter');
  await expect(history(page).filter({ hasText: 'Cancellation of the appointment saved' })).toContainText(
    'Rang: cannot come',
  );
  await expect(button(page, 'Cancel appointment')).toHaveCount(0);
  await expect(button(page, 'Expect again')).toHaveCount(0);
  await expectAccessible(page);
  await button(page, 'Back to the board').click();
  await expect(rows.first()).toContainText('Cancelled');

  await goTo(page, 'Outbox');
  await expect(
    page.getByText('Every change meant for the service has reached it', { exact: false }),
  ).toBeVisible();
  await page.keyboard.press('m');
  await page.getByRole('gridcell', { selected: true }).getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(`^${day}`) })).toBeVisible();
  await expect(page.getByRole('grid', { name: /^Slots of/ }).getByRole('link', { name: time })).toBeVisible();
});

test('with the line down it says that the slot stays taken until it is sent, and waits', async ({ page }) => {
  await seeBoard(page);
  await goOffline(page);
  await goTo(page, 'Board');
  await page.keyboard.press('.');
  await expect(page.getByText('this is the board of tomorrow')).toBeVisible();
  const day = await page.getByRole('heading', { level: 1 }).innerText();
  const rows = boardOf(page, day)
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await rows.first().getByRole('link').click();
  await button(page, 'Cancel appointment').click();
  await expect(page.getByRole('dialog')).toContainText('until it can, the slot stays taken');
  await page.getByLabel('Reason').fill('Rang: cannot come');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('1 waiting');
  await goTo(page, 'Outbox');
  await expect(page.getByText('Cancel the appointment')).toBeVisible();
  await goTo(page, 'Training');
  await page.getByRole('switch', { name: 'Go offline' }).uncheck();
  await goTo(page, 'Outbox');
  await expect(page.getByText('Cancel the appointment')).toHaveCount(0, { timeout: 30_000 });
});
