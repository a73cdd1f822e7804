// Somebody at the desk builds an order: what is wrong is said before it is sent, nothing typed is lost, and it is placed
// once. Its record shows every part; it is sent again, paid back and cancelled. With the line down it waits.
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import type { Page, Request } from '@playwright/test';
import { button, enterKitCustomer, goOffline, goTo, panel, seeBoard } from './support/desk.ts';

const lines = (page: Page) => page.getByRole('list', { name: 'Products of the order' }).getByRole('listitem');
const problems = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' });

async function customer(page: Page): Promise<void> {
  await page.getByLabel('Last name').fill('O’Neill-Brontë');
  await page.getByLabel('First name').fill('Siân');
  await page.getByLabel('E-mail').fill('sian@example.test');
}

test('an order is built, mended where something is wrong, placed once, and dealt with afterwards', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Orders');
  await expect(page.getByText('The service keeps no list of orders', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Build an order').click();

  // A product that needs an appointment leaves no way of sending a kit, and it is said why.
  await button(page, 'Add Iron Check').click();
  await expect(page.getByRole('radio', { name: /kit/i }).first()).toBeVisible();
  await page.getByLabel('Find a product').fill('well person');
  await page.keyboard.press('Enter');
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByText('No kit can be sent: Advanced Well Person', { exact: false })).toBeVisible();
  await expect(page.getByRole('radio', { name: /kit/i })).toHaveCount(0);
  await button(page, 'Take Advanced Well Person out').click();

  // What is missing is listed, and each line leads to its field.
  await page.getByRole('radio', { name: /kit/i }).first().check();
  await page.getByLabel('How many of Iron Check').fill('0');
  await button(page, 'Place the order').click();
  await expect(problems(page)).toBeFocused();
  await expect(problems(page).getByRole('link')).toContainText([
    'Enter how many of Iron Check',
    'Enter the first line of the address',
  ]);
  await expectAccessible(page);
  await problems(page).getByRole('link', { name: 'Enter the last name' }).click();
  await expect(page.getByLabel('Last name')).toBeFocused();
  await page.getByLabel('How many of Iron Check').fill('2');
  await page.getByLabel('Address').fill('221B Baker Street');
  await page.getByLabel('Town').fill('London');
  await page.getByLabel('Postcode').fill('NW1 6XE');
  await customer(page);
  await expect(problems(page)).toHaveCount(0);
  const total = page.getByRole('status').filter({ hasText: 'Total' });
  await expect(total).toContainText('£');
  const totalWords = await total.locator('strong').innerText();

  // A reload in the middle loses nothing.
  await expect
    .poll(async () => {
      await page.reload();
      await expect(lines(page)).toHaveCount(1);
      return page.getByLabel('First name').inputValue();
    })
    .toBe('Siân');
  await expect(page.getByLabel('How many of Iron Check')).toHaveValue('2');
  await expect(page.getByLabel('Postcode')).toHaveValue('NW1 6XE');
  await expect(total).toContainText(totalWords);

  // What cannot be taken back is asked about first. Enter asks; held down, it answers nothing.
  await button(page, 'Place the order').focus();
  await page.keyboard.down('Enter');
  const question = page.getByRole('dialog', { name: 'Place the order for O’NEILL-BRONTË, Siân?' });
  const yes = question.getByRole('button', { name: 'Place the order' });
  await expect(yes).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(question).toContainText('2 × Iron Check');
  await expect(question).toContainText('221B Baker Street');
  await expect(question).toContainText('as soon as possible');
  await expect(question).toContainText('It goes to the service at once.');
  await expect(question.getByRole('definition').filter({ hasText: totalWords })).toBeVisible();
  await expectAccessible(page);
  // Thinking better of it sends nothing, loses nothing and gives the focus back.
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Place the order')).toBeFocused();
  await expect(page.getByLabel('Postcode')).toHaveValue('NW1 6XE');
  // A double click on the first button is no answer to the question.
  await button(page, 'Place the order').dblclick();
  await expect(yes).toBeVisible();
  await expect(yes).toBeFocused();
  await yes.dblclick();
  await expect(page.getByRole('heading', { level: 1, name: /^Order ORD-/ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(panel(page, 'Registrations').getByRole('listitem')).toHaveCount(2);
  await expect(panel(page, 'Items')).toContainText('2 × Iron Check');
  await expect(panel(page, 'Customer')).toContainText('O’NEILL-BRONTË, Siân');
  await expect(panel(page, 'Address')).toContainText('221B Baker Street');
  await expect(panel(page, 'Appointments')).toContainText('No appointment');
  await expect(page.getByText(totalWords).first()).toBeVisible();
  await expectAccessible(page);
  await goTo(page, 'Orders');
  await expect(page.getByRole('row')).toHaveCount(2);
  const ordered = await page.getByRole('link', { name: /^ORD-/ }).innerText();

  // The next order of the same customer offers that address, says where it comes from, and takes it away with the customer.
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await page.getByRole('radio', { name: /kit/i }).first().check();
  await page.getByRole('radio', { name: 'Known customer' }).check({ force: true });
  await page.getByRole('combobox', { name: 'Customer' }).selectOption({ index: 1 });
  await expect(page.getByText(`Address of order ${ordered} of`)).toContainText('221B Baker Street');
  await expect(page.getByLabel('Postcode')).toHaveValue('');
  await button(page, 'Use this address').click();
  await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Postcode')).toHaveValue('NW1 6XE');
  await expect(page.getByText(`Taken from order ${ordered}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Address', { exact: true }).fill('221C Baker Street');
  await page.getByRole('radio', { name: 'New customer' }).check({ force: true });
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Postcode')).toHaveValue('');
  await expect(page.getByText(`Taken from order ${ordered}`)).toHaveCount(0);
  await button(page, 'Start again').click();
  await goTo(page, 'Orders');
  await page.getByRole('link', { name: ordered }).click();

  // Each request says first what it does; thinking better of it does nothing.
  await button(page, 'Have the order sent again').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('another parcel');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect(dialog).toHaveCount(0);
  // It is sent again once; a parcel more is asked about with what was done before.
  await button(page, 'Have the order sent again').click();
  await expect(dialog).not.toContainText('It was sent again from this desk before');
  await dialog.getByRole('button', { name: 'Have the order sent again' }).dblclick();
  await expect(dialog).toHaveCount(0);
  // Until the service has taken the first one, the button says that it was asked for already and does nothing.
  await button(page, 'Have the order sent again').click();
  await expect(dialog).toContainText('It was sent again from this desk before');
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect(dialog).toHaveCount(0);
  await button(page, 'Ask for the money back').click();
  await dialog.getByRole('button', { name: 'Ask for the money back' }).click();
  await expect(page.getByText('Refund requested')).toBeVisible({ timeout: 30_000 });
  await button(page, 'Cancel the order').click();
  await expect(dialog).toContainText('2 registrations are cancelled');
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('Cancelled').first()).toBeVisible({ timeout: 30_000 });
  await expect(panel(page, 'Registrations')).toContainText('None', { timeout: 30_000 });
});

test('a visit at home has an address and a first appointment out of the calendar; its order is found through its registration', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await seeBoard(page);
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await page.getByLabel('Find a product').fill('well person');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: /clinic appointment/i }).check();
  await expect(page.getByLabel('Postcode')).toHaveCount(0);
  await page.getByRole('radio', { name: /phlebotomist at home/i }).check();
  await expect(page.getByText('The phlebotomist comes to this address.')).toBeVisible();
  await customer(page);

  // The month by keys; a day without a time is not taken for "later".
  const status = page.getByRole('status').filter({ hasText: /No time is chosen|First appointment/ });
  await expect(status).toContainText('the appointment is booked later');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('button', { name: /free slots/ }).first()).toBeVisible();
  await grid
    .getByRole('button', { name: /free slots/ })
    .first()
    .focus();
  await page.keyboard.press('ArrowRight');
  // Not every location is open at the weekend.
  const focused = page.locator(':focus');
  for (let day = 0; day < 2 && /Saturday|Sunday/.test(await focused.innerText()); day += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await expect(focused).not.toContainText(/Saturday|Sunday/);
  await page.keyboard.press('Enter');
  const slots = page.getByRole('grid', { name: /^Slots of/ });
  await expect(slots.getByRole('button').first()).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Place the order').click();
  await expect(problems(page)).toBeFocused();
  await expect(problems(page).getByRole('link')).toContainText([
    'Enter the first line of the address',
    'Choose a time of that day',
  ]);
  const time = await slots.getByRole('button').first().innerText();
  await slots.getByRole('button').first().click();
  await expect(slots.getByRole('button', { name: time, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(status).toContainText(time);
  // Another location has other times.
  await page.getByRole('group', { name: 'Location' }).getByRole('button').nth(1).click();
  await expect(status).toContainText('the appointment is booked later');
  await slots.getByRole('button').first().click();
  await page.getByLabel('Address', { exact: true }).fill('221B Baker Street');
  await page.getByLabel('Town').fill('London');
  await page.getByLabel('Postcode').fill('NW1 6XE');
  await expect(problems(page)).toHaveCount(0);
  const chosen = await status.locator('time').innerText();
  await button(page, 'Place the order').click();
  const question = page.getByRole('dialog', { name: /^Place the order for/ });
  await expect(question).toContainText(`${chosen} at `);
  await expect(question).toContainText('books the appointment');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: /^Order ORD-/ });
  await expect(heading).toBeVisible({ timeout: 30_000 });
  await expect(panel(page, 'Address')).toContainText('221B Baker Street');
  await expect(panel(page, 'Appointments')).not.toContainText('No appointment');
  const number = (await heading.innerText()).replace('Order ', '');

  // From its registration the way leads back to the order, and it opens without a connection.
  await panel(page, 'Registrations').getByRole('link').first().click();
  await button(page, 'Read the order').click();
  const link = page.getByRole('link', { name: `Order ${number}` });
  await expect(link).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await link.click();
  await expect(heading).toBeVisible();

  // Its number finds its registration at the service.
  const code = await panel(page, 'Registrations').getByRole('link').first().innerText();
  await goTo(page, 'Registrations');
  await page.getByLabel('Code, reference or person').fill(number);
  await button(page, 'Look for this code at the service').click();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  await goOffline(page);
  // The paper of the order is scanned: what is known here of it needs no connection.
  await scan(page, number);
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText(code);
  await expect(found).toContainText('The service could not be asked');
  await expectAccessible(page);
  await button(found, 'Open the registration').click();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  await expect(found).toHaveCount(0);
  await goTo(page, 'Orders');
  await page.getByRole('link', { name: number }).click();
  await expect(heading).toBeVisible();
  await expect(page.getByText(/as of \d\d:\d\d/).first()).toBeVisible();
  await expect(panel(page, 'Address')).toContainText('221B Baker Street');
});

test('with the line down an order waits, can be taken back, and what was never read is said', async ({
  page,
}) => {
  await seeBoard(page);
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await expect(page.getByRole('radio', { name: /clinic appointment/i })).toBeVisible();
  await goOffline(page);
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  // What was chosen is still there, with the prices as they were read.
  await expect(lines(page)).toHaveCount(1);
  await expect(page.getByText('it waits here and is sent', { exact: false })).toBeVisible();
  await page.getByLabel('Find a product').fill('vitamin');
  await button(page, 'Add Vitamin D').click();
  await expect(page.getByText('those of some products were never read', { exact: false })).toBeVisible();
  await button(page, 'Take Vitamin D out').click();
  await page.getByRole('radio', { name: /clinic appointment/i }).check();
  await customer(page);
  await button(page, 'Place the order').click();
  await expect(page.getByRole('dialog')).toContainText('is sent once it can');
  await expectAccessible(page);
  await button(page.getByRole('dialog'), 'Place the order').click();
  await expect(page.getByText('Waiting to be sent').first()).toBeVisible();
  // Whoever rings about it is answered from what was ordered here.
  await expect(panel(page, 'Items')).toContainText('1 × Iron Check');
  await expect(panel(page, 'Items')).toContainText('as ordered here');
  await expect(panel(page, 'Registrations')).toContainText('not read yet');
  await expectAccessible(page);
  await goTo(page, 'Outbox');
  const waiting = page.getByRole('listitem').filter({ hasText: 'Place the order' });
  await expect(waiting).toContainText('It is saved here and goes to the service');
  await waiting.getByRole('button', { name: 'Give up this change' }).click();
  await page.getByLabel('Reason').fill('Customer rang off');
  await page.keyboard.press('Enter');
  await expect(waiting).toHaveCount(0);
  await goTo(page, 'Orders');
  await expect(page.getByText('Given up here')).toBeVisible();
});

test('products that could not be read are asked for again from the order, and the notice stays until they are there @web', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  await seeBoard(page);
  const isAboutProducts = (request: Request): boolean =>
    request.url().endsWith('/api/call') &&
    (request.postDataJSON() as { name: string }).name === 'products.list';
  await page.route('**/api/call', async (route) => {
    if (!isAboutProducts(route.request())) return route.continue();
    // An event may ask as well: only what was asked after the press is answered.
    if (await page.evaluate(() => document.documentElement.dataset['askedAgain'])) return route.continue();
    const error = { kind: 'timeout', retry: 'later', detail: 'no answer in time' };
    return route.fulfill({ json: { ok: false, error } });
  });
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await expect(page.getByRole('alert')).toContainText('The service did not answer in time');

  // Whoever has scrolled on is not taken back to it each time that it fails once more.
  const email = page.getByLabel('E-mail', { exact: true });
  await email.scrollIntoViewIfNeeded();
  const ask = button(page, 'Ask again');
  await expect(ask).not.toBeInViewport();
  const failedAgain = page.waitForResponse((response) => isAboutProducts(response.request()));
  await ask.evaluate((element) => (element as HTMLButtonElement).click());
  await (await failedAgain).finished();
  // Two frames: it is drawn, and what follows the drawing is done.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(ask).not.toBeInViewport({ timeout: 1 });

  await ask.evaluate((element) =>
    element.addEventListener('click', () => (document.documentElement.dataset['askedAgain'] = 'true'), {
      capture: true,
    }),
  );
  await ask.click();
  await expect(button(page, 'Add Iron Check')).toBeVisible();
});

test('ways of shipping that could not be read are not said to be on their way, and are asked for again @web', async ({
  page,
}) => {
  await seeBoard(page);
  let fails = true;
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { name: string };
    if (name !== 'orders.terms' || !fails) return route.fallback();
    const error = { kind: 'timeout', retry: 'later', detail: 'no answer in time' };
    return route.fulfill({ json: { ok: false, error } });
  });
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await expect(page.getByRole('alert')).toContainText('Prices and ways of shipping could not be read');
  await expect(page.getByText('The ways of shipping are being read…')).toHaveCount(0);
  fails = false;
  await button(page, 'Ask again').click();
  await expect(page.getByRole('group', { name: 'Way of shipping' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a product that the laboratory lists no more says so below its name, and not as a part of it @web', async ({
  page,
}) => {
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { readonly name: string };
    if (name !== 'products.list') return route.fallback();
    const list = await route.fetch({ maxRetries: 3 });
    const { value } = (await list.json()) as { readonly value: { readonly items: { name: string }[] } };
    const items = value.items.map((one) => (one.name === 'Iron Check' ? { ...one, isWithdrawn: true } : one));
    return route.fulfill({ json: { ok: true, value: { ...value, items } } });
  });
  await page.reload();
  const line = page.getByRole('list', { name: 'Products of the order' }).getByRole('listitem');
  const words = line.getByRole('status');
  await expect(words).toContainText('the laboratory lists it no more');
  await expect(words).toHaveCSS('display', 'flex');
  await expectAccessible(page);
  // What is still being answered is answered before the desk is ended.
  await page.unrouteAll({ behavior: 'wait' });
});

test('an order whose way of shipping goes away while it is asked about stays asked about, and says so @web', async ({
  page,
}) => {
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await enterKitCustomer(page);
  await button(page, 'Place the order').click();
  const question = page.getByRole('dialog', { name: /^Place the order for/ });
  await expect(question).toBeVisible();
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { readonly name: string };
    if (name === 'orders.create') {
      const error = { kind: 'conflict', retry: 'never', reason: 'changed', detail: '' };
      return route.fulfill({ json: { ok: false, error } });
    }
    if (name !== 'orders.terms') return route.fallback();
    const told = (await (await route.fetch({ maxRetries: 3 })).json()) as {
      readonly value: {
        readonly products: readonly { readonly shipping: readonly { readonly type: string }[] | null }[];
      };
    };
    const products = told.value.products.map((product) => ({
      ...product,
      shipping: product.shipping?.filter(({ type }) => type === 'walk_in') ?? null,
    }));
    return route.fulfill({ json: { ok: true, value: { ...told.value, products } } });
  });
  await button(question, 'Place the order').click();
  await expect(question).toContainText('is not offered for this order any more');
  // What was asked stays in sight.
  await expect(question).toContainText('221B Baker Street');
  await expect(button(question, 'Place the order')).toHaveAttribute('aria-disabled', 'true');
  await button(question, 'Go on editing').click();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('ngozi@example.test');
  await expect(button(page, 'Place the order')).toBeVisible();
  // What is still being answered is answered before the desk is ended.
  await page.unrouteAll({ behavior: 'wait' });
});
