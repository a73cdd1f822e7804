// The catalogue: found by filters, read in full, safe whatever it says, and there with the line down.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { test as testAtLaboratory } from './support/at-laboratory.ts';
import { button, goOffline, goTo, panel, seeBoard, title } from './support/desk.ts';

const products = (page: Page) => page.getByRole('table', { name: 'Products' }).getByRole('rowheader');

test('a product is found by keys alone, read in full, and stays with the line down', async ({
  page,
  host,
}) => {
  await seeBoard(page);
  await goTo(page, 'Catalogue');
  // The rows that have no room in this window come after the first frame, all at once.
  await expect(products(page).nth(11)).toBeAttached();
  const all = await products(page).count();
  await expectAccessible(page);

  await page.getByLabel('Words in the name').focus();
  await page.keyboard.type('iron', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect.poll(() => products(page).count()).toBeLessThan(all);
  await expect(products(page).first()).toContainText(/iron/i);
  // The filter is in the address, so it outlives a reload and going back.
  await page.reload();
  await expect(page.getByLabel('Words in the name')).toHaveValue('iron');
  await expect(products(page).first()).toContainText(/iron/i);
  const name = (await products(page).first().innerText()).trim();
  await products(page).first().getByRole('link').focus();
  await page.keyboard.press('Enter');

  await expect(title(page, name)).toBeVisible();
  await expect(panel(page, 'At a glance')).toContainText('£');
  await expect(panel(page, 'Description')).not.toBeEmpty();
  await expect(page.getByRole('table', { name: 'Biomarkers' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Shipping methods' }).getByRole('row').nth(1)).toBeVisible();
  await panel(page, 'Questions people ask').getByText('How is the sample taken?').click();
  await expectAccessible(page);
  const address = page.url();

  await page.goBack();
  await expect(page.getByLabel('Words in the name')).toHaveValue('iron');
  await button(page, 'Whole catalogue').click();
  await expect(products(page)).toHaveCount(all);
  await page.getByText('More filters').click();
  // The product that was just read in full names the biomarkers that can be chosen. Half typed, the filter outlives a reload.
  await page.getByLabel('Measures the biomarker').selectOption({ label: 'Ferritin' });
  await page.getByLabel('SKU').fill('half typ');
  await expect(products(page)).toHaveCount(all);
  await page.reload();
  await expect(page.getByLabel('SKU')).toHaveValue('half typ');
  await expect(page.getByLabel('Measures the biomarker')).toHaveValue('ferritin');
  await page.getByLabel('SKU').fill('');
  await page.getByRole('checkbox', { name: 'Home kit by post' }).check();
  await button(page, 'Show products').click();
  await expect(page.getByText('More filters: 2 in use')).toBeVisible();
  await expect(products(page).first()).toBeVisible();
  await expect.poll(() => products(page).count()).toBeLessThan(all);
  await page.getByLabel('SKU').fill('no such');
  await button(page, 'Show products').click();
  await expect(page.getByText('No product fits')).toBeVisible();

  // A product that is on no list any more is opened by its name in web addresses.
  await button(page, 'Whole catalogue').click();
  await page.getByText('More filters').click();
  await page.getByLabel('Name in web addresses (slug)').fill('iron-check-before-2024');
  await button(page, 'Show products').click();
  await expect(page.getByText('No product fits')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'open the product “iron-check-before-2024”' }).focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Iron Check (before 2024)')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Biomarkers' }).getByRole('row').nth(1)).toBeVisible();

  await goOffline(page);
  await page.goto(address);
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByText('the product is shown as it was read last')).toBeVisible();
  await goTo(page, 'Catalogue');
  await expect(page.getByText('the kept catalogue is searched')).toBeVisible();
  await page.getByText('More filters').click();
  await page.getByLabel('Prices for the affiliate code').fill('FRIEND10');
  await button(page, 'Show products').click();
  await expect(page.getByText('Only the service can answer “Prices for the affiliate code”')).toBeVisible();
  await expectAccessible(page);

  // The line comes back while the list is open: the service is asked without a word from anybody.
  const other = await host.openWindow();
  await goTo(other, 'Training');
  await other.getByRole('switch', { name: 'Go offline' }).uncheck();
  await expect(page.getByText('the kept catalogue is searched')).toHaveCount(0);
  await expect(products(page).first()).toBeVisible();
});

testAtLaboratory.describe('a laboratory with more products than a page holds @web', () => {
  testAtLaboratory(
    'is read page by page; the page outlives a reload and going back',
    async ({ page, laboratory }) => {
      await seeBoard(page);
      laboratory.givePagesOf(7);
      await goTo(page, 'Catalogue');
      const pages = page.getByRole('navigation', { name: 'Pages of the catalogue' });
      await expect(pages).toContainText('Page 1 of 3');
      await expect(products(page)).toHaveCount(7);
      const firstPage = await products(page).allInnerTexts();
      await button(pages, 'Next page').click();
      await expect(pages).toContainText('Page 2 of 3');
      await expect(products(page)).toHaveCount(7);
      const secondPage = await products(page).allInnerTexts();
      expect(secondPage.filter((name) => firstPage.includes(name))).toEqual([]);
      await expectAccessible(page);
      await page.reload();
      await expect(pages).toContainText('Page 2 of 3');
      await products(page).first().getByRole('link').click();
      await expect(title(page, secondPage[0] ?? '')).toBeVisible();
      await page.goBack();
      await expect(pages).toContainText('Page 2 of 3');
      await button(pages, 'Next page').click();
      await expect(pages).toContainText('Page 3 of 3');
      await expect(button(pages, 'Next page')).toHaveAccessibleDescription('This is the last page.');
      await button(pages, 'Page before').click();
      await expect(pages).toContainText('Page 2 of 3');
      expect(await products(page).allInnerTexts()).toEqual(secondPage);
      // A filter begins at its first page.
      await page.getByLabel('Words in the name').fill('iron');
      await page.keyboard.press('Enter');
      await expect(products(page).first()).toContainText(/iron/i);
      await expect(pages).toHaveCount(0);
    },
  );
});

const HOSTILE = `<h2 onclick="window.hit=1">About</h2><p style="position:fixed">Words <b>kept</b></p>
<script>window.hit = 1</script><img src="https://strange.example/x.png" onerror="window.hit=1">
<svg onload="window.hit=1"><a href="javascript:window.hit=1">x</a></svg><iframe src="https://strange.example"></iframe>
<a href="javascript:window.hit=1">harmless words</a> <a href="https://example.org/more">more</a>
<math><mtext><style><img src=x onerror="window.hit=1"></style></mtext></math><form action="/x"><input></form>`;

test('a description that means harm does none, and nothing is loaded from elsewhere @web', async ({
  page,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') elsewhere.push(request.url());
  });
  await page.route('**/api/call', async (route) => {
    const call = route.request().postDataJSON() as { readonly name?: string };
    if (call.name !== 'catalogue.product') return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    const answer = (await response.json()) as { value: Record<string, unknown> };
    Object.assign(answer.value, {
      descriptionHtml: HOSTILE,
      questions: [{ question: 'Why?', answerHtml: HOSTILE }],
      pictures: [{ name: 'box.png', address: 'https://strange.example/box.png', isPrimary: true }],
      film: { title: 'How', address: 'https://strange.example/film' },
      biomarkers: null,
    });
    await route.fulfill({ json: answer });
  });
  await seeBoard(page);
  await goTo(page, 'Catalogue');
  await products(page).first().getByRole('link').click();
  const description = panel(page, 'Description');
  await expect(description.getByRole('heading', { name: 'About' })).toBeVisible();
  await expect(description).toContainText('Words kept');
  await expect(description).toContainText('harmless words');
  await expect(description.getByRole('link')).toHaveCount(1);
  await expect(description.getByRole('link', { name: /more/ })).toHaveAttribute(
    'href',
    'https://example.org/more',
  );
  await expect(
    description.locator('script, img, svg:not(.lucide), iframe, form, [onclick], [style]'),
  ).toHaveCount(0);
  await expect(
    panel(page, 'Pictures and film').getByRole('link', { name: /box\.png.*strange\.example/ }),
  ).toBeVisible();
  await expect(page.getByText('Could not be read.')).toBeVisible();
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  expect(elsewhere).toEqual([]);
  await expectAccessible(page);
});
