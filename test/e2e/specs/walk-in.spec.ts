// Somebody without an appointment, from the door to a labelled sample.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkInAndPrint,
  chooseTest,
  codeOf,
  enterPerson,
  goTo,
  labels,
  minutesFrom,
  namesOnBoard,
  panel,
  seeBoard,
  slotsOf,
  title,
  trfCodeOf,
  shownDay,
} from './support/desk.ts';
import { seePageAtRest } from './support/page-at-rest.ts';

const hugo = {
  firstName: 'Hugo',
  lastName: 'Trevelyan',
  birth: ['1', '2', '1960'],
  gender: 'Male',
  email: 'hugo.trevelyan@example.org',
} as const;

test('a walk-in is held with a countdown, confirmed and registered, and goes on like every visit', async ({
  page,
}) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await expect(title(page, 'Walk-in')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Find the person').fill('trevelyan, hugo');
  await expect(page.getByText('Nobody here by that name')).toBeVisible();
  await button(page, 'New person').click();
  // What was searched for is a start.
  await expect(page.getByLabel('Last name')).toHaveValue('Trevelyan');
  await enterPerson(page, hugo);
  await button(page, 'Create person').click();
  await expect(panel(page, '1. Person')).toContainText('TREVELYAN, Hugo');
  await expect(panel(page, '1. Person')).toContainText('01-Feb-1960');

  await chooseTest(page, 'iron');
  await expect(page.getByText('held and confirmed in one step')).toBeVisible();
  await expect(panel(page, '3. Time').getByRole('radio', { checked: true })).toHaveCount(1);
  await button(page, 'Hold slot').click();
  const countdown = page.getByRole('timer', { name: 'Held for' });
  await expect(countdown).toHaveText(/^(10:00|9:\d\d)/);
  const first = await countdown.innerText();
  await expect(countdown).not.toHaveText(first);
  await expectAccessible(page);

  await button(page, 'Confirm walk-in').click();
  // Straight to the visit, where the person is checked in.
  await expect(title(page, 'TREVELYAN, Hugo')).toBeVisible();
  await expect.poll(() => trfCodeOf(page)).toMatch(/^DRW-[0-9A-Z]+$/);
  await expectAccessible(page);
  const trfCode = await trfCodeOf(page);

  await checkInAndPrint(page);
  await scan(page, await codeOf(labels(page).first()));
  await expect(labels(page)).toContainText('Scanned back');
  await button(page, 'Collected').click();
  await expect(button(page, 'Has left')).toBeVisible();

  await goTo(page, 'Board');
  const row = boardRow(page, 'TREVELYAN, Hugo');
  await expect(row).toContainText('Walk-in');
  await expect(row).toContainText('Collected');
  // The code leads back to the visit, like any other code.
  await scan(page, trfCode.toLowerCase());
  await expect(title(page, 'TREVELYAN, Hugo')).toBeVisible();
  // Once they have gone, by the key that stands on the button.
  // A key that comes at once after a scan is the scanner's, and means nothing.
  await expect(async () => {
    await page.keyboard.press('h');
    await expect(button(page, 'Still here')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('the screen says when a hold has ended, and it can be taken again', async ({ page }) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  // The latest slot there is, so that time moved on does not reach it.
  await slotsOf(panel(page, '3. Time')).last().getByRole('radio').check({ force: true });
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  const heldTime = await panel(page, '3. Time').getByRole('time').first().innerText();

  await goTo(page, 'Training');
  const clock = panel(page, 'The service’s clock').getByRole('time');
  const before = await clock.innerText();
  await button(page, 'Forward 11 minutes').click();
  await expect.poll(async () => minutesFrom(before, await clock.innerText())).toBeGreaterThanOrEqual(11);
  await goTo(page, 'Outbox');
  await button(page, 'Sync now').click();
  const asOf = page.getByText(/^as of/).getByRole('time');
  // What is shown is some seconds older than the clock was, which may be a minute earlier in whole minutes.
  await expect
    .poll(async () => minutesFrom(before, await asOf.innerText()), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(10);
  // Left half done, it is offered back and not there by itself.
  await button(page, 'Walk-in').click();
  await expect(panel(page, '3. Time').getByRole('alert')).toHaveCount(0);
  await button(page, 'Go on with it').click();
  await expect(page.getByRole('alert').filter({ hasText: 'has run out' })).toBeVisible();
  await button(page, 'Hold slot again').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  const again = await panel(page, '3. Time').getByRole('time').first().innerText();
  expect(again).toBe(heldTime);
});

test('a walk-in that was held before midnight goes on with a slot of the new day', async ({ page }) => {
  test.slow();
  const clock = panel(page, 'The service’s clock').locator('time');
  const dayNow = shownDay(page);
  const forward = async (step: string): Promise<void> => {
    const before = await clock.innerText();
    await button(page, `Forward ${step}`).click();
    await expect(clock).not.toHaveText(before);
  };
  const clockParts = async (): Promise<number[]> => (await clock.innerText()).split(':').map(Number);
  const [name = ''] = await namesOnBoard(page);
  await goTo(page, 'Training');
  await expect(clock).toHaveText(/^\d\d:\d\d$/);
  while (((await clockParts())[0] ?? 0) < 23) await forward('1 hour');
  while (((await clockParts())[1] ?? 0) < 45) await forward('11 minutes');
  while (((await clockParts())[1] ?? 0) < 56) await forward('1 minute');

  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the person').fill(name);
  await page
    .getByRole('list', { name: 'People found' })
    .getByRole('button')
    .filter({ hasText: name })
    .first()
    .click();
  await chooseTest(page, 'iron');
  await panel(page, '3. Time').getByLabel('Now, outside the timetable').check({ force: true });
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  const evening = await dayNow.innerText();
  await goTo(page, 'Training');
  // No more than needed: after ten minutes the hold would have run out.
  while ((await clockParts())[0] === 23) await forward('1 minute');
  await expect(dayNow).not.toHaveText(evening);

  await button(page, 'Walk-in').click();
  await button(page, `Go on with ${name}`).click();
  await expect(title(page, 'Walk-in')).toBeVisible();
  await expect(panel(page, '3. Time').getByRole('alert')).toContainText('of a day that is over');
  await expect(page.getByText('Still needed: a slot of today')).toBeVisible();
  await expect(page.getByText('A booking is half done')).toHaveCount(0);
  await expectAccessible(page);
  await button(page, 'Give the slot back').click();
  await panel(page, '3. Time').getByLabel('Now, outside the timetable').check({ force: true });
  await button(page, 'Confirm walk-in').click();
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Name and date of birth agree/ })).toBeVisible();
});

/** `15-Mar-1984` as it is typed in one go: `15031984`. */
function typedDate(words: string): string {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const [, day = '', month = '', year = ''] = /(\d\d)-(\w{3})-(\d{4})/.exec(words) ?? [];
  return `${day}${String(months.indexOf(month) + 1).padStart(2, '0')}${year}`;
}

/** Somebody of the board whom the beginning of the surname finds alone, with that beginning. */
async function foundByFourLetters(page: Page): Promise<{ name: string; letters: string }> {
  const names = await namesOnBoard(page);
  await button(page, 'Walk-in').click();
  const found = page.getByRole('list', { name: 'People found' }).getByRole('button');
  for (const name of names.filter((one) => /^[A-Z]{4,},/.test(one))) {
    const letters = name.slice(0, 4).toLowerCase();
    await page.getByLabel('Find the person').fill(letters);
    await expect(found.filter({ hasText: name })).toBeVisible();
    if ((await found.count()) === 1) {
      await page.getByLabel('Find the person').fill('');
      await goTo(page, 'Board');
      return { name, letters };
    }
  }
  throw new Error('Four letters find nobody alone.');
}

test('a known walk-in is checked in with at most 12 keys and within 20 s, and the next one begins empty', async ({
  page,
}) => {
  const { name, letters } = await foundByFourLetters(page);
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string): Promise<void> => {
    keys += text.length;
    await page.keyboard.type(text, { delay: 90 });
  };
  const startedAtMs = performance.now();
  await press('w');
  await expect(page.getByLabel('Find the person')).toBeFocused();
  await type(letters);
  await press('Enter');
  await expect(panel(page, '1. Person')).toContainText(name);
  // Somebody of today's board: said, and not in the way.
  await expect(panel(page, '1. Person').getByRole('alert')).toContainText('is booked today already');
  await expect(page.getByLabel('Find the test')).toBeFocused();
  await type('ir');
  await expect(page.getByText('Enter ticks', { exact: false })).toBeVisible();
  await press('Enter');
  // The first free slot is named, and taken along.
  await expect(page.getByText('held and confirmed in one step')).toBeVisible();
  await expect(button(page, 'Confirm walk-in')).toBeFocused();
  await press('Enter');
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Name and date of birth agree/ })).toBeVisible();
  await press('a');
  await expect(button(page, 'Start collecting')).toBeVisible();
  const tookMs = performance.now() - startedAtMs;
  console.log(`known walk-in, from the key to checked in: ${keys} keys, ${Math.round(tookMs)} ms`);
  expect(keys).toBeLessThanOrEqual(12);
  expect(tookMs).toBeLessThan(20_000);

  await button(page, 'Walk-in').click();
  await expect(page.getByLabel('Find the person')).toBeFocused();
  await expect(page.getByText('Left half done')).toHaveCount(0);
});

test('a known walk-in takes at most 6 clicks, and one left half done is offered back by name', async ({
  page,
}) => {
  const [name = '', other = ''] = await namesOnBoard(page);
  const [birth, otherBirth] = [
    typedDate(await boardRow(page, name).innerText()),
    typedDate(await boardRow(page, other).innerText()),
  ];
  await button(page, 'Walk-in').click();
  await expect(page.getByLabel('Find the person')).toBeFocused();
  const topFound = page.getByRole('list', { name: 'People found' }).getByRole('button').first();
  await page.keyboard.type(otherBirth, { delay: 90 });
  await expect(topFound).toContainText(other);
  await topFound.click();
  await expect(panel(page, '1. Person')).toContainText(other);
  await goTo(page, 'Board');

  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await click(button(page, 'Walk-in'));
  await expect(page.getByText('Left half done')).toContainText(other);
  await expect(button(page, `Go on with ${other}`)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Find the person')).toBeFocused();
  await page.keyboard.type(birth, { delay: 90 });
  await expect(topFound).toContainText(name);
  await click(topFound);
  await expect(page.getByText('Left half done')).toHaveCount(0);
  await click(page.getByRole('list', { name: 'Tests' }).getByRole('checkbox').first());
  await click(button(page, 'Hold slot'));
  await click(button(page, 'Confirm walk-in'));
  await expect(title(page, name)).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(6);
});

test('in a small window with a walk-in left half done, the search and whoever it finds are in sight', async ({
  page,
}) => {
  const [name = '', other = ''] = await namesOnBoard(page);
  const field = page.getByLabel('Find the person');
  const found = page.getByRole('list', { name: 'People found' }).getByRole('button').first();
  await page.evaluate(() => localStorage.setItem('drawdesk.text-size', '200'));
  await page.reload();
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await field.fill(other);
  await expect(found).toContainText(other);
  await seePageAtRest(page);
  await found.click();
  await expect(panel(page, '1. Person')).toContainText(other);
  await goTo(page, 'Board');
  await seeBoard(page);
  await page.keyboard.press('w');
  await expect(page.getByText('Left half done')).toContainText(other);
  await expect(field).toBeFocused();
  const foot = button(page, 'Confirm walk-in').locator('..');
  /** How much of it is behind the line at the foot. */
  const covered = async (element: Locator): Promise<number> => {
    const [box, line] = await Promise.all([element.boundingBox(), foot.boundingBox()]);
    return box && line ? box.y + box.height - line.y : Infinity;
  };
  await expect.poll(() => covered(field)).toBeLessThanOrEqual(0);
  await page.keyboard.type(name, { delay: 90 });
  await expect(found).toContainText(name);
  await expect.poll(() => covered(found)).toBeLessThanOrEqual(0);
  await expect(field).toBeInViewport();
  await expectAccessible(page);
});

test('a small or magnified window shows everything without scrolling sideways', async ({ page }) => {
  await seeBoard(page);
  for (const size of [
    { width: 1024, height: 768 },
    // 1280 × 800 at 200 %.
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size);
    for (const place of ['Board', 'Calendar', 'Worklist', 'Outbox', 'Print queue', 'Activity', 'Training']) {
      await goTo(page, place);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways, `${place} at ${size.width}`).toBeLessThanOrEqual(0);
    }
    await button(page, 'Walk-in').click();
    // The screen begins with the person, also once the slots are there and one of them is chosen.
    await expect(page.getByRole('radio', { checked: true })).toBeAttached();
    await expect(page.getByLabel('Find the person')).toBeInViewport();
    await expect(button(page, 'Confirm walk-in')).toBeAttached();
    await button(page, 'Confirm walk-in').scrollIntoViewIfNeeded();
    await expect(button(page, 'Confirm walk-in')).toBeInViewport();
    // All tests are on the page itself, none behind a window of their own.
    const last = page.getByRole('list', { name: 'Tests' }).getByRole('listitem').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
  }
});

test('somebody is found by a name with a wrong letter, on the walk-in and in the palette', async ({
  page,
}) => {
  const names = await namesOnBoard(page);
  const name = names.find((one) => /^[A-Z]{6,},/.test(one)) ?? '';
  const [surname = ''] = name.toLowerCase().split(',');
  const typo = `${surname.slice(0, 3)}${surname.slice(4)}`;
  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the person').fill(typo);
  const similar = page.getByRole('list', { name: 'People with a similar name' });
  await expect(similar.getByRole('button').filter({ hasText: name })).toBeVisible();
  // Enter takes nobody who is only similar.
  await page.getByLabel('Find the person').press('Enter');
  await expect(similar).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill(typo);
  const line = page.getByRole('option').filter({ hasText: name }).first();
  await expect(line).toContainText('similar name');
  await expect(line).toContainText(/\d\d-\w{3}-\d{4}/);
  await line.click();
  await expect(title(page, name)).toBeVisible();
});

test('Enter in the search for a person chooses nobody who becomes known only afterwards @web', async ({
  page,
  host,
}) => {
  const typeName = async (window: Page): Promise<void> => {
    await seeBoard(window);
    await button(window, 'Walk-in').click();
    await window.getByLabel('Find the person').fill('trevelyan, hugo');
    await expect(window.getByText('Nobody here by that name')).toBeVisible();
  };
  await typeName(page);
  await page.getByLabel('Find the person').press('Enter');
  const second = await host.openWindow();
  await typeName(second);
  await button(second, 'New person').click();
  await enterPerson(second, hugo);
  await button(second, 'Create person').click();
  await expect(panel(second, '1. Person')).toContainText('TREVELYAN, Hugo');

  const found = page.getByRole('list', { name: 'People found' });
  await expect(found).toContainText('TREVELYAN, Hugo');
  await expect(page.getByLabel('Find the person')).toHaveValue('trevelyan, hugo');
  await page.getByLabel('Find the person').press('Enter');
  await expect(button(page, 'Change person')).toBeVisible();
  await expect(panel(page, '1. Person')).toContainText('TREVELYAN, Hugo');
});
