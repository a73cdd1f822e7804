// `npm start` in a terminal: the ready line, clean ends, and one clear line for everything that is wrong.
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../build/build.ts';
import { trainingServiceFile } from '../../../src/app/data-files.ts';
import { openDataFolder } from '../../../src/app/data-folder.ts';
import { followProcess, READY_LINE, RUNS_ALREADY_LINE, startNode } from '../../support/desk-process.ts';
import type { DeskProcess } from '../../support/desk-process.ts';
import { freePort } from '../../support/free-port.ts';
import { webWindow } from '../../support/web-window.ts';

const script = resolve('build/start.mjs');
let base: string;
const started: DeskProcess[] = [];

beforeAll(() => ensureBuilt(), 600_000);
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'drawdesk-start-'));
});
afterEach(async () => {
  for (const desk of started.splice(0)) {
    desk.child.kill('SIGKILL');
    await desk.ended;
  }
  await rm(base, { recursive: true });
});

/** A terminal without a display, so that nothing opens on the screen of whoever runs the tests. */
function start(args: string[] = [], env: Record<string, string> = {}): DeskProcess {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...rest } = process.env;
  const desk = startNode([script, '--no-open', ...args], { ...rest, ...env });
  started.push(desk);
  return desk;
}
const inFolder = () => `--data-dir=${join(base, 'desk')}`;

async function refusalOf(desk: DeskProcess): Promise<string> {
  expect((await desk.ended).code).toBe(1);
  expect(desk.stdout()).toBe('');
  const lines = desk.stderr().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

test('without Electron or a display it serves the app, says so, and stdout is the ready line alone', async () => {
  const desk = start([inFolder()]);
  const [line, address = '', , token = ''] = await desk.line(READY_LINE);
  expect(desk.stdout()).toBe(`${line}\n`);
  expect(desk.stderr().trim().split('\n')).toHaveLength(1);
  expect(desk.stderr()).toContain('No desktop window');

  const page = await fetch(address);
  expect(await page.text()).toContain('<title>Drawdesk</title>');
  const window = webWindow(new URL(address).origin);
  expect(await window.open(token)).not.toBeNull();
  // What stands in the terminal from now on opens nothing.
  expect(await window.open(token)).toBeNull();
});

test('neither a link nor what opens a window is anywhere in the data folder', async () => {
  const desk = start(['--host=web', inFolder()]);
  const [, address = '', , token = ''] = await desk.line(READY_LINE);
  const { bearer = '', secret = '' } = (await webWindow(new URL(address).origin).open(token)) ?? {};
  for (const words of [token, bearer, secret]) {
    expect(words).toMatch(/^[\w-]{43}$/);
    const found = await promisify(execFile)('grep', ['-rlF', '--', words, base]).then(
      ({ stdout }) => stdout,
      () => '',
    );
    expect(found).toBe('');
  }
});

describe('the browser that is opened', () => {
  /** An opener that notes what it was given, and what it found in the file. */
  async function startWithOpener(args: string[] = [], env: Record<string, string> = {}) {
    const bin = join(base, 'bin');
    const notes = join(base, 'notes');
    await mkdir(bin, { recursive: true });
    await rm(notes, { force: true });
    const opener = `#!/bin/sh
{ echo "$#"; stat -c '%a' "$1"; printf '%s\\n' "$@"; env; cat "$1"; } > ${notes}.part
mv ${notes}.part ${notes}\n`;
    for (const name of ['xdg-open', 'open']) {
      await writeFile(join(bin, name), opener, { mode: 0o755 });
    }
    const desk = startNode([script, '--host=web', inFolder(), ...args], {
      ...process.env,
      DISPLAY: ':99',
      PATH: `${bin}:${process.env['PATH']}`,
      ...env,
    });
    started.push(desk);
    const note = async (): Promise<string> => {
      await expect.poll(() => readFile(notes, 'utf8').catch(() => '')).not.toBe('');
      return readFile(notes, 'utf8');
    };
    return { desk, note };
  }
  const file = () => join(base, 'desk', 'open-desk.html');
  /** What the file adds to the address of the terminal. */
  const FROM_FILE = /\?file=[\w-]{22}#/;
  /** Where the file leads, as the opener noted it. */
  const addressIn = (noted: string): string => /content="0;url=([^"]+)"/.exec(noted)?.[1] ?? '';

  test('is given a private file that leads to the desk once, and then is gone', async () => {
    const { desk, note } = await startWithOpener();
    const [, address = '', , token = ''] = await desk.line(READY_LINE);
    const [count, mode, argument, ...rest] = (await note()).split('\n');
    expect([count, mode, argument]).toEqual(['1', '600', file()]);
    const written = addressIn(rest.join('\n'));
    expect(written.replace(FROM_FILE, '#')).toBe(address);
    // Nobody else can have opened the window that comes from there, the first time.
    const policyAt = async (at: string) => (await fetch(at)).headers.get('cross-origin-opener-policy');
    expect(await policyAt(address)).toBe('same-origin');
    expect(await policyAt(written)).toBeNull();
    expect(await policyAt(written)).toBe('same-origin');
    const window = webWindow(new URL(address).origin);
    expect(await window.open(token)).not.toBeNull();
    await expect(stat(file())).rejects.toThrow('ENOENT');
    // The file and the line in the terminal were one link.
    expect(await window.open(token)).toBeNull();
  });

  test('gets of the environment only what a desktop program needs', async () => {
    const site = join(base, 'site.json');
    const service = { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TOKEN' };
    await writeFile(site, JSON.stringify({ service, passphraseFromEnvironment: 'DESK_PASSPHRASE' }));
    const secrets = { DESK_TOKEN: 's3cret-t0ken', DESK_PASSPHRASE: 'plum tractor evening hinge' };
    const { desk, note } = await startWithOpener([`--config=${site}`], {
      ...secrets,
      OTHER_SECRET: 's3cret',
    });
    await desk.line(READY_LINE);
    const told = await note();
    expect(told).toContain('DISPLAY=:99');
    expect(told).not.toMatch(/s3cret|tractor|DESK_|OTHER_SECRET/);
  });

  test('is opened beside the engine: a desk that cannot be opened says why, and its link is gone', async () => {
    const first = start(['--host=web', inFolder()]);
    await first.line(READY_LINE);
    first.child.kill('SIGTERM');
    await first.ended;
    await writeFile(trainingServiceFile(join(base, 'desk')), 'not a database'.repeat(1_000));
    const { desk, note } = await startWithOpener();
    expect(await refusalOf(desk)).toContain('cannot be used');
    expect(await note()).toContain(file());
    await expect(stat(file())).rejects.toThrow('ENOENT');
    // The folder is free again.
    await openDataFolder(join(base, 'desk'), 'training').then((folder) => folder.release());
  });

  test('leaves no file behind when the desk ends, nor when it was killed and starts again', async () => {
    const first = await startWithOpener();
    await first.desk.line(READY_LINE);
    await first.note();
    first.desk.child.kill('SIGTERM');
    await first.desk.ended;
    await expect(stat(file())).rejects.toThrow('ENOENT');
    const second = await startWithOpener();
    await second.desk.line(READY_LINE);
    await second.note();
    second.desk.child.kill('SIGKILL');
    await second.desk.ended;
    await stat(file());
    await start(['--host=web', inFolder()]).line(READY_LINE);
    await expect(stat(file())).rejects.toThrow('ENOENT');
  });

  test('is opened again by a second start, with a new link', async () => {
    const first = await startWithOpener();
    const [, , , token = ''] = await first.desk.line(READY_LINE);
    await first.note();
    const second = await startWithOpener();
    const [, address = '', , another = ''] = await second.desk.line(RUNS_ALREADY_LINE);
    expect(addressIn(await second.note()).replace(FROM_FILE, '#')).toBe(address);
    expect((await second.desk.ended).code).toBe(0);
    const window = webWindow(new URL(address).origin);
    for (const link of [token, another]) expect(await window.open(link)).not.toBeNull();
  });
});

describe('a start after an earlier one', () => {
  test('takes the same port, and lets the windows of the last run back in', async () => {
    const first = start(['--host=web', inFolder()]);
    const [, address = '', port, token = ''] = await first.line(READY_LINE);
    const window = webWindow(new URL(address).origin);
    const kept = await window.open(token);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start(['--host=web', inFolder()]);
    expect((await second.line(READY_LINE))[2]).toBe(port);
    if (!kept) throw new Error('the first link opened nothing');
    const call = { name: 'session.get', input: {} };
    expect((await window.post('/api/call', call, kept.bearer)).status).toBe(401);
    const back = await window.resume(kept);
    expect((await window.post('/api/call', call, back?.bearer)).status).toBe(200);
  });

  test('takes another port where that one is taken, and the one that is asked for', async () => {
    const first = start(['--host=web', inFolder()]);
    const [, , port = ''] = await first.line(READY_LINE);
    first.child.kill('SIGTERM');
    await first.ended;
    const other = createServer();
    await new Promise<void>((done) => other.listen(Number(port), '127.0.0.1', done));
    const second = start(['--host=web', inFolder()]);
    const [, , next = ''] = await second.line(READY_LINE);
    expect(next).not.toBe(port);
    second.child.kill('SIGTERM');
    await second.ended;
    await new Promise((done) => other.close(done));
    const third = start(['--host=web', `--port=${port}`, inFolder()]);
    expect((await third.line(READY_LINE))[2]).toBe(port);
  });
});

describe('another desk on the same folder', () => {
  const env = { DESK_TOKEN: 'x', DESK_PASSPHRASE: 'a long enough passphrase' };
  const brand = async (name: string): Promise<string[]> => {
    const file = join(base, `${name}.json`);
    const service = { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TOKEN', brand: name };
    await writeFile(file, JSON.stringify({ service, passphraseFromEnvironment: 'DESK_PASSPHRASE' }));
    return ['--host=web', inFolder(), `--config=${file}`];
  };

  test('is not shown by a second start: a window of the running one would be taken for it', async () => {
    await start(await brand('City'), env).line(READY_LINE);
    expect(await refusalOf(start(await brand('Park'), env))).toMatch(
      /A desk for http:\S+ \(brand City\) runs with the data folder .*Stop it first/,
    );
    expect(await start(await brand('City'), env).line(RUNS_ALREADY_LINE)).toBeTruthy();
  });

  test('is told of what it asked for in vain: the port, and a further desk, of which nothing is written into the folder', async () => {
    const [, , port] = await start(['--host=web', inFolder()]).line(READY_LINE);
    const other = await freePort();
    const second = start(['--host=web', inFolder(), `--port=${other}`]);
    expect((await second.line(RUNS_ALREADY_LINE))[0]).toContain('open a window of it at');
    expect((await second.ended).code).toBe(0);
    expect(second.stderr()).toContain(`keeps port ${port}. For port ${other}, stop it first`);
    const same = start(['--host=web', inFolder(), `--port=${port}`]);
    await same.ended;
    expect(same.stderr()).toBe('');
    expect(await refusalOf(start(['--host=web', inFolder(), '--desk=192.0.2.10']))).toMatch(
      /already running on the data folder .*, for training\. Stop it first/,
    );
    await expect(stat(join(base, 'desk', 'further-desk.json'))).rejects.toThrow('ENOENT');
  });

  test('is told that the desk that runs does not go by the managed settings as they are now', async () => {
    const file = join(base, 'site.json');
    const args = ['--host=web', inFolder(), `--config=${file}`];
    await writeFile(file, '{ "waitAlertMinutes": 20 }');
    await start(args).line(READY_LINE);
    const same = start(args);
    await same.line(RUNS_ALREADY_LINE);
    await same.ended;
    expect(same.stderr()).toBe('');
    await writeFile(file, '{ "waitAlertMinutes": 25 }');
    const changed = start(args);
    await changed.line(RUNS_ALREADY_LINE);
    await changed.ended;
    expect(changed.stderr()).toContain('goes by the managed settings as they were at its start.');
  });

  test('that is to be the site desk is not shown one that no others can join, and the other way round it is', async () => {
    const alone = start(['--host=web', inFolder()]);
    await alone.line(READY_LINE);
    expect(await refusalOf(start(['--host=web', inFolder(), '--site']))).toMatch(
      /A desk that no others can join runs with the data folder .*Stop it first/,
    );
    alone.child.kill('SIGTERM');
    await alone.ended;
    const file = join(base, 'site-desk.json');
    await writeFile(file, JSON.stringify({ site: { address: '127.0.0.1', port: await freePort() } }));
    await start(['--host=web', inFolder(), `--config=${file}`]).line(READY_LINE);
    for (const wanted of [[], ['--site'], [`--config=${file}`]]) {
      expect(await start(['--host=web', inFolder(), ...wanted]).line(RUNS_ALREADY_LINE)).toBeTruthy();
    }
  });

  test('does not begin with nothing beside what the folder has, unless it is told to', async () => {
    const first = start(await brand('City'), env);
    await first.line(READY_LINE);
    first.child.kill('SIGTERM');
    await first.ended;
    expect(await refusalOf(start(await brand('Park'), env))).toMatch(
      /no desk in .* There is the desk of http:\S+ \(brand City\).*--new-desk/,
    );
    await start([...(await brand('Park')), '--new-desk'], env).line(READY_LINE);
  });

  test('does not let in the windows of the one before, in which something of that may be half entered', async () => {
    const first = start(await brand('City'), env);
    const [, address = '', port, token = ''] = await first.line(READY_LINE);
    const window = webWindow(new URL(address).origin);
    const kept = await window.open(token);
    if (!kept) throw new Error('the link opened nothing');
    first.child.kill('SIGTERM');
    await first.ended;
    // The times in a session are whole seconds: one of the second in which the next desk starts counts as one of that desk.
    await sleep(1_000);
    const second = start([...(await brand('Park')), '--new-desk'], env);
    expect((await second.line(READY_LINE))[2]).toBe(port);
    expect(await window.resume(kept)).toBeNull();
  });
});

describe('the end', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops everything in order', async (signal) => {
    const desk = start(['--host=web', inFolder()]);
    const [, address = ''] = await desk.line(READY_LINE);
    desk.child.kill(signal);
    expect(await desk.ended).toEqual({ code: 0, signal: null });
    expect(desk.stderr()).toBe('');
    await expect(fetch(address)).rejects.toThrow('fetch failed');
    expect(await readFile(join(base, 'desk', 'logs', 'desk.log'), 'utf8')).toContain('desk stopped');
  });

  test('a window that listens does not delay the end', async () => {
    const desk = start(['--host=web', inFolder()]);
    const [, address = '', , token = ''] = await desk.line(READY_LINE);
    const origin = new URL(address).origin;
    const { bearer = '' } = (await webWindow(origin).open(token)) ?? {};
    const events = await fetch(`${origin}/api/events`, { headers: { authorization: `Bearer ${bearer}` } });
    desk.child.kill('SIGINT');
    await events.text();
    expect(await desk.ended).toEqual({ code: 0, signal: null });
  });

  test('through npm, ending npm ends the desk too', async () => {
    const npm = followProcess(
      spawn('npm', ['start', '--silent', '--', '--host=web', '--no-open', inFolder()], {
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    started.push(npm);
    const [, address = ''] = await npm.line(READY_LINE);
    npm.child.kill('SIGTERM');
    // The desk holds npm's stdout open until it has ended.
    await npm.ended;
    await expect(fetch(address)).rejects.toThrow('fetch failed');
    expect(await readFile(join(base, 'desk', 'logs', 'desk.log'), 'utf8')).toContain('desk stopped');
  });

  test('after a kill the next start opens the same folder', async () => {
    const killed = start(['--host=web', inFolder()]);
    await killed.line(READY_LINE);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await start(['--host=web', inFolder()]).line(READY_LINE);
  });
});

describe('an unforeseen error', () => {
  /** Fails in the desk's process whenever it is sent a signal, as code would that has a fault. */
  const FAULTY = `process.on('SIGUSR2', () => {
    void Promise.reject(new Error('about OLIVER, James'));
    setImmediate(() => { throw new RangeError('about OLIVER, James'); });
  });`;

  test('is logged without its message, and the desk goes on', async () => {
    const module = join(base, 'faulty.mjs');
    await writeFile(module, FAULTY);
    const desk = start(['--host=web', inFolder()], { NODE_OPTIONS: `--import=${module}` });
    const [, address = ''] = await desk.line(READY_LINE);
    const log = () => readFile(join(base, 'desk', 'logs', 'desk.log'), 'utf8');
    desk.child.kill('SIGUSR2');
    await expect.poll(log).toMatch(/unforeseen failure of a promise[^]*unforeseen failure"/);
    expect(await log()).not.toContain('OLIVER');
    expect((await fetch(address)).status).toBe(200);
    expect(desk.stderr()).toBe('');
  });

  test('a log that cannot be written is reported once, and the desk goes on', async () => {
    await mkdir(join(base, 'desk'), { mode: 0o700 });
    await writeFile(join(base, 'desk', 'logs'), '');
    const desk = start(['--host=web', inFolder()]);
    const [, address = ''] = await desk.line(READY_LINE);
    expect((await fetch(address)).status).toBe(200);
    expect(desk.stderr()).toMatch(
      /^Drawdesk: The log in .* cannot be written \(\w+\); the desk goes on without it\.\n$/,
    );
  });
});

test.each([
  ['in training', []],
  ['as a further desk', ['--desk=192.0.2.10']],
])(
  'what waits in a live desk of the folder is not forgotten by a start %s, which sends nothing of it',
  async (_, options) => {
    await mkdir(join(base, 'desk'), { mode: 0o700 });
    await writeFile(join(base, 'desk', 'desk-live-0123456789abcdef.db'), 'encrypted');
    const desk = start(['--host=web', inFolder(), ...options]);
    await desk.line(READY_LINE);
    expect(desk.stderr()).toMatch(
      /^Drawdesk: \S+ also holds a live desk \(desk-live-0123456789abcdef\.db\)\. Whatever waits to be sent in it is sent only once Drawdesk is started with its managed settings \(--config\)\.\n$/,
    );
  },
);

describe('refused in one line', () => {
  test('a start on a data folder that a desk without a web host works on', async () => {
    const folder = await openDataFolder(join(base, 'desk'), 'training');
    expect(await refusalOf(start(['--host=web', inFolder()]))).toContain(
      'Another Drawdesk is already running',
    );
    folder.release();
  });

  test('a second start that cannot open the data folder, and the first goes on', async () => {
    const site = join(base, 'site.json');
    const service = { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TOKEN' };
    await writeFile(site, JSON.stringify({ service, passphraseFromEnvironment: 'DESK_PASSPHRASE' }));
    const live = (passphrase: string) =>
      start(['--host=web', inFolder(), `--config=${site}`], { DESK_TOKEN: 'x', DESK_PASSPHRASE: passphrase });
    const [, address = ''] = await live('plum tractor evening hinge').line(READY_LINE);
    expect(await refusalOf(live('plum tractor evening fringe'))).toContain('passphrase is not the one');
    // As training, it has another key than the desk that runs.
    expect(await refusalOf(start(['--host=web', inFolder()]))).toMatch(
      /^Drawdesk: Another Drawdesk is already running on the data folder .*, for http:\/\/127\.0\.0\.1:9\. Stop it first/,
    );
    expect((await fetch(address)).status).toBe(200);
    await live('plum tractor evening hinge').line(RUNS_ALREADY_LINE);
  });

  test('of two starts at once exactly one serves', async () => {
    const both = [start(['--host=web', inFolder()]), start(['--host=web', inFolder()])];
    const outcomes = await Promise.all(
      both.map((desk) =>
        desk.line(READY_LINE).then(
          () => 'serves',
          () => 'refused',
        ),
      ),
    );
    expect(outcomes.sort()).toEqual(['refused', 'serves']);
  });

  test('a port that is taken, and the folder is free again', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as AddressInfo;
    const refusal = await refusalOf(start(['--host=web', `--port=${port}`, inFolder()]));
    other.close();
    expect(refusal).toContain(`Port ${port} is taken`);
    await start(['--host=web', inFolder()]).line(READY_LINE);
  });

  test('a wrong option', async () => {
    expect(await refusalOf(start(['--colour=red']))).toBe(
      'Drawdesk: Unknown option --colour. --help lists the options.',
    );
  });

  test('the desktop window where there is none, with what to do', async () => {
    const refusal = await refusalOf(start(['--host=electron'], { ELECTRON_OVERRIDE_DIST_PATH: base }));
    expect(refusal).toContain('--host=web');
  });

  test('a data folder that is a file', async () => {
    await writeFile(join(base, 'file'), '');
    const refusal = await refusalOf(start(['--host=web', `--data-dir=${join(base, 'file')}`]));
    expect(refusal).toContain('is a file, not a folder');
  });

  test('managed settings that are broken, naming the key', async () => {
    const file = join(base, 'site.json');
    await writeFile(file, JSON.stringify({ labelsPerRegistration: 'two' }));
    const refusal = await refusalOf(start(['--host=web', inFolder(), `--config=${file}`]));
    expect(refusal).toContain(`${file}: labelsPerRegistration`);
  });

  test('a live desk with an open door for debuggers, before its passphrase is asked for', async () => {
    const file = join(base, 'site.json');
    const service = { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TOKEN' };
    await writeFile(file, JSON.stringify({ service }));
    await writeFile(join(base, 'spy.mjs'), '');
    const env = { DESK_TOKEN: 'x', NODE_OPTIONS: `--import=${join(base, 'spy.mjs')}` };
    const refusal = await refusalOf(start(['--host=web', inFolder(), `--config=${file}`], env));
    expect(refusal).toContain('A live desk is not started with --import in NODE_OPTIONS');
  });

  test('a live desk without a passphrase or a terminal to ask at', async () => {
    const file = join(base, 'site.json');
    const service = { address: 'http://127.0.0.1:9', tokenFromEnvironment: 'DESK_TOKEN' };
    await writeFile(file, JSON.stringify({ service }));
    const args = ['--host=web', inFolder(), `--config=${file}`];
    expect(await refusalOf(start(args, { DESK_TOKEN: 'x' }))).toContain('needs its passphrase');
  });

  test('a damaged key file, which stays as it is', async () => {
    const desk = join(base, 'desk');
    await mkdir(desk, { mode: 0o700 });
    await writeFile(join(desk, 'keys.json'), 'no json', { mode: 0o600 });
    expect(await refusalOf(start(['--host=web', inFolder()]))).toContain('keys.json is damaged');
    expect(await readFile(join(desk, 'keys.json'), 'utf8')).toBe('no json');
  });
});

test('--help lists the options and starts nothing', async () => {
  const desk = start(['--help']);
  expect((await desk.ended).code).toBe(0);
  for (const option of ['--host', '--port', '--no-open', '--data-dir', '--config', '--help']) {
    expect(desk.stdout()).toContain(option);
  }
});
