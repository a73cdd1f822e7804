// The computer's disk is full while somebody is checked in: nothing is confirmed, the screen says what to do, what was typed stays,
// and the desk goes on by itself once there is room.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, history, namesOnBoard, openVisit } from './support/desk.ts';

const PRLIMIT = '/usr/bin/prlimit';

/**
 * From now on the system refuses every byte that the desk's process writes to a file, or takes them again. A disk cannot be filled
 * without harm to others, and the refusal is the same for the desk: a write that the system does not carry out.
 */
function disk(state: 'full' | 'has room', pid: number): void {
  execFileSync(PRLIMIT, [`--pid=${pid}`, `--fsize=${state === 'full' ? '0' : 'unlimited'}:`]);
}

test('a check-in on a full disk confirms nothing, keeps what was typed, and is done once there is room @web', async ({
  page,
  host,
}) => {
  test.skip(!existsSync(PRLIMIT), 'this system has no prlimit');
  const [name = ''] = await namesOnBoard(page);
  await openVisit(page, name);
  await page.getByRole('checkbox', { name: 'Name', exact: true }).check();
  await button(page, 'Only one identifier available').click();
  const reason = page.getByLabel('Why one identifier is enough today');
  await reason.fill('Lost her bag on the way here');

  disk('full', host.pid());
  await button(page, 'Check in').click();
  const notSaved = page.getByRole('main').getByRole('alert').filter({ hasText: 'This was not saved' });
  await expect(notSaved).toContainText('what was saved before is kept');
  await expect(notSaved).toContainText('Free some space on the disk, then do it again.');
  // It is said on every screen, for as long as it lasts, and cannot be put away.
  const stuck = page.getByRole('alert').filter({ hasText: 'nothing can be saved or sent' });
  await expect(stuck).toContainText('Drawdesk tries again by itself');
  await expect(page.getByRole('heading', { level: 1, name }).locator('..')).toContainText('Expected');
  await expect(history(page).filter({ hasText: 'Checked in' })).toHaveCount(0);
  await expect(reason).toHaveValue('Lost her bag on the way here');
  await expect(page.getByRole('checkbox', { name: 'Name', exact: true })).toBeChecked();
  await expectAccessible(page);

  disk('has room', host.pid());
  // By itself, without a press of a key.
  await expect(stuck).toHaveCount(0, { timeout: 90_000 });
  await expect(reason).toHaveValue('Lost her bag on the way here');
  await button(page, 'Check in').click();
  await expect(button(page, 'Start collecting')).toBeVisible();
  await expect(history(page).filter({ hasText: 'Checked in' })).toHaveCount(1);
  await expect(history(page).filter({ hasText: 'Lost her bag' })).toHaveCount(1);
});
