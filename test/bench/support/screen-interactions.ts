// How soon keys and clicks on the screens are answered.
import { surname } from './large-desk.ts';
import type { TimedWindow } from './painted.ts';
import { BOARD, REGISTRATIONS, goAway, isThere, openFromRail, settle, startAnew } from './timed-desk.ts';

const STEPS = 20;
const BOARD_LIST = '[aria-label="Visits of today"]';

export type Taken = readonly (readonly [words: string, values: readonly number[]])[];

/** Keys in the search for people among 100,000. The first two letters of a name find many; what opens that list is told apart. */
export async function searchingPeople(desk: TimedWindow, rate: number): Promise<Taken> {
  const { page } = desk;
  await startAnew(desk, rate);
  await goAway(desk);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click();
  const field = page.getByRole('searchbox', { name: 'Find a person' });
  const keys: number[] = [];
  const firsts: number[] = [];
  // Names that are spread over all the people.
  for (let round = 0; keys.length < STEPS; round += 1) {
    await field.fill('');
    const typed = surname(7 + round * 997).toLowerCase();
    await field.press(typed[0] as string);
    for (let length = 2; length <= 5; length += 1) {
      const ms = await desk.untilPainted(
        () => field.press(typed[length - 1] as string),
        (text) => {
          const found = [...document.querySelectorAll('[aria-label="Patients"] section')].find((section) =>
            section.textContent.startsWith('People found'),
          );
          const names = [...(found?.querySelectorAll('a') ?? [])].map((line) =>
            (line.textContent || '').toLowerCase().split(/[^a-z]+/),
          );
          return names.length > 0 && names.every((words) => words.some((word) => word.startsWith(text)));
        },
        typed.slice(0, length),
      );
      (length === 2 ? firsts : keys).push(ms);
      await settle(desk);
    }
  }
  return [
    ['second key of a name → people found (many of 100,000)', firsts],
    ['third to fifth key of a name → people found', keys],
  ];
}

declare global {
  interface Window {
    /** What tells the list of registrations that is shown from another. */
    listShown: () => string;
  }
}

/** For `addInitScript`: what {@link changingFilters} looks at. */
export function tellLists(): void {
  window.listShown = () => {
    const head = document.querySelector('header:has(h1) [role=status]')?.textContent ?? '';
    const rows = document.querySelectorAll('[aria-label="Registrations"] [data-row]');
    return `${head} ${rows[0]?.textContent ?? 'none'}`;
  };
}

/** Each choice of a filter of the registrations, in a window that has not shown that list yet. */
export async function changingFilters(desk: TimedWindow, rate: number): Promise<Taken> {
  const { page } = desk;
  const all: [string, number[]][] = [];
  for (const label of ['Status', 'Product', 'Location']) {
    const values: number[] = [];
    while (values.length < STEPS) {
      await startAnew(desk, rate);
      await openFromRail(desk, REGISTRATIONS);
      const field = page.getByRole('combobox', { name: label });
      const options = await field
        .locator('option')
        .evaluateAll((lines) =>
          lines.map((one) => ({ value: (one as HTMLOptionElement).value, words: one.textContent })),
        );
      // A status that no registration has leaves nothing to wait for.
      const choices = options.filter(
        ({ value, words }) => value !== '' && (label !== 'Status' || /\d/.test(words)),
      );
      for (const { value } of choices) {
        if (values.length === STEPS) break;
        values.push(
          await desk.untilPainted(
            () => field.selectOption(value).then(() => undefined),
            (before) =>
              window.listShown() !== before && document.querySelector('[data-row][aria-busy]') === null,
            await page.evaluate(() => window.listShown()),
          ),
        );
        await settle(desk);
      }
    }
    all.push([`filter by ${label.toLowerCase()} → list`, values]);
  }
  return all;
}

/** Rows of the registrations: the arrow key, and opening one. */
export async function usingRegistrations(desk: TimedWindow, rate: number): Promise<Taken> {
  const { page } = desk;
  await startAnew(desk, rate);
  await openFromRail(desk, REGISTRATIONS);
  await page.locator(REGISTRATIONS.row).first().focus();
  const arrows: number[] = [];
  for (let step = 0; step < STEPS; step += 1) arrows.push(await arrowDown(desk));
  const records: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await openFromRail(desk, REGISTRATIONS);
    const link = page.locator(REGISTRATIONS.row).nth(step % 8);
    records.push(
      await desk.untilPainted(
        () => link.click(),
        (code) =>
          document.querySelector('h1')?.textContent === code && document.querySelector('dl dd') !== null,
        (await link.textContent()) ?? '',
      ),
    );
  }
  return [
    ['arrow down in registrations', arrows],
    ['open a registration', records],
  ];
}

/** The board of a thousand: opening visits, ticking what a person says, narrowing to a name, the palette. */
export async function usingBoard(desk: TimedWindow, rate: number): Promise<Taken> {
  const { page } = desk;
  await startAnew(desk, rate);
  await openFromRail(desk, BOARD);
  // Those who are checked in already have nothing to tick.
  await page.getByRole('radio', { name: 'To come' }).check();
  await settle(desk);
  const visits: number[] = [];
  const ticks: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    // Another visit each time, of somebody who can be checked in.
    const link = page
      .locator(`${BOARD_LIST} [data-row]`)
      .filter({ hasNotText: 'Patient' })
      .locator('a:not([aria-current])')
      .nth(2 + (step % 4));
    visits.push(
      await desk.untilPainted(
        () => link.click(),
        (name) =>
          [...document.querySelectorAll('h1')].some((heading) => heading.textContent === name) &&
          document.querySelector('[aria-label="Identifiers that agree"] input') !== null,
        (await link.textContent()) ?? '',
      ),
    );
    await settle(desk);
    const boxes = page.getByRole('group', { name: 'Identifiers that agree' }).getByRole('checkbox');
    ticks.push(
      await desk.untilPainted(
        () => boxes.first().click(),
        isThere,
        '[aria-label="Identifiers that agree"] input:checked',
      ),
    );
    await settle(desk);
  }
  await openFromRail(desk, BOARD);
  const palettes: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const open = (): Promise<void> => page.keyboard.press('Control+k');
    palettes.push(await desk.untilPainted(open, isThere, '#palette-list [role=option]'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settle(desk);
  }
  const field = page.getByRole('searchbox', { name: 'Show only this name' });
  const names: number[] = [];
  for (let round = 0; names.length < STEPS; round += 1) {
    await field.fill('');
    const typed = surname(5 + round * 31).toLowerCase();
    // Codes are looked through as well, and all of them begin alike: these letters narrow nothing.
    if (typed.startsWith('be')) continue;
    await field.press(typed[0] as string);
    await settle(desk);
    for (const letter of typed.slice(1, 3)) {
      names.push(
        await desk.untilPainted(
          () => field.press(letter),
          ({ list, before }) => document.querySelector(list)?.getAttribute('aria-rowcount') !== before,
          { list: BOARD_LIST, before: await page.locator(BOARD_LIST).getAttribute('aria-rowcount') },
        ),
      );
      await settle(desk);
    }
  }
  await field.fill('');
  return [
    ['open a visit', visits],
    ['tick an identifier', ticks],
    ['open the palette', palettes],
    ['key in the board’s search for a name → rows', names],
  ];
}

async function arrowDown({ page, untilPainted }: TimedWindow): Promise<number> {
  const before = await page.evaluate(() => document.activeElement?.textContent ?? '');
  return untilPainted(
    () => page.keyboard.press('ArrowDown'),
    (told) => {
      const now = document.activeElement;
      return now?.closest('[data-row]') != null && now.textContent !== told;
    },
    before,
  );
}

/** The bare list, to compare with: its arrow key, and a key that shows it. */
export async function usingBareList(bare: TimedWindow, rate: number): Promise<Taken> {
  const { page } = bare;
  await bare.slowDown(rate);
  const list: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    list.push(await bare.untilPainted(() => page.keyboard.press('l'), isThere, '[data-row] a'));
    await bare.untilPainted(() => page.keyboard.press('e'), isThere, '[data-empty]');
  }
  await page.keyboard.press('l');
  await page.locator('[data-row] a').first().focus();
  const arrows: number[] = [];
  for (let step = 0; step < STEPS; step += 1) arrows.push(await arrowDown(bare));
  await page.keyboard.press('e');
  return [
    ['bare list of 100,000: open', list],
    ['bare list of 100,000: arrow down', arrows],
  ];
}
