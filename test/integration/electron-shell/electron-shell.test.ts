// The built desktop app under the electron double: its hardening, its bridge, its end.
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../build/build.ts';
import { buildOf, openScreenFiles } from '../../../src/app/screen-files.ts';
import { CHROMIUM_ARGS, ensureChromium } from '../../support/chromium.ts';
import { launchElectronDouble } from '../../support/electron-double/launch.ts';
import type { ElectronDouble } from '../../support/electron-double/launch.ts';
import type { Facts, ServedFile } from '../../support/electron-double/messages.ts';
import { openSite } from '../site/support/site-under-test.ts';
import type { SiteUnderTest } from '../site/support/site-under-test.ts';

let browser: Browser;
let context: BrowserContext;
let folder: string;
const launched: ElectronDouble[] = [];

beforeAll(async () => {
  await ensureBuilt();
  browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGS] });
}, 600_000);
afterAll(() => browser.close());

async function setUp(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'drawdesk-shell-'));
  context = await browser.newContext();
}
async function tearDown(): Promise<void> {
  for (const { process: app } of launched.splice(0)) {
    app.child.kill('SIGKILL');
    await app.ended;
  }
  await context.close();
  await rm(folder, { recursive: true });
}

function launch(args: string[] = [], env: Record<string, string> = {}): ElectronDouble {
  const double = launchElectronDouble({
    context,
    args: args.some((arg) => arg.startsWith('--data-dir='))
      ? args
      : [`--data-dir=${join(folder, 'desk')}`, ...args],
    env: { ...process.env, ...env },
  });
  launched.push(double);
  return double;
}

/** What the page's own world finds of the bridge. */
const bridgeCall = (name: string) => `window.drawdesk.call({ name: ${JSON.stringify(name)}, input: {} })`;

describe('a running app', () => {
  let double: ElectronDouble;
  beforeAll(async () => {
    await setUp();
    double = launch();
    await double.window(0);
  });
  afterAll(tearDown);

  test('windows are hardened, whatever a later Electron takes for a default', async () => {
    const { options } = await double.window(0);
    expect(options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    });
  });

  test('a window knows before the desk has answered that nobody is real', async () => {
    const { options, page } = await double.window(0);
    expect(options.webPreferences['additionalArguments']).toEqual(['--drawdesk-training']);
    expect(await page.evaluate('window.drawdesk.isTraining')).toBe(true);
  });

  test('every process is sandboxed, no crash dumps are made, Chromium keeps its files in the data folder', async () => {
    const facts = (await double.ask({ ask: 'facts' })) as Facts;
    expect(facts.sandboxed).toBe(true);
    expect(facts.switches).toContain('disable-breakpad');
    expect(facts.userData).toBe(join(folder, 'desk', 'electron'));
    expect(facts.privilegedSchemes).toEqual([
      {
        scheme: 'drawdesk',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ]);
  });

  test.each(['media', 'geolocation', 'notifications', 'usb', 'bluetooth', 'clipboard-read', 'unheard-of'])(
    'the permission %s is refused in every way it can be asked for',
    async (permission) => {
      const answer = await double.ask({ ask: 'permission', permission });
      expect(answer).toEqual({ requested: false, checked: false, device: false });
    },
  );

  test('the camera is for our own screens, and never with the microphone', async () => {
    const ask = (mediaTypes: string[], from?: string) =>
      double.ask({ ask: 'permission', permission: 'media', mediaTypes, ...(from ? { from } : {}) });
    expect(await ask(['video'])).toEqual({ requested: true, checked: true, device: false });
    expect(await ask(['audio'])).toEqual({ requested: false, checked: false, device: false });
    expect(await ask(['video', 'audio'])).toMatchObject({ requested: false });
    expect(await ask(['video'], 'https://evil.example/')).toMatchObject({ requested: false });
  });

  describe('a scanner at a cable', () => {
    const port = {
      portId: '7',
      portName: 'ttyACM0',
      displayName: 'Scanner XR',
      vendorId: '3118',
      productId: '2666',
    };
    const other = { portId: '8', portName: 'ttyUSB1', displayName: 'Till drawer' };
    const hid = { deviceId: 'a', name: 'Scanner HD', collections: [{ usagePage: 0x8c }] };
    const keyboard = { deviceId: 'b', name: 'Keyboard', collections: [{ usagePage: 1 }] };
    const mayUse = async (kind: string, device: object, from?: string) => {
      const asked = { ask: 'permission' as const, permission: kind, device, ...(from ? { from } : {}) };
      return double.ask(asked) as Promise<{ checked: boolean; device: boolean }>;
    };

    test('a serial port may be used once a person has chosen it, and no other, also at the next start', async () => {
      expect(await mayUse('serial', port)).toMatchObject({ checked: true, device: false });
      const devices = [other, port];
      expect(await double.ask({ ask: 'choose-device', kind: 'serial', devices })).toBe('');
      expect(await mayUse('serial', port)).toMatchObject({ device: false });
      const press = 'Scanner XR · ttyACM0';
      expect(await double.ask({ ask: 'choose-device', kind: 'serial', devices, press })).toBe('7');
      const { boxes } = (await double.ask({ ask: 'facts' })) as Facts;
      expect(boxes.at(-1)).toEqual(['Till drawer · ttyUSB1', press, 'None of them']);
      // Chromium spells the same port otherwise when it is used.
      const used = { name: 'Scanner XR', vendor_id: 3118, product_id: 2666 };
      expect(await mayUse('serial', used)).toMatchObject({ checked: true, device: true });
      expect(await mayUse('serial', other)).toMatchObject({ device: false });
      expect(await mayUse('serial', used, 'https://evil.example/')).toMatchObject({
        checked: false,
        device: false,
      });
      const kept = await readFile(join(folder, 'desk', 'electron', 'scanners.json'), 'utf8');
      expect(JSON.parse(kept)).toEqual(['usb 3118 2666']);
    });

    test('a USB device may be used if it says that it is a bar-code scanner; others are not even offered', async () => {
      expect(await mayUse('hid', hid)).toMatchObject({ checked: true, device: true });
      expect(await mayUse('hid', keyboard)).toMatchObject({ device: false });
      expect(await mayUse('hid', hid, 'https://evil.example/')).toMatchObject({ device: false });
      const devices = [keyboard, hid];
      const press = 'Scanner HD';
      expect(await double.ask({ ask: 'choose-device', kind: 'hid', devices, press })).toBe('a');
      const { boxes } = (await double.ask({ ask: 'facts' })) as Facts;
      expect(boxes.at(-1)).toEqual(['Scanner HD', 'None of them']);
    });

    test('a page that is not ours is shown no box', async () => {
      const before = ((await double.ask({ ask: 'facts' })) as Facts).boxes.length;
      const from = 'https://evil.example/';
      expect(await double.ask({ ask: 'choose-device', kind: 'hid', devices: [hid], from })).toBeNull();
      expect(await double.ask({ ask: 'choose-device', kind: 'serial', devices: [port], from })).toBe('');
      expect(((await double.ask({ ask: 'facts' })) as Facts).boxes).toHaveLength(before);
    });
  });

  test('a person may copy a text from a screen', async () => {
    const answer = await double.ask({ ask: 'permission', permission: 'clipboard-sanitized-write' });
    expect(answer).toEqual({ requested: true, checked: true, device: false });
  });

  describe('a window goes nowhere', () => {
    test.each(['https://evil.example/', 'http://127.0.0.1:9/', 'file:///etc/passwd', 'drawdesk://app.evil/'])(
      'neither to %s',
      async (url) => {
        const { id } = await double.window(0);
        expect(await double.ask({ ask: 'may-navigate', window: id, url })).toBe(false);
        expect(await double.ask({ ask: 'may-load', url })).toBe(false);
        expect(await double.ask({ ask: 'may-open', window: id, url })).toBe(false);
      },
    );

    test('no redirect is followed and no webview attached', async () => {
      const { id } = await double.window(0);
      expect(await double.ask({ ask: 'may-redirect', window: id })).toBe(false);
      expect(await double.ask({ ask: 'may-attach-webview', window: id })).toBe(false);
    });

    test('its own screens load', async () => {
      expect(await double.ask({ ask: 'may-load', url: 'drawdesk://app/assets/x.js' })).toBe(true);
    });
  });

  describe('the screens', () => {
    const serve = async (url: string, method = 'GET') => {
      return (await double.ask({ ask: 'serve', url, method })) as ServedFile;
    };

    test('come with a policy that allows their own files and nothing inline', async () => {
      const page = await serve('drawdesk://app/');
      expect(page.status).toBe(200);
      expect(page.headers['content-security-policy']).toContain("script-src 'self'");
      expect(page.headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
      expect(page.headers['x-content-type-options']).toBe('nosniff');
    });

    test.each([
      'drawdesk://app/../package.json',
      'drawdesk://app/..%2f..%2fpackage.json',
      'drawdesk://elsewhere/index.html',
      'drawdesk://app/none.html',
    ])('%s is not there', async (url) => {
      expect((await serve(url)).status).toBe(404);
    });
  });

  describe('the bridge', () => {
    test('is six functions and whether the desk trains, and no door to anything else', async () => {
      const { page } = await double.window(0);
      const found = await page.evaluate(`({
      bridge: Object.keys(window.drawdesk),
      require: typeof require,
      process: typeof process,
      ipc: typeof ipcRenderer,
    })`);
      expect(found).toEqual({
        bridge: ['call', 'subscribe', 'openWindow', 'openOutside', 'site', 'pair', 'isTraining'],
        require: 'undefined',
        process: 'undefined',
        ipc: 'undefined',
      });
    });

    test("carries a call to the engine and the engine's answer back", async () => {
      const { page } = await double.window(0);
      expect(await page.evaluate(bridgeCall('session.get'))).toMatchObject({
        ok: true,
        value: { mode: 'training' },
      });
      expect(await page.evaluate(bridgeCall('no.such'))).toMatchObject({
        ok: false,
        error: { kind: 'rejected' },
      });
    });

    test('carries events until the page has had enough', async () => {
      const { page } = await double.window(0);
      const first = await page.evaluate(`new Promise((done) => {
      const stop = window.drawdesk.subscribe(null, (event) => { stop(); done(event); });
    })`);
      expect(first).toMatchObject({ type: 'resynchronise' });
    });

    test('starts afresh after a reload', async () => {
      const { page } = await double.window(0);
      await page.reload();
      expect(await page.evaluate(bridgeCall('session.get'))).toMatchObject({ ok: true });
    });

    test.each([
      ['a foreign page', 'https://evil.example/', true],
      ['a page that looks like ours', 'drawdesk://app.evil.example/', true],
      ['a frame inside our page', 'drawdesk://app/', false],
    ])('%s is refused with an error, and the engine hears nothing', async (_, frameUrl, isTop) => {
      const { id } = await double.window(0);
      for (const channel of [
        'drawdesk:call',
        'drawdesk:open-window',
        'drawdesk:open-outside',
        'drawdesk:site',
        'drawdesk:pair',
      ]) {
        const asked = { ask: 'foreign-call', window: id, frameUrl, isTop, channel } as const;
        await expect(double.ask({ ...asked, args: [{ name: 'session.get' }] })).rejects.toThrow(
          'This window is not answered.',
        );
      }
    });

    test('opens a safe address in the computer’s own browser, and nothing else', async () => {
      const { page } = await double.window(0);
      const open = (address: unknown): Promise<unknown> =>
        page.evaluate(`window.drawdesk.openOutside(${JSON.stringify(address)})`);
      for (const address of [
        'javascript:alert(1)',
        'file:///etc/passwd',
        'http://films.example/a',
        'https://user:secret@films.example/',
        'https://xn--xample-2of.org/',
        `https://films.example/${'a'.repeat(5_000)}`,
        7,
      ]) {
        expect(await open(address), JSON.stringify(address).slice(0, 60)).toBe(false);
      }
      expect(await open('https://films.example/one?two=3')).toBe(true);
      expect(await double.ask({ ask: 'facts' })).toMatchObject({
        opened: ['https://films.example/one?two=3'],
      });
    });

    test('opens one more window of the same desk', async () => {
      const { page } = await double.window(0);
      await page.evaluate('window.drawdesk.openWindow()');
      const second = await double.window(1);
      expect(await second.page.evaluate(bridgeCall('session.get'))).toMatchObject({ ok: true });
    });
  });
});

describe('start and end', () => {
  beforeEach(setUp);
  afterEach(tearDown);

  describe('a window whose process has ended', () => {
    const factsAfter = async (double: ElectronDouble, reasons: readonly string[]): Promise<Facts> => {
      for (const reason of reasons) {
        await double.ask({ ask: 'render-process-gone', window: 1, reason });
        // What it leads to comes a turn later.
        await double.ask({ ask: 'facts' });
      }
      return (await double.ask({ ask: 'facts' })) as Facts;
    };

    test('is drawn again, where it would stay blank', async () => {
      const double = launch();
      await double.window(0);
      expect(await factsAfter(double, ['clean-exit'])).toMatchObject({ reloaded: [] });
      expect(await factsAfter(double, ['oom', 'crashed'])).toMatchObject({ reloaded: [1, 1], said: [] });
      const log = await readFile(join(folder, 'desk', 'logs', 'desk.log'), 'utf8');
      expect(log).toMatch(/"reason":"oom".*the process of a window ended/);
    });

    test('and is closed, after it was said, where it ends again and again: it may never have been on the screen', async () => {
      const double = launch();
      await double.window(0);
      await factsAfter(double, ['crashed', 'crashed', 'crashed']);
      await double.ask({ ask: 'render-process-gone', window: 1, reason: 'crashed' });
      expect(await double.process.ended).toEqual({ code: 0, signal: null });
      const { reloaded, said } = await double.factsAtEnd();
      expect(reloaded).toEqual([1, 1, 1]);
      expect(said).toEqual([expect.stringContaining('cannot be shown')]);
    });
  });

  test('closing the last window stops the desk in order', async () => {
    const double = launch();
    const { page } = await double.window(0);
    await page.close();
    expect(await double.process.ended).toEqual({ code: 0, signal: null });
    expect(await readFile(join(folder, 'desk', 'logs', 'desk.log'), 'utf8')).toContain('desk stopped');
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the desk in order', async (signal) => {
    const double = launch();
    await double.window(0);
    double.process.child.kill(signal);
    expect(await double.process.ended).toEqual({ code: 0, signal: null });
  });

  test('a start beside a running app is refused in one line', async () => {
    const double = launch([], { ELECTRON_DOUBLE_SECOND_INSTANCE: '1' });
    expect((await double.process.ended).code).toBe(1);
    expect(double.process.stderr().trim().split('\n')).toEqual([
      'Drawdesk: it is already running on this data folder; look at its windows.',
    ]);
  });

  describe('what is started once more', () => {
    const live = async (brand: string): Promise<ElectronDouble> => {
      const file = join(folder, `${brand}.json`);
      const service = { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TOKEN', brand };
      await writeFile(file, JSON.stringify({ service }));
      return launch([`--config=${file}`, `--data-dir=${join(folder, brand)}`], { DESK_TOKEN: 'x' });
    };
    const factsOf = async (double: ElectronDouble): Promise<Facts> => {
      await double.window(0);
      return (await double.ask({ ask: 'facts' })) as Facts;
    };
    const startedAgain = async (double: ElectronDouble, started: unknown): Promise<Facts> => {
      await double.ask({ ask: 'second-instance', started });
      return factsOf(double);
    };

    test('brings the window of the running desk to the front', async () => {
      const training = launch();
      const { lockedWith } = await factsOf(training);
      expect(await startedAgain(training, lockedWith)).toMatchObject({ broughtToFront: 1, said: [] });
      // An older version says nothing of itself.
      expect(await startedAgain(training, null)).toMatchObject({ broughtToFront: 2, said: [] });
    });

    test('is told that the desk that runs does not go by managed settings that were changed since its start', async () => {
      const file = join(folder, 'site.json');
      const withSettings = async (content: unknown, dataFolder: string): Promise<ElectronDouble> => {
        await writeFile(file, JSON.stringify(content));
        const double = launch([`--config=${file}`, `--data-dir=${join(folder, dataFolder)}`]);
        await double.window(0);
        return double;
      };
      const running = await withSettings({ waitAlertMinutes: 20 }, 'running');
      const { lockedWith } = await factsOf(running);
      expect(await startedAgain(running, lockedWith)).toMatchObject({ broughtToFront: 1, said: [] });
      const changed = await factsOf(await withSettings({ waitAlertMinutes: 25 }, 'changed'));
      expect(await startedAgain(running, changed.lockedWith)).toMatchObject({
        broughtToFront: 2,
        said: [expect.stringContaining('goes by the managed settings as they were at its start')],
      });
    });

    test('gets no window of a desk that is just being closed, which would vanish under whoever works in it', async () => {
      const training = launch();
      const { page } = await training.window(0);
      const { lockedWith } = await factsOf(training);
      await training.ask({ ask: 'second-instance-at-closing', started: lockedWith });
      const opened = training.window(1).then(
        () => 'a window',
        () => 'none',
      );
      await page.close();
      expect(await training.process.ended).toEqual({ code: 0, signal: null });
      expect(await training.factsAtEnd()).toMatchObject({
        broughtToFront: 0,
        said: [expect.stringContaining('is just being closed')],
      });
      expect(await opened).toBe('none');
    });

    test('is told where it would be another desk: nobody trains in a live one, or works in training', async () => {
      const training = launch();
      const city = await live('City');
      const [inTraining, inCity, inPark] = [
        await factsOf(training),
        await factsOf(city),
        await factsOf(await live('Park')),
      ];
      for (const [running, other] of [
        [city, inTraining],
        [training, inCity],
        [city, inPark],
      ] as const) {
        expect(await startedAgain(running, other.lockedWith)).toMatchObject({ broughtToFront: 0 });
      }
      const { said } = await factsOf(city);
      expect(said).toEqual([
        expect.stringMatching(/runs already, for http:\S+ \(brand City\)\. .*started for training/),
        expect.stringMatching(
          /runs already, for http:\S+ \(brand City\)\. .*started for http:\S+ \(brand Park\)/,
        ),
      ]);
    });
  });

  test('a data folder that cannot be written is not called one in use', async () => {
    await writeFile(join(folder, 'file'), '');
    const dataFolder = join(folder, 'file', 'desk');
    // Where Electron cannot write its lock, it says what it says to a second start.
    const double = launch([`--data-dir=${dataFolder}`], { ELECTRON_DOUBLE_SECOND_INSTANCE: '1' });
    expect((await double.process.ended).code).toBe(1);
    expect(double.process.stderr()).toBe(
      `Drawdesk: The data folder ${dataFolder} cannot be used (it, or part of its path, is a file, not a folder).\n`,
    );
  });

  describe('a door for debuggers', () => {
    const refusal = async (double: ElectronDouble): Promise<string> => {
      expect((await double.process.ended).code).toBe(1);
      return double.process.stderr();
    };
    const live = async (): Promise<string> => {
      const file = join(folder, 'site.json');
      const service = { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TOKEN' };
      await writeFile(file, JSON.stringify({ service }));
      return `--config=${file}`;
    };
    const ASKED_FOR = { DRAWDESK_ALLOW_DEBUGGING: '1', DESK_TOKEN: 'x' };

    test.each([
      '--remote-debugging-port=0',
      '--remote-debugging-pipe',
      '--inspect=0',
      '--js-flags=x',
      '--load-extension=x',
    ])('%s is refused at once, in training too', async (door) => {
      const [name] = door.split('=');
      expect(await refusal(launch([door]))).toBe(
        `Drawdesk: This app was started with ${name}, through which others could look into it. Start it without.\n`,
      );
      await expect(stat(join(folder, 'desk'))).rejects.toThrow('ENOENT');
    });

    test('in NODE_OPTIONS is refused as well', async () => {
      const env = { NODE_OPTIONS: '--inspect=0' };
      expect(await refusal(launch([], env))).toContain('was started with --inspect in NODE_OPTIONS');
    });

    test('can be asked for in development, for training', async () => {
      await launch(['--remote-debugging-port=0'], ASKED_FOR).window(0);
    });

    test('cannot be asked for in live', async () => {
      const said = await refusal(launch(['--remote-debugging-port=0', await live()], ASKED_FOR));
      expect(said).toContain('A live desk is not started with --remote-debugging-port');
      await expect(stat(join(folder, 'desk'))).rejects.toThrow('ENOENT');
    });

    test('cannot be asked for in a packaged app', async () => {
      const env = { ...ASKED_FOR, ELECTRON_DOUBLE_PACKAGED: '1' };
      expect(await refusal(launch(['--remote-debugging-port=0'], env))).toContain(
        'This app was started with',
      );
    });

    test('is not in the menu or the windows of a live desk', async () => {
      const double = launch([await live()], { DESK_TOKEN: 'x' });
      const { options } = await double.window(0);
      expect(options.webPreferences['devTools']).toBe(false);
      expect(options.webPreferences['additionalArguments']).toEqual([]);
      const { menu } = (await double.ask({ ask: 'facts' })) as Facts;
      expect(menu.length).toBeGreaterThan(0);
      expect(JSON.stringify(menu)).not.toMatch(/devtools/i);
    });

    test("the service's token is in nothing that a process started by the app would inherit", async () => {
      const double = launch([await live()], { DESK_TOKEN: 'x', DESK_OTHER: 'y' });
      await double.window(0);
      const { environment } = (await double.ask({ ask: 'facts' })) as Facts;
      expect(environment).toContain('DESK_OTHER');
      expect(environment).not.toContain('DESK_TOKEN');
    });
  });

  test('managed settings that are wrong are one line', async () => {
    const file = join(folder, 'site.json');
    await writeFile(file, '{"colour": "red"}');
    const double = launch([`--config=${file}`]);
    expect((await double.process.ended).code).toBe(1);
    expect(double.process.stderr()).toBe(`Drawdesk: ${file}: unknown key colour\n`);
  });

  test('a database that cannot be opened ends the app with one line, whatever its window shows by then', async () => {
    await mkdir(join(folder, 'desk', 'desk-training.db'), { recursive: true });
    const double = launch();
    expect((await double.process.ended).code).toBe(1);
    expect(double.process.stderr()).toMatch(/^Drawdesk: .*desk-training\.db.*\n$/);
    // Nobody holds the folder any more.
    await rm(join(folder, 'desk', 'desk-training.db'), { recursive: true });
    await launch().window(0);
  });

  test.each(['basic_text', 'unknown'])(
    'a live desk is refused where the key store is %s, and no key is made',
    async (keyStore) => {
      const file = join(folder, 'site.json');
      const service = { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TOKEN' };
      await writeFile(file, JSON.stringify({ service }));
      const double = launch([`--config=${file}`], { ELECTRON_DOUBLE_KEY_STORE: keyStore, DESK_TOKEN: 'x' });
      expect((await double.process.ended).code).toBe(1);
      expect(double.process.stderr()).toContain('This desktop has no key store');
      await expect(readFile(join(folder, 'desk', 'keys.json'))).rejects.toThrow('ENOENT');
    },
  );

  test("a live desk's key is sealed by the key store and opens the folder again", async () => {
    const file = join(folder, 'site.json');
    const service = { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TOKEN' };
    await writeFile(file, JSON.stringify({ service }));
    for (const start of ['first', 'second']) {
      const double = launch([`--config=${file}`], { DESK_TOKEN: 'x' });
      await double.window(0);
      double.process.child.kill('SIGTERM');
      expect(await double.process.ended, start).toEqual({ code: 0, signal: null });
    }
    const keys = JSON.parse(await readFile(join(folder, 'desk', 'keys.json'), 'utf8')) as {
      live: { guard: string };
    };
    expect(keys.live.guard).toBe('operating-system');
  });
});

describe('a further desk', () => {
  let site: SiteUnderTest;
  beforeEach(async () => {
    await setUp();
    site = await openSite({}, buildOf(openScreenFiles(resolve('out/renderer'))));
  });
  afterEach(async () => {
    await tearDown();
    await site.close();
  });
  const launchJoined = (): ElectronDouble => launch([`--desk=127.0.0.1:${site.port}`]);

  test('is added by the code that the site desk shows, has its board, and says that the site desk is away', async () => {
    site.desk.addVisit(1);
    const code = await site.showCode();
    const { page } = await launchJoined().window(0);
    await page.getByLabel('Name of this desk').fill('Room 2');
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Add this desk' }).click();
    await page.getByRole('table', { name: 'Visits of today' }).waitFor();
    expect(await site.desk.done('desks.list', {})).toMatchObject({ items: [{ name: 'Room 2' }] });
    await site.stop();
    await page.getByText('The site desk cannot be reached').first().waitFor();
    await site.start();
    await page.getByText('The site desk cannot be reached').first().waitFor({ state: 'detached' });
  });

  test('keeps its key for the next start, and ends in order', async () => {
    site.desk.addVisit(1);
    const code = await site.showCode();
    const double = launchJoined();
    const { page } = await double.window(0);
    // Not waited for: the window loads anew as soon as it learns that it is paired, which may be before this answer.
    await page.evaluate(`void window.drawdesk.pair({ code: ${JSON.stringify(code)}, name: 'Room 3' })`);
    await page.getByRole('table', { name: 'Visits of today' }).waitFor();
    double.process.child.kill('SIGTERM');
    expect(await double.process.ended).toEqual({ code: 0, signal: null });
    const again = await launchJoined().window(0);
    expect(await again.page.evaluate('window.drawdesk.site()')).toMatchObject({ kind: 'joined' });
  });

  test('of its own a desk is told that it joins no site, and presents no code to anybody', async () => {
    const { page } = await launch().window(0);
    expect(await page.evaluate('window.drawdesk.site()')).toBeNull();
    const paired = page.evaluate(`window.drawdesk.pair({ code: 'K7QF2M9X', name: 'Room 2' })`);
    await expect(paired).rejects.toThrow('This desk joins no site.');
  });

  test('is not opened with a door for debuggers: its site may be live', async () => {
    const double = launch([`--desk=127.0.0.1:${site.port}`, '--remote-debugging-port=0'], {
      DRAWDESK_ALLOW_DEBUGGING: '1',
    });
    expect((await double.process.ended).code).toBe(1);
    expect(double.process.stderr()).toContain('A live desk is not started with --remote-debugging-port');
  });
});
