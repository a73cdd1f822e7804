// What carries the app: keys of windows, further windows, the end of the desk and its next start.
import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askForLink } from '../../../src/web-host/door.ts';
import { startHost } from '../desk-hosts.ts';
import { expect, expectAccessible, scan, test } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  namesOnBoard,
  openVisit,
  tickTwoIdentifiers,
  title,
} from './support/desk.ts';

test('a fresh desk opens on the board, in training, and the address shows no key', async ({ page }) => {
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByText(/training/i).first()).toBeVisible();
  expect(page.url()).not.toContain('token');
  await expectAccessible(page);
});

test('a reload goes on working', async ({ page }) => {
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
});

test('a window that is reloaded before its link was answered gets in all the same @web', async ({
  host,
  context,
}) => {
  let asked = 0;
  const whenAnswered = Promise.withResolvers<void>();
  await context.route('**/api/session', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    // The desk takes the link and answers; the page is gone before it hears.
    await route.fetch({ maxRetries: 3 });
    whenAnswered.resolve();
  });
  const second = await host.openWindow();
  await whenAnswered.promise;
  await second.reload();
  await expect(second.getByRole('row').nth(3)).toBeVisible();
  expect(asked).toBeGreaterThan(1);
});

test('a window asks for its first screen while the script of the screens is on its way @web', async ({
  page,
  host,
  context,
}) => {
  const asked = Promise.withResolvers<void>();
  await context.route('**/api/call', (route) => {
    if (route.request().postDataJSON().name === 'opening.get') asked.resolve();
    return route.continue();
  });
  const script = await page.locator('script[defer]').getAttribute('src');
  let heldBack = 0;
  // It does not come before the question was asked.
  await context.route(new URL(script ?? '', page.url()).href, async (route) => {
    heldBack += 1;
    await asked.promise;
    await route.continue();
  });
  const second = await host.openWindow();
  await expect(second.getByRole('row').nth(3)).toBeVisible();
  expect(heldBack).toBe(1);
});

test('the script of the screens has drawn the frame when it ends: a browser keeps what it compiled for that @web', async ({
  host,
  context,
}) => {
  await context.addInitScript(() => {
    // The next thing after the page's scripts.
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.dataset['drawn'] = String(document.querySelector('main h1') !== null);
    });
  });
  const second = await host.openWindow();
  await expect(second.locator('html')).toHaveAttribute('data-drawn', 'true');
});

test('a second window shows the same desk', async ({ host }) => {
  const second = await host.openWindow();
  await expect(second.getByRole('row').nth(3)).toBeVisible();
});

test('an address without a key says so, and how to get one @web', async ({ page, context }) => {
  const stranger = await context.newPage();
  await stranger.goto(new URL('/', page.url()).href);
  await expect(stranger.getByRole('heading', { name: 'This window is not signed in' })).toBeVisible();
  await expectAccessible(stranger);
});

test('a wrong key opens nothing @web', async ({ page, context }) => {
  const stranger = await context.newPage();
  await stranger.goto(new URL('/#token=wrong', page.url()).href);
  await expect(stranger.getByRole('heading', { name: 'This window is not signed in' })).toBeVisible();
});

test('when the desk ends, its window says so and keeps what it shows @web', async ({ host, page }) => {
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await host.kill();
  await expect(page.getByText('Drawdesk has stopped.')).toBeVisible();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  // A scan is told so, and what closes that does not lie over it.
  await scan(page, 'DRW-ABCDEF');
  const found = page.getByRole('region', { name: 'What was found' });
  const notice = await found.getByRole('alert').boundingBox();
  const close = await button(found, 'Close what was found').boundingBox();
  if (!notice || !close) throw new Error('They are not on the screen.');
  expect(close.x).toBeGreaterThanOrEqual(notice.x + notice.width);
});

test('a window goes on by itself when its desk is started again @web', async ({ host, page, context }) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await page.getByLabel('What the person states').fill('half a word');
  await host.kill();
  await expect(page.getByText('Drawdesk has stopped.')).toBeVisible();

  const again = await startHost.web({ context, args: host.args, env: process.env });
  await expect(page.getByText('Drawdesk has stopped.')).toBeHidden();
  // Not a word of what was being typed is gone.
  await expect(page.getByLabel('What the person states')).toHaveValue('half a word');
  await page.getByLabel('What the person states').fill('');
  await checkIn(page);
  await expect(boardRow(page, person)).toContainText('Arrived');
  await page.reload();
  await expect(title(page, person)).toBeVisible();
  expect(await again.stop()).toBe(0);
});

test('whoever listens at the port of a desk that stopped is told nothing @web', async ({ host, page }) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  await tickTwoIdentifiers(page);
  const { port } = new URL(page.url());
  await host.kill();
  // A request that is under way at this moment may reach whoever listens next: see the note on windows and their proof.
  await expect(page.getByText('Drawdesk has stopped.')).toBeVisible();
  const heard: { readonly path: string; readonly headers: string; readonly body: string }[] = [];
  const impostor = createServer((incoming, answer) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      heard.push({ path: incoming.url ?? '', headers: JSON.stringify(incoming.headers), body });
      answer.setHeader('content-type', 'application/json');
      answer.end(
        '{"ok": true, "nonce": "0.x", "proof": "AAAA", "bearer": "x", "session": "x", "secret": "AAAA"}',
      );
    });
  });
  await new Promise<void>((done) => impostor.listen(Number(port), '127.0.0.1', done));
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  const before = heard.length;
  await button(page, 'Check in').click();
  await expect.poll(() => heard.length).toBeGreaterThan(before);
  await expect(page.getByText('Drawdesk has stopped.')).toBeVisible();
  impostor.closeAllConnections();
  await new Promise((done) => impostor.close(done));
  expect([...new Set(heard.map(({ path }) => path))]).toEqual(['/api/challenge']);
  for (const { headers, body } of heard) {
    expect(headers).not.toContain('Bearer');
    expect(Object.keys(JSON.parse(body) as object).sort()).toEqual(['nonce', 'party']);
  }
});

test('a window that is signed out stays so, after a reload too @web', async ({ host, page }) => {
  const other = await host.openWindow();
  await button(page, 'Desk settings').click();
  await button(page, 'Sign this window out').click();
  await expect(page.getByRole('heading', { name: 'This window is not signed in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This window is not signed in' })).toBeVisible();
  await expect(other.getByRole('row').nth(3)).toBeVisible();
});

test('the file that a browser is opened on leads to the desk @web', async ({ page, context, host }) => {
  const { port } = new URL(page.url());
  const key = JSON.parse(await readFile(join(host.dataFolder, 'keys.json'), 'utf8')) as {
    readonly training: { readonly wrapped: string };
  };
  const databaseKey = Buffer.from(key.training.wrapped, 'base64');
  const master = new Uint8Array(hkdfSync('sha256', databaseKey, '', 'drawdesk web host', 32));
  const link = await askForLink({ port: Number(port), master, withFile: true });
  if (link?.file == null) throw new Error('the desk made no file');
  const opened = await context.newPage();
  await opened.goto(pathToFileURL(link.file).href);
  await expect(opened.getByRole('row').nth(3)).toBeVisible();
  expect(opened.url()).not.toContain('token');
  expect(existsSync(link.file)).toBe(false);
  const late = await context.newPage();
  await late.goto(link.address);
  await expect(late.getByRole('heading', { name: 'This window is not signed in' })).toBeVisible();
});

test('a desk that was killed starts again on the same folder', async ({ host }) => {
  await expect(host.page.getByRole('row').nth(3)).toBeVisible();
  await host.kill();
  const page = await host.restart();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
});

test('a window that stayed open while the desk was updated says so, keeps what is being typed, and begins anew when told @web', async ({
  host,
  page,
  context,
}) => {
  const [person = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  const stated = page.getByLabel('What the person states');
  let loaded = 0;
  page.on('load', () => (loaded += 1));
  await page.route('**/api/resume', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    const opened = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...opened, build: 'the next one' } });
  });
  const start = { context, args: host.args, env: process.env };
  const stopped = page.getByText('Drawdesk has stopped.');
  const updated = page.getByText('Drawdesk was updated');

  // The last screen that is fetched ahead. A style sheet that the desk could not give any more would be fetched by axe, and put into the
  // page as the policy forbids it.
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  await expect.poll(fetched).toContainEqual(expect.stringMatching(/\/training-[\w-]+\.js$/));
  await host.kill();
  await expect(stopped).toBeVisible();
  await stated.fill('half a word');
  const next = await startHost.web(start);
  await expect(updated).toBeVisible();
  await expectAccessible(page);
  await expect(stated).toHaveValue('half a word');
  expect(loaded).toBe(0);
  await button(page, 'Load anew').click();
  await expect.poll(() => loaded).toBe(1);
  await expect(title(page, person)).toBeVisible();
  await expect(updated).toBeHidden();
  await next.kill();

  // From now on its screens are those of the desk that answers.
  await expect(stopped).toBeVisible();
  const last = await startHost.web(start);
  await expect(stopped).toBeHidden();
  await expect(updated).toBeHidden();
  expect(loaded).toBe(1);
  expect(await last.stop()).toBe(0);
});

test('Ctrl+C stops the desk in an orderly way', async ({ host }) => {
  await expect(host.page.getByRole('main')).toBeVisible();
  expect(await host.stop()).toBe(0);
  expect(host.stderr()).toBe('');
});
