// Samples that are not taken, and labels that cannot be scanned: each with its reason, and with what follows from it.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkInAndPrint,
  codeOf,
  history,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  searchBox,
} from './support/desk.ts';

const justDone = (page: Page) => page.getByRole('region', { name: 'Just done' });

/** Somebody of the board whose sample is being taken, with the label printed. */
async function collectFrom(page: Page): Promise<string> {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await checkInAndPrint(page);
  return person;
}

test('a sample that is not taken needs a reason, the screen says what follows, and the board shows who left without it', async ({
  page,
}) => {
  test.slow();
  const person = await collectFrom(page);
  await page.getByRole('button', { name: /^No sample for/ }).click();
  const dialog = page.getByRole('dialog', { name: 'No sample is taken' });
  const save = button(dialog, 'No sample taken');
  // Without a reason it cannot be saved, and the button says so.
  await expect(save).toBeDisabled();
  await save.click({ force: true });
  await expect(justDone(page)).toContainText('Choose a reason first.');
  await button(dialog, 'The draw failed').click();
  await expect(dialog.getByRole('status')).toContainText('the registration stays open');
  await expectAccessible(page);
  // Another reason says nothing without words of its own.
  await button(dialog, 'Another reason').click();
  await expect(save).toBeDisabled();
  await button(dialog, 'The draw failed').click();
  await dialog.getByLabel('In your words').fill('two attempts, both arms');
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(justDone(page)).toContainText(`${person}: no sample taken`);

  // The printed label belongs to no sample now: it is named for destruction before anything goes on.
  await expect(labels(page)).toContainText('The draw failed: two attempts, both arms');
  const destroy = page.getByRole('region', { name: 'Destroy this label' });
  await expect(destroy).toContainText('was withdrawn when its sample was said not to be taken');
  await expectAccessible(page);
  await button(destroy, 'It is destroyed, or never came out').click();
  await expect(destroy).toBeHidden();
  await expect(button(page, 'Collected')).toBeDisabled();

  // The only sample has its reason: nothing more is asked.
  await button(page, 'Left without a sample').click();
  await expect(boardRow(page, person)).toContainText('Left, no sample');
  await expect(history(page).filter({ hasText: 'No sample taken' }).first()).toContainText('The draw failed');
  await expectAccessible(page);
});

test('a label that was withdrawn with its sample is not said to have none once that is taken after all', async ({
  page,
}) => {
  await collectFrom(page);
  await page.getByRole('button', { name: /^No sample for/ }).click();
  const dialog = page.getByRole('dialog', { name: 'No sample is taken' });
  await button(dialog, 'The person fainted or felt unwell').click();
  await button(dialog, 'No sample taken').click();
  const destroy = page.getByRole('region', { name: 'Destroy this label' });
  const why = 'was withdrawn when its sample was said not to be taken';
  await expect(destroy).toContainText(why);
  await button(page, 'Take it after all').click();
  await expect(labels(page)).not.toContainText('No sample taken');
  await expect(destroy).toContainText(why);
  await expect(destroy).not.toContainText('that was not taken');
});

test('a sample can be taken after all, and leaving before that needs a reason', async ({ page }) => {
  const person = await collectFrom(page);
  await page.getByRole('button', { name: /^No sample for/ }).click();
  const dialog = page.getByRole('dialog', { name: 'No sample is taken' });
  await button(dialog, 'The person fainted or felt unwell').click();
  await button(dialog, 'No sample taken').click();
  await button(page, 'It is destroyed, or never came out').click();
  await expect(page.getByRole('region', { name: 'Destroy this label' })).toBeHidden();
  await button(page, 'Take it after all').click();
  await expect(labels(page)).not.toContainText('No sample taken');
  await expect(panel(page, 'Take the sample')).toContainText('0 of 1 scanned');

  await button(page, 'Left without a sample').click();
  const leaves = page.getByRole('dialog', { name: 'Leaves without a sample' });
  await button(leaves, 'The person did not wait').click();
  await expectAccessible(page);
  await button(leaves, 'Left without a sample').click();
  await expect(justDone(page)).toContainText(`${person} left without a sample`);
  await expect(boardRow(page, person)).toContainText('Left, no sample');
});

test('a typed code proves nothing without a reason, and stays marked as typed', async ({ page }) => {
  const person = await collectFrom(page);
  const code = await codeOf(labels(page).first());
  await searchBox(page).fill(code);
  await searchBox(page).press('Enter');
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found.getByRole('alert')).toContainText(`${code} was typed, not scanned`);
  await expect(panel(page, 'Take the sample')).toContainText('0 of 1 scanned');
  const take = button(found, 'Take the typed code');
  await expect(take).toBeDisabled();
  await expectAccessible(page);
  await take.click({ force: true });
  await expect(justDone(page)).toContainText('Give a reason first');
  await expect(panel(page, 'Take the sample')).toContainText('0 of 1 scanned');

  await found.getByLabel('Why the label cannot be scanned').fill('scanner is broken');
  await take.click();
  await expect(panel(page, 'Take the sample')).toContainText('1 of 1 scanned');
  await expect(labels(page)).toContainText('Code typed, not scanned');
  await expect(history(page).filter({ hasText: 'Label’s code typed, not scanned' })).toContainText(
    'scanner is broken',
  );
  await button(page, 'Collected').click();
  await expect(boardRow(page, person)).toContainText('Collected');
});
