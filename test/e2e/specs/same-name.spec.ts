// Two people of one name on one day: told apart wherever a name is chosen or looked at, by date of birth and by a mark.
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  chooseTest,
  closeVisit,
  enterPerson,
  namesOnBoard,
  openVisit,
  panel,
  searchBox,
  title,
} from './support/desk.ts';

test('two people of one name are marked on the board and at the head of their visits, and found by date of birth', async ({
  page,
}) => {
  test.slow();
  const names = await namesOnBoard(page);
  const name = names.find((one) => /^[A-Z]{4,}, [A-Z][a-z]+$/.test(one)) ?? '';
  const [lastName = '', firstName = ''] = name.split(', ');
  await openVisit(page, name);
  await expect(page.getByText('Same name today')).toHaveCount(0);
  await closeVisit(page);

  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the person').fill(name);
  // The button stands below whoever is found.
  await expect(page.getByRole('list', { name: 'People found' })).toContainText(name);
  await button(page, 'New person').click();
  await enterPerson(page, {
    firstName,
    lastName: lastName.charAt(0) + lastName.slice(1).toLowerCase(),
    birth: ['7', '7', '2001'],
    gender: 'Other',
    email: 'namesake@example.org',
  });
  await button(page, 'Create person').click();
  // Somebody of this name is known: a warning, and no more than that.
  await button(page, 'Somebody else: create anyway').click();
  await expect(panel(page, '1. Person')).toContainText('07-Jul-2001');
  await chooseTest(page, 'iron');
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  await button(page, 'Confirm walk-in').click();
  await expect(title(page, name)).toBeVisible();

  const visit = page.getByRole('region', { name: 'Visit', exact: true });
  await expect(visit).toContainText('07-Jul-2001');
  await expect(visit.getByText('Same name today')).toBeVisible();
  await expectAccessible(page);

  await searchBox(page).fill(name);
  const found = page.getByRole('listbox').getByRole('option').filter({ hasText: name });
  await expect(found).toHaveCount(2);
  await expect(found.filter({ hasText: '07-Jul-2001' })).toHaveCount(1);
  for (const line of await found.allInnerTexts()) expect(line).toMatch(/\d\d-\w{3}-\d{4}/);
  await found.filter({ hasNotText: '07-Jul-2001' }).click();
  await expect(title(page, name)).toBeVisible();
  await expect(visit).not.toContainText('07-Jul-2001');
  await expect(visit.getByText('Same name today')).toBeVisible();

  await closeVisit(page);
  const rows = boardRow(page, name);
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Same name today' })).toHaveCount(2);
});
