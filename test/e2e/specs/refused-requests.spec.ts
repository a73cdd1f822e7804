// A completion e-mail and a retest that the service refuses, or of which it gives no clear answer: one press is one request, the
// registration says what is known, and nothing is asked for again by itself.
import type { Page } from '@playwright/test';
import { PRELOAD } from '../desk-hosts.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { button, panel, seeBoard } from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { AnswerLost, DESK_SECRETS, refusal, withJson } from './support/laboratory.ts';
import type { Doorkeeper, Meddler } from './support/laboratory.ts';
import { rowsWithoutPatient } from './support/registration-list.ts';

const NOT_KNOWN = /nobody knows/;
/** What the service answers, and what the registration says then. */
const ANSWERS: readonly (readonly [string, RegExp])[] = [
  ['409', /not done \(Differs from the service\)/],
  ['422', /not done \(Refused by the service\)/],
  ['403', /not done \(Refused by the service\)/],
  ['404', /not done \(Differs from the service\)/],
  ['500', NOT_KNOWN],
  ['lost', NOT_KNOWN],
];

interface RegistrationAnswer {
  readonly results_ready?: boolean;
}

/** Every registration has results, so that a retest of it can be asked for. */
const withResults: Meddler = (path, answer) =>
  path.includes('/test_registration')
    ? withJson<RegistrationAnswer & { items?: RegistrationAnswer[] }>(answer, (body) =>
        body.items
          ? { ...body, items: body.items.map((one) => ({ ...one, results_ready: true })) }
          : 'results_ready' in body
            ? { ...body, results_ready: true }
            : body,
      )
    : answer;

test.use({
  meddling: { meddler: withResults },
  deskEnv: { ...DESK_SECRETS, [PRELOAD]: 'specs/support/passing-time.ts' },
});

/** Answers in this way from now on, and counts what was asked for so far, and how often its registrations were read. */
function answering(): {
  door: Doorkeeper;
  as: (answer: string) => void;
  asked: () => number;
  read: () => number;
} {
  let answer = '';
  let asked = 0;
  let read = 0;
  return {
    door: ({ path }) => {
      if (path.startsWith('/api/test_registration/?')) read += 1;
      if (!path.endsWith('/send-complete-email') && !path.endsWith('/retest')) return null;
      asked += 1;
      if (answer === 'lost') throw new AnswerLost();
      return refusal(Number(answer), {});
    },
    as: (next) => {
      answer = next;
    },
    asked: () => asked,
    read: () => read,
  };
}

/** Opens one of the registrations that have no patient. */
async function openRegistration(page: Page, index: number): Promise<void> {
  const rows = await rowsWithoutPatient(page);
  await rows.nth(index).getByRole('link').first().click();
  await expect(panel(page, 'Change or ask for')).toBeVisible();
}

test('an e-mail and a retest that the service refuses, or leaves in doubt, are asked for once @web', async ({
  page,
  laboratory,
}) => {
  const service = answering();
  laboratory.keepDoor(service.door);
  await seeBoard(page);
  const said = page.getByRole('list', { name: 'Asked for already' }).getByRole('listitem');
  for (const [index, [answer, words]] of ANSWERS.entries()) {
    service.as(answer);
    await openRegistration(page, index);
    await button(page, 'Send completion e-mail').click();
    await page.getByLabel('E-mail address').fill('ngozi@example.test');
    await page.getByRole('dialog').getByRole('button', { name: 'Send the e-mail' }).dblclick();
    // What is known when the dialog closes is that it is saved: the service has not answered then.
    await expect(
      page.getByText(/^The e-mail for .* is saved and goes to the service$/).first(),
    ).toBeVisible();
    await expect(said.filter({ hasText: 'ngozi@example.test' }), answer).toContainText(words);
    await button(page, 'Ask for a retest').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for the retest' }).dblclick();
    await expect(said.filter({ hasText: 'Ask for a retest' }), answer).toContainText(words);
    // Neither can be asked for once more before somebody has decided.
    for (const name of ['Send completion e-mail', 'Ask for a retest'])
      await expect(button(page, name)).toHaveAccessibleDescription(/^This was asked for already/);
    expect(service.asked(), answer).toBe(2 * (index + 1));
  }
  await expectAccessible(page);
  await said.first().getByRole('link', { name: 'See it in the outbox' }).click();
  await expect(panel(page, 'Needs attention').getByText('The service sent no e-mail').first()).toBeVisible();
  const before = service.read();
  await button(page, 'Sync now').click();
  // What waits goes first, so that a reading that was asked for shows that nothing more is sent.
  await expect.poll(service.read).toBeGreaterThan(before);
  expect(service.asked()).toBe(2 * ANSWERS.length);
});

test('an e-mail and a retest that the service puts off are sent once more after the pause, as the screen says, and never in it @web', async ({
  page,
  host,
  laboratory,
}) => {
  test.slow();
  // Longer than the slowest machine needs for what is done in it. It passes at once (support/passing-time.ts), in two steps.
  const PAUSE_SECONDS = 240;
  const sent: string[] = [];
  laboratory.keepDoor(({ path }) => {
    const what = /\/(send-complete-email|retest)$/.exec(path)?.[1];
    if (what === undefined) return null;
    sent.push(what);
    if (sent.length > 1) return what === 'retest' ? refusal(422, {}) : null;
    const { headers, body } = refusal(429, {});
    return { status: 429, headers: { ...headers, 'retry-after': String(PAUSE_SECONDS) }, body };
  });
  await seeBoard(page);
  await openRegistration(page, 0);
  const said = page.getByRole('list', { name: 'Asked for already' }).getByRole('listitem');
  const email = said.filter({ hasText: 'ngozi@example.test' });
  const retest = said.filter({ hasText: 'Ask for a retest' });
  const putOff = /not sent yet\. The service asks us to slow down: it is sent by itself at \d\d:\d\d/;
  await button(page, 'Ask for a retest').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for the retest' }).dblclick();
  await expect(retest).toContainText(putOff);
  await expect(button(page, 'Ask for a retest')).toHaveAccessibleDescription(/^This was asked for already/);
  // What is asked for in the pause waits with it.
  await button(page, 'Send completion e-mail').click();
  await page.getByLabel('E-mail address').fill('ngozi@example.test');
  await page.getByRole('dialog').getByRole('button', { name: 'Send the e-mail' }).dblclick();
  await expect(email).toContainText(putOff);
  // After two and a half minutes the pause is not over, and nothing has left.
  process.kill(host.pid(), 'SIGUSR2');
  await expectAccessible(page);
  for (const one of [retest, email]) await expect(one).toContainText(putOff);
  expect(sent).toEqual(['retest']);

  process.kill(host.pid(), 'SIGUSR2');
  await expect(retest).toContainText('not done (Refused by the service)');
  await expect(email).toHaveCount(0);
  expect(sent.toSorted()).toEqual(['retest', 'retest', 'send-complete-email']);
});
