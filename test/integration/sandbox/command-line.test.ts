// The sandbox as a command: ready line, options, one clear line when it cannot start, a clean end.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const children: ChildProcess[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-command-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

interface Run {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, ['build/sandbox.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<number | null>((exit) => child.once('close', (code) => exit(code)));
  return { child, out: () => out, err: () => err, ended };
}

/** The address in the ready line. */
function ready(started: Run): Promise<string> {
  return new Promise((found, failed) => {
    const look = (): void => {
      const match = /^Sandbox is ready at (http:\/\/127\.0\.0\.1:\d+)$/m.exec(started.out());
      if (match?.[1] !== undefined) found(match[1]);
    };
    started.child.stdout?.on('data', look);
    void started.ended.then((code) => failed(new Error(`ended with ${code}: ${started.err()}`)));
  });
}

describe('npm run sandbox', () => {
  test('it says where it is, serves with its token, and ends cleanly', async () => {
    const started = run('--port=0', '--token=abc', '--control');
    const baseUrl = await ready(started);
    const headers = { authorization: 'Bearer abc' };
    const list = await fetch(`${baseUrl}/api/test_registration/`, { headers });
    expect(((await list.json()) as { nr_of_results: number }).nr_of_results).toBeGreaterThan(24);
    expect((await fetch(`${baseUrl}/api/product/`)).status).toBe(401);
    const door = { method: 'POST', body: '{"advance_seconds":5}' };
    expect((await fetch(`${baseUrl}/sandbox-control/clock`, door)).status).toBe(401);
    expect((await fetch(`${baseUrl}/sandbox-control/clock`, { ...door, headers })).status).toBe(200);
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
    expect(started.err()).toBe('');
    expect(started.out().trim().split('\n')).toHaveLength(1);
  });

  test('--control-token opens the control door for a token of its own', async () => {
    const baseUrl = await ready(run('--seed=empty', '--token=abc', '--control-token=key'));
    const status = async (token: string) =>
      (await fetch(`${baseUrl}/sandbox-control/clock`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect(await status('key')).toBe(200);
    expect(await status('abc')).toBe(401);
  });

  test('--data keeps what was made, --seed=empty starts with nobody', async () => {
    const options = ['--token=abc', '--seed=empty', `--data=${join(folder, 'data.db')}`];
    const headers = { authorization: 'Bearer abc', 'content-type': 'application/json' };
    const first = run(...options);
    const made = await fetch(`${await ready(first)}/api/patient/`, {
      method: 'POST',
      headers,
      body: '{"first_name":"A","last_name":"B","email":"a@b.co","date_of_birth":"1990-01-01","gender":"other"}',
    });
    const { id } = (await made.json()) as { id: string };
    // As if the machine went down: what was answered is on disk.
    first.child.kill('SIGKILL');
    await first.ended;
    const second = run(...options);
    const again = await fetch(`${await ready(second)}/api/test_registration/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ patient_id: id, product_skus: ['IRON-4'] }),
    });
    expect(again.status).toBe(201);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test('--help lists the options', async () => {
    const help = run('--help');
    expect(await help.ended).toBe(0);
    for (const option of [
      '--port',
      '--token',
      '--data',
      '--seed',
      '--time-zone',
      '--control',
      '--control-token',
    ]) {
      expect(help.out()).toContain(option);
    }
  });

  test.each([
    ['an unknown option', ['--prot=1'], /--prot/],
    ['a port that is no number', ['--port=abc'], /--port must be a number/],
    ['a port out of bounds', ['--port=70000'], /--port must be a number/],
    ['an empty token', ['--token='], /--token/],
    ['a time zone that there is not', ['--time-zone=Europe/Atlantis'], /--time-zone must be one such as/],
    ['an empty token of the door', ['--control-token='], /--control-token/],
    ['an unknown seed', ['--seed=dmeo'], /no seed called "dmeo"/],
    ['a data file in no folder', ['--data=/nowhere/at/all.db'], /cannot be used/],
    ['a stray word', ['fast'], /fast/],
  ])('%s: one line on stderr and exit 1', async (_, args, line) => {
    const failed = run(...args);
    expect(await failed.ended).toBe(1);
    expect(failed.err()).toMatch(line);
    expect(failed.err().trim().split('\n')).toHaveLength(1);
    expect(failed.out()).toBe('');
  });

  test('a taken port and an unreadable file: one line on stderr and exit 1', async () => {
    const first = run('--seed=empty');
    const { port } = new URL(await ready(first));
    const second = run(`--port=${port}`);
    expect(await second.ended).toBe(1);
    expect(second.err()).toBe(`Port ${port} is taken; choose another with --port.\n`);
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'these are notes and no database\n'.repeat(100));
    const third = run(`--data=${file}`);
    expect(await third.ended).toBe(1);
    expect(third.err()).toMatch(/^The data file .*notes\.txt cannot be used: it is no sandbox data/);
  });
});
