// The service's screen: events are set up and turned off, a scenario is chosen, an error is forced, and the diagnosis of the
// connection is copied without anybody's name in it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, connection, goOffline, goTo, namesOnBoard, panel, title } from './support/desk.ts';

test('events, scenarios, forced errors and the diagnosis of the connection @web', async ({
  page,
  context,
}) => {
  test.slow();
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['x-webhook-secret']));
    request.resume();
    response.end();
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;

  const names = await namesOnBoard(page);
  await goTo(page, 'Service');
  await expect(title(page, 'Service')).toBeVisible();
  const webhook = panel(page, 'Events (webhook)');
  await expect(webhook).toContainText('Nowhere: turned off');

  // An address that others could read is refused in words; what was typed outlives a reload.
  const address = webhook.getByLabel('Address for events');
  await address.fill('http://events.example.org');
  await button(webhook, 'Save at the service').click();
  await expect(webhook.getByRole('alert')).toContainText('begins with https://');
  await expectAccessible(page);
  await page.reload();
  await expect(address).toHaveValue('http://events.example.org');

  await address.fill(url);
  await webhook.getByLabel('Secret').fill('ask-no-questions-7');
  await button(webhook, 'Save at the service').click();
  const moved = page.getByRole('dialog', { name: 'Send events to another address?' });
  await expect(moved).toContainText(`From nowhere to ${new URL(url).host}`);
  await expectAccessible(page);
  await button(moved, `Send events to ${new URL(url).host}`).click();
  await expect(webhook).toContainText('sent with each event in the header X-Webhook-Secret');
  await expect(webhook).toContainText(url);
  await expect(page.locator('body')).not.toContainText('ask-no-questions-7');

  // Time passes at the laboratory, and its events arrive.
  await goTo(page, 'Training');
  await expect(async () => {
    await button(page, 'Forward 1 hour').click();
    await expect.poll(() => received.length, { timeout: 2_000 }).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });
  expect(received[0]).toBe('ask-no-questions-7');
  await page.getByRole('link', { name: 'Choose what it finds, or force an error' }).click();
  const events = page.getByRole('table', { name: 'Last events' });
  await expect(events.getByText('Delivered').first()).toBeVisible();

  await button(webhook, 'Turn events off').click();
  const asked = page.getByRole('dialog', { name: 'Turn events off?' });
  await expect(asked).toContainText('nothing more');
  await button(asked, 'Turn events off').click();
  await expect(webhook).toContainText('Nowhere: turned off');

  // A reference that chooses what the laboratory finds.
  const scenario = panel(page, 'What the laboratory will find');
  await scenario.getByLabel('Scenario').selectOption('abnormal_low');
  await scenario.getByLabel('Biomarkers out of range').fill('hdl, ldl');
  await scenario.getByLabel('Results come').selectOption('instant');
  await scenario.getByLabel('Your own reference').fill('demo-7');
  await expect(scenario.getByRole('status').or(scenario.locator('output'))).toContainText([
    '',
    'test:abnormal_low@HDL,LDL+instant:demo-7',
  ]);
  await button(scenario, 'Use for the next walk-in').click();
  await expect(scenario).toContainText('ends as abnormal_low@HDL,LDL+instant');
  await button(scenario, 'Take it back').click();
  await expect(button(scenario, 'Take it back')).toBeHidden();

  // One request is answered with an error; the screen says when.
  const forced = panel(page, 'Force an error');
  await forced.getByLabel('Answer with').selectOption('500');
  await button(forced, 'Force it on the next request').click();
  await expect(forced.getByRole('status')).toContainText('500');
  // The desk may have sent a request by itself meanwhile.
  await button(forced, 'Send a request now')
    .click({ timeout: 10_000 })
    .catch(() => undefined);
  await expect(forced.getByRole('status')).toContainText(/ got 500 at \d\d:\d\d:\d\d/, { timeout: 60_000 });
  const diagnosis = panel(page, 'Connection diagnosis');
  await expect(diagnosis.getByRole('table', { name: 'Last answers' }).getByRole('row').nth(1)).toContainText(
    ' ms',
  );

  // In a narrow window the answers are wider than their place: the keyboard moves them as well.
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 340, height: 700 });
  const answers = diagnosis.getByRole('group', { name: 'Last answers' });
  await answers.focus();
  await expect(answers).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => answers.evaluate((place) => place.scrollLeft)).toBeGreaterThan(0);
  await expectAccessible(page);
  await page.setViewportSize(size);

  // The diagnosis goes onto the clipboard as it stands there, and nobody is in it.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(diagnosis, 'Copy the diagnosis').click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Token: the service accepts it');
  for (const name of names) expect(copied).not.toContain(name.split(',')[0]);
  await expectAccessible(page);

  await goOffline(page);
  await goTo(page, 'Service');
  await expect(webhook).toContainText('can neither be known nor changed now');
  await expect(address).toBeHidden();
  await expect(diagnosis).toContainText('no answers');
  await expect(connection(page)).toContainText('Connection: Down');
  await expectAccessible(page);
  receiver.closeAllConnections();
  await new Promise((closed) => receiver.close(closed));
});

test('a secret that was typed, and the question that is open, stay while the service cannot be asked @web', async ({
  page,
  host,
}) => {
  await goTo(page, 'Service');
  const webhook = panel(page, 'Events (webhook)');
  const secret = webhook.getByLabel('Secret');
  await webhook.getByLabel('Address for events').fill('https://events.example.org/lab');
  await secret.fill('ask-no-questions-8');
  await button(webhook, 'Save at the service').click();
  const question = page.getByRole('dialog', { name: 'Send events to another address?' });
  const send = button(question, 'Send events to events.example.org');
  await expect(send).not.toHaveAttribute('aria-disabled');

  const other = await host.openWindow();
  await goOffline(other);
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect(send).toHaveAttribute('aria-description', /What you typed stays here until it answers\.$/);
  await expect(page.getByText('can neither be known nor changed now')).toBeVisible();

  await other.getByRole('switch', { name: 'Go offline' }).uncheck();
  await expect(send).not.toHaveAttribute('aria-disabled');
  await button(question, 'Keep it').click();
  await expect(secret).toHaveValue('ask-no-questions-8');
});
