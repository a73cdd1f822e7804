// A morning's work: reception checks people in, the phlebotomist labels, scans back and collects.
import { readCodes } from '../../support/label-eyes.ts';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  boardRow,
  boardRows,
  button,
  checkIn,
  codeOf,
  enterPerson,
  goTo,
  history,
  labels,
  openVisit,
  panel,
  namesOnBoard,
  rowsWithoutPatient,
  searchBox,
  seeBoard,
  siteTimeNow,
  title,
  trfCodeOf,
} from './support/desk.ts';
import { followPrinting, pictureOnCanvas, printedPages } from './support/paper.ts';

/** `OLIVER, James` as somebody types it: `james oliver`. */
const asTyped = (name: string): string => name.split(', ').toReversed().join(' ').toLowerCase();

test.describe('on the day of its installation', () => {
  test.use({ startsWith: 'nothing' });

  test('a fresh desk is in training, on a full board of today', async ({ page }) => {
    await seeBoard(page);
    await expect(page.getByRole('complementary', { name: 'Training mode' })).toBeVisible();
    expect(await boardRows(page).count()).toBeGreaterThanOrEqual(24);
    await expect(page.getByText(/^as of \d\d:\d\d$/i)).toBeVisible();
    await expect(boardRows(page).filter({ hasText: 'Expected' }).nth(23)).toBeAttached();
    await expect(rowsWithoutPatient(page).first()).toBeAttached();
    await expectAccessible(page);
  });
});

test('a name typed into the search box opens the visit', async ({ page }) => {
  const [name = ''] = await namesOnBoard(page);
  await searchBox(page).fill(asTyped(name));
  await page.getByRole('option').filter({ hasText: name }).click();
  await expect(title(page, name)).toBeVisible();
  await expect(searchBox(page)).toHaveValue('');
});

test('a name typed right after "/" goes into the search box, and none of its letters is a command', async ({
  page,
}) => {
  await seeBoard(page);
  await page.keyboard.press('/');
  // W books a walk-in, O goes to the outbox: at a person's pace each would be a command outside a field.
  await page.keyboard.type('wo', { delay: 150 });
  await expect(searchBox(page)).toHaveValue('wo');
  await expect(title(page, 'Today’s board')).toBeVisible();
});

test('check-in takes two identifiers, shows on the board at once, and can be undone', async ({ page }) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  const name = page.getByRole('checkbox', { name: 'Name', exact: true });
  await expect(button(page, 'Check in')).toBeDisabled();
  await name.check();
  await expect(button(page, 'Check in')).toBeDisabled();

  // What is typed is compared: another birthday is no identifier.
  const stated = page.getByLabel('What the person states');
  await stated.fill('1 1 1901');
  await expect(page.getByRole('alert')).toContainText('Differs from the date of birth');
  await expect(button(page, 'Check in')).toBeDisabled();
  await stated.fill(asTyped(person));
  await expect(page.getByText('Agrees with the name')).toBeVisible();
  await expect(page.getByText('1 of 2 identifiers')).toBeVisible();
  // Both at once are both.
  const identifiers = page.getByRole('group', { name: 'Identifiers that agree' });
  const birth = await identifiers.getByText(/^\d\d-[A-Z][a-z]{2}-\d{4}$/).innerText();
  await stated.fill(`${asTyped(person)} ${birth}`);
  await expect(page.getByText('2 of 2 identifiers')).toBeVisible();
  await expect(button(page, 'Check in')).toBeEnabled();
  await stated.fill('');
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: 'Date of birth', exact: true }).check();
  await button(page, 'Check in').click();
  await expect(boardRow(page, person)).toContainText('Arrived');
  await expect(boardRow(page, person)).toContainText('longest');

  await button(page, 'Undo').click();
  await expect(boardRow(page, person)).toContainText('Expected');
  await expect(button(page, 'Check in')).toBeVisible();
});

test('a missing patient is found or made, and a likely duplicate is shown before', async ({ page }) => {
  test.slow();
  await seeBoard(page);
  await rowsWithoutPatient(page).first().getByRole('link').click();
  await expect(title(page, 'No patient yet')).toBeVisible();
  await expectAccessible(page);
  const chooser = panel(page, 'Who is this registration for?');
  await chooser.getByLabel('Find the person').fill('Quintavalle');
  await expect(chooser.getByText('Nobody here by that name')).toBeVisible();

  await button(page, 'New person').click();
  await button(page, 'Create person').click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('There is a problem');
  await expectAccessible(page);

  const rosa = {
    firstName: 'Rosa',
    lastName: 'Quintavalle',
    birth: ['03', '9', '1971'],
    gender: 'Female',
    email: 'rosa.quintavalle@example.org',
  } as const;
  await enterPerson(page, rosa);
  await button(page, 'Create person').click();
  await expect(page.getByText('03-Sep-1971', { exact: false }).first()).toBeVisible();
  const visit = page.getByRole('region', { name: 'Visit', exact: true });
  await expect(panel(page, 'Assign this patient?')).toContainText('QUINTAVALLE, Rosa');

  // The same person again, a letter wrong: shown beside the one that is known, and taken.
  await button(page, 'Choose somebody else').click();
  await button(page, 'New person').click();
  await enterPerson(page, { ...rosa, lastName: 'Quintavale', email: 'other@example.org' });
  await button(page, 'Create person').click();
  await expect(page.getByRole('heading', { name: 'Possible duplicate' })).toBeVisible();
  await expect(page.getByRole('table').filter({ hasText: 'Known here' })).toContainText('QUINTAVALLE, Rosa');
  await expectAccessible(page);
  await button(page, 'Use this person').click();
  await button(page, 'Assign patient').click();

  await expect(title(page, 'QUINTAVALLE, Rosa')).toBeVisible();
  await expect(boardRow(page, 'QUINTAVALLE, Rosa')).not.toContainText('missing');
  await checkIn(page);
  await expect(visit).toContainText('Arrived');
});

test('from the waiting room to collected: label printed and seen, form opened, label scanned back', async ({
  page,
}) => {
  test.slow();
  const [person = '', stranger = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkIn(page);

  await goTo(page, 'Worklist');
  await expect(page.getByRole('list', { name: 'People waiting, longest first' })).toContainText(person);
  await expectAccessible(page);
  await button(page, 'Next person').click();
  await expect(title(page, person)).toBeVisible();

  await button(page, 'Print label').click();
  await expect(labels(page)).toHaveCount(1);
  await expect(labels(page)).toContainText('Scan it back');
  const code = await codeOf(labels(page).first());
  await expect(button(page, 'Collected')).toBeDisabled();
  await expectAccessible(page);

  await goTo(page, 'Training');
  const picture = page.getByRole('img', { name: /label/i }).first();
  await expect(picture).toBeVisible();
  await expect.poll(async () => readCodes(await picture.screenshot())).toEqual([code]);
  await expectAccessible(page);

  await goTo(page, 'Board');
  await openVisit(page, person);
  await followPrinting(page);
  await button(page, 'Open form').click();
  const form = page.getByRole('dialog', { name: 'Test registration form' });
  const sheet = form.getByRole('img', { name: 'Page 1 of the form' });
  const trfCode = await trfCodeOf(page);
  await expect.poll(async () => readCodes(await pictureOnCanvas(sheet))).toContain(trfCode);
  await expectAccessible(page);
  await button(form, 'Print another way').click();
  await expect.poll(() => printedPages(page)).toEqual([{ pages: 1, anythingElse: false, landscape: false }]);
  await button(form, 'Close').click();

  // Somebody else's label.
  await openVisit(page, stranger);
  const strangersForm = await trfCodeOf(page);
  await checkIn(page);
  await button(page, 'Print label').click();
  await expect(labels(page)).toContainText('Scan it back');
  const wrongCode = await codeOf(labels(page).first());
  await openVisit(page, person);

  // Forms are no labels, and no mistake either.
  const found = page.getByRole('region', { name: 'What was found' });
  await scan(page, trfCode);
  await expect(found).toContainText('This is the form');
  await scan(page, strangersForm);
  await expect(found).toContainText(`This is the form of ${stranger}`);
  await button(found, 'Close what was found').click();

  await scan(page, wrongCode);
  const alarm = page.getByRole('alertdialog', { name: 'Wrong label' });
  await expect(alarm).toContainText(wrongCode);
  await expect(alarm).toContainText(stranger);
  await expectAccessible(page);
  // Nothing else can be done meanwhile: not by key, not by tabbing away, not by scanning the right label.
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab');
  await expect(alarm.locator(':focus')).toHaveCount(1);
  await scan(page, code);
  await expect(alarm).toContainText('not taken');
  await button(alarm, 'I have checked the tubes').click();
  await expect(alarm).toBeHidden();
  await expect(history(page).filter({ hasText: 'Wrong label refused' })).toContainText(wrongCode);
  await expect(button(page, 'Collected')).toBeDisabled();
  await expect(panel(page, 'Take the sample')).toContainText('0 of 1 scanned');

  await scan(page, code);
  await expect(panel(page, 'Take the sample')).toContainText('1 of 1 scanned');
  // Everything is ready to be collected, and is not while a wrong label is up.
  await scan(page, wrongCode);
  await expect(alarm).toBeVisible();
  await page.keyboard.press('d');
  await button(alarm, 'I have checked the tubes').click();
  await expect(alarm).toBeHidden();
  // Each alarm was answered by itself, however soon the second came.
  await expect(history(page).filter({ hasText: 'Tubes checked after a wrong label' })).toHaveCount(2);
  await expect(button(page, 'Collected')).toBeEnabled();
  const time = page.getByLabel('Time of collection');
  await expect.poll(async () => (await time.inputValue()) === siteTimeNow()).toBe(true);
  const pressedAt = siteTimeNow();
  await button(page, 'Collected').click();
  const collectedAt = page.getByText(/^collected at \d\d:\d\d$/);
  await expect(collectedAt).toBeVisible();
  // The minute may have turned meanwhile.
  expect([pressedAt, siteTimeNow()].map((at) => `collected at ${at}`)).toContain(
    await collectedAt.innerText(),
  );
  await expect(boardRow(page, person)).toContainText('Collected');

  await goTo(page, 'Activity');
  await expect(page.getByRole('main')).toContainText('Wrong label refused');
  await expect(page.getByRole('main')).toContainText('Label scanned back');
  await expectAccessible(page);
});
