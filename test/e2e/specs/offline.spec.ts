// The line is down, the desk works on, the power goes, and in the end the service has learnt everything once.
import { expect, expectAccessible, test } from '../fixtures.ts';
import {
  board,
  boardRow,
  button,
  checkIn,
  checkInAndPrint,
  chooseTest,
  connection,
  enterPerson,
  goOffline,
  goTo,
  namesOnBoard,
  openVisit,
  panel,
  rowsWithoutPatient,
  searchBox,
  seeBoard,
  title,
} from './support/desk.ts';
import type { NewPerson } from './support/desk.ts';
import { learntByService } from './support/training-service.ts';

const vera: NewPerson = {
  firstName: 'Vera',
  lastName: 'Quillfeather',
  birth: ['29', '2', '1988'],
  gender: 'Female',
  email: 'vera@example.org',
};
const amos: NewPerson = {
  firstName: 'Amos',
  lastName: 'Thistlethwaite',
  birth: ['7', '11', '1949'],
  gender: 'Male',
  email: 'amos@example.org',
};

test('work done offline waits, survives a power cut, and reaches the service exactly once', async ({
  host,
}) => {
  test.slow();
  let page = host.page;
  const [person = '', other = ''] = await namesOnBoard(page);
  await expect(connection(page)).toBeEmpty();
  // Labels are read before forms: the laboratory's code for this person's label is here as well.
  await openVisit(page, person);
  await expect(page.getByText('form saved at this desk')).toBeVisible({ timeout: 30_000 });
  await goTo(page, 'Board');
  await goOffline(page);
  // The holds that training makes at its start may not have left yet; then they wait as well.
  await expect(connection(page)).toHaveText(/^Connection: Down/);

  // Look-ups, check-in and printing go on.
  await searchBox(page).fill(other);
  await page.getByRole('option').filter({ hasText: other }).click();
  await expect(title(page, other)).toBeVisible();
  await goTo(page, 'Board');
  await openVisit(page, person);
  await checkInAndPrint(page);
  await expect(page.getByText(/as of \d\d:\d\d/)).toBeVisible();

  await goTo(page, 'Board');
  await rowsWithoutPatient(page).first().getByRole('link').click();
  await button(page, 'New person').click();
  await enterPerson(page, vera);
  await button(page, 'Create person').click();
  await button(page, 'Assign patient').click();
  await expect(title(page, 'QUILLFEATHER, Vera')).toBeVisible();
  await expect(boardRow(page, 'QUILLFEATHER, Vera')).toContainText('Waiting to be sent');
  await checkIn(page);

  await button(page, 'Walk-in').click();
  await button(page, 'New person').click();
  await enterPerson(page, amos);
  await button(page, 'Create person').click();
  await chooseTest(page, 'iron');
  await button(page, 'Hold slot').click();
  await expect(page.getByText('The service cannot be reached: this waits')).toBeVisible();
  await button(page, 'Confirm walk-in').click();
  await expect(title(page, `${amos.lastName.toUpperCase()}, ${amos.firstName}`)).toBeVisible();
  await expectAccessible(page);

  // One person made and one assigned; one person made, held, confirmed and registered.
  await expect(connection(page)).toHaveText(/^Connection: Down — \d+ waiting$/);
  const waiting = await connection(page).innerText();
  await goTo(page, 'Outbox');
  await expect(page.getByRole('main')).toContainText('New person');
  await expect(page.getByRole('main')).toContainText('Register for a test');
  await expectAccessible(page);

  await host.kill();
  page = await host.restart();
  await seeBoard(page);
  await expect(connection(page)).toHaveText(waiting);
  await expect(boardRow(page, 'QUILLFEATHER, Vera')).toContainText('Arrived');
  await expect(boardRow(page, 'THISTLETHWAITE, Amos')).toContainText('Waiting to be sent');
  await expect(boardRow(page, person)).toContainText('Collecting');

  await goTo(page, 'Training');
  await page.getByRole('switch', { name: 'Go offline' }).uncheck();
  await expect(connection(page)).toBeEmpty({ timeout: 30_000 });
  await goTo(page, 'Board');
  await expect(board(page)).not.toContainText('Waiting to be sent');
  await openVisit(page, 'THISTLETHWAITE, Amos');
  await expect(panel(page, 'Registration')).toContainText(/DRW-[0-9A-Z]+/);

  expect(await host.stop()).toBe(0);
  const learnt = await learntByService(host.dataFolder);
  expect(learnt.newPatients).toBe(2);
  expect(learnt.newRegistrations).toBe(1);
  const registered = learnt.lastNamesOnRegistrations.filter((name) =>
    [vera.lastName, amos.lastName].includes(name),
  );
  expect(registered.toSorted()).toEqual([vera.lastName, amos.lastName].toSorted());
});
