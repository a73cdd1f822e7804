// What has to be seen is seen: names whole, the next step within reach, messages beside the work and not over it, in a small
// window and under magnification as well.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  board,
  boardRow,
  boardRows,
  button,
  checkIn,
  chooseTest,
  closeVisit,
  codeOf,
  connection,
  enterPerson,
  goOffline,
  goTo,
  labels,
  namesOnBoard,
  openVisit,
  searchBox,
  seeBoard,
  title,
} from './support/desk.ts';

/** 1280 × 800 at 200 %. */
const MAGNIFIED = { width: 640, height: 400 };
const SMALL = { width: 1024, height: 768 };

async function chooseRows(page: Page, how: 'Large' | 'Compact'): Promise<void> {
  await button(page, 'Desk settings').click();
  await page.getByRole('radio', { name: how }).check({ force: true });
  await page.goBack();
  await expect(title(page, 'Desk settings')).toBeHidden();
}

/** A picture of the element with a margin, into which whatever it clips would reach. */
async function pictureAround(page: Page, element: Locator): Promise<string> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  const clip = { x: box.x - 4, y: box.y - 6, width: box.width + 8, height: box.height + 12 };
  return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
}

/** Lets nothing between the element and its table clip it; or lets the style sheets say so again. */
async function showAll(element: Locator, all: boolean): Promise<void> {
  await element.evaluate(
    (start: HTMLElement | SVGElement, overflow) => {
      let each: HTMLElement | SVGElement | null = start;
      while (each !== null && each.getAttribute('role') !== 'table') {
        each.style.overflow = overflow;
        each = each.parentElement;
      }
    },
    all ? 'visible' : '',
  );
}

for (const rows of ['Large', 'Compact'] as const) {
  test(`nothing of a name is cut on the board: not its end, not the accents of its capitals (${rows})`, async ({
    page,
  }) => {
    await seeBoard(page);
    await chooseRows(page, rows);
    const names = board(page).getByRole('link');
    const cutSideways = await names.evaluateAll((links) =>
      links.filter((link) => link.scrollWidth > link.clientWidth + 1).map((link) => link.textContent),
    );
    expect(cutSideways).toEqual([]);

    // With all the room there could be, there is no more ink.
    // One of them may be the day’s registration that has no patient yet.
    const accented = names.filter({ hasText: /NGUYỄN|NÚÑEZ|WIŚNIEWSKI/ }).first();
    await expect(accented).toBeVisible();
    // A row may grow between the two pictures, when more becomes known of its visit: then both are taken again.
    await expect(async () => {
      await showAll(accented, false);
      const usual = await pictureAround(page, accented);
      await showAll(accented, true);
      expect(await pictureAround(page, accented)).toBe(usual);
    }).toPass({ timeout: 60_000 });
  });
}

test('rows are large enough for a finger, or 40 pixels high where somebody wants to see more of them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  const [name = ''] = (await namesOnBoard(page)).filter((one) => one.length < 16);
  const height = async (): Promise<number> => (await boardRow(page, name).boundingBox())?.height ?? 0;
  expect(await height()).toBeGreaterThanOrEqual(66);
  await chooseRows(page, 'Compact');
  await expect.poll(height).toBe(40);
  await expectAccessible(page);
});

/** Buttons in sight that a message lies over. One that is scrolled out of sight is in nobody's way. */
async function coveredButtons(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator('button')
    .evaluateAll((buttons) =>
      buttons.flatMap((one) => {
        const box = one.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        for (let outer = one.parentElement; outer !== null; outer = outer.parentElement) {
          const edge = outer.getBoundingClientRect();
          const cuts = getComputedStyle(outer).overflowY !== 'visible';
          if (cuts && (y > edge.bottom || y < edge.top)) return [];
        }
        const message = document.elementFromPoint(x, y)?.closest('[aria-label="Just done"]');
        return message ? [one.textContent] : [];
      }),
    );
}

/** Where the visit is scrolled, in pixels, when the line that prints labels reaches into the one that finishes. */
async function whereLinesMeet(page: Page): Promise<number[]> {
  const finish = await button(page, 'Collected').locator('..').elementHandle();
  const print = page.getByRole('button', { name: /^Print label/ }).first();
  return print.locator('..').evaluate(async (line, last) => {
    let scroller = line.parentElement;
    while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
    if (!scroller) throw new Error('Nothing scrolls here.');
    const meet: number[] = [];
    for (let y = 0; y <= scroller.scrollHeight - scroller.clientHeight; y += 40) {
      scroller.scrollTop = y;
      await new Promise(requestAnimationFrame);
      const [above, below] = [line.getBoundingClientRect(), last.getBoundingClientRect()];
      if (Math.min(above.bottom, below.bottom) - Math.max(above.top, below.top) > 1) meet.push(y);
    }
    scroller.scrollTop = 0;
    return meet;
  }, finish);
}

for (const size of [SMALL, MAGNIFIED]) {
  test(`the next step of a visit is in sight at ${size.width} × ${size.height}, and no message covers it`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await seeBoard(page);
    // The longest name leaves the least room.
    const names = await namesOnBoard(page);
    const longest = names.reduce((one, other) => (other.length > one.length ? other : one));
    await openVisit(page, longest);
    await expect(button(page, 'Check in')).toBeInViewport({ ratio: 1 });
    await checkIn(page);
    await expect(page.getByRole('region', { name: 'Just done' })).toContainText('Undo');
    await expect(button(page, 'Start collecting')).toBeInViewport({ ratio: 1 });
    if (size === MAGNIFIED) {
      await closeVisit(page);
      // Who has waited longest is said by name in a narrow window too.
      await expect(page.getByText('Waiting longest').locator('..').getByText(longest)).toBeVisible();
      const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link');
      await expect(days).toHaveCount(7);
      const cut = await days.evaluateAll((links) =>
        links.flatMap((link) =>
          [...link.children]
            .filter((part) => part.getAttribute('aria-hidden') === 'true')
            .filter((part) => part.getBoundingClientRect().width > link.getBoundingClientRect().width)
            .map((part) => part.textContent),
        ),
      );
      expect(cut).toEqual([]);
      await openVisit(page, longest);
    }
    expect(await coveredButtons(page)).toEqual([]);

    await button(page, 'Start collecting').click();
    await expect(button(page, 'Collected')).toBeInViewport({ ratio: 1 });
    expect(await coveredButtons(page)).toEqual([]);
    if (size === SMALL) expect(await whereLinesMeet(page)).toEqual([]);
    const sideways = await page
      .getByRole('main')
      .evaluate((main) => main.scrollWidth - (main.parentElement?.clientWidth ?? 0));
    expect(sideways).toBeLessThanOrEqual(0);
    // From its beginning: half a button above it, cut by the line of the search, would be called too small to press.
    await page.getByRole('main').evaluate((main) => main.scrollIntoView({ block: 'start' }));
    // Nor half a button below it, cut by the line that stays: of the longest name so little is seen that the buttons are gone to first.
    await page
      .getByRole('button', { name: /^Print label/ })
      .first()
      .evaluate((print) => print.scrollIntoView({ block: 'start' }));
    await expectAccessible(page);

    await closeVisit(page);
    await expect(boardRows(page).first()).toBeAttached();
  });
}

/** More than any of these screens has; where the last one leads to the first again, all were gone through. */
const MOST_STOPS = 60;

/**
 * Goes by the Tab key through the open visit, or what else is named, there and back. What has the focus while something lies over its middle,
 * by its words.
 */
async function coveredAtFocus(page: Page, within = '[data-visit]'): Promise<string[]> {
  const covered: string[] = [];
  await page.locator(`${within} h1`).evaluate((heading: HTMLElement) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  for (const key of ['Tab', 'Shift+Tab']) {
    let isWithin = true;
    for (let presses = 0; isWithin && presses < MOST_STOPS; presses += 1) {
      await page.keyboard.press(key);
      const focused = await page.evaluate((place) => {
        const element = document.activeElement;
        if (!element?.closest(place)) return null;
        const { left, top, width, height } = element.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        const isCovered = seen === null || !(element.contains(seen) || seen.contains(element));
        return { isCovered, words: element.getAttribute('aria-label') ?? element.textContent };
      }, within);
      isWithin = focused !== null;
      if (focused?.isCovered) covered.push(`${key}: ${focused.words}`);
    }
  }
  return covered;
}

/** Whether all of it is seen: in the window, and nothing lies over its middle or its lower edge. */
const isSeenWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [2, height / 2, height - 2].every((down) => {
      const seen = document.elementFromPoint(left + width / 2, top + down);
      return seen !== null && one.contains(seen);
    });
  });

async function showAt(page: Page, size: { width: number; height: number }, text: number): Promise<void> {
  await page.evaluate((percent) => localStorage.setItem('drawdesk.text-size', String(percent)), text);
  await page.setViewportSize(size);
  await page.reload();
}

test('the line that finishes a visit covers neither the next step nor what has the focus, at any size @web', async ({
  page,
}) => {
  test.slow();
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkIn(page);
  const print = page.getByRole('button', { name: /^Print label/ });
  for (const { text, ...size } of [
    { width: 800, height: 600, text: 100 },
    { width: 640, height: 360, text: 100 },
    { width: 1280, height: 720, text: 200 },
  ]) {
    await showAt(page, size, text);
    await button(page, 'Start collecting').click();
    await expect(button(page, 'Collected')).toBeAttached();
    await expect.poll(() => isSeenWhole(print)).toBe(true);
    expect(await coveredAtFocus(page)).toEqual([]);
    if (text === 100) await button(page, 'Back to the waiting room').click();
  }
  await print.click();
  await expect(labels(page)).toContainText('Scan it back');
  await expect.poll(() => isSeenWhole(labels(page))).toBe(true);
  expect(await coveredAtFocus(page)).toEqual([]);
  // Collected and opened again, the line has more to say and is higher.
  await scan(page, await codeOf(labels(page)));
  await button(page, 'Collected').click();
  await button(page, 'Collect again').click();
  await expect(button(page, 'A new sample: use the present time')).toBeAttached();
  expect(await coveredAtFocus(page)).toEqual([]);
  await showAt(page, { width: 320, height: 640 }, 100);
  await expect(button(page, 'A new sample: use the present time')).toBeAttached();
  expect(await coveredAtFocus(page)).toEqual([]);
  await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  await expectAccessible(page);
});

test('whose sample is collected stands beside “Collected” where the name is scrolled away @web', async ({
  page,
}) => {
  const names = await namesOnBoard(page);
  const longest = names.reduce((one, other) => (other.length > one.length ? other : one));
  await openVisit(page, longest);
  await checkIn(page);
  await button(page, 'Start collecting').click();
  const line = button(page, 'Collected').locator('..');
  await expect(line.getByText(longest)).toBeHidden();
  for (const size of [
    { width: 800, height: 600 },
    { width: 320, height: 640 },
  ]) {
    await showAt(page, size, 100);
    await labels(page).evaluate((label) => label.scrollIntoView({ block: 'start' }));
    await expect(title(page, longest)).not.toBeInViewport();
    await expect(button(page, 'Collected')).toBeInViewport({ ratio: 1 });
    await expect(line.getByText(longest)).toBeInViewport({ ratio: 1 });
    await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  }
  // From its beginning: half a button that the line of the search cuts would be called too small to press.
  await page.getByRole('main').evaluate((main) => main.scrollIntoView({ block: 'start' }));
  await expectAccessible(page);
});

test('at 320 pixels a step can be undone, however long the name is @web', async ({ page }) => {
  const names = await namesOnBoard(page);
  const longest = names.reduce((one, other) => (other.length > one.length ? other : one));
  await openVisit(page, longest);
  await page.setViewportSize({ width: 320, height: 640 });
  await checkIn(page);
  const notes = page.getByRole('region', { name: 'Just done' });
  await expect(notes).toContainText(longest);
  for (const pressed of await notes.getByRole('button').all())
    await expect(pressed).toBeInViewport({ ratio: 1 });
  expect(await notes.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
});

test('the line that confirms a walk-in covers nothing that has the focus, at any size @web', async ({
  page,
}) => {
  test.slow();
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  const foot = button(page, 'Confirm walk-in').locator('..');
  for (const { text, ...size } of [
    { width: 800, height: 600, text: 100 },
    { width: 640, height: 360, text: 100 },
    { width: 320, height: 640, text: 100 },
    { width: 320, height: 480, text: 100 },
    { width: 1280, height: 720, text: 200 },
  ]) {
    await showAt(page, size, text);
    await expect(button(page, 'Confirm walk-in')).toBeAttached();
    expect(await coveredAtFocus(page, 'main'), `${size.width} × ${size.height}`).toEqual([]);
    const share = await foot.evaluate((line) =>
      getComputedStyle(line).position === 'sticky'
        ? line.getBoundingClientRect().height / window.innerHeight
        : 0,
    );
    expect(share, `${size.width} × ${size.height}`).toBeLessThan(1 / 3);
  }
  await expectAccessible(page);
});

test('what the keys have gone to stays in sight when more of the screen comes above it @web', async ({
  page,
}) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  let tell: () => void = () => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { readonly name: string };
    if (name === 'products.list') await told;
    return route.fallback();
  });
  await page.setViewportSize({ width: 800, height: 600 });
  await page.reload();
  const hold = button(page, 'Hold slot');
  await title(page, 'Walk-in').evaluate((heading: HTMLElement) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  const isReached = (): Promise<boolean> => hold.evaluate((one) => one === document.activeElement);
  for (let presses = 0; presses < MOST_STOPS && !(await isReached()); presses += 1)
    await page.keyboard.press('Tab');
  await expect(hold).toBeFocused();
  const heightOf = (): Promise<number> => page.getByRole('main').evaluate((main) => main.scrollHeight);
  const heightBefore = await heightOf();
  tell();
  await expect.poll(heightOf).toBeGreaterThan(heightBefore + 400);
  await expect.poll(() => isSeenWhole(hold)).toBe(true);

  // Whoever has scrolled away from it wants to see something else.
  await page.getByRole('main').evaluate((main) => main.scrollIntoView({ block: 'start' }));
  await expect(hold).not.toBeInViewport();
  await page.getByRole('main').evaluate(async (main) => {
    const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    await nextFrame();
    main.prepend(Object.assign(document.createElement('p'), { textContent: 'A notice comes' }));
    for (let frames = 0; frames < 5; frames += 1) await nextFrame();
  });
  await expect(hold).not.toBeInViewport();
  await page.unrouteAll({ behavior: 'wait' });
});

test('search and connection stay in sight at 640 × 400, however far the screen is scrolled', async ({
  page,
}) => {
  await page.setViewportSize(MAGNIFIED);
  await seeBoard(page);
  await goOffline(page);
  await goTo(page, 'Calendar');
  await page.getByRole('list', { name: 'Booked' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).not.toBeInViewport();
  await expect(searchBox(page)).toBeInViewport({ ratio: 1 });
  await expect(connection(page).getByRole('button')).toBeInViewport({ ratio: 1 });
  // Another screen begins at its heading, also where a field in it has the focus and at twice the text size.
  await page.evaluate(() => localStorage.setItem('drawdesk.text-size', '200'));
  await page.setViewportSize({ width: 1024, height: 600 });
  await page.reload();
  for (const place of ['Calendar', 'Patients']) {
    await goTo(page, place);
    await expect(title(page, place)).toBeInViewport({ ratio: 1 });
    await expect(searchBox(page)).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByRole('searchbox', { name: 'Find a person' })).toBeFocused();
  await page.evaluate(() => localStorage.removeItem('drawdesk.text-size'));
  await page.setViewportSize(MAGNIFIED);
  await page.reload();
  // A reload puts the focus into the field again.
  await expect(page.getByRole('searchbox', { name: 'Find a person' })).toBeFocused();
  await expect(title(page, 'Patients')).toBeInViewport({ ratio: 1 });
  await expect(button(page, 'Desk settings')).toBeInViewport({ ratio: 1 });
  // The line of actions leaves room for what it is about.
  await page.keyboard.press('Escape');
  await button(page, 'Walk-in').click();
  await expect(page.getByLabel('Find the person')).toBeInViewport({ ratio: 1 });
  await expect(button(page, 'Confirm walk-in')).toBeInViewport({ ratio: 1 });
  await goTo(page, 'Calendar');
  await expect(title(page, 'Calendar')).toBeVisible();
  // What a key goes to is not hidden behind them.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' }).focus();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator('main :focus');
    if ((await focused.count()) === 0) continue;
    const top = await focused.evaluate((element) => element.getBoundingClientRect().top);
    const edge = await searchBox(page).evaluate((element) => element.getBoundingClientRect().bottom);
    expect(top).toBeGreaterThanOrEqual(edge);
  }

  // 1024 × 768 at 200 %: no day lies over the next one.
  await page.setViewportSize({ width: 512, height: 384 });
  await goTo(page, 'Board');
  const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link');
  await expect(days).toHaveCount(7);
  const boxes = await days.evaluateAll((links) =>
    links.map((link) => {
      const { left, right } = link.getBoundingClientRect();
      return { left, right, tooBroad: link.scrollWidth > link.clientWidth };
    }),
  );
  for (const [index, box] of boxes.entries()) {
    expect(box.tooBroad).toBe(false);
    expect(boxes[index + 1]?.left ?? Infinity).toBeGreaterThanOrEqual(box.right);
  }
});

test('at 320 pixels, 1280 at 400 %, no part of the header and of a walk-in is beside the window', async ({
  page,
}) => {
  await seeBoard(page);
  await page.setViewportSize({ width: 320, height: 480 });
  const rightEdge = async (target: Locator): Promise<number> => {
    const box = await target.boundingBox();
    return box === null ? Number.POSITIVE_INFINITY : box.x + box.width;
  };
  for (const name of ['Desk settings', 'Walk-in'])
    await expect.poll(() => rightEdge(button(page, name)), { message: name }).toBeLessThanOrEqual(320);
  await button(page, 'Walk-in').click();
  await expect(title(page, 'Walk-in')).toBeVisible();
  await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  for (const label of ['Find the person', 'Find the test'])
    await expect.poll(() => rightEdge(page.getByLabel(label)), { message: label }).toBeLessThanOrEqual(320);
  await expect.poll(() => rightEdge(button(page, 'Another day'))).toBeLessThanOrEqual(320);
  await expectAccessible(page);
});

test('at 320 pixels a walk-in that was left half done is offered back with its whole name @web', async ({
  page,
}) => {
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await button(page, 'New person').click();
  await page.getByLabel('Last name').fill('Wolfeschlegelsteinhausenbergerdorff');
  await page.getByLabel('First name').fill('Maria Magdalena');
  await goTo(page, 'Worklist');
  await page.setViewportSize({ width: 320, height: 480 });
  await button(page, 'Walk-in').click();
  const goOn = button(page, 'Go on with WOLFESCHLEGELSTEINHAUSENBERGERDORFF, Maria Magdalena');
  await expect(goOn).toBeVisible();
  await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  // Nor is anything of it cut off within the button.
  expect(await goOn.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
  await expectAccessible(page);
  await goOn.click();
  await expect(page.getByLabel('Last name')).toHaveValue('Wolfeschlegelsteinhausenbergerdorff');
});

/** What can be pressed and reaches beyond the right edge of the window, by its words. */
const beyondTheEdge = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('a, button, input, select')
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth)
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    );

/** Whether the line at the foot of the screen is covered anywhere. */
const isFootCovered = (page: Page): Promise<boolean> =>
  page.getByRole('region', { name: 'Just done' }).evaluate((foot) => {
    const { left, right, top, bottom } = foot.getBoundingClientRect();
    const ways = Array.from({ length: 19 }, (_, step) => (step + 1) / 20);
    return ways.some((across) =>
      ways.some((down) => {
        const at = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return at !== null && !foot.contains(at);
      }),
    );
  });

test('at 320 pixels nothing that is pressed on the board, the calendar and the registrations is beside the window', async ({
  page,
}) => {
  await seeBoard(page);
  await expect(page.getByRole('link', { name: /, tomorrow, 8 visits$/ })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  expect(await isFootCovered(page)).toBe(false);
  await expectAccessible(page);
  await page.keyboard.press('m');
  await expect(button(page, 'Month after')).toBeVisible();
  await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  await goTo(page, 'Registrations');
  await expect(button(page, 'Results ready')).toBeVisible();
  await expect.poll(() => beyondTheEdge(page)).toEqual([]);
  await expectAccessible(page);
});

test('at 1024 × 640 the header stands in one line, so that the board has the room', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await seeBoard(page);
  const middleOf = async (target: Locator): Promise<number> => {
    const box = await target.boundingBox();
    return box === null ? Number.NaN : box.y + box.height / 2;
  };
  const line = await middleOf(searchBox(page));
  expect(Math.abs((await middleOf(button(page, 'Walk-in'))) - line)).toBeLessThan(4);
  // Whoever is found still has the room to be told from others.
  await searchBox(page).fill('an');
  const found = await page.getByRole('listbox', { name: 'Found' }).boundingBox();
  expect(found?.width).toBeGreaterThan(380);
  await searchBox(page).fill('');
  // All columns of the activity are in sight.
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkIn(page);
  await goTo(page, 'Activity');
  await expect(page.getByRole('link', { name: /^Open the visit/ }).first()).toBeInViewport({ ratio: 1 });
});

test('at 1024 × 768 the screen stays where it is when the connection is lost', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await seeBoard(page);
  const top = async (): Promise<number | undefined> => (await title(page, 'Training').boundingBox())?.y;
  await goTo(page, 'Training');
  await expect(title(page, 'Training')).toBeVisible();
  const before = await top();
  await goOffline(page);
  const badge = page.getByRole('status', { name: 'Connection' }).getByRole('button');
  await expect(badge).toContainText('Down');
  expect(await top()).toBe(before);
  // Also with the longest that it says.
  await badge.getByText('Down').evaluate((words) => (words.textContent = 'Down — 12 changes need attention'));
  await expect(badge).toBeInViewport({ ratio: 1 });
  expect(await top()).toBe(before);
});

test('the board beside a visit stays where it is when the first person is checked in', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await seeBoard(page);
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await expect(page.getByText('Nobody is waiting')).toBeVisible();
  const top = async (): Promise<number | undefined> => (await board(page).boundingBox())?.y;
  const before = await top();
  await checkIn(page);
  await expect(page.getByText('Waiting longest')).toBeVisible();
  expect(await top()).toBe(before);
});

test('whoever was entered in a scrolled form is in sight, with the time for which the slot is held', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await seeBoard(page);
  await button(page, 'Walk-in').click();
  await chooseTest(page, 'iron');
  await button(page, 'Hold slot').click();
  await expect(button(page, 'Give the slot back')).toBeVisible();
  await button(page, 'New person').click();
  await enterPerson(page, {
    lastName: 'Trevelyan',
    firstName: 'Hugo',
    gender: 'Male',
    birth: ['1', '2', '1960'],
    email: 'hugo.trevelyan@example.org',
  });
  // What is below the form was looked at, and the form is sent by its key.
  await button(page, 'Give the slot back').scrollIntoViewIfNeeded();
  await page.getByLabel('E-mail').evaluate((field: HTMLElement) => field.focus({ preventScroll: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('TREVELYAN, Hugo').first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('timer', { name: 'Held for' })).toBeInViewport({ ratio: 1 });
});
