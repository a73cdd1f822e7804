// A printer, and somebody who works here, changed in two windows: what the other window saved is read before anything is put in its
// place. See two-windows.spec.ts for registrations and orders, two-windows-visit.spec.ts for visits.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, goTo, panel, seeBoard, title } from './support/desk.ts';
import { openSecond, withholdNews } from './support/two-windows.ts';

const printer = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

test('a printer that two windows change, measure and remove @web', async ({ page, host }) => {
  test.slow();
  await button(page, 'Desk settings').click();
  await panel(page, 'Printers').getByRole('link', { name: 'Set up the printers' }).click();
  await expect(title(page, 'Printers')).toBeVisible();
  await button(page, 'Add a printer').click();
  const here = page.getByRole('dialog');
  await here.getByLabel('Name').fill('Room 2');
  await here.getByLabel('Address').fill('192.0.2.10');
  await button(here, 'Add the printer').click();
  await expect(here).toHaveCount(0);
  const second = await openSecond(page, () => host.openWindow());
  const there = second.getByRole('dialog');

  // Changed at both: the second one has not heard of it, presses twice, and the first one's address stays.
  for (const window of [page, second]) await button(window, 'Change Room 2').click();
  await there.getByLabel('Name').fill('Room 2, door');
  await here.getByLabel('Address').fill('192.0.2.77');
  let hear = await withholdNews(second, 'printers.list');
  await button(here, 'Save the printer').click();
  await expect(here).toHaveCount(0);
  for (const press of ['first', 'second']) {
    await there.getByLabel('Name').press('Enter');
    await expect(there.getByRole('alert'), press).toContainText('This changed meanwhile');
  }
  hear();
  await expect(there.getByRole('alert')).toContainText('Room 2 at 192.0.2.77');
  await expectAccessible(second);
  await expect(there.getByLabel('Name')).toHaveValue('Room 2, door');
  await button(there, 'Leave it as it is set up now').click();
  await expect(there.getByRole('alert')).toHaveCount(0);
  await expect(there.getByLabel('Address')).toHaveValue(/192\.0\.2\.77/);
  await there.getByLabel('Name').fill('Room 2, door');
  await button(there, 'Save the printer').click();
  await expect(there).toHaveCount(0);
  for (const window of [page, second])
    await expect(printer(window, 'Room 2, door')).toContainText('192.0.2.77');

  // Measured at one, while the other one sets it to another size: that is read first.
  await button(second, 'Measure the labels in Room 2, door').click();
  await button(page, 'Change Room 2, door').click();
  await here.getByLabel('Height of a label').fill('31');
  await button(here, 'Save the printer').click();
  await expect(there.getByRole('alert')).toContainText('labels of 50.8 × 31 mm now');
  await button(there, 'I have read it').click();
  await expect(there.getByRole('alert')).toHaveCount(0);

  // Removed at one: both dialogs of the other one say so.
  await button(there, 'Cancel').click();
  for (const window of [page, second]) await button(window, 'Remove Room 2, door').click();
  hear = await withholdNews(second, 'printers.list');
  await button(here, 'Remove this printer').click();
  await expect(here).toHaveCount(0);
  await button(there, 'Remove this printer').click();
  await expect(there.getByRole('alert')).toContainText('Not found');
  hear();
  await expect(there).toContainText('The printer was removed at another window.');
  await expectAccessible(second);
  await button(there, 'Understood').click();
  await expect(there).toHaveCount(0);
});

test('somebody who is switched off at one window is not switched on again by a change of their name at the other one @web', async ({
  page,
  host,
}) => {
  await seeBoard(page);
  await goTo(page, 'People');
  await button(page, 'Add somebody').click();
  const here = page.getByRole('dialog');
  await here.getByLabel('Initials').fill('QX');
  await here.getByLabel('Name').fill('Quinn Xu');
  await button(here, 'Add').click();
  await expect(here).toHaveCount(0);
  const second = await openSecond(page, () => host.openWindow());
  const there = second.getByRole('dialog');
  for (const window of [page, second]) await button(window, 'Change QX').click();
  await there.getByLabel('Name').fill('Quinn Xue');
  const hear = await withholdNews(second, 'staff.people');
  await here.getByRole('switch', { name: 'Works here' }).uncheck();
  await button(here, 'Save').click();
  await expect(here).toHaveCount(0);
  for (const press of ['first', 'second']) {
    await there.getByLabel('Name').press('Enter');
    await expect(there.getByRole('alert'), press).toContainText('This changed meanwhile');
  }
  hear();
  await expect(there.getByRole('alert')).toContainText('They are switched off');
  await expectAccessible(second);
  await button(there, 'I have read it').click();
  await expect(there.getByRole('switch', { name: 'Works here' })).not.toBeChecked();
  await expect(there.getByLabel('Name')).toHaveValue('Quinn Xue');
  await button(there, 'Save').click();
  await expect(there).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: 'QX' });
  await expect(row).toContainText('Quinn Xue');
  await expect(row).toContainText('Switched off');
});

test('that events go elsewhere by now is read before they are turned off @web', async ({ page, host }) => {
  await seeBoard(page);
  await goTo(page, 'Service');
  const here = page.getByRole('dialog');
  const send = async (window: Page, to: string): Promise<void> => {
    await window.getByLabel('New address for events').fill(`https://${to}/lab`);
    await button(window, 'Save at the service').click();
    await button(window.getByRole('dialog'), `Send events to ${to}`).click();
    await expect(window.getByRole('dialog')).toHaveCount(0);
  };
  await send(page, 'one.example.org');
  const second = await openSecond(page, () => host.openWindow());
  await button(page, 'Turn events off').click();
  await expect(here).toContainText('one.example.org');
  await send(second, 'two.example.org');
  await expect(here.getByRole('alert')).toContainText('Events go to two.example.org now.');
  await expectAccessible(page);
  await button(here, 'Turn events off').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Read first what changed meanwhile/).first()).toBeVisible();
  await button(here, 'I have read it').click();
  await button(here, 'Turn events off').click();
  await expect(page.getByText('Nowhere: turned off')).toBeVisible();
});
