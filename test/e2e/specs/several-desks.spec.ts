// Two machines of one site: the site desk shows a code, a further desk is added with it, both do the main job between them, the
// site desk goes away and comes back, and the further desk is shut out.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import { startNode } from '../../support/desk-process.ts';
import { furtherDeskArguments, startFurtherDesk } from './support/further-desk.ts';
import {
  boardRow,
  button,
  checkIn,
  closeVisit,
  codeOf,
  goTo,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  searchBox,
  title,
} from './support/desk.ts';
import { openSecond, withholdNews } from './support/two-windows.ts';

// The same port after a restart, and no other spec's: further desks look for the site desk there.
const PORT = 21_000 + (process.pid % 9_000);
test.use({ managedSettings: { site: { address: '127.0.0.1', port: PORT } } });

/** Has the site desk show a code for a new desk. */
async function showCode(at: Page): Promise<string> {
  await goTo(at, 'Desks');
  await button(at, 'Add a desk').click();
  return (await panel(at, 'Code for a new desk').getByLabel(/^Code/).innerText()).trim();
}

const typeSlowly = (page: Page, text: string) => page.keyboard.type(text, { delay: 60 });

test('a further desk whose form for the code does not come says so, and shows it once it does @web', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'drawdesk-e2e-further-'));
  const further = await startFurtherDesk(browser, { folder, address: `127.0.0.1:${PORT}` });
  const room = further.page;
  try {
    await expect(title(room, 'Add this desk to the site')).toBeVisible();
    await room.route(/\/assets\/pair-desk-[^/]+\.js$/, (route) => route.abort());
    await room.reload();
    await expect(room.getByRole('status')).toContainText('The form for it has not come yet');
    await expectAccessible(room);
    await room.unrouteAll();
    await expect(title(room, 'Add this desk to the site')).toBeVisible();
  } finally {
    await further.stop();
    await rm(folder, { recursive: true });
  }
});

test('a new desk whose own Drawdesk ends blames no site desk, and is added once it runs again @web', async ({
  page,
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'drawdesk-e2e-further-'));
  const further = await startFurtherDesk(browser, { folder, address: `127.0.0.1:${PORT}` });
  const room = further.page;
  try {
    const [first = ''] = await namesOnBoard(page);
    const code = await showCode(page);
    await room.getByLabel('Name of this desk').fill('Room 2');
    await room.getByLabel('Code', { exact: true }).fill(code);

    // Its Drawdesk ends while it is at it, and was not there when it is pressed again.
    await room.route('**/api/pair', async (route) => {
      await further.kill();
      await route.abort();
    });
    await button(room, 'Add this desk').click();
    const said = room.getByRole('alert');
    await expect(said).toContainText('Drawdesk on this computer ended before it answered');
    await expect(said).not.toContainText('Nobody answers at');
    await room.unrouteAll();
    await button(room, 'Add this desk').click();
    await expect(said).toContainText(
      'Drawdesk on this computer did not answer, so the site desk was not asked',
    );
    await expectAccessible(room);

    await further.startAgain();
    await expect(room.getByLabel('Code', { exact: true })).toHaveValue(code);
    await button(room, 'Add this desk').click();
    await expect(boardRow(room, first)).toBeVisible();
  } finally {
    await further.stop();
    await rm(folder, { recursive: true });
  }
});

test('a second machine joins the site desk, works with it, loses it, and is shut out @web', async ({
  page,
  host,
  browser,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'drawdesk-e2e-further-'));
  const further = await startFurtherDesk(browser, { folder, address: `127.0.0.1:${PORT}` });
  const room = further.page;
  try {
    // The new machine asks for the code before it shows anything.
    await expect(title(room, 'Add this desk to the site')).toBeVisible();
    await expectAccessible(room);
    await button(room, 'Add this desk').click();
    await expect(room.getByRole('alert')).toContainText('Enter the eight letters and digits');
    await expect(room.getByRole('alert')).toBeFocused();

    // The site desk shows it.
    const [first = ''] = await namesOnBoard(page);
    await goTo(page, 'Desks');
    await expect(page.getByText('No other desk yet')).toBeVisible();
    await expect(panel(page, 'Where other desks find this one')).toContainText(`127.0.0.1:${PORT}`);
    await button(page, 'Add a desk').click();
    const code = (await panel(page, 'Code for a new desk').getByLabel(/^Code/).innerText()).trim();
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await expectAccessible(page);

    await room.getByLabel('Name of this desk').focus();
    await typeSlowly(room, 'Room 2');
    await room.keyboard.press('Tab');
    await typeSlowly(room, code.startsWith('2') ? `3${code.slice(1)}` : `2${code.slice(1)}`);
    await room.keyboard.press('Enter');
    await expect(room.getByRole('alert')).toContainText('not the code that the site desk shows');
    await expect(panel(page, 'Code for a new desk')).toContainText('A wrong code was tried');
    await room.getByLabel('Code', { exact: true }).fill('');
    await room.getByLabel('Code', { exact: true }).focus();
    await typeSlowly(room, code.toLowerCase());
    await room.keyboard.press('Enter');
    await expect(boardRow(room, first)).toBeVisible();
    await expect(room.getByRole('banner')).toContainText('Room 2');
    await expect(page.getByRole('row', { name: 'Room 2' })).toContainText('In contact');
    // Started once more for another site desk, it says which one runs; a window of that would be taken for what was asked for.
    const elsewhere = startNode(furtherDeskArguments(folder, '127.0.0.1:1'));
    expect((await elsewhere.ended).code).toBe(1);
    expect(elsewhere.stderr()).toContain(`A further desk of 127.0.0.1:${PORT} runs with the data folder`);
    await expect(panel(page, 'Code for a new desk')).toBeHidden();
    await expectAccessible(page);

    // Reception checks in at the site desk; the phlebotomist takes over in room 2.
    await goTo(page, 'Board');
    await openVisit(page, first);
    await checkIn(page);
    await expect(boardRow(room, first)).toContainText('Arrived');
    await goTo(room, 'Worklist');
    await button(room, 'Next person').click();
    await expect(title(room, first)).toBeVisible();
    // Both have the visit open, and see that of each other.
    await expect(page.getByText(/^Opened at Room 2 by Desk at/)).toBeVisible();
    await expect(room.getByText(/^Opened at the site desk by Desk at/)).toBeVisible();
    await closeVisit(page);
    await expect(room.getByText(/^Opened at the site desk/)).toBeHidden();
    await expect(boardRow(page, first)).toContainText('Collecting');
    await button(room, 'Print label').click();
    await expect(labels(room).first()).toContainText('Scan it back');
    await scan(room, await codeOf(labels(room).first()));
    await expect(labels(room).first()).toContainText('Scanned back');
    await button(room, 'Collected').click();
    await expect(boardRow(page, first)).toContainText('Collected');

    // The site desk is gone: room 2 says so, keeps the board and what was typed, and goes on by itself.
    await closeVisit(room);
    // Its own row is marked there, and the address is the site desk's. To shut it out is to be cut off.
    await goTo(room, 'Desks');
    const ownRow = room.getByRole('row', { name: 'Room 2 (this desk)' });
    await expect(ownRow).toContainText('In contact');
    await expect(panel(room, 'Where the site desk is found')).toContainText(`127.0.0.1:${PORT}`);
    await button(room, 'Shut out Room 2').click();
    await expect(room.getByRole('dialog')).toContainText('This is the desk at which you sit');
    await expectAccessible(room);
    await button(room, 'Keep it').click();
    await searchBox(room).fill('somebody');
    await host.kill();
    await expect(room.getByText('The site desk cannot be reached.')).toBeVisible();
    // Nobody is said to be in contact while that cannot be known, and what did not answer is the site desk.
    await expect(ownRow).toContainText('Not known now');
    await expect(ownRow).not.toContainText('In contact');
    await expect(ownRow).toContainText(/as of \d\d-\w+-\d{4} \d\d:\d\d/);
    await expectAccessible(room);
    await goTo(room, 'Service');
    await expect(panel(room, 'Events (webhook)')).toContainText('The site desk does not answer.');
    await expect(room.getByText('What you typed stays here')).toHaveCount(0);
    await goTo(room, 'Board');
    await expect(boardRow(room, first)).toContainText('Collected');
    await expect(searchBox(room)).toHaveValue('somebody');
    await expectAccessible(room);
    await room.reload();
    await expect(room.getByText('The site desk cannot be reached.')).toBeVisible();
    await expect(boardRow(room, first)).toContainText('Collected');
    const restarted = await host.restart();
    await expect(room.getByText('The site desk cannot be reached.')).toBeHidden();

    // Who did it, and where.
    await goTo(room, 'Activity');
    await expect(room.getByRole('row').filter({ hasText: 'Room 2' }).first()).toBeVisible();

    await goTo(restarted, 'Desks');
    // It gets another name, which outlives a reload half typed.
    await button(restarted, 'Rename Room 2').click();
    const rename = restarted.getByRole('dialog', { name: 'Rename Room 2' });
    await rename.getByLabel('Name of the desk').fill('Site desk');
    await button(rename, 'Rename').click();
    await expect(rename).toContainText('other than “site” and “site desk”');
    await rename.getByLabel('Name of the desk').fill('Room 2, door');
    await restarted.reload();
    await expect(rename.getByLabel('Name of the desk')).toHaveValue('Room 2, door');
    await button(rename, 'Rename').click();
    await expect(rename).toHaveCount(0);
    await restarted.reload();
    await expect(restarted.getByRole('row', { name: 'Room 2, door' })).toBeVisible();
    await expect(rename).toHaveCount(0);
    // Renamed at two windows: the name that the other one has given meanwhile is read first.
    const second = await openSecond(restarted, () => host.openWindow());
    for (const window of [restarted, second]) {
      await button(window, 'Rename Room 2, door').click();
      await window.getByLabel('Name of the desk').fill(window === second ? 'Room 4' : 'Room 2, window');
    }
    const hear = await withholdNews(second, 'desks.list');
    await button(restarted.getByRole('dialog'), 'Rename').click();
    await expect(restarted.getByRole('dialog')).toHaveCount(0);
    const late = second.getByRole('dialog', { name: 'Rename Room 2, ' });
    for (const press of ['first', 'second']) {
      await late.getByLabel('Name of the desk').press('Enter');
      await expect(late.getByRole('alert'), press).toContainText('This changed meanwhile');
    }
    hear();
    await expect(late.getByRole('alert')).toContainText('It is called Room 2, window now.');
    await expectAccessible(second);
    await button(late, 'I have read it').click();
    await expect(late).toHaveAccessibleName('Rename Room 2, window');
    await late.getByLabel('Name of the desk').fill('Room 2, door');
    await button(late, 'Rename').click();
    await expect(late).toHaveCount(0);
    await expect(restarted.getByRole('row', { name: 'Room 2, door' })).toBeVisible();
    // Asked at two windows: the other one is told that it is done, and asks nothing more.
    await button(second, 'Shut out Room 2, door').click();
    // So is one at which it is just given another name.
    const third = await openSecond(restarted, () => host.openWindow());
    await button(third, 'Rename Room 2, door').click();
    await third.getByLabel('Name of the desk').fill('Room 3');
    await button(restarted, 'Shut out Room 2, door').click();
    await expectAccessible(restarted);
    await button(restarted, 'Shut this desk out').click();
    const told = second.getByRole('dialog', { name: 'Shut out Room 2, door?' });
    await expect(told).toContainText('This was settled meanwhile. Nothing more is sent from here.');
    await expect(told).toContainText(/Room 2, door was shut out at \d\d:\d\d/);
    await button(told, 'Understood').click();
    await expect(told).toHaveCount(0);
    const toldToo = third.getByRole('dialog', { name: 'Rename Room 2, door' });
    await expect(toldToo).toContainText('Room 2, door was shut out.');
    await expect(toldToo).toContainText('You had typed: Room 3');
    await button(toldToo, 'Understood').click();
    await expect(toldToo).toHaveCount(0);
    await expect(restarted.getByRole('row', { name: 'Room 2, door' })).toContainText('Shut out');
    await expect(room.getByText('it was shut out there')).toBeVisible();
    // It is added again under its name, which nobody need remember: only the code is missing.
    await expect(room.getByLabel('Name of this desk')).toHaveValue('Room 2, door');
    await expect(room.getByLabel('Code', { exact: true })).toBeFocused();
    await expect(boardRow(room, first)).toBeHidden();
    await expectAccessible(room);
  } finally {
    await further.stop();
    await rm(folder, { recursive: true });
  }
});

test('a site desk with a new certificate is sent nothing until a code was entered, and then the desk works with it again @web', async ({
  page,
  host,
  browser,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'drawdesk-e2e-further-'));
  const further = await startFurtherDesk(browser, { folder, address: `127.0.0.1:${PORT}` });
  const room = further.page;
  const add = async (code: string): Promise<void> => {
    await room.getByLabel('Name of this desk').fill('Room 2');
    await room.getByLabel('Code', { exact: true }).fill(code);
    await button(room, 'Add this desk').click();
  };
  try {
    const [first = ''] = await namesOnBoard(page);
    await add(await showCode(page));
    await expect(boardRow(room, first)).toBeVisible();

    // As when the machine before was stolen: docs/site.md.
    await host.kill();
    await rm(join(host.dataFolder, 'site-certificate-training.json'));
    const restarted = await host.restart();
    await expect(room.getByText('Another machine answers')).toBeVisible();
    await expectAccessible(room);
    await button(room, 'Add this desk anew').click();
    await expect(title(room, 'Add this desk to the site')).toBeVisible();
    await expectAccessible(room);
    await button(room, 'Go back').click();
    await expect(room.getByText('Another machine answers')).toBeVisible();
    await button(room, 'Add this desk anew').click();
    const code = await showCode(restarted);
    await button(restarted, 'Shut out Room 2').click();
    await button(restarted, 'Shut this desk out').click();
    await expect(restarted.getByRole('row', { name: 'Room 2' })).toContainText('Shut out');
    await add(code);
    await expect(boardRow(room, first)).toBeVisible();
    await expect(room.getByText('Another machine answers')).toBeHidden();
  } finally {
    await further.stop();
    await rm(folder, { recursive: true });
  }
});

test('a desk that the site desk does not know any more says so, and goes on once the right one is back @web', async ({
  page,
  host,
  browser,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'drawdesk-e2e-further-'));
  const kept = await mkdtemp(join(tmpdir(), 'drawdesk-e2e-kept-'));
  const further = await startFurtherDesk(browser, { folder, address: `127.0.0.1:${PORT}` });
  const room = further.page;
  const unknown = room.getByText('The site desk does not know this desk');
  const records = async (of: string): Promise<string[]> =>
    (await readdir(of)).filter((name) => name.startsWith('desk-training.db'));
  try {
    const [first = ''] = await namesOnBoard(page);
    const code = await showCode(page);
    await room.getByLabel('Name of this desk').fill('Room 2');
    await room.getByLabel('Code', { exact: true }).fill(code);
    await button(room, 'Add this desk').click();
    await expect(boardRow(room, first)).toBeVisible();

    // As a site desk that was made from a backup of before.
    await host.kill();
    for (const name of await records(host.dataFolder)) {
      await cp(join(host.dataFolder, name), join(kept, name));
      await rm(join(host.dataFolder, name));
    }
    await host.restart();
    await expect(unknown).toBeVisible();
    await expectAccessible(room);
    await button(room, 'Add this desk anew').click();
    await expect(title(room, 'Add this desk to the site')).toBeVisible();
    await button(room, 'Go back').click();
    await expect(unknown).toBeVisible();

    await host.kill();
    for (const name of await records(host.dataFolder)) await rm(join(host.dataFolder, name));
    for (const name of await records(kept)) await cp(join(kept, name), join(host.dataFolder, name));
    await host.restart();
    await expect(unknown).toBeHidden();
    await expect(boardRow(room, first)).toBeVisible();
  } finally {
    await further.stop();
    for (const made of [folder, kept]) await rm(made, { recursive: true });
  }
});
