// Runs the built desktop app without Electron's runtime: its main script in a Node process, its windows as pages of our
// Chromium. There are two differences from Electron. The pages have the address https://drawdesk.app instead of
// drawdesk://app, because requests to an unknown scheme cannot be answered in a test. And messages are copied as JSON.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, CDPSession, Page, Route } from '@playwright/test';
import { followProcess } from '../desk-process.ts';
import type { DeskProcess } from '../desk-process.ts';
import type { Facts, FromApp, PageMessage, Question, ServedFile, ToApp } from './messages.ts';

const root = resolve(import.meta.dirname, '../../..');
const OWN_ORIGIN = 'drawdesk://app';
const PAGE_ORIGIN = 'https://drawdesk.app';
const PRELOAD_WORLD = 'electron-double-preload';

const toPageUrl = (url: string): string => url.replace(OWN_ORIGIN, PAGE_ORIGIN);
const toAppUrl = (url: string): string => url.replace(PAGE_ORIGIN, OWN_ORIGIN);
const script = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/**
 * The scripts to run in a page before its own. They run in two JavaScript worlds that cannot see each other's
 * variables.
 */
function worldScripts({ preload: preloadFile, additionalArguments }: Readonly<Record<string, unknown>>): {
  readonly main: string;
  readonly isolated: string;
} {
  // Of the process a sandboxed preload has little more.
  const processOfPreload = JSON.stringify({ argv: additionalArguments ?? [] });
  const membrane = script('world-membrane.js');
  // A preload script runs in the top frame only.
  const inTopFrame = (body: string): string => `if (window === window.top) { ${body}\n }`;
  const preload = readFileSync(String(preloadFile), 'utf8');
  return {
    main: inTopFrame(`${membrane}\n${script('main-world.js')}`),
    isolated: inTopFrame(
      `${membrane}\n${script('preload-world.js')}
       (function (require, exports, module, process) {\n${preload}\n})(createElectronDoubleRequire(), {}, {}, ${processOfPreload});`,
    ),
  };
}

export interface WindowDouble {
  readonly id: number;
  /** The options with which the app made the BrowserWindow. */
  readonly options: {
    readonly webPreferences: Readonly<Record<string, unknown>>;
  } & Readonly<Record<string, unknown>>;
  readonly page: Page;
}

export interface ElectronDouble {
  readonly process: DeskProcess;
  /** The window with this number, counted from 0. Resolves when its page has been told to load. */
  window(index: number): Promise<WindowDouble>;
  /** Asks the app's process something; see `Question`. */
  ask(question: Question): Promise<unknown>;
  /** Resolves when the app has ended. Rejects where it ended without Electron's `app.exit`. */
  factsAtEnd(): Promise<Facts>;
}

/** Starts the built app. Its windows become pages of `context`. */
export function launchElectronDouble(options: {
  readonly context: BrowserContext;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}): ElectronDouble {
  const child = fork(join(root, 'out/main/index.js'), [...options.args], {
    execArgv: ['--import', join(import.meta.dirname, 'register.ts')],
    env: options.env ?? process.env,
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const following = followProcess(child);
  const tellApp = (message: ToApp): void => {
    if (child.connected) child.send(message, () => undefined);
  };

  const questions = new Map<number, { done: (value: unknown) => void; failed: (error: Error) => void }>();
  let lastQuestion = 0;
  const ask = (asked: Question): Promise<unknown> =>
    new Promise((done, failed) => {
      lastQuestion += 1;
      questions.set(lastQuestion, { done, failed });
      tellApp({ type: 'question', question: lastQuestion, asked });
      void following.ended.then(() => failed(new Error(`The app has ended.\n${following.stderr()}`)));
    });

  let atEnd: Facts | null = null;
  const windows = new Map<number, Promise<OpenWindow>>();
  const loaded: Promise<WindowDouble>[] = [];
  const watchers = new Set<() => void>();
  const parts: WindowParts = { context: options.context, tellApp, ask };

  const react: { [Type in FromApp['type']]: (message: Extract<FromApp, { type: Type }>) => void } = {
    'window-opened': ({ window, options: asked }) => {
      windows.set(window, openWindow(window, asked as WindowDouble['options'], parts));
    },
    'window-load': ({ window, url }) => {
      const opened = windows.get(window);
      if (!opened) return;
      const loading = opened.then(async ({ load, ...double }) => {
        await load(toPageUrl(url));
        return double;
      });
      // An app that cannot start ends while its window is loading; who asks for that window is told.
      loading.catch(() => undefined);
      loaded.push(loading);
      for (const watcher of watchers) watcher();
    },
    'window-close': ({ window }) => void windows.get(window)?.then(({ page }) => page.close()),
    'to-page': ({ window, message }) =>
      void windows.get(window)?.then(({ receive }) => receive(JSON.stringify(message))),
    told: ({ question, value, error }) => {
      const { done, failed } = questions.get(question) ?? {};
      questions.delete(question);
      if (error === undefined) done?.(value);
      else failed?.(new Error(error));
    },
    ends: ({ facts }) => {
      atEnd = facts;
    },
  };
  child.on('message', (message: FromApp) => (react[message.type] as (message: FromApp) => void)(message));

  return {
    process: following,
    ask,
    factsAtEnd: async () => {
      await following.ended;
      if (!atEnd) throw new Error(`The app ended by itself.\n${following.stderr()}`);
      return atEnd;
    },
    window: (index) =>
      new Promise((done, failed) => {
        const look = (): void => {
          const found = loaded[index];
          if (!found) return;
          watchers.delete(look);
          found.then(done, failed);
        };
        watchers.add(look);
        look();
        void following.ended.then(() =>
          failed(new Error(`The app ended before its window opened.\n${following.stderr()}`)),
        );
      }),
  };
}

interface WindowParts {
  readonly context: BrowserContext;
  readonly tellApp: (message: ToApp) => void;
  readonly ask: (question: Question) => Promise<unknown>;
}
interface OpenWindow extends WindowDouble {
  load(url: string): Promise<void>;
  receive(message: string): Promise<void>;
}

async function openWindow(
  id: number,
  options: WindowDouble['options'],
  { context, tellApp, ask }: WindowParts,
): Promise<OpenWindow> {
  const page = await context.newPage();
  page.on('close', () => tellApp({ type: 'page-closed', window: id }));
  page.on('popup', (popup) => {
    void ask({ ask: 'may-open', window: id, url: popup.url() })
      .catch(() => false)
      .then((may) => may || popup.close());
  });
  // A page may send a request after the app has ended or the page was closed. Such requests are aborted.
  await page.route('**', (route) =>
    answerRequest(route, id, ask).catch(() => route.abort('failed').catch(() => undefined)),
  );

  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  const worlds = worldScripts(options.webPreferences);
  const currentWorld = await followPreloadWorld(session);
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Page.frameStartedNavigating', ({ frameId, navigationType }) => {
    if (frameId !== frameTree.frame.id) return;
    const isSameDocument = navigationType === 'sameDocument' || navigationType === 'historySameDocument';
    tellApp({ type: 'page-navigated', window: id, isSameDocument });
  });
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== 'electronDoubleSend') return;
    const message = JSON.parse(payload) as PageMessage;
    tellApp({ type: 'from-page', window: id, frameUrl: toAppUrl(page.url()), message });
  });
  await session.send('Runtime.addBinding', {
    name: 'electronDoubleSend',
    executionContextName: PRELOAD_WORLD,
  });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: worlds.main });
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: worlds.isolated,
    worldName: PRELOAD_WORLD,
  });

  return {
    id,
    options,
    page,
    load: async (url) => {
      await page.goto(url);
    },
    receive: async (message) => {
      const contextId = currentWorld();
      if (contextId === null || page.isClosed()) return;
      const expression = `electronDoubleReceive(${JSON.stringify(message)})`;
      // The page may be closed in the meantime. In Electron, too, a message to a closed page is lost.
      await session.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
    },
  };
}

/**
 * Answers a request of a page as the app would: only allowed addresses, and its own files from the app's protocol
 * handler.
 */
async function answerRequest(route: Route, window: number, ask: WindowParts['ask']): Promise<void> {
  const request = route.request();
  const url = toAppUrl(request.url());
  const isFirstLoad = request.frame().page().url() === 'about:blank';
  const leaves = request.isNavigationRequest() && !isFirstLoad;
  const may =
    (await ask({ ask: 'may-load', url })) && (!leaves || (await ask({ ask: 'may-navigate', window, url })));
  if (!may) return route.abort('blockedbyclient');
  if (!url.startsWith(OWN_ORIGIN)) return route.continue();
  const served = (await ask({ ask: 'serve', url, method: request.method() })) as ServedFile;
  await route.fulfill({ ...served, headers: { ...served.headers }, body: Buffer.from(served.body) });
}

/** Returns a function that gives the id of the preload world of the present document; null while there is none. */
async function followPreloadWorld(session: CDPSession): Promise<() => number | null> {
  let current: number | null = null;
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === PRELOAD_WORLD) current = context.id;
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (executionContextId === current) current = null;
  });
  await session.send('Runtime.enable');
  return () => current;
}
