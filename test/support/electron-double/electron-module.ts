// A replacement of the `electron` module for tests. It runs in the app's process and has only what the app uses; any
// other use throws. Its windows are pages of the tests' Chromium. This process exchanges messages with the tests to
// reach them.
import { EventEmitter } from 'node:events';
import type { Facts, FromApp, PageMessage, Question, ServedFile, ToApp } from './messages.ts';

const tellTests = (message: FromApp): void => {
  process.send?.(message);
};

/** Makes access to a missing property throw. Without this, `undefined` could be mistaken for a setting. */
function strict<Target extends object>(name: string, target: Target): Target {
  return new Proxy(target, {
    get(object, property, receiver) {
      if (typeof property === 'symbol' || property in object || property === 'then') {
        return Reflect.get(object, property, receiver) as unknown;
      }
      throw new Error(`The electron double has no ${name}.${property}.`);
    },
  });
}

class PreventableEvent {
  defaultPrevented = false;
  readonly url: string;
  constructor(url = '') {
    this.url = url;
  }
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

const facts = {
  sandboxed: false,
  privilegedSchemes: [] as unknown[],
  switches: [] as string[],
  userData: null as string | null,
  menu: [] as string[],
  opened: [] as string[],
  boxes: [] as (readonly string[])[],
  said: [] as string[],
  broughtToFront: 0,
  reloaded: [] as number[],
  lockedWith: null as unknown,
};
const presentFacts = (): Facts => ({ ...facts, environment: Object.keys(process.env) });

// As in Electron, the app becomes ready a moment after the main script has run.
let ready = false;
const whenReady = new Promise<void>((done) =>
  setImmediate(() => {
    ready = true;
    done();
  }),
);
const requireBeforeReady = (what: string): void => {
  if (ready) throw new Error(`${what} must be called before the app is ready.`);
};

// --- app ---

const appEvents = new EventEmitter();
export const app = strict('app', {
  isPackaged: process.env['ELECTRON_DOUBLE_PACKAGED'] !== undefined,
  isReady: () => ready,
  whenReady: () => whenReady,
  on: (event: string, listener: (...args: unknown[]) => void) => appEvents.on(event, listener),
  setPath(name: string, path: string) {
    requireBeforeReady('app.setPath');
    if (name !== 'userData') throw new Error(`The electron double has no path ${name}.`);
    facts.userData = path;
  },
  commandLine: strict('app.commandLine', {
    appendSwitch: (name: string) => {
      requireBeforeReady('app.commandLine.appendSwitch');
      facts.switches.push(name);
    },
    hasSwitch: (name: string) =>
      process.argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  }),
  enableSandbox() {
    requireBeforeReady('app.enableSandbox');
    facts.sandboxed = true;
  },
  // Electron's lock is not imitated. Tests of two starts use the lock of the data folder.
  requestSingleInstanceLock: (started: unknown) => {
    facts.lockedWith = started;
    return process.env['ELECTRON_DOUBLE_SECOND_INSTANCE'] === undefined;
  },
  quit() {
    for (const window of [...windows.values()]) window.leave();
    const event = new PreventableEvent();
    appEvents.emit('will-quit', event);
    if (!event.defaultPrevented) app.exit(0);
  },
  exit(code: number) {
    // What is still on its way to the tests is lost with the process, and this would be behind it: the files of a window that is loading.
    const last: FromApp = { type: 'ends', facts: presentFacts() };
    if (process.connected) process.send?.(last, () => process.exit(code));
    else process.exit(code);
  },
});

// --- windows ---

interface Frame {
  readonly url: string;
  readonly parent: Frame | null;
}

class WebContents {
  readonly id: number;
  readonly events = new EventEmitter();
  openHandler: ((details: { url: string }) => { action: string }) | null = null;
  destroyed = false;

  constructor(id: number) {
    this.id = id;
  }
  on(event: string, listener: (...args: unknown[]) => void): void {
    this.events.on(event, listener);
  }
  once(event: string, listener: (...args: unknown[]) => void): void {
    this.events.once(event, listener);
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  reload(): void {
    facts.reloaded.push(this.id);
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  send(channel: string, ...args: unknown[]): void {
    tellTests({ type: 'to-page', window: this.id, message: { type: 'message', channel, args } });
  }
}

const windows = new Map<number, BrowserWindowDouble>();
let lastWindow = 0;

class BrowserWindowDouble {
  readonly webContents: WebContents;
  readonly #contents: WebContents;
  readonly #events = new EventEmitter();

  constructor(options: unknown) {
    if (!ready) throw new Error('A window can only be made once the app is ready.');
    lastWindow += 1;
    this.#contents = new WebContents(lastWindow);
    this.webContents = strict('webContents', this.#contents);
    windows.set(lastWindow, this);
    tellTests({ type: 'window-opened', window: lastWindow, options });
    appEvents.emit('web-contents-created', {}, this.webContents);
  }
  static getAllWindows(): BrowserWindowDouble[] {
    return [...windows.values()];
  }
  on(event: string, listener: (...args: unknown[]) => void): void {
    this.#events.on(event, listener);
  }
  once(event: string, listener: (...args: unknown[]) => void): void {
    this.#events.once(event, listener);
  }
  async loadURL(url: string): Promise<void> {
    tellTests({ type: 'window-load', window: this.#contents.id, url });
    setImmediate(() => this.#events.emit('ready-to-show'));
  }
  show(): void {}
  focus(): void {
    facts.broughtToFront += 1;
  }
  isMinimized(): boolean {
    return false;
  }
  isDestroyed(): boolean {
    return this.#contents.destroyed;
  }
  destroy(): void {
    this.leave();
    if (windows.size === 0) appEvents.emit('window-all-closed');
  }
  /** Only in this replacement: closes the page of this window. */
  leave(): void {
    tellTests({ type: 'window-close', window: this.#contents.id });
    this.gone();
  }
  /** Only in this replacement: called when the page was closed. */
  gone(): void {
    if (!windows.delete(this.#contents.id)) return;
    this.#contents.destroyed = true;
    this.#contents.events.emit('destroyed');
    this.#events.emit('closed');
  }
}
export const BrowserWindow = BrowserWindowDouble;

/** Made by what prints on the queues of Windows alone. */
export class WebContentsView {
  constructor() {
    throw new Error('The electron double has no views.');
  }
}

function contentsOf(id: number): WebContents {
  const window = windows.get(id);
  if (!window) throw new Error(`There is no window ${id}.`);
  return window.webContents;
}

// --- messages from pages ---

type Handler = (event: { sender: WebContents; senderFrame: Frame }, ...args: unknown[]) => unknown;
const handlers = new Map<string, Handler>();
const listeners = new EventEmitter();
export const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: Handler) {
    if (handlers.has(channel)) throw new Error(`${channel} has a handler already.`);
    handlers.set(channel, handler);
  },
  on: (channel: string, listener: Handler) => listeners.on(channel, listener),
});

async function invoke(sender: WebContents, senderFrame: Frame, message: PageMessage): Promise<unknown> {
  const handler = handlers.get(message.channel);
  if (!handler) throw new Error(`No handler for ${message.channel}.`);
  return handler({ sender, senderFrame }, ...message.args);
}

async function fromPage(sender: WebContents, senderFrame: Frame, message: PageMessage): Promise<void> {
  if (message.type === 'send') {
    listeners.emit(message.channel, { sender, senderFrame }, ...message.args);
    return;
  }
  const call = message.call ?? 0;
  const answer = await invoke(sender, senderFrame, message).then(
    (value) => ({ type: 'answer', call, value }) as const,
    (error: unknown) => ({ type: 'answer', call, error: wordsOf(error) }) as const,
  );
  tellTests({ type: 'to-page', window: sender.id, message: answer });
}

// --- protocol, session, keys, menu ---

type ProtocolHandler = (request: Request) => Response | Promise<Response>;
const protocols = new Map<string, ProtocolHandler>();
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: unknown[]) {
    requireBeforeReady('protocol.registerSchemesAsPrivileged');
    facts.privilegedSchemes.push(...schemes);
  },
  handle: (scheme: string, handler: ProtocolHandler) => protocols.set(scheme, handler),
});

type PermissionRequestHandler = (
  contents: unknown,
  permission: string,
  answer: (ok: boolean) => void,
  details: PermissionDetails,
) => void;
/** What Electron tells of who asks, in the two ways in which it asks. */
interface PermissionDetails {
  readonly requestingUrl: string;
  readonly mediaTypes?: readonly string[];
  readonly mediaType?: string;
}
type RequestFilter = (details: { url: string }, answer: (given: { cancel?: boolean }) => void) => void;
type PermissionCheck = (
  contents: unknown,
  permission: string,
  origin: string,
  details: PermissionDetails,
) => boolean;
const sessionEvents = new EventEmitter();
const sessionHandlers: {
  request?: PermissionRequestHandler;
  check?: PermissionCheck;
  device?: (asked: { deviceType: string; origin: string; device: object }) => boolean;
  before?: RequestFilter;
} = {};
export const session = strict('session', {
  // Only the spooler of Windows has one of its own.
  fromPartition: (): never => {
    throw new Error('The electron double prints nothing.');
  },
  defaultSession: strict('session.defaultSession', {
    setPermissionRequestHandler: (handler: PermissionRequestHandler) => (sessionHandlers.request = handler),
    setPermissionCheckHandler: (handler: PermissionCheck) => (sessionHandlers.check = handler),
    setDevicePermissionHandler: (handler: NonNullable<typeof sessionHandlers.device>) =>
      (sessionHandlers.device = handler),
    on: (event: string, listener: (...args: unknown[]) => void) => sessionEvents.on(event, listener),
    webRequest: strict('webRequest', {
      onBeforeRequest: (filter: RequestFilter) => (sessionHandlers.before = filter),
    }),
  }),
});

const SEALED = 'sealed by the double:';
export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: async () => ready && process.env['ELECTRON_DOUBLE_KEY_STORE'] !== 'locked',
  getSelectedStorageBackend: () => process.env['ELECTRON_DOUBLE_KEY_STORE'] ?? 'gnome_libsecret',
  // Not real encryption. It is enough to see that the key on disk has passed through here.
  encryptStringAsync: async (text: string) => Buffer.from(SEALED + Buffer.from(text).toString('hex')),
  async decryptStringAsync(sealed: Buffer) {
    const text = sealed.toString();
    if (!text.startsWith(SEALED)) throw new Error('This was sealed elsewhere.');
    const result = Buffer.from(text.slice(SEALED.length), 'hex').toString();
    return { shouldReEncrypt: false, result };
  },
});

interface MenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly submenu?: readonly MenuItem[];
}
const labelsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ label, role, submenu }) => [label ?? role ?? '', ...labelsOf(submenu ?? [])]);
export const Menu = strict('Menu', {
  buildFromTemplate: (template: readonly MenuItem[]) => template,
  setApplicationMenu: (template: readonly MenuItem[]) => {
    facts.menu = labelsOf(template).filter(Boolean);
  },
});

export const shell = strict('shell', {
  openExternal: async (address: string) => void facts.opened.push(address),
});

/** What the next boxes are answered with, by the words of a button; nothing: the last button. */
const answersOfBoxes: string[] = [];

export const dialog = strict('dialog', {
  showMessageBox: async ({ buttons, message }: { buttons: readonly string[]; message: string }) => {
    facts.boxes.push(buttons);
    facts.said.push(message);
    const wanted = answersOfBoxes.shift();
    return { response: wanted === undefined ? buttons.length - 1 : buttons.indexOf(wanted) };
  },
  showErrorBox: (title: string, content: string) => process.stderr.write(`[dialog] ${title}: ${content}\n`),
});

// --- the tests' side ---

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function serve(url: string, method: string): Promise<ServedFile> {
  const handler = protocols.get(new URL(url).protocol.replace(':', ''));
  if (!handler) throw new Error(`No protocol serves ${url}.`);
  // A plain object, because Node's Request refuses unknown schemes. The app reads only these two properties.
  const answer = await handler(strict('request', { url, method }) as Request);
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: new Uint8Array(await answer.arrayBuffer()),
  };
}

function emitPreventable(contents: WebContents, event: string, url = ''): boolean {
  const preventable = new PreventableEvent(url);
  contents.events.emit(event, preventable);
  return !preventable.defaultPrevented;
}

async function answerTo(asked: Question): Promise<unknown> {
  switch (asked.ask) {
    case 'serve':
      return serve(asked.url, asked.method);
    case 'permission': {
      const kinds = asked.mediaTypes ?? [];
      const details = {
        requestingUrl: asked.from ?? 'drawdesk://app/',
        ...(asked.mediaTypes === undefined ? {} : { mediaTypes: kinds }),
        ...(kinds[0] === undefined ? {} : { mediaType: kinds[0] }),
      };
      const requested = new Promise<boolean>((done) =>
        sessionHandlers.request ? sessionHandlers.request(null, asked.permission, done, details) : done(true),
      );
      return {
        requested: await requested,
        checked:
          sessionHandlers.check?.(null, asked.permission, asked.from ?? 'drawdesk://app', details) ?? true,
        device:
          sessionHandlers.device?.({
            deviceType: asked.permission,
            origin: asked.from ?? 'drawdesk://app',
            device: asked.device ?? {},
          }) ?? true,
      };
    }
    case 'choose-device': {
      if (asked.press !== undefined) answersOfBoxes.push(asked.press);
      const from = asked.from ?? 'drawdesk://app/';
      return new Promise((done) => {
        const event = new PreventableEvent();
        if (asked.kind === 'serial')
          sessionEvents.emit('select-serial-port', event, asked.devices, { getURL: () => from }, done);
        else
          sessionEvents.emit(
            'select-hid-device',
            event,
            { deviceList: asked.devices, frame: { url: from } },
            done,
          );
      });
    }
    case 'may-load':
      return new Promise<boolean>((done) =>
        sessionHandlers.before
          ? sessionHandlers.before({ url: asked.url }, ({ cancel }) => done(cancel !== true))
          : done(true),
      );
    case 'may-navigate':
      return emitPreventable(contentsOf(asked.window), 'will-navigate', asked.url);
    case 'may-redirect':
      return emitPreventable(contentsOf(asked.window), 'will-redirect');
    case 'may-attach-webview':
      return emitPreventable(contentsOf(asked.window), 'will-attach-webview');
    case 'may-open':
      return contentsOf(asked.window).openHandler?.({ url: asked.url }).action !== 'deny';
    case 'foreign-call': {
      const parent = asked.isTop ? null : { url: asked.frameUrl, parent: null };
      const { channel, args } = asked;
      return invoke(
        contentsOf(asked.window),
        { url: asked.frameUrl, parent },
        { type: 'invoke', channel, args },
      );
    }
    case 'second-instance':
      return appEvents.emit('second-instance', {}, [], '', asked.started);
    // A question that is asked once the window is gone may come after the app has ended.
    case 'second-instance-at-closing':
      appEvents.once('window-all-closed', () => appEvents.emit('second-instance', {}, [], '', asked.started));
      return null;
    case 'render-process-gone':
      return contentsOf(asked.window).events.emit(
        'render-process-gone',
        {},
        { reason: asked.reason, exitCode: 5 },
      );
    case 'facts':
      return presentFacts();
  }
}

process.on('message', (message: ToApp) => {
  if (message.type === 'question') {
    const { question, asked } = message;
    answerTo(asked).then(
      (value) => tellTests({ type: 'told', question, value }),
      (error: unknown) => tellTests({ type: 'told', question, error: wordsOf(error) }),
    );
    return;
  }
  const window = windows.get(message.window);
  if (!window) return;
  if (message.type === 'from-page') {
    void fromPage(window.webContents, { url: message.frameUrl, parent: null }, message.message);
  } else if (message.type === 'page-navigated') {
    const details = { isMainFrame: true, isSameDocument: message.isSameDocument };
    window.webContents.events.emit('did-start-navigation', details);
  } else {
    window.gone();
    if (windows.size === 0) appEvents.emit('window-all-closed');
  }
});
// When the tests end, the app must end too.
process.on('disconnect', () => process.exit(1));
