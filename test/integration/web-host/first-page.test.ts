// The engine is loaded once the first window's page can run by itself: neither sooner, as loading holds the thread, nor later.
import { expect, test } from 'vitest';
import type { ScreenFiles } from '../../../src/app/screen-files.ts';
import { watchPage } from '../../../src/web-host/first-page.ts';
import { useWebHost } from './support/host-under-test.ts';

const PAGE = `<!doctype html><link rel="icon" href="data:," />
  <script src="./assets/first-1.js"></script>
  <script defer src="./assets/first-2.js"></script>
  <link rel="stylesheet" crossorigin href="/assets/index-3.css">`;
const fileOf = (text: string) => ({
  body: Uint8Array.from(Buffer.from(text)),
  type: 'text/plain',
  cacheControl: 'no-store',
});
const files: ScreenFiles = new Map(
  [
    ['/', PAGE],
    ['/assets/first-1.js', ''],
    ['/assets/first-2.js', ''],
    ['/assets/index-3.css', ''],
    ['/assets/help-4.js', ''],
  ].map(([path = '', text = '']) => [path, fileOf(text)]),
);

const desk = useWebHost();

/** Whether it is there by now, without waiting for it. */
async function isThere(page: ReturnType<typeof watchPage>): Promise<boolean> {
  return Promise.race([page.isThere.then(() => true), Promise.resolve().then(() => false)]);
}

test('the page is there when every script and style that it names was sent, and not before', async () => {
  const page = watchPage(files);
  for (const path of ['/', '/assets/first-1.js', '/assets/help-4.js', '/assets/index-3.css']) {
    page.onAsked(path)();
    expect(await isThere(page), path).toBe(false);
  }
  page.onAsked('/assets/first-2.js')();
  await page.isThere;
});

test('the page itself is sent before all else', async () => {
  const page = watchPage(files);
  let isSent = false;
  void page.isSent.then(() => (isSent = true));
  page.onAsked('/assets/first-1.js')();
  await Promise.resolve();
  expect(isSent).toBe(false);
  page.onAsked('/')();
  await page.isSent;
});

test('the page of a browser that had kept its script is there when it asks the desk for something', async () => {
  const page = watchPage(files);
  page.onAsked('/')();
  expect(await isThere(page)).toBe(false);
  page.onAsked('/api/session')();
  await page.isThere;
});

test('an answer counts as sent when all of it was', async () => {
  expect((await desk.send('GET', '/assets/index-1a2b.js')).status).toBe(200);
  await desk.openSession();
  await expect.poll(() => desk.sent).toEqual(['/assets/index-1a2b.js', '/api/session']);
});

test('a script that asks the desk for something before another one was sent has that one waited for', async () => {
  const page = watchPage(files);
  page.onAsked('/assets/first-1.js')();
  const react = page.onAsked('/assets/first-2.js');
  page.onAsked('/api/session')();
  expect(await isThere(page)).toBe(false);
  react();
  await page.isThere;
});
