// A scan before the service has answered for the first time since the desk was started.
import { expect, scan } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import { connection } from './support/desk.ts';

const { promise, resolve } = Promise.withResolvers<undefined>();
test.use({ meddling: { meddler: null, answersAfter: promise } });

test('a code that is not known here is still being asked for, and nothing is said to have broken @web', async ({
  page,
}) => {
  await expect(connection(page)).toContainText('Connecting');
  await scan(page, 'QQQ-404404');
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found.getByRole('alert').filter({ hasText: 'Not known here' })).toBeVisible();
  await expect(found.getByText('Asking the service for it…')).toBeVisible();
  await expect(found.getByRole('alert')).toHaveCount(1);
  resolve(undefined);
  await expect(
    found.getByText('The service knows no registration, label or order by this code either.'),
  ).toBeVisible();
});
