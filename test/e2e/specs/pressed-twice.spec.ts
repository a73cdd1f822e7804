// Whoever presses twice, because nothing seemed to happen or out of habit, means one thing: nobody else is called in, printed for or
// moved by it, also where what was pressed has become another thing by then. See twice.spec.ts for what else is done once.
import type { APIResponse, Page } from '@playwright/test';
import { DOUBLE_CLICK_MS } from '../../../src/renderer/host/command-attempts.ts';
import { expect, test } from '../fixtures.ts';
import {
  button,
  checkIn,
  goTo,
  history,
  namesOnBoard,
  openVisit,
  openVisitOfTomorrow,
  panel,
  seeBoard,
  title,
} from './support/desk.ts';
import { seePageAtRest } from './support/page-at-rest.ts';
import { openSecond, withholdNews } from './support/two-windows.ts';
import { withholdAnswers } from './support/withheld-answers.ts';

async function checkInTwo(page: Page): Promise<readonly [string, string]> {
  const [first = '', second = ''] = await namesOnBoard(page);
  for (const name of [first, second]) {
    await openVisit(page, name);
    await checkIn(page);
    await goTo(page, 'Board');
  }
  return [first, second];
}

test('“Next person” that is pressed again before the answer calls in nobody else @web', async ({ page }) => {
  await checkInTwo(page);
  await goTo(page, 'Worklist');
  const answer = await withholdAnswers(page, 'visits.move');
  await button(page, 'Next person').click();
  // The list has heard of it, and the next one is at its head.
  await expect(panel(page, 'With somebody now: 1')).toBeVisible();
  await expect(panel(page, 'Waiting: 1')).toBeVisible();
  await button(page, 'Next person').click();
  answer();
  await expect(button(page, 'Print label')).toBeVisible();
  await goTo(page, 'Worklist');
  await expect(panel(page, 'With somebody now: 1')).toBeVisible();
  await expect(panel(page, 'Waiting: 1')).toBeVisible();
});

test('“Next person” says that another window was quicker with the last one @web', async ({ page, host }) => {
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkIn(page);
  await goTo(page, 'Worklist');
  const second = await openSecond(page, () => host.openWindow());
  await expect(panel(second, 'Waiting: 1')).toBeVisible();
  const send = await withholdNews(second, 'visits.move');
  await button(second, 'Next person').click();
  await button(page, 'Next person').click();
  await expect(button(page, 'Print label')).toBeVisible();
  send();
  await expect(second.getByText(/^Nobody was called in: another window was quicker/)).toBeVisible();
  await expect(second.getByRole('alert')).toHaveCount(0);
  await expect(title(second, 'Worklist')).toBeVisible();
});

test('whoever was called in and sent back at another window is no refused step where “Undo” sends them back as well @web', async ({
  page,
  host,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkIn(page);
  await goTo(page, 'Worklist');
  await button(page, 'Next person').click();
  await expect(button(page, 'Print label')).toBeVisible();
  const second = await openSecond(page, () => host.openWindow());
  // Until then what is above it still comes, and moves it.
  await expect(history(second).first()).toBeVisible();
  await button(second, 'Back to the waiting room').click();
  await expect(button(second, 'Start collecting')).toBeVisible();
  const notes = page.getByRole('region', { name: 'Just done' });
  await button(notes, 'Undo').click();
  await expect(notes).toContainText(`${name}: Arrived. `);
  await expect(notes).not.toContainText('Undo for');
});

test('labels of several that are printed leave nobody chosen: a second press prints none of the next ones @web', async ({
  page,
}) => {
  await checkInTwo(page);
  await page.getByRole('link', { name: 'Labels for several' }).click();
  const people = page.getByRole('list', { name: 'People whose labels can be printed' });
  await people.getByRole('checkbox').last().uncheck();
  await page.getByRole('button', { name: /^Print \d+ labels? for 1 person$/ }).click();
  await expect(people.getByRole('checkbox')).toHaveCount(1);
  await expect(people.getByRole('checkbox')).not.toBeChecked();
  await button(page, 'Print labels').press('Enter');
  await expect(page.getByText('Choose at least one person.').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Labels of this batch' })).toHaveCount(1);
  // All of those who are left are chosen by one press of another button.
  await button(page, 'Choose all').click();
  await expect(people.getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: /^Print \d+ labels? for 1 person$/ }).click();
  await expect(page.getByText('No label is left to print')).toBeVisible();
});

test('Enter that is pressed twice on a slot asks whether the appointment is moved, and does not move it @web', async ({
  page,
}) => {
  await seeBoard(page);
  const name = await openVisitOfTomorrow(page);
  await button(page, 'Move appointment').click();
  const slot = page
    .getByRole('grid', { name: /^Slots of/ })
    .getByRole('button', { name: /^Move to/ })
    .first();
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${name}?` });
  const keys = await page.context().newCDPSession(page);
  /** With the time at which it is pressed, however long the page takes to hear of it. */
  const pressEnter = async (timestamp: number): Promise<void> => {
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, timestamp };
    await keys.send('Input.dispatchKeyEvent', { ...enter, type: 'keyDown', text: '\r' });
    await keys.send('Input.dispatchKeyEvent', { ...enter, type: 'keyUp' });
  };
  const nowS = Date.now() / 1_000;
  await slot.focus();
  await pressEnter(nowS);
  await expect(button(dialog, 'Move the appointment')).toBeFocused();
  await pressEnter(nowS + 0.15);
  await seePageAtRest(page);
  await expect(button(dialog, 'Move the appointment')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page, name)).toBeVisible();
  await expect(history(page).filter({ hasText: 'Move of the appointment saved' })).toHaveCount(1);
});

test('`V` that is pressed twice prints one ticket, also where the first is printed by then @web', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await checkIn(page);
  const answer = await withholdAnswers(page, 'tickets.print');
  await page.keyboard.press('v');
  await expect(button(page, 'Print the ticket again')).toBeVisible();
  await seePageAtRest(page);
  await page.keyboard.press('v');
  await seePageAtRest(page);
  answer();
  await expect(page.getByText('Ticket on its way to the printer').first()).toBeVisible();
  await expect(panel(page, 'Visit ticket')).toContainText('Number 1');
  await goTo(page, 'Training');
  await expect(panel(page, 'What came out').getByRole('img', { name: /^Ticket received/ })).toHaveCount(1);
});

test('“Print form” that is pressed again right after it has printed several forms prints none of them twice @web', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  const second = '00000000-0000-4000-8000-000000000002';
  const printed: string[] = [];
  let first: APIResponse | null = null;
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { name: string; input: { registrationId: string } };
    if (call.name === 'visits.get') {
      // One more registration, which only the screen knows.
      const response = await route.fetch({ maxRetries: 3 });
      const answer = (await response.json()) as { value: { registrations: { id: string }[] } };
      const { registrations } = answer.value;
      registrations.push(...registrations.slice(0, 1).map((one) => ({ ...one, id: second })));
      return route.fulfill({ response, json: answer });
    }
    if (call.name !== 'documents.print') return route.fallback();
    printed.push(call.input.registrationId);
    first ??= await route.fetch({ maxRetries: 3 });
    return route.fulfill({ response: first });
  });
  await openVisit(page, name);
  await checkIn(page);
  await expect(button(page, 'Print form')).toBeEnabled();
  // The visit may have been asked ahead, before there were two.
  await expect(panel(page, 'Registrations')).toBeVisible();
  await button(page, 'Print form').evaluate(async (print: HTMLButtonElement) => {
    const drawn = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const said = (): number => document.querySelectorAll('a[href$="/printing"]').length;
    const before = said();
    print.click();
    while (said() < before + 2 || print.ariaBusy === 'true') await drawn();
    print.click();
  });
  await seePageAtRest(page);
  expect(printed).toHaveLength(2);
  expect(printed).toContain(second);
  // Later it is meant.
  await page.waitForTimeout(DOUBLE_CLICK_MS);
  await button(page, 'Print form').click();
  await expect.poll(() => printed.length).toBe(4);
});
