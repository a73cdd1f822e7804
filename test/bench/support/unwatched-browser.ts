// A browser as a user has it: nobody listens to its network and its script, as test tools do. For each request that a page makes while it
// starts, a browser that is listened to finds out which line of script made it, and for that reads the whole script once more: 110 ms of
// processor time of 290 of a start, and nothing of an empty page.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM_ARGS, ensureChromium } from '../../support/chromium.ts';
import { contentOf } from './content-of.ts';

const LONGEST_START_MS = 30_000;
const LOOK_EVERY_MS = 100;
const LONGEST_WAIT_FOR_MARK_MS = 60_000;
/** Two lines that Chromium writes into its profile: its port, and the path of its door. */
const PORT_FILE = 'DevToolsActivePort';

/** `kept`: the browser's own profile, which keeps files and compiled script as from day to day; `new`: one that knows nothing. */
export type Profile = 'kept' | 'new';

export interface UnwatchedBrowser {
  /** Opens the address as a tab of a window that is there. Epoch milliseconds of the page's first mark of this name; the tab is closed then. */
  timeOfMark(address: string, mark: string, profile: Profile): Promise<number>;
  close(): Promise<void>;
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>;

/** @throws Error when the browser does not come up */
export async function openUnwatchedBrowser(): Promise<UnwatchedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-bench-browser-'));
  const child = spawn(
    ensureChromium(),
    [
      ...CHROMIUM_ARGS,
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      '--window-size=1280,800',
      '--force-prefers-reduced-motion',
      '--no-default-browser-check',
      '--disable-extensions',
      '--disable-sync',
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const door = await openDoor(await addressIn(join(folder, PORT_FILE)));
  return {
    async timeOfMark(address, mark, profile) {
      const own = profile === 'new' ? await newProfile(door.send) : {};
      const { targetId } = await door.send('Target.createTarget', { url: address, ...own });
      try {
        return await untilMarked(door.send, String(targetId), mark);
      } finally {
        await door.send('Target.closeTarget', { targetId });
        if (profile === 'new') await door.send('Target.disposeBrowserContext', own);
      }
    },
    async close() {
      door.close();
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** With a window that shows nothing yet, as that of a browser that runs: to draw its frame takes as long as an empty page. */
async function newProfile(send: Send): Promise<Record<string, unknown>> {
  const profile = await send('Target.createBrowserContext');
  await send('Target.createTarget', { url: 'about:blank', newWindow: true, ...profile });
  return profile;
}

/** Asks the page what it has marked, without turning on any of what listens to it. */
async function untilMarked(send: Send, targetId: string, mark: string): Promise<number> {
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const expression = `performance.timeOrigin + performance.getEntriesByName(${JSON.stringify(mark)})[0]?.startTime`;
  const givenUpAt = performance.now() + LONGEST_WAIT_FOR_MARK_MS;
  while (performance.now() < givenUpAt) {
    await sleep(LOOK_EVERY_MS);
    // Between two pages there is nothing to ask; the next look finds one.
    const answer = await send(
      'Runtime.evaluate',
      { expression, returnByValue: true },
      String(sessionId),
    ).catch(() => ({ result: {} }));
    const { value } = answer['result'] as { value?: unknown };
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  throw new Error(`The page did not mark ${mark}.`);
}

async function addressIn(file: string): Promise<string> {
  const givenUpAt = performance.now() + LONGEST_START_MS;
  while (performance.now() < givenUpAt) {
    const [port, path] = contentOf(file).split('\n');
    if (path !== undefined && path !== '') return `ws://127.0.0.1:${port}${path}`;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('Chromium did not say where it can be spoken to.');
}

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

async function openDoor(address: string): Promise<{ readonly send: Send; close(): void }> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Answer;
    const asked = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !asked) return;
    waiting.delete(id);
    if (error) asked.reject(new Error(error.message));
    else asked.resolve(result ?? {});
  });
  let last = 0;
  return {
    send(method, params = {}, sessionId) {
      const asked = Promise.withResolvers<Record<string, unknown>>();
      last += 1;
      waiting.set(last, asked);
      socket.send(
        JSON.stringify({ id: last, method, params, ...(sessionId !== undefined && { sessionId }) }),
      );
      return asked.promise;
    },
    close: () => socket.close(),
  };
}
