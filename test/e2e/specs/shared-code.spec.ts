// One code for two people: the desk tells neither whose it is, nor prints or proves anything with it.
import { expect, expectAccessible, scan } from '../fixtures.ts';
import {
  button,
  checkIn,
  closeVisit,
  connection,
  goTo,
  namesOnBoard,
  openVisit,
  searchBox,
  title,
  trfCodeOf,
} from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { withJson } from './support/laboratory.ts';

interface RegistrationAnswer {
  readonly trf_code?: string;
}

test.describe('a code that the laboratory gave to two people @web', () => {
  test('is answered with both, and with what to do; neither label is printed', async ({
    page,
    laboratory,
  }) => {
    test.slow();
    const [first = '', second = ''] = await namesOnBoard(page);
    await openVisit(page, first);
    const owners = [await trfCodeOf(page)];
    await openVisit(page, second);
    owners.push(await trfCodeOf(page));
    await closeVisit(page);

    const withSharedCode = <Answer extends RegistrationAnswer>(registration: Answer): Answer =>
      owners.includes(registration.trf_code ?? '')
        ? { ...registration, label_sample_id: 'QX7RS2LM' }
        : registration;
    laboratory.meddle((path, answer) =>
      path.startsWith('/api/test_registration/')
        ? withJson<RegistrationAnswer & { items?: RegistrationAnswer[] }>(answer, (body) =>
            body.items ? { ...body, items: body.items.map(withSharedCode) } : withSharedCode(body),
          )
        : answer,
    );
    await goTo(page, 'Outbox');
    await button(page, 'Sync now').click();
    await goTo(page, 'Board');

    const found = page.getByRole('region', { name: 'What was found' });
    const card = found.getByRole('alert');
    await expect(async () => {
      await scan(page, 'QX7RS2LM');
      await expect(card).toContainText('One code, and more than one person or visit', { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expect(card).toContainText('does not tell whom it is for');
    await expect(card.getByRole('listitem')).toHaveCount(2);
    for (const name of [first, second]) {
      await expect(card.getByRole('button').filter({ hasText: name })).toContainText(
        /\d\d-[A-Z][a-z]{2}-\d{4}/,
      );
    }
    await expectAccessible(page);

    // The person said who they are: their visit opens, and says that this code tells nobody apart.
    await card.getByRole('button').filter({ hasText: second }).click();
    await expect(title(page, second)).toBeVisible();
    await expect(found).toBeHidden();
    const trouble = page.getByRole('region', { name: 'One code stands for two patients' });
    await expect(trouble).toContainText('QX7RS2LM');
    await checkIn(page);
    await expect(button(page, 'Print label')).toBeDisabled();
    await button(page, 'Print label').click({ force: true });
    await expect(page.getByRole('region', { name: 'Just done' })).toContainText('the warnings at the top');
    await expectAccessible(page);

    // Typed, it is no more use than scanned.
    await goTo(page, 'Board');
    await searchBox(page).fill('qx7rs2lm');
    await searchBox(page).press('Enter');
    await expect(card.getByRole('listitem')).toHaveCount(2);
    await expect(connection(page)).toBeEmpty();
  });
});
