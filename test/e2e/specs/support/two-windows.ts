// Two windows of one desk on the same record, and one of them that has not heard yet what the other has done.
import type { Page, Request } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { seeBoard, title } from './desk.ts';

/** What each second window has asked of the desk since it was opened, by the name of the call. */
const asked = new WeakMap<Page, { readonly request: Request; readonly name: string }[]>();

const nameOf = (request: Request): string => (request.postDataJSON() as { name: string }).name;

function noteCalls(page: Page): void {
  const calls: { request: Request; name: string }[] = [];
  asked.set(page, calls);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/call') calls.push({ request, name: nameOf(request) });
  });
}

/** Until the answer is there, or none will come. */
const answerTo = (request: Request): Promise<unknown> =>
  request
    .response()
    .then((response) => response?.finished())
    .catch(() => null);

/** Another window at the same place. @example const second = await openSecond(page, () => host.openWindow()); */
export async function openSecond(page: Page, open: () => Promise<Page>): Promise<Page> {
  const heading = await page.getByRole('heading', { level: 1 }).last().innerText();
  const second = await open();
  noteCalls(second);
  await seeBoard(second);
  await second.evaluate((hash) => (location.hash = hash), new URL(page.url()).hash);
  await expect(title(second, heading)).toBeVisible();
  return second;
}

export interface News {
  /**
   * From now on none of these calls is answered, until the returned function is called. What was asked before was answered by then: in a
   * second window all that it has asked since it was opened, so also what it reads of the record that it has just gone to.
   */
  withhold(): Promise<() => void>;
}

/** Holds back, when told to, what a window hears by these calls. */
export async function newsOf(page: Page, ...calls: readonly string[]): Promise<News> {
  let held: Promise<undefined> | null = null;
  const underWay = new Set<Promise<unknown>>();
  const watched = new WeakSet<Request>();
  const watch = (request: Request): void => {
    watched.add(request);
    const answered = answerTo(request);
    underWay.add(answered);
    void answered.then(() => underWay.delete(answered));
  };
  await page.route('**/api/call', async (route) => {
    const request = route.request();
    if (calls.includes(nameOf(request))) {
      if (held) await held;
      watch(request);
    }
    await route.fallback();
  });
  // No handler is told of what was on its way by then.
  for (const { request, name } of asked.get(page) ?? []) {
    if (calls.includes(name) && !watched.has(request)) watch(request);
  }
  return {
    async withhold() {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = promise;
      await Promise.all(underWay);
      return () => {
        held = null;
        resolve(undefined);
      };
    },
  };
}

/** A window that is told no answer to these calls until the returned function is called. */
export const withholdNews = async (page: Page, ...calls: readonly string[]): Promise<() => void> =>
  (await newsOf(page, ...calls)).withhold();
