// People whose names and dates of birth are not the usual ones: each is shown and printed as they were entered; what cannot be
// anybody’s is refused in words at its field, and everything else that was entered stays.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  chooseTest,
  closeVisit,
  enterPerson,
  goTo,
  labels,
  panel,
  seeBoard,
  title,
  type NewPerson,
} from './support/desk.ts';

const JAMES: NewPerson = {
  firstName: 'James',
  lastName: 'Featherstone',
  birth: ['15', '3', '1984'],
  gender: 'Male',
  email: 'james@example.org',
};

/** Sets apart what is written from right to left, as the desk does it for the figures beside it. */
const apart = (name: string): string => `\u2068${name}\u2069`;

interface OddPerson {
  readonly person: Partial<NewPerson>;
  readonly name: string;
  readonly born: string;
  /** What is said in place of a label that cannot carry the whole name. */
  readonly noLabel?: string;
}

const ODD: readonly OddPerson[] = [
  {
    person: { lastName: 'الحسن', firstName: 'محمد' },
    name: apart('الحسن, محمد'),
    born: '15-Mar-1984',
  },
  { person: { lastName: 'כהן', firstName: 'דוד' }, name: apart('כהן, דוד'), born: '15-Mar-1984' },
  {
    person: { lastName: 'Ngũgĩ', firstName: 'Wanja 🙂' },
    name: 'NGŨGĨ, Wanja 🙂',
    born: '15-Mar-1984',
    noLabel: 'The label printer cannot write 🙂 in this name',
  },
  {
    person: { lastName: 'O’Neill-Smith', firstName: 'Siobhán', birth: ['29', '2', '2000'] },
    name: 'O’NEILL-SMITH, Siobhán',
    born: '29-Feb-2000',
  },
];

async function openNewPerson(page: Page): Promise<void> {
  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the person').fill('nobody by this name');
  await button(page, 'New person').click();
}

test('people with names in other scripts, signs and hyphens, and born on a leap day, are on board and record as typed, and on a label whole or not at all @web', async ({
  page,
}) => {
  test.slow();
  await seeBoard(page);
  for (const { person, name, born, noLabel } of ODD) {
    await openNewPerson(page);
    await enterPerson(page, { ...JAMES, ...person });
    const warning = page.getByText('A label cannot carry 🙂. Leave it out');
    await expect(warning).toHaveCount(noLabel === undefined ? 0 : 1);
    await button(page, 'Create person').click();
    await expect(panel(page, '1. Person')).toContainText(name);
    await expect(panel(page, '1. Person')).toContainText(born);
    await chooseTest(page, 'iron');
    await button(page, 'Hold slot').click();
    await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
    await button(page, 'Confirm walk-in').click();
    await expect(title(page, name)).toBeVisible();
    await checkIn(page);
    await button(page, 'Print label').click();
    if (noLabel === undefined) await expect(labels(page).first()).toContainText('Scan it back');
    else await expect(page.getByRole('alert').filter({ hasText: noLabel })).toBeVisible();
    await closeVisit(page);
    await expect(boardRow(page, name)).toBeVisible();

    await goTo(page, 'Patients');
    await page.getByLabel('Find a person').fill(person.lastName ?? '');
    await panel(page, 'People found').getByRole('link').first().click();
    await expect(title(page, name)).toBeVisible();
    await expect(panel(page, 'Identity and contact')).toContainText(born);
    await goTo(page, 'Board');
  }
  await goTo(page, 'Training');
  const printed = page.getByRole('img', { name: /^Label received/ });
  await expect(printed).toHaveCount(ODD.filter(({ noLabel }) => noLabel === undefined).length);
});

const problemAt = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

test('a date of birth that nobody has, and a name of ten thousand letters, are refused at their fields, and nothing is lost @web', async ({
  page,
}) => {
  await seeBoard(page);
  await openNewPerson(page);
  const thisYear = new Date().getFullYear();
  const year = page.getByRole('group', { name: 'Date of birth' }).getByLabel('Year');
  const lastName = page.getByLabel('Last name');
  const endless = 'Ab'.repeat(5_000);
  await enterPerson(page, { ...JAMES, lastName: endless, birth: ['15', '3', String(thisYear + 1)] });
  await button(page, 'Create person').click();
  const summary = page.getByRole('alert').filter({ hasText: 'Date of birth' });
  await expect(summary).toContainText('Date of birth must not be in the future');
  await expect(summary).toContainText('Shorten the last name to 100 characters');
  await expect.poll(() => problemAt(year)).toContain('Date of birth must not be in the future');
  await expect.poll(() => problemAt(lastName)).toContain('Shorten the last name to 100 characters');
  await expectAccessible(page);

  await year.fill(String(thisYear - 130));
  await button(page, 'Create person').click();
  await expect.poll(() => problemAt(year)).toContain('Date of birth must be within the last 125 years');
  await expect(lastName).toHaveValue(endless);
  await expect(page.getByLabel('First name')).toHaveValue(JAMES.firstName);
  await expect(page.getByLabel('E-mail')).toHaveValue(JAMES.email);

  await lastName.fill(JAMES.lastName);
  await year.fill('1984');
  await button(page, 'Create person').click();
  await expect(panel(page, '1. Person')).toContainText('FEATHERSTONE, James');
});
