// A tab that somebody duplicates: what is typed in one of the two is never shown in the other.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { button, goTo, seeBoard } from './support/desk.ts';

test('a duplicated tab begins with empty forms, and each of the two keeps its own over a reload @web', async ({
  page,
  context,
}) => {
  await seeBoard(page);
  await goTo(page, 'Patients');
  await button(page, 'New person').click();
  const keep = (of: Page, text: string) => {
    const isKept = of.waitForResponse((response) => {
      const asked = response.request().postData() ?? '';
      return asked.includes('"drafts.keep"') && asked.includes(text);
    });
    return Promise.all([isKept, of.getByLabel('Last name').fill(text)]);
  };
  await keep(page, 'Trevanion');
  // It gets a copy of the tab's own storage, as a tab does that somebody duplicates.
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  const copy = await opened;
  await expect(copy.getByLabel('Last name')).toHaveValue('');
  await keep(copy, 'Bobbins');
  for (const tab of [page, copy]) await tab.reload();
  await expect(page.getByLabel('Last name')).toHaveValue('Trevanion');
  await expect(copy.getByLabel('Last name')).toHaveValue('Bobbins');
});
