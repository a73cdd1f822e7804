// One order in two windows: it is cancelled once, and a question that was read again can be left by the next key. See
// two-windows.spec.ts for a refund and a second parcel.
import { expect, expectAccessible } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import { button, namesOnBoard, panel, placeKit } from './support/desk.ts';
import { newsOf, openSecond } from './support/two-windows.ts';

test('an order that both windows cancel is cancelled once, and after reading what changed no key is lost @web', async ({
  page,
  host,
  laboratory,
}) => {
  test.slow();
  await namesOnBoard(page);
  await placeKit(page);
  let cancellations = 0;
  laboratory.keepDoor(({ method, path, body }) => {
    if (path.startsWith('/api/order') && (method === 'DELETE' || /cancel/.test(path + body)))
      cancellations += 1;
    return null;
  });
  const second = await openSecond(page, () => host.openWindow());
  // It also reads the order once more, when what was asked for is done.
  const news = await newsOf(second, 'orders.get', 'orders.read');
  const here = page.getByRole('dialog');
  const there = second.getByRole('dialog');

  // Another window asks for something else: it is read, and the key that follows at once still closes the question.
  await button(second, 'Cancel the order').click();
  await button(page, 'Have the order sent again').click();
  await button(here, 'Have the order sent again').click();
  await expect(here).toHaveCount(0);
  await expect(there.getByRole('alert')).toContainText('Have the order sent again');
  const isFocusKept = await button(there, 'I have read it').evaluate(async (read: HTMLButtonElement) => {
    const gone = new Promise<boolean>((resolve) => {
      new MutationObserver(() => {
        if (!read.isConnected) resolve(document.activeElement?.closest('[role=dialog]') !== null);
      }).observe(document.body, { childList: true, subtree: true });
    });
    read.focus();
    read.click();
    return gone;
  });
  expect(isFocusKept).toBe(true);
  await second.keyboard.press('Escape');
  await expect(there).toHaveCount(0);
  // No news of that is on its way any more, which would tell of what is done next as well.
  const sentAgain = panel(second, 'Changes')
    .getByRole('listitem')
    .filter({ hasText: 'Have the order sent again' });
  await expect(sentAgain).toContainText('Done');

  // Both mean to cancel it: pressed there before that window has heard of it, and once more when it is refused.
  for (const window of [page, second]) await button(window, 'Cancel the order').click();
  const hear = await news.withhold();
  await button(here, 'Cancel the order').click();
  await expect(here).toHaveCount(0);
  await expect.poll(() => cancellations).toBe(1);
  for (const press of ['first', 'second']) {
    await button(there, 'Cancel the order').click();
    await expect(there.getByRole('alert'), press).toContainText('This changed meanwhile');
  }
  hear();
  await expect(there).toContainText('This was settled meanwhile. Nothing more is sent from here.');
  await expect(there).toContainText(/Cancel the order: (Done|Waiting to be sent|Being sent)/);
  await expectAccessible(second);
  await button(there, 'Understood').click();
  await expect(button(second, 'Cancel the order')).toHaveAccessibleDescription(/.+/);
  expect(cancellations).toBe(1);
});
