// An appointment is moved with a finger: it rests on the appointment, carries it to a slot, a day or a location, and lets go.
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, goTo, seeBoard, title } from './support/desk.ts';
import { seePageAtRest } from './support/page-at-rest.ts';

test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

const slots = (page: Page): Locator => page.getByRole('grid', { name: /^Slots of/ });
const booked = (page: Page): Locator => page.getByRole('list', { name: 'Booked' }).getByRole('listitem');

interface Point {
  readonly x: number;
  readonly y: number;
}

async function middleOf(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** Fingers on the screen, as the machine tells the browser of them. */
function fingersOf(session: CDPSession) {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  return {
    down: (...points: Point[]) => send('touchStart', points),
    async move(from: Point, to: Point): Promise<void> {
      for (let step = 1; step <= 8; step += 1) {
        const at = (start: number, end: number): number => Math.round(start + ((end - start) * step) / 8);
        await send('touchMove', [{ x: at(from.x, to.x), y: at(from.y, to.y) }]);
      }
    },
    up: () => send('touchEnd', []),
  };
}

test('an appointment is carried by a finger to a slot, a day and a location, and put back in every other case @web', async ({
  page,
}) => {
  const fingers = fingersOf(await page.context().newCDPSession(page));
  await seeBoard(page);
  await goTo(page, 'Calendar');
  await page.getByRole('gridcell', { selected: true }).getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: /, tomorrow$/ });
  await expect(heading).toBeVisible();
  const day = (await heading.innerText()).split(',')[0] ?? '';
  const first = booked(page).first();
  await expect(first).toBeVisible();
  await expect(slots(page).getByRole('link').first()).toBeVisible();
  const name = await first.getByRole('link').innerText();
  const time = await first.getByRole('time').innerText();
  const held = page.getByRole('status').filter({ hasText: `${time} ${name}` });
  const dialog = page.getByRole('dialog', { name: `Move the appointment of ${name}?` });
  const free = slots(page).getByRole('link').nth(9);
  const to = await free.innerText();
  const target = await middleOf(free);

  const pickUp = async (at: Point): Promise<void> => {
    await fingers.down(at);
    await expect(held).toBeVisible();
  };
  /** Dialogs, and the line that says what is being moved, have just come: a press at once would do nothing. */
  const tap = async (what: Locator): Promise<void> => {
    await seePageAtRest(page);
    await what.tap();
  };

  // A second finger puts it back, and so does Escape, and leaving the window.
  const away: Readonly<Record<string, () => Promise<unknown>>> = {
    'a second finger': () => fingers.down(target, { x: 300, y: 300 }),
    Escape: () => page.keyboard.press('Escape'),
    'leaving the window': () => fingers.move(target, { x: target.x, y: -20 }),
  };
  for (const [what, putBack] of Object.entries(away)) {
    const [from, there] = [await middleOf(first.getByRole('time')), await middleOf(free)];
    await pickUp(from);
    await fingers.move(from, there);
    await expect(held, what).toContainText(`to ${to}`);
    await putBack();
    await expect(held, what).toHaveCount(0);
    await fingers.up();
    await expect(dialog, what).toHaveCount(0);
  }
  await expect(title(page, 'Calendar')).toBeVisible();

  // Onto a slot: asked from when to when, as with the mouse, and moved.
  const [from, there] = [await middleOf(first.getByRole('time')), await middleOf(free)];
  await pickUp(from);
  await expectAccessible(page);
  await fingers.move(from, there);
  await expect(held).toContainText(`to ${to}`);
  await fingers.up();
  await expect(dialog).toContainText(`${day}, ${time}`);
  await expect(dialog).toContainText(`${day}, ${to}`);
  await tap(button(dialog, 'Keep it where it is'));
  await expect(dialog).toHaveCount(0);

  // Onto another location: its slots wait for the appointment.
  const place = page.getByRole('group', { name: 'Location' }).getByRole('button').nth(1);
  const again = await middleOf(first.getByRole('time'));
  await pickUp(again);
  await fingers.move(again, await middleOf(place));
  await fingers.up();
  await expect(place).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(`Moving ${name}`, { exact: false })).toBeVisible();
  await tap(button(page, 'Stop moving'));

  // Onto another day.
  await tap(page.getByRole('group', { name: 'Location' }).getByRole('button').first());
  await expect(first.getByRole('time')).toHaveText(time);
  const next = page
    .getByRole('gridcell')
    .getByRole('button', { name: /free slots/ })
    .last();
  const nextDay = (await next.locator('.visually-hidden').innerText()).split(',')[0] ?? '';
  const last = await middleOf(first.getByRole('time'));
  await pickUp(last);
  await fingers.move(last, await middleOf(next));
  await expect(held).toContainText(`to ${nextDay}`);
  await fingers.up();
  await expect(page.getByRole('heading', { name: new RegExp(`^${nextDay}`) })).toBeVisible();
  await tap(
    slots(page)
      .getByRole('button', { name: /^Move to/ })
      .first(),
  );
  await expect(dialog).toContainText(nextDay);
  await tap(button(dialog, 'Move the appointment'));
  await expect(title(page, name)).toBeVisible();
});

test('a finger that moves at once scrolls, and takes nothing up @web', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const fingers = fingersOf(await page.context().newCDPSession(page));
  await seeBoard(page);
  await goTo(page, 'Calendar');
  const first = booked(page).first();
  await expect(first).toBeVisible();
  await first.scrollIntoViewIfNeeded();
  const on = await middleOf(first);
  await fingers.down(on);
  await fingers.move(on, { x: on.x, y: on.y - 120 });
  await fingers.up();
  await expect.poll(async () => (await middleOf(first)).y).toBeLessThan(on.y);
  await expect(page.getByText('Drop it on a free slot')).toHaveCount(0);
});
