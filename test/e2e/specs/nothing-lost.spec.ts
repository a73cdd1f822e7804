// Nothing typed is lost: in each form, what was typed is there after a reload, and gone once the form is closed. What is wrong is
// named at its field, and a double press does nothing twice.
import { expect, expectAccessible, test } from '../fixtures.ts';
import type { Locator, Page } from '@playwright/test';
import {
  boardRows,
  button,
  checkIn,
  chooseTest,
  goTo,
  labels,
  namesOnBoard,
  openVisit,
  openVisitOfTomorrow,
  panel,
  seeBoard,
  title,
} from './support/desk.ts';
import { registrationRows, rowsWithoutPatient } from './support/registration-list.ts';

/** Apostrophes, hyphens, right-to-left letters, emoji, and ten thousand characters in all. */
const LONG = `O'Neill-Brontë’s محمد عبد الرحمن 👩‍👩‍👧 ${'x'.repeat(10_000)}`.slice(0, 10_000);

interface Form {
  readonly what: string;
  /** Opens the form from the board. */
  open(page: Page, name: string): Promise<void>;
  field(page: Page): Locator;
  readonly text: string;
  /** Takes back what was typed, or closes the form. */
  close(page: Page): Promise<void>;
}

async function openPerson(page: Page, name: string): Promise<void> {
  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill(name);
  // By the whole name: before the list is narrowed, somebody else of the same last name may stand first.
  await page.getByRole('link', { name }).first().click();
  await expect(title(page, name)).toBeVisible();
}

async function openRegistration(page: Page, filter: 'No patient' | null): Promise<void> {
  if (filter === null) await goTo(page, 'Registrations');
  const rows =
    filter === null
      ? registrationRows(page).filter({ hasNotText: 'No patient' })
      : await rowsWithoutPatient(page);
  await rows.first().getByRole('link').first().click();
  await expect(panel(page, 'Change or ask for')).toBeVisible();
}

async function openVisitOf(page: Page, name: string): Promise<void> {
  await goTo(page, 'Board');
  await openVisit(page, name);
}

const closeDialog = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

const FORMS: readonly Form[] = [
  {
    what: 'a new person',
    open: async (page) => {
      await goTo(page, 'Patients');
      await button(page, 'New person').click();
    },
    field: (page) => page.getByLabel('Last name'),
    text: LONG,
    close: (page) => button(page, 'Empty the form').click(),
  },
  {
    what: 'somebody registered for a test',
    open: async (page, name) => {
      await openPerson(page, name);
      await button(page, 'Register for a test').click();
    },
    field: (page) => page.getByLabel('Only these biomarkers'),
    text: 'FERR, محمد',
    close: closeDialog,
  },
  {
    what: 'the patient of a registration',
    open: async (page) => {
      await openRegistration(page, 'No patient');
      await button(page, 'Assign the patient').click();
    },
    field: (page) => page.getByLabel('Find the person'),
    text: LONG,
    close: closeDialog,
  },
  {
    what: 'the completion e-mail',
    open: async (page) => {
      await openRegistration(page, 'No patient');
      await button(page, 'Send completion e-mail').click();
    },
    field: (page) => page.getByLabel('E-mail address'),
    text: LONG,
    close: closeDialog,
  },
  {
    what: 'the reference',
    open: async (page) => {
      await openRegistration(page, null);
      await button(page, 'Mobile number or reference').click();
    },
    field: (page) => page.getByRole('textbox', { name: 'Reference', exact: true }),
    text: LONG,
    close: closeDialog,
  },
  {
    what: 'the reason of a cancellation',
    open: async (page) => {
      await goTo(page, 'Board');
      await openVisitOfTomorrow(page);
      await button(page, 'Cancel appointment').click();
    },
    field: (page) => page.getByLabel('Reason'),
    text: LONG,
    close: closeDialog,
  },
  {
    what: 'an order',
    open: async (page) => {
      await goTo(page, 'Orders');
      await button(page, 'Build an order').click();
    },
    field: (page) => page.getByLabel('First name'),
    text: LONG,
    close: (page) => button(page, 'Start again').click(),
  },
  {
    what: 'the webhook',
    open: (page) => goTo(page, 'Service'),
    field: (page) => page.getByLabel('Address for events'),
    text: 'https://events.example.org/محمد',
    close: (page) => button(page, 'Drop what was typed').click(),
  },
  {
    what: 'somebody new at the walk-in',
    open: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Walk-in' }).click();
      await button(page, 'New person').click();
    },
    field: (page) => page.getByLabel('Last name'),
    text: LONG,
    close: (page) => button(page, 'Back').click(),
  },
  {
    what: 'a test that is looked for at the walk-in',
    open: (page) => page.getByRole('banner').getByRole('button', { name: 'Walk-in' }).click(),
    field: (page) => page.getByLabel('Find the test'),
    text: 'vitam',
    close: (page) => goTo(page, 'Board'),
  },
  {
    what: 'a product that is looked for in an order',
    open: async (page) => {
      await goTo(page, 'Orders');
      await button(page, 'Build an order').click();
    },
    field: (page) => page.getByLabel('Find a product'),
    text: 'vitam',
    close: (page) => button(page, 'Start again').click(),
  },
  {
    what: 'a taken time',
    open: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Walk-in' }).click();
      await chooseTest(page, 'vitamin d');
      await button(page, 'A taken or closed time').click();
    },
    field: (page) => page.getByLabel('Reason'),
    text: LONG,
    close: async (page) => {
      await closeDialog(page);
      await page.getByRole('list', { name: 'Tests' }).getByRole('checkbox', { checked: true }).uncheck();
    },
  },
  {
    what: 'new initials',
    open: async (page) => {
      await page.getByLabel('Who is working').selectOption('Add initials…');
    },
    field: (page) => page.getByRole('dialog').getByLabel('Name'),
    text: LONG,
    close: closeDialog,
  },
  {
    what: 'why one identifier is enough',
    open: async (page, name) => {
      await openVisitOf(page, name);
      await page.getByRole('checkbox', { name: 'Name', exact: true }).check();
      await button(page, 'Only one identifier available').click();
    },
    field: (page) => page.getByLabel('Why one identifier is enough today'),
    text: LONG,
    close: (page) => button(page, 'Ask for two identifiers after all').click(),
  },
  {
    what: 'why labels are not scanned back',
    open: async (page, name) => {
      await openVisitOf(page, name);
      await checkIn(page);
      await button(page, 'Start collecting').click();
      await button(page, 'Print label').click();
      await expect(labels(page)).toContainText('Scan it back');
      await button(page, 'A label cannot be scanned').click();
    },
    field: (page) => page.getByLabel('Why the labels are not scanned back'),
    text: LONG,
    close: (page) => button(page, 'Scan them after all').click(),
  },
  {
    what: 'why no sample is taken',
    open: async (page, name) => {
      await openVisitOf(page, name);
      await page.getByRole('button', { name: /^No sample for/ }).click();
      await button(page, 'Another reason').click();
    },
    field: (page) => page.getByRole('dialog').getByLabel('In your words'),
    text: LONG,
    close: async (page) => {
      await expect(button(page, 'Another reason')).toHaveAttribute('aria-pressed', 'true');
      await closeDialog(page);
    },
  },
  {
    what: 'why a label is printed again',
    open: async (page, name) => {
      await openVisitOf(page, name);
      await page.getByRole('button', { name: /^Reprint/ }).click();
    },
    field: (page) => page.getByLabel('Reason for the reprint'),
    text: LONG,
    close: closeDialog,
  },
];

test('in each form what is typed outlives a reload, and not the closing of the form', async ({ page }) => {
  test.setTimeout(240_000);
  const names = await namesOnBoard(page);
  const expected = await boardRows(page).filter({ hasText: 'Expected' }).getByRole('link').allInnerTexts();
  const name = expected.filter((one) => names.includes(one)).at(-1) ?? '';
  for (const form of FORMS) {
    await test.step(form.what, async () => {
      await form.open(page, name);
      await form.field(page).fill(form.text);
      await page.reload();
      await expect(form.field(page)).toHaveValue(form.text);
      await form.close(page);
      await page.reload();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator('[data-draft="true"]')).toHaveCount(0);
    });
  }
});

test('the mistakes of a new person are named at their fields, and the person is made once', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Patients');
  await button(page, 'New person').click();
  await page.getByLabel('Last name').fill(LONG);
  await page.getByLabel('First name').fill('Zo\u200Bë');
  await page.getByLabel('E-mail').fill('zoë at example');
  await page.getByLabel('Phone').fill(LONG);
  await page.getByLabel('First line').fill(LONG);
  const birth = page.getByRole('group', { name: 'Date of birth' });
  const problems = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await button(page, 'Create person').click();
  await expect(problems).toBeFocused();
  await expect(problems.getByRole('link')).toHaveText([
    /^Shorten the last name/,
    /^Type the first name again/,
    /^Enter the date of birth/,
    /^Choose the gender/,
    /^Enter an e-mail address like/,
    /^Shorten the telephone number/,
    /^Shorten the first line of the address/,
    /^Enter the town or city/,
    /^Enter the postcode/,
  ]);
  await expectAccessible(page);

  for (const [day, month, year, words] of [
    ['29', '2', '2023', 'Date of birth must be a real date'],
    ['1', '1', '2999', 'Date of birth must not be in the future'],
    ['1', '1', '1850', 'Date of birth must be within the last 125 years'],
  ] as const) {
    await birth.getByLabel('Day').fill(day);
    await birth.getByLabel('Month').fill(month);
    await birth.getByLabel('Year').fill(year);
    await expect(problems.getByRole('link').nth(2)).toHaveText(words);
  }
  await birth.getByLabel('Day').fill('29');
  await birth.getByLabel('Month').fill('2');
  await birth.getByLabel('Year').fill('1908');
  await page.getByLabel('Last name').fill('محمد-O’Neill 🙂');
  await page.getByLabel('First name').fill('Zoë');
  await page.getByLabel('E-mail').fill('zoe@example.org');
  await page.getByLabel('Phone').fill('');
  await page.getByLabel('First line').fill('');
  await page.getByLabel('Gender').selectOption({ label: 'Female' });
  await expect(problems).toHaveCount(0);
  await button(page, 'Create person').dblclick();
  await expect(title(page, '\u2068محمد-O’NEILL 🙂, Zoë\u2069')).toBeVisible();
  await goTo(page, 'Patients');
  await page.getByLabel('Find a person').fill('Zoë');
  // Others of that name may be on the board of this day.
  await expect(page.getByRole('main').getByRole('link').filter({ hasText: 'O’NEILL 🙂' })).toHaveCount(1);
  await button(page, 'New person').click();
  await expect(page.getByLabel('Last name')).toHaveValue('Zoë');
});

test('of two windows on one registration the second is told, and keeps what it typed', async ({
  page,
  host,
}) => {
  await seeBoard(page);
  await openRegistration(page, null);
  const address = new URL(page.url()).hash;
  const second = await host.openWindow();
  await seeBoard(second);
  await second.evaluate((hash) => window.location.assign(hash), address);
  await expect(panel(second, 'Change or ask for')).toBeVisible();
  for (const [window, number] of [
    [page, '07700 900111'],
    [second, '07700 900222'],
  ] as const) {
    await button(window, 'Mobile number or reference').click();
    await window.getByLabel('Mobile number for text messages').fill(number);
  }
  await button(page, 'Save the change').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The other window still has its own number in the field, and sends nothing before somebody has read what changed.
  const dialog = second.getByRole('dialog');
  await expect(dialog).toContainText('This changed meanwhile');
  const save = button(dialog, 'Save the change');
  await expect(save).toHaveAccessibleDescription(/Read first what changed meanwhile/);
  await expect(second.getByLabel('Mobile number for text messages')).toHaveValue('07700 900222');
  await button(dialog, 'I have read it').click();
  await expect(save).not.toHaveAccessibleDescription(/Read first/);
  await expect(second.getByLabel('Mobile number for text messages')).toHaveValue('07700 900222');
});

test('what is too long to be kept is said at the form, before a reload loses it', async ({ page }) => {
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await page.getByRole('checkbox', { name: 'Name', exact: true }).check();
  await button(page, 'Only one identifier available').click();
  const reason = page.getByLabel('Why one identifier is enough today');
  await reason.fill('No papers');
  await page.reload();
  await expect(reason).toHaveValue('No papers');
  // Few characters in a script of which each takes two bytes.
  await reason.fill('م'.repeat(100_000));
  const tooLong = page.getByRole('alert').filter({ hasText: 'too long to be kept' });
  await expect(tooLong).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(reason).toHaveValue('No papers');
  await expect(tooLong).toHaveCount(0);
});

test('a dialog whose matter is settled at another window says what happened instead of going away', async ({
  page,
  host,
}) => {
  await seeBoard(page);
  const name = await openVisitOfTomorrow(page);
  const second = await host.openWindow();
  await seeBoard(second);
  await second.evaluate((hash) => (location.hash = hash), new URL(page.url()).hash);
  await expect(title(second, name)).toBeVisible();
  for (const window of [page, second]) {
    await button(window, 'Cancel appointment').click();
    await window.getByLabel('Reason').fill(window === page ? 'Rang: ill' : 'Wrote: ill');
  }
  await button(page, 'Cancel the appointment').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const left = second.getByRole('dialog', { name: `Cancel the appointment of ${name}?` });
  await expect(left).toContainText('settled meanwhile');
  await expect(left).toContainText('Rang: ill');
  await expect(left).toContainText('Wrote: ill');
  await expectAccessible(second);
  await button(left, 'Understood').click();
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await expect(button(second, 'Cancel appointment')).toHaveCount(0);
});
