// Taking back and finding: what was just done can be undone for as long as it is offered, and everything that a screen offers
// is found by its name.
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  closeVisit,
  goTo,
  namesOnBoard,
  openVisit,
  searchBox,
  title,
} from './support/desk.ts';

test('undo works while a field has the focus, and the letter Z can still be typed there', async ({
  page,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkIn(page);
  await expect(boardRow(page, person)).toContainText('Arrived');
  await searchBox(page).focus();
  await page.keyboard.type('z', { delay: 200 });
  await expect(searchBox(page)).toHaveValue('z');
  await expect(boardRow(page, person)).toContainText('Arrived');
  await expect(page.getByRole('region', { name: 'Just done' })).toContainText('Alt+Z');

  await page.keyboard.press('Alt+z');
  await expect(boardRow(page, person)).toContainText('Expected');
  await expect(searchBox(page)).toHaveValue('z');
  await expect(searchBox(page)).toBeFocused();
});

test('the step of one person is undone by its button and not by a key at the visit of another, and is named @web', async ({
  page,
}) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  const notes = page.getByRole('region', { name: 'Just done' });
  await openVisit(page, person);
  await checkIn(page);
  await page.keyboard.press('s');
  await expect(notes).toContainText(`Collection started: ${person}`);
  await expect(button(notes, 'Undo')).toHaveAttribute('aria-keyshortcuts', 'Alt+Z');
  await openVisit(page, other);
  await expect(button(notes, 'Undo')).not.toHaveAttribute('aria-keyshortcuts', /./);
  await page.keyboard.press('Alt+z');
  await expect(notes).toContainText('The last step was on another visit');
  await expect(boardRow(page, person)).toContainText('Collecting');
  await button(notes, 'Undo').click();
  await expect(notes).toContainText(`Undone. ${person}: Arrived`);
  await expect(boardRow(page, person)).toContainText('Arrived');

  // On the board, where nobody is open, the key goes on working.
  await openVisit(page, person);
  await page.keyboard.press('s');
  await expect(notes).toContainText(`Collection started: ${person}`);
  await closeVisit(page);
  await page.keyboard.press('z');
  await expect(notes).toContainText(`Undone. ${person}: Arrived`);
});

test('the palette finds a visit’s other steps, what can be undone, and every button of the screen', async ({
  page,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  const offered = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');

  // Whatever can be pressed stands there, by the words on it; what cannot be pressed says why.
  const places = [
    ['visit', person],
    ['Worklist', 'Worklist'],
    ['Outbox', 'Outbox'],
    ['Print queue', 'Print queue'],
    ['Training', 'Training'],
    ['Board', 'Today’s board'],
  ] as const;
  for (const [place, heading] of places) {
    if (place !== 'visit') await goTo(page, place);
    await expect(title(page, heading)).toBeVisible();
    // Drawn once the rest of the visit is painted.
    if (place === 'visit') await expect(button(page, 'Did not come')).toBeVisible();
    const words = await page
      .getByRole('main')
      .locator('button[data-pressable]')
      .evaluateAll((buttons) =>
        buttons.map((one) => {
          const own = [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
          return one.getAttribute('aria-label') ?? own.map(({ textContent }) => textContent).join('');
        }),
      );
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
    const shown = (await offered.allInnerTexts()).join('\n');
    for (const word of words) expect(shown).toContain(word);
    if (place === 'visit') {
      expect(words).toContain('Did not come');
      await expect(offered.filter({ hasText: 'Check in' })).toContainText(
        'Two identifiers have to agree first.',
      );
      await expectAccessible(page);
    }
    await page.keyboard.press('Escape');
  }

  await openVisit(page, person);
  const command = page.getByRole('combobox', { name: 'Command' });
  await page.keyboard.press('Control+k');
  await expect(command).toBeFocused();
  await page.keyboard.type('not come', { delay: 60 });
  await expect(offered.first()).toContainText('Did not come');
  await page.keyboard.press('Enter');
  await expect(boardRow(page, person)).toContainText('No-show');
  await page.keyboard.press('Control+k');
  await expect(command).toBeFocused();
  await page.keyboard.type('undo', { delay: 60 });
  await expect(offered.first()).toContainText(`${person} did not come`);
  await page.keyboard.press('Enter');
  await expect(boardRow(page, person)).toContainText('Expected');
  await expect(title(page, person)).toBeVisible();
  await expect(button(page, 'Did not come')).toBeVisible();
});

test('the palette finds steps that a visit drew after it was opened @web', async ({ page }) => {
  const [person = ''] = await namesOnBoard(page);
  // A visit draws its other steps once it is painted. Frames that do not come keep it from that.
  await page.evaluate(() => {
    const own = window.requestAnimationFrame;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (then) => held.push(then);
    addEventListener('keydown', ({ key }) => {
      if (key !== 'F9') return;
      window.requestAnimationFrame = own;
      for (const then of held.splice(0)) own(then);
    });
  });
  await openVisit(page, person);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  const steps = page.getByRole('option').filter({ hasText: 'Did not come' });
  await expect(button(page, 'Did not come')).toHaveCount(0);
  await expect(steps).toHaveCount(0);
  await page.keyboard.press('F9');
  await expect(page.locator('button', { hasText: 'Did not come' })).toHaveCount(1);
  await page.keyboard.type('not come', { delay: 60 });
  await expect(steps).toHaveCount(1);
});
