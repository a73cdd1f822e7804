// Prices that change while an order is built: said on the form beside what was shown before, and on the record where the service
// makes the total another one.
import { expect, expectAccessible } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import { button, goTo, placeOrder, seeBoard } from './support/desk.ts';
import { withJson } from './support/laboratory.ts';

interface Money {
  readonly amount_minor: number;
  readonly formatted_value: string;
}

const isMoney = (value: object): value is Money => 'amount_minor' in value && 'formatted_value' in value;

/** The same record with every amount of money three times as much. */
function trebled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trebled);
  if (typeof value !== 'object' || value === null) return value;
  if (isMoney(value)) {
    const amount = value.amount_minor * 3;
    return { ...value, amount_minor: amount, formatted_value: `£${(amount / 100).toFixed(2)}` };
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, trebled(each)]));
}

test('a price that changes while the order is built is said beside the old one, and the record says when the total became another @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  await seeBoard(page);
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  const line = page.getByRole('list', { name: 'Products of the order' }).getByRole('listitem');
  await expect(line).toContainText(/£\d/);
  const [before = ''] = /£[\d.]+/.exec(await line.innerText()) ?? [];
  await page.getByRole('radio', { name: /kit/i }).first().check();
  await page.getByLabel('Address').fill('221B Baker Street');
  await page.getByLabel('Town').fill('London');
  await page.getByLabel('Postcode').fill('NW1 6XE');
  await page.getByLabel('Last name').fill('O’Neill-Brontë');
  await page.getByLabel('First name').fill('Siân');
  await page.getByLabel('E-mail').fill('sian@example.test');
  await expect(line).not.toContainText('was');

  laboratory.meddle((path, answer) => (path.startsWith('/api/product') ? withJson(answer, trebled) : answer));
  const now = `£${(Number(before.slice(1)) * 3).toFixed(2)}`;
  await expect(async () => {
    await page.reload();
    await expect(line).toContainText(`was ${before}, now ${now}`, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByLabel('Postcode')).toHaveValue('NW1 6XE');
  await expectAccessible(page);
  const shown = await page.getByRole('status').filter({ hasText: 'Total' }).locator('strong').innerText();

  // The service makes of it what it makes; what was shown here is not forgotten.
  await placeOrder(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Order ORD-/ })).toBeVisible({ timeout: 30_000 });
  const told = page.getByRole('status').filter({ hasText: 'when the order was placed here' });
  await expect(told).toContainText(
    `The total was ${shown} when the order was placed here; the service says £`,
  );
  await expect(told).toContainText('Tell the customer, or ask the laboratory which is right.');
  await expectAccessible(page);
});
