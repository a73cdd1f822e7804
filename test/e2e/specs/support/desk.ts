// What a person at the desk sees and does, in their words: specs say what is done, this says where on the screen.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { siteZone } from '../../site-zone.ts';

export const board = (page: Page): Locator => page.getByRole('table', { name: 'Visits of today' });

/** The board of another day, by the day's words: `Friday 20-Nov-2026`. */
export const boardOf = (page: Page, day: string): Locator =>
  page.getByRole('table', { name: `Visits of ${day}` });

/** The board's rows of visits, without the head. */
export const boardRows = (page: Page): Locator =>
  board(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link') });

const NOBODY = 'No patient yet';

/** The board's row of somebody, by the name as it stands there. */
export const boardRow = (page: Page, name: string): Locator =>
  boardRows(page).filter({ has: page.getByRole('link', { name, exact: true }) });

/** Rows of visits whose registration still lacks its patient. */
export const rowsWithoutPatient = (page: Page): Locator =>
  boardRows(page).filter({ hasText: 'Patient missing' });

/** Names on the board that stand there once, in the board's order. */
export async function namesOnBoard(page: Page): Promise<string[]> {
  await seeBoard(page);
  const names = await boardRows(page).getByRole('link').allInnerTexts();
  return names.filter((name) => name !== NOBODY && names.indexOf(name) === names.lastIndexOf(name));
}

export const searchBox = (page: Page): Locator => page.getByRole('combobox', { name: 'Scan or search' });

/** Empty while all is well. */
export const connection = (page: Page): Locator => page.getByRole('status', { name: 'Connection' });

export const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** The head of the open visit or page. */
export const title = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
}

/**
 * Opens, from today's board, the first visit of tomorrow; returns the person's name. What can be done about an appointment only
 * before its time is tried with it: in the evening all of today's are over.
 */
export async function openVisitOfTomorrow(page: Page): Promise<string> {
  // Not by its key: nobody's scan follows a key as soon as a spec's does, and would be asked for again.
  await page.getByRole('link', { name: /, tomorrow, \d+ visits$/ }).click();
  await expect(page.getByText('this is the board of tomorrow')).toBeVisible();
  const day = await page.getByRole('heading', { level: 1 }).innerText();
  const link = boardOf(page, day).getByRole('row').getByRole('link').first();
  const name = await link.innerText();
  await link.click();
  await expect(title(page, name)).toBeVisible();
  return name;
}

/** Chooses tomorrow by keys in the calendar that is open, as for an appointment that is moved. */
export async function chooseTomorrow(page: Page): Promise<void> {
  await page.getByRole('gridcell', { selected: true }).getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /, tomorrow$/ })).toBeVisible();
}

/** Says for an order by kit where it goes and whose it is: somebody whom nobody knows yet. */
export async function enterKitCustomer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /kit/i }).first().check();
  await page.getByLabel('Address', { exact: true }).fill('221B Baker Street');
  await page.getByLabel('Town').fill('London');
  await page.getByLabel('Postcode').fill('NW1 6XE');
  await page.getByLabel('Last name').fill('Oduya');
  await page.getByLabel('First name').fill('Ngozi');
  await page.getByLabel('E-mail').fill('ngozi@example.test');
}

/** Places the order that is built, and says yes to the question before it. */
export async function placeOrder(page: Page): Promise<void> {
  await button(page, 'Place the order').click();
  await button(page.getByRole('dialog'), 'Place the order').click();
}

/** An order of one kit, with its registration, which has no patient yet. It is open at the end. */
export async function placeKit(page: Page): Promise<void> {
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await enterKitCustomer(page);
  await placeOrder(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Order ORD-/ })).toBeVisible();
  await expect(panel(page, 'Registrations').getByRole('link')).toBeVisible();
}

/** Waits for the board of a desk that has just started. */
export async function seeBoard(page: Page): Promise<void> {
  await expect(boardRows(page).nth(23)).toBeAttached();
}

/** Opens the visit of somebody on the board. */
export async function openVisit(page: Page, name: string): Promise<void> {
  await boardRow(page, name).getByRole('link', { name, exact: true }).click();
  await expect(title(page, name)).toBeVisible();
}

/** Back to the whole board. */
export async function closeVisit(page: Page): Promise<void> {
  await goTo(page, 'Board');
  await expect(board(page)).toBeVisible();
}

export async function tickTwoIdentifiers(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Name', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Date of birth', exact: true }).check();
}

/** Checks in whoever's visit is open. */
export async function checkIn(page: Page): Promise<void> {
  await tickTwoIdentifiers(page);
  await button(page, 'Check in').click();
  await expect(button(page, 'Start collecting')).toBeVisible();
}

/** Has the training label printer behave so from now on. Leads to Training. */
export async function behave(
  page: Page,
  mode: 'Ready' | 'Out of paper' | 'Out of paper, takes all' | 'Switched off' | 'Breaks off',
): Promise<void> {
  await goTo(page, 'Training');
  await page
    .getByRole('group', { name: 'How the printer behaves', exact: true })
    .getByRole('radio', { name: mode, exact: true })
    .check({ force: true });
}

/** Checks in whoever's visit is open and prints the label, which is to be scanned back next. */
export async function checkInAndPrint(page: Page): Promise<void> {
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await button(page, 'Print label').click();
  await expect(labels(page)).toContainText('Scan it back');
}

export interface NewPerson {
  readonly firstName: string;
  readonly lastName: string;
  /** Day, month, year as they are typed. */
  readonly birth: readonly [string, string, string];
  readonly gender: 'Female' | 'Male' | 'Other';
  readonly email: string;
}

/** Fills the form for somebody new, as far as it goes; does not save. */
export async function enterPerson(page: Page, person: NewPerson): Promise<void> {
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('First name').fill(person.firstName);
  const birth = page.getByRole('group', { name: 'Date of birth' });
  const [day, month, year] = person.birth;
  await birth.getByLabel('Day').fill(day);
  await birth.getByLabel('Month').fill(month);
  await birth.getByLabel('Year').fill(year);
  await page.getByLabel('Gender').selectOption({ label: person.gender });
  await page.getByLabel('E-mail').fill(person.email);
}

/** Narrows the catalogue of the walk-in and takes the first test that is left. */
export async function chooseTest(page: Page, words: string): Promise<void> {
  await page.getByLabel('Find the test').fill(words);
  await page.getByRole('list', { name: 'Tests' }).getByRole('checkbox').first().check();
}

export const chosenTests = (page: Page): Locator =>
  page.getByRole('list', { name: 'Tests' }).getByRole('checkbox', { checked: true });

/** Has the service read at once, from whichever screen is open: what a spec is not about, it need not wait for. */
export async function askNow(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Sync now');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Asking the service now')).toBeVisible();
}

/** Cuts the line by the training ground's own switch, once everything that is read ahead is here. */
export async function goOffline(page: Page): Promise<void> {
  await goTo(page, 'Training');
  await page.getByRole('switch', { name: 'Go offline' }).check();
  await expect(connection(page)).toContainText('Connection: Down');
}

/** What the label list of the open visit says, one item a label. */
export const labels = (page: Page): Locator =>
  page.getByRole('list', { name: 'Labels', exact: true }).getByRole('listitem');

export const codeOf = async (label: Locator): Promise<string> =>
  (await label.locator('code').first().innerText()).trim();

/** The code of the open visit's first registration. */
export const trfCodeOf = async (page: Page): Promise<string> =>
  codeOf(panel(page, 'Registration').getByRole('listitem').first());

/** Checks in each of these people and prints their labels, so many for each. Their codes; the last person's visit is open then. */
export async function printLabelsOf(
  page: Page,
  names: readonly string[],
  labelsEach: number,
): Promise<string[]> {
  const codes: string[] = [];
  for (const name of names) {
    await openVisit(page, name);
    await checkIn(page);
    await button(page, 'Print label').click();
    await expect(labels(page)).toHaveCount(labelsEach);
    for (const label of await labels(page).all()) await expect(label).toContainText('Scan it back');
    codes.push(await codeOf(labels(page).first()));
  }
  return codes;
}

/** What happened to the open visit, newest or oldest first. */
export const history = (page: Page): Locator => panel(page, 'What happened').getByRole('listitem');

/** `20:14` at the site, whatever the machine's zone; to the minute. */
export function siteTimeNow(): string {
  const format = { timeZone: siteZone(), hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(new Date());
}

/** Minutes from one time of day to another one, `HH:MM` both, over midnight where need be. */
export function minutesFrom(before: string, after: string): number {
  const [from = 0, to = 0] = [before, after].map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  return (to - from + 1_440) % 1_440;
}

/** The slots of the timetable that a walk-in can take, in order; without the present moment. */
export const slotsOf = (time: Locator): Locator => time.locator('label', { hasText: /^\s*\d\d:\d\d\s*$/ });

/** The day in the header, as in `20-Nov-2026`. */
export const shownDay = (page: Page): Locator =>
  page.getByRole('banner').getByText(/^\d\d-[A-Z][a-z]{2}-\d{4}$/);
