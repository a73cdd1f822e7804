// The site's time zone rules, whatever the machine's.
import { expect, test } from '../fixtures.ts';
import { startHost } from '../desk-hosts.ts';
import { siteZone } from '../site-zone.ts';
import { boardRows, seeBoard } from './support/desk.ts';
import type { Page } from '@playwright/test';

/** Time and person of every appointment on the board. The desk's own holds are made anew for each folder. */
async function appointmentsOnBoard(page: Page): Promise<string[]> {
  await seeBoard(page);
  const rows = await boardRows(page).filter({ hasNotText: 'Walk-in' }).all();
  return Promise.all(
    rows.map(async (row) => (await row.getByRole('cell').allInnerTexts()).slice(0, 3).join(' ')),
  );
}

const siteDate = (): string => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: siteZone(),
    day: '2-digit',
    month: 'short',
    year: 'numeric',
  }).formatToParts(new Date());
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')}-${part('month')}-${part('year')}`;
};

test.describe('on a machine at the other end of the world @web', () => {
  test.use({ deskEnv: { TZ: 'Pacific/Auckland' } });

  test('the board shows the same as a machine in the site’s time zone', async ({ host, page, context }) => {
    const faraway = await appointmentsOnBoard(page);
    await expect(page.getByRole('main')).toContainText(siteDate());
    await host.stop();

    const nearby = await startHost[host.kind]({
      context,
      args: host.args,
      env: { ...process.env, TZ: siteZone() },
    });
    expect(await appointmentsOnBoard(nearby.page)).toEqual(faraway);
    await nearby.stop();
  });
});
