// An appointment that names nobody although its registration has a patient: said on the visit and on the registration, and
// made the patient's with both in sight.
import { expect, expectAccessible } from '../fixtures.ts';
import { button, goTo, namesOnBoard, openVisit, panel, seeBoard, trfCodeOf } from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { withJson } from './support/laboratory.ts';
import type { Meddler } from './support/laboratory.ts';

/** Appointments name nobody until the desk says whose one is. */
function namesNobody(): Meddler {
  const said = new Set<string>();
  return (path, answer) => {
    const [, changed] = /^\/api\/appointment\/([^/?]+)/.exec(path) ?? [];
    if (changed !== undefined) said.add(changed);
    if (!/^\/api\/test_registration\/[^/]+\/appointment$/.test(path)) return answer;
    return withJson<{ id: string; patient_id: string | null }>(answer, (appointment) =>
      said.has(appointment.id) ? appointment : { ...appointment, patient_id: null },
    );
  };
}

test.use({ meddling: { meddler: namesNobody() } });

test('an appointment without a person is made the person’s of its registration, from the visit and from the registration @web', async ({
  page,
  host,
}) => {
  test.slow();
  const [first = '', second = ''] = await namesOnBoard(page);
  await openVisit(page, first);
  const code = await trfCodeOf(page);
  const said = panel(page, 'The appointment names nobody');
  await expect(said).toContainText(`The registration is ${first}’s.`);
  await button(page, 'Say whose appointment it is').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Is this ${first}’s appointment?` });
  await expect(dialog).toContainText(code);
  await expect(dialog.getByRole('columnheader')).toHaveText([
    'Appointment now',
    'Patient of the registration',
  ]);
  await expect(dialog.getByRole('row', { name: /^Name/ })).toContainText(`Nobody${first}`);
  await expectAccessible(page);
  // Left without a word: nothing is done.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(said).toBeVisible();

  await button(page, 'Say whose appointment it is').click();
  await button(page, `It is ${first}’s`).dblclick();
  await expect(page.getByText(`The appointment is ${first}’s`)).toBeVisible();
  await expect(said).toBeHidden();
  await goTo(page, 'Outbox');
  await expect(page.getByText('Nothing is waiting', { exact: false }).first()).toBeVisible();

  // The same on the screen of a registration.
  await goTo(page, 'Registrations');
  await page.getByLabel('Code, reference or person').fill(second.split(',')[0] ?? '');
  await page
    .getByRole('table', { name: 'Registrations' })
    .getByRole('row')
    .filter({ hasText: second })
    .getByRole('link')
    .first()
    .click();
  await expect(panel(page, 'Patient')).toContainText(second);
  await expect(said).toContainText(`The registration is ${second}’s.`);
  await expectAccessible(page);
  // Another window asks the same: once it is answered here, that one says so and sends nothing.
  const other = await host.openWindow();
  await seeBoard(other);
  await other.evaluate((hash) => (location.hash = hash), new URL(page.url()).hash);
  for (const window of [page, other]) await button(window, 'Say whose appointment it is').click();
  await button(page, `It is ${second}’s`).click();
  await expect(said).toBeHidden();
  const settled = other.getByRole('dialog', { name: `Is this ${second}’s appointment?` });
  await expect(settled).toContainText('This was settled meanwhile.');
  await button(settled, 'Understood').click();
  await expect(other.getByRole('dialog')).toHaveCount(0);
});
