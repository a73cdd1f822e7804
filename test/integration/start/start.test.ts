// `npm start` in a terminal: the ready line, clean ends, and one clear line for everything that is wrong.
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../build/build.ts';
import { followProcess, READY_LINE, startNode } from '../../support/desk-process.ts';
import type { DeskProcess } from '../../support/desk-process.ts';

const script = resolve('build/start.ts');
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
  const origin = new URL(address).origin;
  const session = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ token }),
  });
  expect(session.status).toBe(200);
});

test('the launch token is nowhere in the data folder', async () => {
  const desk = start(['--host=web', inFolder()]);
  const [, , , token = ''] = await desk.line(READY_LINE);
  const found = await promisify(execFile)('grep', ['-rlF', '--', token, base]).then(
    ({ stdout }) => stdout,
    () => '',
  );
  expect(found).toBe('');
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

  test('a window that listens does not hold the end up', async () => {
    const desk = start(['--host=web', inFolder()]);
    const [, address = '', , token = ''] = await desk.line(READY_LINE);
    const origin = new URL(address).origin;
    const headers = { 'content-type': 'application/json', origin };
    const body = JSON.stringify({ token });
    const session = await fetch(`${origin}/api/session`, { method: 'POST', headers, body });
    const { bearer } = (await session.json()) as { bearer: string };
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

describe('what nobody foresaw', () => {
  /** Fails in the desk's process whenever it is sent a signal, as code would that has a fault. */
  const FAULTY = `process.on('SIGUSR2', () => {
    void Promise.reject(new Error('about OLIVER, James'));
    setImmediate(() => { throw new RangeError('about OLIVER, James'); });
  });`;

  test('is logged without its words, and the desk goes on', async () => {
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

  test('a log that cannot be written is said once, and the desk goes on', async () => {
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

describe('refused in one line', () => {
  test('a second start on the same data folder, and the first goes on', async () => {
    const first = start(['--host=web', inFolder()]);
    const [, address = ''] = await first.line(READY_LINE);
    expect(await refusalOf(start(['--host=web', inFolder()]))).toContain(
      'Another Drawdesk is already running',
    );
    expect((await fetch(address)).status).toBe(200);
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
