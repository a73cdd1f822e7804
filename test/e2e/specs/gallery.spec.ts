// Every component that screens share can be drawn in each of its states, so that `npm run ui` shows them all.
import { test } from '@playwright/test';
import { lookThroughGallery } from '../../support/gallery.ts';
import { expect } from '../fixtures.ts';

test('each component of the gallery is drawn in each of its states @web', async ({ browser }) => {
  const drawn: string[] = [];
  await lookThroughGallery(browser, null, async (page, { name, state }) => {
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    drawn.push(`${name}/${state}`);
  });
  expect(drawn.length).toBeGreaterThan(70);
});
