// A scanner works wherever the focus is, and leaves no trace where it should not.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  board,
  boardRow,
  button,
  checkIn,
  connection,
  goOffline,
  goTo,
  namesOnBoard,
  openVisit,
  searchBox,
  title,
  trfCodeOf,
} from './support/desk.ts';

// A test machine under load takes longer between two keys than any scanner does; the end of a burst waits for that.
test.use({ managedSettings: { scanner: { idleMs: 1_000 } } });

/** The TRF codes of people on the board, read off their visits. */
async function codesOf(page: Page, names: readonly string[]): Promise<string[]> {
  const codes: string[] = [];
  for (const name of names) {
    await openVisit(page, name);
    codes.push(await trfCodeOf(page));
  }
  await goTo(page, 'Board');
  await expect(board(page)).toBeVisible();
  return codes;
}

interface FieldState {
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly focused: boolean;
}

const stateOf = (field: Locator): Promise<FieldState> =>
  field.evaluate((element) => {
    const input = element as HTMLInputElement;
    return {
      value: input.value,
      start: input.selectionStart,
      end: input.selectionEnd,
      focused: input === document.activeElement,
    };
  });

test('a scan in the middle of a form leaves its text and selection, and does not take the form away', async ({
  page,
}) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  const [code = ''] = await codesOf(page, [other]);
  await openVisit(page, person);
  const stated = page.getByLabel('What the person states');
  await stated.fill('half a name');
  await stated.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 6, 'backward'));

  await scan(page, code);
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText(other);
  expect(await stateOf(stated)).toEqual({ value: 'half a name', start: 2, end: 6, focused: true });
  await expect(title(page, person)).toBeVisible();
  await expectAccessible(page);

  // The same from a scanner that sends a blank or Tab before each code.
  for (const lead of [' ', '\t']) {
    await button(found, 'Close what was found').click();
    await expect(found).toHaveCount(0);
    await stated.focus();
    await stated.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 6, 'backward'));
    await scan(page, `${lead}${code}`);
    await expect(found).toContainText(other);
    expect(await stateOf(stated)).toEqual({ value: 'half a name', start: 2, end: 6, focused: true });
  }

  await button(found, 'Open this visit').click();
  await expect(title(page, other)).toBeVisible();
});

test('a scan that opens somebody ends a search that was begun, and the keys are for whoever is open @web', async ({
  page,
}) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  const [code = ''] = await codesOf(page, [person]);
  const found = page.getByRole('listbox', { name: 'Found' });
  // Also of somebody who is open already.
  for (const place of ['the board', 'their visit']) {
    await searchBox(page).fill(other);
    await expect(found, place).toBeVisible();
    await scan(page, code);
    await expect(title(page, person), place).toBeFocused();
    await expect(found, place).toHaveCount(0);
    await expect(searchBox(page), place).toHaveValue('');
  }
  await page.keyboard.press('a');
  await expect(button(page, 'Start collecting')).toBeVisible();
});

test('a scan that leads to nothing leaves the search box as it was, and what was being typed there @web', async ({
  page,
}) => {
  await namesOnBoard(page);
  await searchBox(page).fill('somebo');
  await scan(page, 'QQQQ-404404');
  await expect(page.getByRole('region', { name: 'What was found' })).toBeVisible();
  expect(await stateOf(searchBox(page))).toEqual({ value: 'somebo', start: 6, end: 6, focused: true });
});

test('a scan works with the focus on a button, a list, a tick box or nothing', async ({ page }) => {
  const names = (await namesOnBoard(page)).slice(0, 4);
  const codes = await codesOf(page, names);
  const places: readonly [string, () => Promise<void>][] = [
    ['a button that would lead away', () => button(page, 'Walk-in').focus()],
    ['a list of choices', () => page.getByRole('combobox', { name: 'Who is working' }).focus()],
    ['a tick box', () => page.getByRole('checkbox', { name: 'Name', exact: true }).focus()],
    ['nowhere', () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())],
  ];
  for (const [index, [place, focus]] of places.entries()) {
    await test.step(place, async () => {
      await focus();
      await scan(page, codes[index] ?? '');
      await expect(title(page, names[index] ?? '')).toBeVisible();
      // What was in the visit before is gone with it, and the keyboard goes on from the new one.
      if (place === 'a tick box') await expect(title(page, names[index] ?? '')).toBeFocused();
    });
  }
  await expect(page.getByRole('combobox', { name: 'Who is working' })).toHaveValue('Desk');
  // The form that was scanned is one identifier; nothing else was ticked by the scanner's keys.
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: 'Code on the form', exact: true })).toBeChecked();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a scan that opens a visit changes the address once, and so does each way back', async ({ page }) => {
  const people = (await namesOnBoard(page)).slice(0, 2);
  const [first = '', second = ''] = people;
  const codes = await codesOf(page, people);
  await scan(page, codes[0] ?? '');
  await expect(title(page, first)).toBeFocused();
  await page.evaluate(() => {
    const changes: string[] = [];
    for (const name of ['pushState', 'replaceState'] as const) {
      const change = history[name].bind(history);
      history[name] = (...told) => {
        changes.push(name);
        change(...told);
      };
    }
    Object.assign(window, { changes });
  });
  const changes = (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'changes'));
  await scan(page, codes[1] ?? '');
  await expect(title(page, second)).toBeFocused();
  expect(await changes()).toEqual(['pushState']);
  await page.goBack();
  await expect(title(page, first)).toBeVisible();
  await page.goForward();
  await expect(title(page, second)).toBeVisible();
  // Both are known as they were left.
  expect(await changes()).toEqual(['pushState']);
});

test('after a scan at most two Tab keys lead to the first tick box, wherever the focus was before', async ({
  page,
}) => {
  const [person = ''] = await namesOnBoard(page);
  const [code = ''] = await codesOf(page, [person]);
  await goTo(page, 'Worklist');
  await scan(page, code);
  await expect(title(page, person)).toBeFocused();
  let tabs = 0;
  while (tabs < 4 && !(await page.evaluate(() => document.activeElement?.matches('[type=checkbox]')))) {
    await page.keyboard.press('Tab');
    tabs += 1;
  }
  expect(tabs).toBeLessThanOrEqual(2);
});

test('an unknown code says what was read, is asked of the service at once, and can be looked for', async ({
  page,
}) => {
  await namesOnBoard(page);
  await scan(page, 'QQQ-404404');
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found.getByRole('alert').filter({ hasText: 'Not known here' })).toBeVisible();
  await expect(found).toContainText('QQQ-404404');
  const nobodyKnows = found.getByText(
    'The service knows no registration, label or order by this code either.',
  );
  // In the first moment of a desk the service may not have been reached yet; then it is asked once it is.
  await expect(nobodyKnows).toBeVisible();
  await expectAccessible(page);

  // With the line down it says that it could not ask; once the line is back, it asks again by itself.
  await goOffline(page);
  await scan(page, 'QQQ-404404');
  await expect(found).toContainText('The service could not be asked');
  await expect(nobodyKnows).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Go offline' }).focus();
  await page.keyboard.press('Space');
  await expect(connection(page)).toBeEmpty();
  await expect(nobodyKnows).toBeVisible();
  // No hand scans as soon after a key: what comes then counts as one burst with it.
  await page.waitForTimeout(500);

  // Digits that are somebody’s NHS number are not sent anywhere.
  await scan(page, '9434765919');
  await expect(found).toContainText('The service was not asked');
  await button(found, 'Search for it').click();
  await expect(searchBox(page)).toHaveValue('9434765919');
  await expect(searchBox(page)).toBeFocused();

  // Typed: what was typed stays as well. Key by key, because an Enter alone right after a scan is the scanner's.
  await searchBox(page).fill('');
  await searchBox(page).pressSequentially('nobody-at-all 99', { delay: 60 });
  await searchBox(page).press('Enter');
  await expect(found).toContainText('nobody-at-all 99');
  await expect(searchBox(page)).toHaveValue('nobody-at-all 99');
});

test('case, symbology identifiers and a second line end make no difference', async ({ page }) => {
  const names = (await namesOnBoard(page)).slice(0, 3);
  const [first = '', second = '', third = ''] = await codesOf(page, names);
  await scan(page, first.toLowerCase());
  await expect(title(page, names[0] ?? '')).toBeVisible();
  await scan(page, `]C0${second}`);
  await expect(title(page, names[1] ?? '')).toBeVisible();

  // Carriage return and line feed, each as a key of its own: the second must not press the button in focus.
  await button(page, 'Desk settings').focus();
  await scan(page, third, { suffix: 'EnterTwice' });
  await expect(title(page, names[2] ?? '')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a fast typist is not taken for a scanner', async ({ page }) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  const [code = ''] = await codesOf(page, [other]);
  await openVisit(page, person);
  const stated = page.getByLabel('What the person states');
  await stated.focus();
  await scan(page, code, { gapMs: 60 });
  await expect(stated).toHaveValue(code);
  await expect(title(page, person)).toBeVisible();
  await expect(page.getByRole('region', { name: 'What was found' })).toBeHidden();
});

test('a scan while something lies on a key is asked for again, and leaves no letter in the field @web', async ({
  page,
}) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  const [code = ''] = await codesOf(page, [other]);
  await openVisit(page, person);
  const stated = page.getByLabel('What the person states');
  await stated.fill('half a name');
  await scan(page, code, { heldKey: 'x' });
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found.getByRole('alert')).toContainText('Scan again');
  await expect(stated).toHaveValue('half a name');
  await expect(title(page, person)).toBeVisible();
});

test('a pasted code opens its visit, several lines are said to be none, and so is a camera that is not there @web', async ({
  page,
  context,
}) => {
  const [person = ''] = await namesOnBoard(page);
  const [code = ''] = await codesOf(page, [person]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copy = (text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await copy('first line\nsecond line');
  await page.keyboard.press('Control+v');
  await expect(page.getByText('What was pasted is no code')).toBeVisible();
  // Nothing of it can be seen, so there is no code that could be shown or asked about.
  await copy('\u0002\u001d\u200b\u0003');
  await page.keyboard.press('Control+v');
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText('No code was read');
  await expect(found).not.toContainText('has the code');
  await expect(found.getByRole('button', { name: 'Search for it' })).toHaveCount(0);
  await expectAccessible(page);
  await copy(` ${code}\n`);
  await page.keyboard.press('Control+v');
  await expect(title(page, person)).toBeVisible();

  await button(page, 'Scan with the camera').click();
  const camera = page.getByRole('dialog', { name: 'Scan with the camera' });
  await expect(camera.getByRole('status')).toContainText(/has no camera|may not use the camera/);
  await expectAccessible(page);
  await button(camera, 'Try again').click();
  await expect(camera.getByRole('status')).toContainText(/has no camera|may not use the camera/);
  await button(camera, 'Close').last().click();
  await expect(camera).toBeHidden();
});

test('a slow scan outside of any field is not dropped: it is asked for again, and nothing is done with it', async ({
  page,
}) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  const [code = ''] = await codesOf(page, [other]);
  await openVisit(page, person);
  // Enter would press the button that has the focus.
  await button(page, 'Desk settings').focus();
  await scan(page, code, { gapMs: 80 });
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found.getByRole('alert')).toContainText('Scan again');
  await expect(found).toContainText(code);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(title(page, person)).toBeVisible();
  await expectAccessible(page);

  // Scanned again, at a scanner's pace this time.
  await scan(page, code);
  await expect(title(page, other)).toBeVisible();
  await expect(found).toBeHidden();
});

test.describe('a slow scanner with a prefix @web', () => {
  test.use({ managedSettings: { scanner: { prefix: '+' } } });

  test('is understood in a field as well, which keeps what was typed there', async ({ page }) => {
    const [person = '', other = ''] = await namesOnBoard(page);
    const [code = ''] = await codesOf(page, [other]);
    await openVisit(page, person);
    const stated = page.getByLabel('What the person states');
    await stated.fill('half a name');
    await scan(page, `+${code}`, { gapMs: 90 });
    await expect(page.getByRole('region', { name: 'What was found' })).toContainText(other);
    await expect(stated).toHaveValue('half a name');
  });
});

test.describe('a scanner with a prefix before each code and Tab after it @web', () => {
  test.use({ managedSettings: { scanner: { prefix: '+', suffix: 'Tab', idleMs: 1_000 } } });

  test('is understood as the site set it up', async ({ page }) => {
    const [person = ''] = await namesOnBoard(page);
    const [code = ''] = await codesOf(page, [person]);
    await searchBox(page).focus();
    await scan(page, `+${code}`, { suffix: 'Tab' });
    await expect(title(page, person)).toBeFocused();
    await expect(searchBox(page)).toHaveValue('');
  });
});

test('the row of whoever is scanned comes into sight on a board that is longer than the window @web', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_280, height: 500 });
  const names = await namesOnBoard(page);
  const [first = '', last = ''] = [names[0], names.at(-1)];
  const [code = '', another = ''] = await codesOf(page, [last, first]);
  await scan(page, code);
  await expect(title(page, last)).toBeVisible();
  await expect(boardRow(page, last).first()).toBeInViewport();
  await expect(boardRow(page, first)).not.toBeInViewport();
  await scan(page, another);
  await expect(title(page, first)).toBeVisible();
  await expect(boardRow(page, first).first()).toBeInViewport();
});

test('what was found leaves in sight whose visit is open, beside the board and where it is alone @web', async ({
  page,
}) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  const [code = ''] = await codesOf(page, [other]);
  await openVisit(page, person);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  const found = page.getByRole('region', { name: 'What was found' });
  const heading = title(page, person);
  for (const width of [1280, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    await scan(page, code);
    await expect(found).toContainText('This is the form of');
    const [card, name] = await Promise.all([found.boundingBox(), heading.boundingBox()]);
    if (!card || !name) throw new Error('The card or the heading is not drawn.');
    const isBeside = card.x + card.width <= name.x || name.x + name.width <= card.x;
    const isBelow = name.y + name.height <= card.y;
    expect(isBeside || isBelow, `at ${width} px`).toBe(true);
    await button(found, 'Close what was found').click();
  }
});
