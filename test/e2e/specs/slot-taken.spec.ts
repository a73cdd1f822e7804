// A slot that is not to be had: one that lies ahead is never booked over by the desk itself. It asks, nothing is lost meanwhile,
// and whoever is booked again keeps person, tests, day and location.
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import { openSecond, withholdNews } from './support/two-windows.ts';
import { button, chosenTests, goTo, history, panel, seeBoard, slotsOf } from './support/desk.ts';
import type { DeskRequest, Laboratory, ServiceAnswer } from './support/laboratory.ts';

const refusal = (status: number, code: string): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ error: { code, message: 'No.' } })),
});

const isHold = ({ method, path }: DeskRequest): boolean =>
  method === 'POST' && /^\/api\/appointment\/?$/.test(path);
const isOver = ({ body }: DeskRequest): boolean => body.includes('override_availability');

/** From now on the service calls every slot taken that is not asked for on purpose. Returns the requests for slots. */
function takeEverySlot(laboratory: Laboratory): DeskRequest[] {
  const holds: DeskRequest[] = [];
  laboratory.keepDoor((request) => {
    if (!isHold(request)) return null;
    holds.push(request);
    return isOver(request) ? null : refusal(409, 'taken');
  });
  return holds;
}

const time = (page: Page) => panel(page, '3. Time');

/** Person and test of a walk-in, and a slot in the evening: its time. */
async function chooseEvening(page: Page, name: string): Promise<string> {
  await button(page, 'Walk-in').click();
  await page.getByLabel('Find the person').fill(name);
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  await page.getByRole('list', { name: 'Tests' }).getByRole('checkbox').first().check();
  const slots = slotsOf(time(page));
  await expect(time(page).getByRole('radio').first()).toBeAttached();
  const count = await slots.count();
  const evening = slots.nth(count - 2);
  const at = (await evening.innerText()).trim();
  await evening.getByRole('radio').check({ force: true });
  return at;
}

/**
 * Confirms the walk-in while nobody knows whether the service holds its slot, which somebody else takes then, so that it is the visit
 * that asks about it. Returns the holds that are asked for from then on.
 */
async function confirmTaken(page: Page, laboratory: Laboratory): Promise<DeskRequest[]> {
  laboratory.keepDoor((request) => (isHold(request) ? refusal(503, 'unavailable') : null));
  await button(page, 'Confirm walk-in').click();
  await expect(page.locator('article')).toBeVisible();
  return takeEverySlot(laboratory);
}

test('a slot that lies ahead and turns out to be taken is asked about, and taken all the same only with a reason @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  await seeBoard(page);
  const at = await chooseEvening(page, 'ahmed');
  const holds = takeEverySlot(laboratory);
  await button(page, 'Hold slot').click();
  await expect(time(page).getByRole('alert')).toContainText(
    `The service says that the slot at ${at} is taken`,
  );
  expect(holds.filter(isOver)).toEqual([]);
  await expectAccessible(page);

  await button(page, `Take ${at} all the same`).click();
  const dialog = page.getByRole('dialog', { name: `Take ${at} on` });
  await expect(dialog).toContainText('Two people come at the same time');
  await expect(button(dialog, 'Take it all the same')).toBeDisabled();
  await dialog.getByLabel('Reason').fill('They share the chair');
  await expectAccessible(page);
  // What was typed is there again after a reload, and so is the booking.
  await page.reload();
  await expect(dialog.getByLabel('Reason')).toHaveValue('They share the chair');
  await button(dialog, 'Take it all the same').dblclick();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(time(page).getByRole('alert')).toContainText('Somebody else has this slot as well');
  expect(holds.filter(isOver)).toHaveLength(1);

  await expect(chosenTests(page)).toHaveCount(1);
  await button(page, 'Confirm walk-in').click();
  await expect(page.locator('article')).toContainText('in a slot that somebody else may have');
  await expect(history(page).filter({ hasText: 'They share the chair' })).toBeVisible();
});

test('a slot that another window takes all the same is asked for once, and the question that is still open says so @web', async ({
  page,
  host,
  laboratory,
}) => {
  test.slow();
  await seeBoard(page);
  const at = await chooseEvening(page, 'ahmed');
  const holds = await confirmTaken(page, laboratory);
  const second = await openSecond(page, () => host.openWindow());
  const question = (window: Page) => window.getByRole('dialog', { name: `Take ${at} on` });
  for (const [window, why] of [
    [page, 'They share the chair'],
    [second, 'Agreed with them'],
  ] as const) {
    await button(window, `Take ${at} all the same`).click({ timeout: 90_000 });
    await question(window).getByLabel('Reason').fill(why);
  }
  const hear = await withholdNews(second, 'visits.get');
  await button(question(page), 'Take it all the same').click();
  await expect(question(page)).toHaveCount(0);
  await expect.poll(() => holds.filter(isOver).length).toBe(1);
  for (const press of ['first', 'second']) {
    await question(second).getByLabel('Reason').press('Enter');
    await expect(question(second).getByRole('alert'), press).toBeVisible();
  }
  hear();
  await expect(question(second)).toContainText('This was settled meanwhile. Nothing more is sent from here.');
  await expect(question(second)).toContainText('You had typed: Agreed with them');
  await expectAccessible(second);
  await button(question(second), 'Understood').click();
  await expect(history(second).filter({ hasText: 'They share the chair' })).toBeVisible();
  expect(holds.filter(isOver)).toHaveLength(1);
});

test('a walk-in confirmed in one press whose slot turns out to be taken waits whole on its visit, and is booked again with its tests @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  await seeBoard(page);
  const at = await chooseEvening(page, 'ahmed');
  const holds = await confirmTaken(page, laboratory);
  const lost = panel(page, `${at} is taken`);
  await expect(lost).toContainText(
    'most likely by this desk itself, perhaps by somebody else. Nothing is lost',
    {
      timeout: 90_000,
    },
  );
  await expect(button(lost, `Take ${at} all the same`)).toBeVisible();
  const name = await page.locator('article').getByRole('heading', { level: 1 }).innerText();
  await expectAccessible(page);
  await page.reload();
  await expect(lost).toBeVisible();
  expect(holds.filter(isOver)).toEqual([]);

  laboratory.keepDoor(() => null);
  await button(lost, 'Book a slot again').click();
  await expect(panel(page, '1. Person')).toContainText(name);
  await expect(chosenTests(page)).toHaveCount(1);
  await button(page, 'Confirm walk-in').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(panel(page, 'Registration').locator('code').first()).toHaveText(/^DRW-/);
  // Of the booking that did not come about nothing is left to do.
  await expect(lost).toHaveCount(0);
  await goTo(page, 'Outbox');
  await expect(page.getByText('Nothing is waiting', { exact: false }).first()).toBeVisible();
});

test('a booking at another location whose hold is gone is booked again there, with the tests chosen before @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  await seeBoard(page);
  await goTo(page, 'Calendar');
  const other = page.getByRole('group', { name: 'Location' }).getByRole('button').nth(1);
  const place = await other.innerText();
  await other.click();
  await button(page, 'Month after').click();
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /free slots/ })
    .first()
    .click();
  await page
    .getByRole('grid', { name: /^Slots of/ })
    .getByRole('link')
    .first()
    .click();
  const heading = page.getByRole('heading', { level: 1, name: new RegExp(`^Booking for .* at ${place}$`) });
  await expect(heading).toBeVisible();
  const words = await heading.innerText();
  await page.getByLabel('Find the person').fill('ahmed');
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  const tests = page.getByRole('list', { name: 'Tests' }).getByRole('checkbox');
  await tests.nth(0).check();
  await tests.nth(1).check();
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  // Somebody cancels the hold at the service before it is confirmed.
  laboratory.keepDoor(({ method, path }) =>
    method === 'PATCH' && path.startsWith('/api/appointment/') ? refusal(404, 'not_found') : null,
  );
  await button(page, 'Confirm booking').click();
  const lost = panel(page, 'This booking did not come about');
  await expect(lost).toContainText('person, tests and day are taken along');
  await expect(lost.getByRole('button', { name: /all the same/ })).toHaveCount(0);
  await expectAccessible(page);

  laboratory.keepDoor(() => null);
  await button(lost, 'Book a slot again').dblclick();
  await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
  await expect(panel(page, '1. Person')).toContainText(/AHMED/);
  await expect(chosenTests(page)).toHaveCount(2);
  await button(page, 'Hold slot').click();
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeVisible();
  await button(page, 'Confirm booking').click();
  await expect(page.locator('article')).toContainText(`at ${place}`);
  await expect(panel(page, 'This booking did not come about')).toHaveCount(0);
  await goTo(page, 'Outbox');
  await expect(page.getByText('Nothing is waiting', { exact: false }).first()).toBeVisible();
});
