// A desk whose process stands still, as it does while a disk hangs: nothing breaks, and nothing is answered.
import { expect, test } from '../fixtures.ts';
import { button, namesOnBoard, openVisit, tickTwoIdentifiers } from './support/desk.ts';

test('a desk that stands still is said not to answer, and what was pressed is done once when it goes on @web', async ({
  host,
  page,
}) => {
  test.skip(process.platform === 'win32', 'a process cannot be made to stand still there');
  const [first = ''] = await namesOnBoard(page);
  await openVisit(page, first);
  await tickTwoIdentifiers(page);
  const silence = page.getByRole('alert').filter({ hasText: 'Drawdesk does not answer at the moment.' });

  process.kill(host.pid(), 'SIGSTOP');
  try {
    await button(page, 'Check in').click();
    await expect(silence).toContainText('do not press it again');
    await expect(button(page, 'Start collecting')).toBeHidden();
  } finally {
    process.kill(host.pid(), 'SIGCONT');
  }
  await expect(button(page, 'Start collecting')).toBeVisible();
  await expect(silence).toBeHidden();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('cell', { name: 'Checked in', exact: true })).toHaveCount(1);
});
