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

const SIZE = { width: 1_280, height: 800 };
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
  /** Opens a window that stays, in a new profile. `beforePage`: a script that runs before those of each page. */
  openWindow(beforePage: string): Promise<UnwatchedWindow>;
  close(): Promise<void>;
}

export interface UnwatchedWindow {
  goTo(address: string): Promise<void>;
  /** Epoch milliseconds of the page's first mark of this name, once there is one. @throws Error when there is none within a minute */
  timeOfMark(mark: string): Promise<number>;
  /** What the expression, or the promise that it is, comes to. @throws Error when it throws */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Sends a key as the keyboard does: an event of `Input.dispatchKeyEvent` of the DevTools protocol. */
  press(event: object): Promise<void>;
  toFront(): Promise<void>;
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
      `--window-size=${SIZE.width},${SIZE.height}`,
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
    async openWindow(beforePage) {
      const own = await newProfile(door.send);
      const { targetId } = await door.send('Target.createTarget', { url: 'about:blank', ...own });
      return windowOn(door.send, String(targetId), beforePage);
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

async function windowOn(send: Send, targetId: string, beforePage: string): Promise<UnwatchedWindow> {
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const ask = (method: string, params?: object): Promise<Record<string, unknown>> =>
    send(method, params, String(sessionId));
  await ask('Emulation.setDeviceMetricsOverride', { ...SIZE, deviceScaleFactor: 1, mobile: false });
  await ask('Emulation.setFocusEmulationEnabled', { enabled: true });
  await ask('Page.enable');
  await ask('Page.addScriptToEvaluateOnNewDocument', { source: beforePage });
  return {
    goTo: async (url) => void (await ask('Page.navigate', { url })),
    timeOfMark: (mark) => untilMarked(send, targetId, mark),
    async evaluate(expression) {
      const answer = await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      const { result, exceptionDetails } = answer as {
        result: { value?: unknown };
        exceptionDetails?: { text: string };
      };
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value as never;
    },
    press: async (event) => void (await ask('Input.dispatchKeyEvent', event)),
    toFront: async () => void (await ask('Page.bringToFront')),
  };
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
