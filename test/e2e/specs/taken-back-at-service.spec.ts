// What the laboratory takes back, or moves away, while its person is in the waiting room: visit, board and worklist say so before blood is
// drawn for it.
import { addDays } from '../../../src/domain/site-time.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  closeVisit,
  goTo,
  history,
  namesOnBoard,
  openVisit,
  panel,
  trfCodeOf,
} from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { appointmentOf, refusal, withJson } from './support/laboratory.ts';
import type { Laboratory } from './support/laboratory.ts';

interface Told {
  readonly id: string;
}

const idOf = async (laboratory: Laboratory, code: string): Promise<string> =>
  ((await laboratory.ask('GET', `/api/test_registration/${code}`)) as Told).id;

const READ = { timeout: 150_000 } as const;

test('a registration that the laboratory takes back while its person waits is said, and nobody is called in for it @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  const [inCollection = '', name = ''] = (await namesOnBoard(page)).slice(-2);
  await openVisit(page, inCollection);
  const ids = [await idOf(laboratory, await trfCodeOf(page))];
  await checkIn(page);
  await button(page, 'Start collecting').click();
  await expect(panel(page, 'Take the sample')).toBeVisible();
  await closeVisit(page);
  await openVisit(page, name);
  const code = await trfCodeOf(page);
  ids.push(await idOf(laboratory, code));
  await checkIn(page);
  laboratory.keepDoor(({ path }) => (ids.some((id) => path.includes(id)) ? refusal(404, {}) : null));
  laboratory.meddle((path, answer) =>
    path.startsWith('/api/test_registration/?')
      ? withJson<{ items: Told[] }>(answer, (body) => ({
          ...body,
          items: body.items.filter(({ id }) => !ids.includes(id)),
        }))
      : answer,
  );
  const notice = page.getByRole('region', { name: 'The laboratory no longer has the registration' });
  await expect(notice).toContainText('Ask the laboratory before blood is drawn', READ);
  await expect(notice).toContainText('choose “Left without a sample” below');
  const start = button(page, 'Start collecting');
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await expect(panel(page, 'Labels and form')).toContainText(
    'The laboratory no longer has the registration: ask there first.',
  );
  await expect(history(page).first()).toContainText(`The service no longer has a registration ${code}`);
  await expectAccessible(page);
  await goTo(page, 'Worklist');
  const waiting = page.getByRole('list', { name: 'People waiting, longest first' });
  await expect(waiting).toContainText('Ask the laboratory first: registration gone');
  await expect(button(page, 'Next person')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await goTo(page, 'Board');
  await expect(boardRow(page, name)).toContainText('Registration gone at the laboratory');
  await expectAccessible(page);
  await openVisit(page, inCollection);
  await expect(notice).toBeVisible(READ);
  await expect(panel(page, 'Labels and form')).toContainText('There is no label to scan here.');
  await expect(button(page, 'Collected')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await button(page, 'Collect without a label').click();
  await page.getByLabel('Why the labels are not scanned back').fill('The laboratory has it by telephone');
  await button(page, 'Collected').click();
  await expect(notice).toContainText('Keep the sample, and ask the laboratory now.');
  await closeVisit(page);
  await openVisit(page, name);
  await button(page, 'Left without a sample').click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByText(`${name} left without a sample`)).toBeVisible();
});

test('an appointment that the laboratory moves to another day, or to a place that is not known here, while its person waits @web', async ({
  page,
  laboratory,
}) => {
  test.slow();
  const name = (await namesOnBoard(page)).at(-1) ?? '';
  await openVisit(page, name);
  const code = await trfCodeOf(page);
  await checkIn(page);
  const { id, starts_at: startsAt } = await appointmentOf(laboratory, code);
  const day = addDays(startsAt.slice(0, 10), 3);
  let place: string | null = null;
  const moved = (one: Told): Told =>
    one.id === id
      ? {
          ...one,
          ...{ starts_at: `${day}T10:00:00Z`, ends_at: `${day}T10:10:00Z` },
          ...(place === null ? {} : { test_location_id: place }),
        }
      : one;
  laboratory.meddle((path, answer) =>
    path.includes('/appointment') ? withJson<Told>(answer, moved) : answer,
  );
  const notice = page.getByRole('region', {
    name: 'The laboratory has moved the appointment, and the person is here',
  });
  await expect(notice).toContainText(/It is now on \d\d-\w{3}-\d{4} \d\d:00\./, READ);
  const head = page.getByRole('banner').filter({ hasText: name }).or(page.locator('article header'));
  await expect(head.first()).toContainText(/\d\d-\w{3}-\d{4} \d\d:00/);
  await expect(button(page, 'Start collecting')).toBeEnabled();
  await expectAccessible(page);
  await goTo(page, 'Board');
  await expect(boardRow(page, name)).toContainText(/Appointment on \d\d-\w{3}-\d{4} \d\d:00/);
  await expectAccessible(page);
  await openVisit(page, name);
  place = '11111111-2222-4333-8444-555555555555';
  await expect(notice).toContainText('This desk does not know that place', READ);
  await expect(head.first()).toContainText('at a place that is not known here');
  await expectAccessible(page);
});
