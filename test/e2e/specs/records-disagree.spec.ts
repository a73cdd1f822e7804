// The laboratory's records name one person in two ways: nothing is printed until the person was asked with both in sight.
import { expect, expectAccessible } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  goTo,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  title,
  trfCodeOf,
} from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { withJson } from './support/laboratory.ts';

interface RegistrationAnswer {
  readonly trf_code?: string;
}

test.describe('a person whose registration names them otherwise than their own record @web', () => {
  test('is said on board and visit; the one that the person states is confirmed and goes on the label', async ({
    page,
    laboratory,
  }) => {
    test.slow();
    const [name = ''] = await namesOnBoard(page);
    const firstName = name.split(', ')[1] ?? '';
    await openVisit(page, name);
    const code = await trfCodeOf(page);
    await checkIn(page);
    await expect(button(page, 'Print label')).toBeEnabled();

    const renamed = <Answer extends RegistrationAnswer>(registration: Answer): Answer =>
      registration.trf_code === code
        ? { ...registration, last_name: 'Stormborn', date_of_birth: '1999-09-09' }
        : registration;
    laboratory.meddle((path, answer) =>
      path.startsWith('/api/test_registration/')
        ? withJson<RegistrationAnswer & { items?: RegistrationAnswer[] }>(answer, (body) =>
            body.items ? { ...body, items: body.items.map(renamed) } : renamed(body),
          )
        : answer,
    );
    await goTo(page, 'Outbox');
    await button(page, 'Sync now').click();
    await goTo(page, 'Board');
    await expect(boardRow(page, name)).toContainText(`Or STORMBORN, ${firstName}? Records disagree`, {
      timeout: 60_000,
    });
    await openVisit(page, name);
    const doubt = page.getByRole('region', { name: 'The service’s records do not agree about this person' });
    await expect(doubt.getByRole('listitem')).toHaveCount(2);
    await expect(doubt).toContainText(`STORMBORN, ${firstName}, born 09-Sep-1999, says the registration`);
    await expect(doubt).toContainText('says the patient’s own record');
    await expect(button(page, 'Print label')).toBeDisabled();
    await expectAccessible(page);

    const confirm = panel(page, 'Confirm identity again');
    await expect(confirm.getByRole('checkbox', { name: 'Name', exact: true })).toBeDisabled();
    await confirm.getByRole('radio', { name: /STORMBORN/ }).check({ force: true });
    await confirm.getByRole('checkbox', { name: 'Name', exact: true }).check();
    await expect(button(page, 'Confirm identity')).toBeDisabled();
    await confirm.getByRole('checkbox', { name: 'Date of birth' }).check();
    await expectAccessible(page);
    await button(page, 'Confirm identity').click();

    await expect(title(page, `STORMBORN, ${firstName}`)).toBeVisible();
    await expect(doubt).toBeHidden();
    await expect(page.getByText('decided against when the identity was confirmed')).toBeVisible();
    await expect(
      page.getByText('The service’s records did not agree: settled with the person'),
    ).toBeVisible();
    await expect(button(page, 'Start collecting')).toBeEnabled();
    await expect(labels(page).first()).toContainText('Not printed');
  });
});
