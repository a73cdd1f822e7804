// The guide inside the app and the tour of a first start.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { board, button, goTo, title } from './support/desk.ts';

test('somebody new takes the tour, leaves it, looks something up, and is not asked again', async ({
  page,
}) => {
  await expect(board(page)).toBeVisible();
  await button(page, 'Take the tour').click();
  const card = page.getByRole('dialog');
  await expect(card.getByRole('heading', { name: 'Today, at a glance' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Next' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(card.getByRole('heading', { name: 'Find anybody' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('heading', { name: 'Who is next' })).toBeVisible();
  await expect(title(page, 'Worklist')).toBeVisible();
  // The keys of which the card tells work beside it. Again, as one right after Enter means nothing.
  await expect(async () => {
    await page.keyboard.press('b');
    await expect(board(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await card.getByRole('button', { name: 'Back' }).click();
  await expect(board(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // Whoever works beside the card leaves it by Escape too, and keeps the focus; what stands over it takes the key first.
  await page.keyboard.press('i');
  await button(page, 'Take the tour').click();
  await page.getByLabel('Scan or search').fill('oli');
  await page.getByLabel('Scan or search').press('Control+k');
  const over = page
    .getByRole('dialog')
    .filter({ hasNot: page.getByRole('button', { name: 'Leave the tour' }) });
  await expect(over).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(over).toHaveCount(0);
  await expect(card).toBeVisible();
  await page.getByLabel('Scan or search').fill('');
  await expect(page.getByLabel('Scan or search')).toHaveValue('');
  // An open list of what was found would take the key for itself.
  await expect(page.getByLabel('Scan or search')).toHaveAttribute('aria-expanded', 'false');
  await page.getByLabel('Scan or search').press('Escape');
  await expect(card).toHaveCount(0);
  await expect(page.getByLabel('Scan or search')).toBeFocused();
  await goTo(page, 'Board');
  await expect(button(page, 'Take the tour')).toHaveCount(0);
  await page.reload();
  await expect(board(page)).toBeVisible();
  await expect(page.getByText('New here?')).toHaveCount(0);

  await page.keyboard.press('i');
  await expect(title(page, 'Help')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Your first five minutes' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'The board of today' })).toHaveJSProperty('complete', true);
  await expectAccessible(page);
  const picture = page.getByRole('img', { name: 'The board of today' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await page.getByLabel('Search the guide').fill('wrong lab');
  await expect(page.getByRole('list', { name: 'Found in the guide' })).toContainText('Wrong label');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/guide\/samples$/);
  await expect(page.getByRole('heading', { name: /Wrong label/ })).toBeFocused();
  await expect(page.getByRole('heading', { name: /Wrong label/ })).toBeInViewport();
  await page.getByLabel('Search the guide').fill('zzz');
  await expect(page.getByText('Nothing found. Try another word.')).toBeVisible();
  await page.getByLabel('Search the guide').fill('');

  await page
    .getByRole('navigation', { name: 'Pages of the guide' })
    .getByText('What each state means')
    .click();
  const states = page.getByRole('article', { name: 'What each state means' });
  await expect(states.getByText('Has an appointment and is not here yet.')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('article', { name: 'Take samples' })).toBeVisible();
});
