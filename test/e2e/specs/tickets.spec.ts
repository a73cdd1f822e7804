// The visit ticket: printed at check-in or from the visit, seen in the training ground, scanned at the desk; a roll that has run
// out is said before anything is sent.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  board,
  button,
  checkIn,
  closeVisit,
  connection,
  goTo,
  namesOnBoard,
  openVisit,
  panel,
  title,
} from './support/desk.ts';

const ticketPrinter = (page: Page, mode: string) =>
  page
    .getByRole('group', { name: 'How the ticket printer behaves' })
    .getByRole('radio', { name: mode, exact: true });

test('a ticket gives the person a number, opens their visit when it is scanned, and waits for paper @web', async ({
  page,
}) => {
  const [first = '', second = ''] = await namesOnBoard(page);
  await openVisit(page, first);
  await checkIn(page);
  const ticket = panel(page, 'Visit ticket');
  await button(ticket, 'Print ticket').click();
  await expect(ticket).toContainText('Number 1');
  await expect(button(ticket, 'Print the ticket again')).toBeVisible();
  await expectAccessible(page);
  const code = (await ticket.locator('code').innerText()).trim();

  await goTo(page, 'Training');
  const tray = panel(page, 'What came out');
  await expect(tray.getByRole('img', { name: /^Ticket received/ })).toHaveCount(1);
  await expect(tray).toContainText(`A scanner reads ${code}`);
  await ticketPrinter(page, 'Out of paper').check({ force: true });
  await expect(page.getByText('none is sent')).toBeVisible();

  // From now on each check-in prints one, with initials as before.
  await page.getByRole('link', { name: 'Desk settings' }).first().click();
  const settings = panel(page, 'Visit tickets');
  const atCheckIn = settings.getByRole('switch', { name: 'Print a ticket at each check-in' });
  await expect(atCheckIn).not.toBeChecked();
  // Shows what the desk has saved, so a moment after the click.
  await atCheckIn.click();
  await expect(atCheckIn).toBeChecked();
  await expect(settings.getByRole('radio', { name: 'Initials' })).toBeChecked();
  await expectAccessible(page);
  await closeVisit(page);
  await openVisit(page, second);
  await checkIn(page);
  await expect(ticket).toContainText('Number 2');
  await expect(ticket).toContainText('Printer needs attention');
  await expect(connection(page)).toContainText('1 print job needs attention');

  await goTo(page, 'Print queue');
  const printers = page.getByRole('list', { name: 'Printers' });
  await expect(printers).toContainText('prints the visit tickets');
  await expect(printers).toContainText('It is out of paper: put in a new roll.');
  await expectAccessible(page);
  await goTo(page, 'Training');
  await ticketPrinter(page, 'Ready').check({ force: true });
  // Nothing had been sent, so it comes out by itself.
  await expect(tray.getByRole('img', { name: /^Ticket received/ })).toHaveCount(2, { timeout: 30_000 });
  await expect(connection(page)).toHaveText('');

  await closeVisit(page);
  await expect(board(page)).toBeVisible();
  await scan(page, code);
  await expect(title(page, first)).toBeVisible();
  await expect(ticket).toContainText('Number 1');
});
