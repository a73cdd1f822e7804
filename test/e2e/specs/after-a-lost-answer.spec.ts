// What the desk cannot find out by itself is decided by a person in the outbox: of a refund, a second parcel, a retest and an e-mail
// whose answers were lost it is said what is known.
import { PRELOAD } from '../desk-hosts.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { enterKitCustomer, button, goTo, panel, placeOrder } from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { AnswerLost, DESK_SECRETS, withJson } from './support/laboratory.ts';
import type { Meddler } from './support/laboratory.ts';

interface RegistrationAnswer {
  readonly id?: string;
  readonly trf_code?: string;
}

/**
 * A second parcel and an e-mail are carried out, and their first answers never come back; `asked` counts them. The registration
 * with the code of `ready` is said to have results, so that a retest can be asked for.
 */
function troubled(asked: Map<string, number>, ready: { code: string }): Meddler {
  const lost: readonly (readonly [string, RegExp])[] = [
    ['reship', /^\/api\/order\/[^/]+\/reship$/],
    ['e-mail', /^\/api\/test_registration\/[^/]+\/send-complete-email$/],
  ];
  const withResults = <Answer extends RegistrationAnswer>(registration: Answer): Answer =>
    registration.trf_code === ready.code ? { ...registration, results_ready: true } : registration;
  return (path, answer) => {
    const [kind] = lost.find(([, pattern]) => pattern.test(path)) ?? [];
    if (kind !== undefined) {
      asked.set(kind, (asked.get(kind) ?? 0) + 1);
      if (asked.get(kind) === 1) throw new AnswerLost();
    }
    if (!path.includes('/test_registration')) return answer;
    return withJson<RegistrationAnswer & { items?: RegistrationAnswer[] }>(answer, (body) =>
      body.items ? { ...body, items: body.items.map(withResults) } : withResults(body),
    );
  };
}

test.use({ deskEnv: { ...DESK_SECRETS, [PRELOAD]: 'specs/support/passing-time.ts' } });

test('doubtful changes are decided by a person with what was found out; none is sent again by itself @web', async ({
  page,
  host,
  laboratory,
}) => {
  test.slow();
  const asked = new Map<string, number>();
  const ready = { code: '' };
  laboratory.meddle(troubled(asked, ready));
  // A refund and a retest are lost on their way there: the service never hears of the first one.
  laboratory.keepDoor(({ method, path, body }) => {
    const isRefund = method === 'PATCH' && body.includes('"refund":true');
    const kind = isRefund ? 'refund' : path.endsWith('/retest') ? 'retest' : null;
    if (kind === null) return null;
    asked.set(kind, (asked.get(kind) ?? 0) + 1);
    if (asked.get(kind) === 1) throw new AnswerLost();
    return null;
  });

  // An order, of which a second parcel and the money back are asked for.
  await goTo(page, 'Orders');
  await button(page, 'Build an order').click();
  await button(page, 'Add Iron Check').click();
  await page.getByLabel('How many of Iron Check').fill('2');
  await enterKitCustomer(page);
  await placeOrder(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Order ORD-/ })).toBeVisible({ timeout: 30_000 });
  const orderPath = new URL(page.url()).hash;
  const dialog = page.getByRole('dialog');
  for (const what of ['Have the order sent again', 'Ask for the money back']) {
    await button(page, what).click();
    await dialog.getByRole('button', { name: what }).click();
    await expect(dialog).toHaveCount(0);
  }
  // The second one came right after the first, which was this window's own: both were taken.
  await expect(panel(page, 'Changes').getByRole('link')).toHaveCount(2);
  // Its registrations have no patient yet, so the e-mail for completing one can be sent. The other one has results.
  const registrations = panel(page, 'Registrations').getByRole('link');
  ready.code = await registrations.nth(1).innerText();
  await registrations.nth(1).click();
  const retestButton = button(page, 'Ask for a retest');
  await expect(async () => {
    await goTo(page, 'Outbox');
    await button(page, 'Sync now').click();
    await page.goBack();
    await expect(retestButton).not.toHaveAccessibleDescription(/no results/, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await retestButton.click();
  await dialog.getByRole('button', { name: /retest/i }).click();
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await registrations.first().click();
  await button(page, 'Send completion e-mail').click();
  await page.getByLabel('E-mail address').fill('ngozi@example.test');
  await button(page, 'Send the e-mail').click();
  await expect(dialog).toHaveCount(0);

  // Each stands in the outbox with what is known, and waits for a person.
  await goTo(page, 'Outbox');
  const attention = panel(page, 'Needs attention');
  const row = (words: string) => attention.getByRole('listitem').filter({ hasText: words }).first();
  const [retest, email, refund, reship] = [
    row('Nobody knows whether the service ordered the retest'),
    row('Nobody knows whether the e-mail was sent'),
    row('Nobody knows whether the refund was asked for'),
    row('Nobody knows whether the service sends the order again'),
  ];
  await expect(email).toBeVisible({ timeout: 30_000 });
  await expect(email).toContainText('ask the person whether they got it');
  await expect(button(email, 'Look again')).toHaveCount(0);
  await expect(button(email, 'It was done')).toBeVisible();
  await expect(button(email, 'Send it again')).toBeVisible();
  // The person completes it by phone: nobody needs the e-mail any more.
  await button(email, 'Give up this change').click();
  await expect(dialog).toContainText('An e-mail that left all the same is not called back.');
  await dialog.getByLabel('Reason').fill('They completed it by phone');
  await page.keyboard.press('Enter');
  await expect(email).toHaveCount(0);
  // Of the others something can be found out, once the service can no longer carry the first request out late.
  await expect(page.getByText('Being checked: no clear answer came')).toHaveCount(3);
  for (const one of [retest, refund, reship]) await expect(one).toHaveCount(0);
  process.kill(host.pid(), 'SIGUSR2');
  for (const one of [retest, refund, reship]) await expect(one).toBeVisible();
  await expect(reship).toContainText('A second request could be a second parcel');
  await expect(reship).toContainText(/Looked at the service at \d\d:\d\d/);
  await expect(refund).toContainText(/Looked at the service at \d\d:\d\d/);
  await expect(retest).toContainText('nothing new was found that could come from it');
  await expect(button(refund, 'Look again')).toBeVisible();
  await expectAccessible(page);

  // The parcel is under way, as the laboratory says: done, with the reason; nothing more is sent.
  await button(reship, 'It was done').click();
  await expect(dialog).toContainText('Say how you know');
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The laboratory says so');
  await button(dialog, 'It was done').dblclick();
  await expect(reship).toHaveCount(0);
  // The refund was never asked for: it goes once more, after a warning, by keys.
  await button(refund, 'Send it again').focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('it happens twice');
  await dialog.getByLabel('Reason').fill('No money came');
  await page.keyboard.press('Enter');
  await expect(refund).toHaveCount(0);
  // The retest goes again as well; the service takes none, and why stands there.
  await button(retest, 'Send it again').click();
  await dialog.getByLabel('Reason').fill('No new form came');
  await button(dialog, 'Send it again').click();
  const refused = row('The service made no retest.');
  await expect(refused).toBeVisible({ timeout: 30_000 });
  await expect(refused).toContainText('No result of this registration failed.');
  await button(refused, 'Give up this change').click();
  await dialog.getByLabel('Reason').fill('There is nothing to repeat');
  await page.keyboard.press('Enter');
  await expect(refused).toHaveCount(0);
  await expect(page.getByText('Nothing is waiting')).toBeVisible({ timeout: 30_000 });
  expect(Object.fromEntries(asked)).toEqual({ reship: 1, 'e-mail': 1, refund: 2, retest: 2 });
  await page.goto(`${page.url().split('#')[0] ?? ''}${orderPath}`);
  await expect(page.getByText('Refund requested')).toBeVisible({ timeout: 30_000 });
});
