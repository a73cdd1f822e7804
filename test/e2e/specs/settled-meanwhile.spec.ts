// A question that is still open at one window, while another window settles what it asks: it says what happened, keeps what was
// typed in sight, and sends nothing.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  behave,
  boardRows,
  button,
  checkIn,
  goOffline,
  goTo,
  namesOnBoard,
  openVisit,
  openVisitOfTomorrow,
  panel,
  seeBoard,
  title,
} from './support/desk.ts';
import { openSecond, withholdNews } from './support/two-windows.ts';

const settled = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('dialog', { name }).filter({ hasText: 'settled meanwhile' });

async function understand(page: Page, dialog: Locator): Promise<void> {
  await button(dialog, 'Understood').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Prints a label at a printer that breaks off in the middle. */
async function printInDoubt(page: Page): Promise<void> {
  const [name = ''] = await namesOnBoard(page);
  await behave(page, 'Breaks off');
  await goTo(page, 'Board');
  await expect(boardRows(page).first()).toBeVisible();
  await openVisit(page, name);
  await checkIn(page);
  await button(page, 'Print label').click();
}

test('the move of an appointment that another window cancels', async ({ page, host }) => {
  await seeBoard(page);
  const name = await openVisitOfTomorrow(page);
  const visit = page.url();
  const second = await host.openWindow();
  await seeBoard(second);
  await second.evaluate((hash) => (location.hash = hash), new URL(visit).hash);
  await expect(title(second, name)).toBeVisible();
  await button(second, 'Cancel appointment').click();
  await second.getByLabel('Reason').fill('Rang: ill');

  await button(page, 'Move appointment').click();
  const slots = page.getByRole('grid', { name: /^Slots of/ });
  await slots
    .getByRole('button', { name: /^Move to/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: `Move the appointment of ${name}?` })).toBeVisible();
  await button(second, 'Cancel the appointment').click();
  await expect(second.getByRole('dialog')).toHaveCount(0);

  const left = settled(page, `Move the appointment of ${name}?`);
  await expect(left).toContainText(`${name}: Cancelled.`);
  await expect(left).toContainText('Rang: ill');
  await expect(button(page, 'Move the appointment')).toHaveCount(0);
  await expectAccessible(page);
  await understand(page, left);
  await expect(page.getByRole('status').filter({ hasText: 'was cancelled meanwhile' })).toBeVisible();
});

test('a change that another window gives up', async ({ page, host }) => {
  await seeBoard(page);
  await goOffline(page);
  await goTo(page, 'Registrations');
  const rows = page.getByRole('table', { name: 'Registrations' }).getByRole('row');
  // An e-mail asks somebody to complete a registration that has no patient yet.
  await button(page, 'No patient').click();
  await expect(rows.nth(1)).toContainText('No patient');
  await rows.nth(1).getByRole('link').first().click();
  await expect(panel(page, 'Change or ask for')).toBeVisible();
  await button(page, 'Send completion e-mail').click();
  await page.getByLabel('E-mail address').fill('james.oliver@example.org');
  await page.getByRole('dialog').getByRole('button', { name: 'Send the e-mail' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const second = await host.openWindow();
  await seeBoard(second);
  for (const window of [page, second]) {
    await goTo(window, 'Outbox');
    await button(window, 'Give up this change').click();
    await window.getByLabel('Reason').fill(window === page ? 'Rang' : 'Wrote');
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Give up this change' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const left = settled(second, /^Give up/);
  await expect(left).toContainText('Given up');
  await expect(left).toContainText('Wrote');
  await expectAccessible(second);
  // What was typed is in sight after a reload too, until somebody has read it.
  await second.reload();
  await expect(left).toContainText('Wrote');
  await understand(second, left);
});

test('a print job that another window has seen come out', async ({ page, host }) => {
  await printInDoubt(page);
  const second = await host.openWindow();
  await seeBoard(second);
  for (const window of [page, second]) {
    await goTo(window, 'Print queue');
    await expect(window.getByText('Not sure whether it printed')).toBeVisible();
  }
  await button(second, 'Cancel job').click();
  await second.getByLabel('Reason').fill('No label came out');
  await button(page, 'The label is there').click();
  const left = settled(second, /^Cancel printing/);
  await expect(left).toContainText('Label confirmed printed');
  await expect(left).toContainText('No label came out');
  await expectAccessible(second);
  await understand(second, left);
});

test('a print job of which another window has said something else @web', async ({ page, host }) => {
  await printInDoubt(page);
  await goTo(page, 'Print queue');
  await expect(page.getByText('Not sure whether it printed')).toBeVisible();
  const second = await openSecond(page, () => host.openWindow());
  await goTo(second, 'Print queue');
  await expect(second.getByText('Not sure whether it printed')).toBeVisible();
  const hear = await withholdNews(second, 'printJobs.list');
  await button(page, 'The label is there').click();
  await expect(page.getByText('Label confirmed printed')).toBeVisible();
  // Whoever stands at the empty printer would wait for it: the line of the job has gone to another list, and a word in it with it.
  await button(second, 'No label came out: send again').click();
  const left = settled(second, /^Send .+ again\?$/);
  await expect(left).toBeVisible();
  hear();
  await expect(left).toContainText('Label confirmed printed');
  await expectAccessible(second);
  await understand(second, left);
  await expect(second.getByRole('main').getByText('Label confirmed printed')).toBeVisible();
});

/** One printed report that is out of date. Its question comes back with the window, before the desk has told of any. */
test('whether everybody was told of printed results is asked again after a reload, and not called settled @web', async ({
  page,
}) => {
  const changedAtMs = 1_774_000_000_000;
  let tell: () => void = () => {};
  let told = Promise.resolve();
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { readonly name: string };
    if (name !== 'results.out') return route.fallback();
    await told;
    const paper = {
      registrationId: 'r1',
      isKnown: false,
      trfCode: null,
      person: null,
      printedAtMs: changedAtMs - 3_600_000,
      changedAtMs,
    };
    return route.fulfill({ json: { ok: true, value: { items: [paper] } } });
  });
  await seeBoard(page);
  await goTo(page, 'Outbox');
  await expect(panel(page, 'Needs attention')).toContainText('Printed results are out of date');
  await button(page, 'They were told').click();
  await page.getByLabel('Reason').fill('Rang the person');
  const asked = page.getByRole('dialog', { name: 'Was everybody told who has the printed results?' });
  await expectAccessible(page);
  told = new Promise((resolve) => (tell = resolve));
  await page.reload();
  await expect(panel(page, 'Waiting')).toBeVisible();
  tell();
  await expect(asked.getByLabel('Reason')).toHaveValue('Rang the person');
  await expect(asked).not.toContainText('settled meanwhile');
});

/** Answered as by a printer that keeps a job waiting, and was sent it after the question had come. */
test('a job that its printer does not cancel is given up as the printer spoke of it, and not as it was before @web', async ({
  page,
}) => {
  const [name = ''] = await namesOnBoard(page);
  await behave(page, 'Breaks off');
  await goTo(page, 'Board');
  await openVisit(page, name);
  await checkIn(page);
  await button(page, 'Print label').click();
  let attempts = 1;
  let cancelled: unknown = null;
  await page.route('**/api/call', async (route) => {
    const asked = route.request().postDataJSON() as { readonly name: string; readonly input: unknown };
    const isStopped = { state: 'sent', deviceReport: 'stopped', atPrinter: true };
    if (asked.name === 'printJobs.cancel') {
      cancelled = asked.input;
      return route.fallback();
    }
    const isAsked = asked.name === 'printJobs.cancelAtPrinter';
    if (!isAsked && asked.name !== 'printJobs.list') return route.fallback();
    const list = await route.fetch(
      isAsked ? { postData: { ...asked, name: 'printJobs.list', input: {} } } : undefined,
    );
    const told = (await list.json()) as { readonly value: { readonly items: readonly object[] } };
    const items = told.value.items.map((job) => ({ ...job, ...isStopped, attempts }));
    const value = isAsked
      ? { job: items[0], outcome: 'refused', detail: 'it says no' }
      : { ...told.value, items };
    return route.fulfill({ json: { ok: true, value } });
  });
  await goTo(page, 'Print queue');
  await button(page, 'Cancel at the printer').click();
  await page.getByLabel('Reason').fill('Jammed');
  attempts = 2;
  const dialog = page.getByRole('dialog', { name: /^Cancel printing/ });
  await button(dialog, 'Ask the printer to cancel it').click();
  await expect(dialog.getByRole('alert')).toContainText('It is not cancelled.');
  await button(dialog, 'Cancel this job').click();
  await expect.poll(() => cancelled).toMatchObject({ seenAttempts: 2 });
  // What is still being answered is answered before the desk is ended.
  await page.unrouteAll({ behavior: 'wait' });
});

/** Answered as by a printer that connects and refuses: each try lasts a moment. */
test('a job that is tried once more while its question is open can be cancelled after it @web', async ({
  page,
  host,
}) => {
  await printInDoubt(page);
  await goTo(page, 'Print queue');
  // While it is on its way nobody can cancel it, whatever the answers below say of it.
  await expect(page.getByText('Not sure whether it printed')).toBeVisible();
  let state = 'attention';
  await page.route('**/api/call', async (route) => {
    const asked = route.request().postDataJSON() as { readonly name: string };
    if (asked.name !== 'printJobs.list') return route.fallback();
    const told = (await (await route.fetch({ maxRetries: 3 })).json()) as {
      readonly value: { readonly items: readonly object[] };
    };
    const items = told.value.items.map((job) => ({ ...job, state }));
    return route.fulfill({ json: { ok: true, value: { ...told.value, items } } });
  });
  await page.reload();
  await button(page, 'Cancel job').click();
  const dialog = page.getByRole('dialog', { name: /^Cancel printing/ });
  await page.getByLabel('Reason').fill('No paper');
  const cancel = button(dialog, 'Cancel this job');
  await expect(cancel).not.toHaveAttribute('aria-disabled');
  // Any other job has the list asked for again.
  const second = await host.openWindow();
  await seeBoard(second);
  const [, ...others] = await namesOnBoard(second);
  const printFor = async (other = ''): Promise<void> => {
    await goTo(second, 'Board');
    await openVisit(second, other);
    await checkIn(second);
    await button(second, 'Print label').click();
  };
  state = 'sending';
  await printFor(others[0]);
  await expect(cancel).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog).not.toContainText('settled meanwhile');
  await expect(page.getByLabel('Reason')).toHaveValue('No paper');
  state = 'attention';
  await printFor(others[1]);
  await expect(cancel).not.toHaveAttribute('aria-disabled');
  await cancel.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // What is still being answered is answered before the desk is ended.
  await page.unrouteAll({ behavior: 'wait' });
});
