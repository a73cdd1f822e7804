// The sandbox in the hands of training and tests: clock, line, plug, data file, control door.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  truncateSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import Database from 'better-sqlite3-multiple-ciphers';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { MIGRATIONS } from '../../../src/sandbox/store/schema.ts';
import { openStore } from '../../../src/sandbox/store/store.ts';
import {
  freeSlot,
  MORNING,
  newOrder,
  newPatient,
  newRegistration,
  startCaller,
  TOKEN,
  type Caller,
} from './caller.ts';

let caller: Caller;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(async () => {
  await caller.close();
  rmSync(folder, { recursive: true });
});

describe('the control door', () => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${caller.sandbox.baseUrl}/sandbox-control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
      body: JSON.stringify(body),
    });

  test('it is closed unless asked for', async () => {
    caller = await startCaller();
    expect((await post('clock', { advance_seconds: 60 })).status).toBe(404);
    expect((await post('network', { mode: 'down' })).status).toBe(404);
    expect(caller.sandbox.clock.nowMs()).toBe(MORNING);
  });

  test('it needs a token, the service’s or its own', async () => {
    caller = await startCaller({ control: true });
    const doors = [
      ['GET', 'clock'],
      ['GET', 'network'],
      ['GET', 'webhooks'],
      ['POST', 'clock'],
      ['POST', 'network'],
    ] as const;
    const statuses = (authorization?: string) =>
      Promise.all(
        doors.map(async ([method, path]) => {
          const response = await fetch(`${caller.sandbox.baseUrl}/sandbox-control/${path}`, {
            method,
            headers: authorization === undefined ? {} : { authorization },
            ...(method === 'POST' ? { body: '{"advance_seconds":5,"mode":"down"}' } : {}),
          });
          return response.status;
        }),
      );
    for (const wrong of [undefined, 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, TOKEN]) {
      expect(await statuses(wrong)).toEqual([401, 401, 401, 401, 401]);
    }
    expect(caller.sandbox.clock.nowMs()).toBe(MORNING);
    expect(caller.sandbox.network.get()).toBe('up');
    expect(await statuses(`Bearer ${TOKEN}`)).toEqual([200, 200, 200, 200, 200]);
    await caller.close();
    caller = await startCaller({ control: { token: 'door-key' } });
    expect(await statuses(`Bearer ${TOKEN}`)).toEqual([401, 401, 401, 401, 401]);
    expect(await statuses('Bearer door-key')).toEqual([200, 200, 200, 200, 200]);
    caller.sandbox.network.set('up');
    expect((await caller.send('GET', '/api/webhook')).status).toBe(200);
  });

  test('the clock door moves time, so that holds end and results come', async () => {
    caller = await startCaller({ control: true });
    const slot = await freeSlot(caller);
    const held = await caller.call('appointments.create', { body: { slot_id: slot.id, confirmed: false } });
    const made = await newRegistration(caller);
    const answer = await post('clock', { advance_seconds: 600 });
    expect(await answer.json()).toEqual({ now: new Date(MORNING + 600_000).toISOString() });
    const gone = await caller.refused('appointments.update', {
      params: { id: held.id },
      body: { confirmed: true },
    });
    expect(gone.status).toBe(404);
    expect((await caller.call('registrations.get', { params: { id: made.id } })).results_ready).toBe(true);
  });

  test('time does not move back, and nonsense is refused', async () => {
    caller = await startCaller({ control: true });
    for (const body of [
      { advance_seconds: -1 },
      { advance_seconds: 'x' },
      {},
      null,
      { advance_seconds: 1e12 },
    ]) {
      expect((await post('clock', body)).status).toBe(422);
    }
    expect((await post('network', { mode: 'sideways' })).status).toBe(422);
    expect((await post('nothing', {})).status).toBe(404);
    expect(caller.sandbox.clock.nowMs()).toBe(MORNING);
  });

  test('a web page may not use it', async () => {
    caller = await startCaller({ control: true });
    const answer = await post('clock', { advance_seconds: 60 }, { origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
    expect(caller.sandbox.clock.nowMs()).toBe(MORNING);
  });

  test('the network door takes the connection down and brings it up again', async () => {
    caller = await startCaller({ control: true });
    expect((await post('network', { mode: 'down' })).status).toBe(200);
    await expect(caller.send('GET', '/api/webhook')).rejects.toThrow();
    expect((await post('network', { mode: 'up' })).status).toBe(200);
    expect((await caller.send('GET', '/api/webhook')).status).toBe(200);
  });

  test('the webhook log can be read', async () => {
    caller = await startCaller({ control: true });
    await caller.call('webhook.update', { body: { url: 'http://127.0.0.1:9/' } });
    await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    const answer = await fetch(`${caller.sandbox.baseUrl}/sandbox-control/webhooks`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(await answer.json()).toMatchObject({ items: [{ event: 'test_registration.complete' }] });
  });
});

describe('the disturbed network', () => {
  test('down: connections end without an answer, and what was asked is not done', async () => {
    caller = await startCaller();
    caller.sandbox.network.set('down');
    expect(caller.sandbox.network.get()).toBe('down');
    await expect(newPatient(caller)).rejects.toThrow();
    caller.sandbox.network.set('up');
    expect(caller.sandbox.count.patients()).toBe(0);
    await newPatient(caller);
  });

  test('flaky: the same seed gives the same faults, some answers are lost after the work was done', async () => {
    caller = await startCaller();
    const outcomes = async (seed: number): Promise<string> => {
      caller.sandbox.network.set('flaky', seed);
      const seen: string[] = [];
      for (let index = 0; index < 16; index += 1) {
        const answer = await caller.send('GET', '/api/webhook').catch(() => null);
        seen.push(answer === null ? '-' : String(answer.status));
      }
      caller.sandbox.network.set('up');
      return seen.join(' ');
    };
    const first = await outcomes(3);
    expect(await outcomes(3)).toBe(first);
    expect(await outcomes(4)).not.toBe(first);
    expect(first).toMatch(/-/);
    expect(first).toMatch(/503/);
    expect(first).toMatch(/200/);

    caller.sandbox.network.set('flaky', 7);
    let lost = 0;
    for (let index = 0; index < 20; index += 1) {
      const before = caller.sandbox.count.patients();
      const answered = await newPatient(caller).then(
        () => true,
        () => false,
      );
      if (!answered && caller.sandbox.count.patients() > before) lost += 1;
    }
    expect(lost).toBeGreaterThan(0);
  });

  test('slow: answers come, late', async () => {
    caller = await startCaller();
    caller.sandbox.network.set('slow');
    const started = performance.now();
    expect((await caller.send('GET', '/api/webhook')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(1_000);
  });

  test('the plug: connections are refused until it is back, on the same port', async () => {
    caller = await startCaller();
    await caller.sandbox.stop();
    await expect(caller.send('GET', '/api/webhook')).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
    await caller.sandbox.stop();
    await caller.sandbox.resume();
    await caller.sandbox.resume();
    expect((await caller.send('GET', '/api/webhook')).status).toBe(200);
  });

  test('it listens on the loopback address only', async () => {
    caller = await startCaller();
    expect(caller.sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe('the data file', () => {
  const KEY = new Uint8Array(32).fill(7);
  const file = () => join(folder, 'service.db');

  test('everything survives a restart', async () => {
    caller = await startCaller({ dataFile: file() });
    const slot = await freeSlot(caller);
    const appointment = await caller.call('appointments.create', {
      body: { slot_id: slot.id, confirmed: true },
    });
    const registration = await newRegistration(caller, {
      appointment_id: appointment.id,
      foreign_id: 'kept',
    });
    const order = await newOrder(caller);
    await caller.call('webhook.update', { body: { url: 'http://127.0.0.1:9/', secret: 's' } });
    const read = async () => ({
      list: await caller.call('registrations.list'),
      registration: await caller.call('registrations.get', { params: { id: 'kept' } }),
      appointment: await caller.call('registrations.appointment', { params: { id: registration.id } }),
      order: await caller.call('orders.get', { params: { id: order.id } }),
      webhook: await caller.call('webhook.get'),
    });
    const before = await read();
    await caller.close();
    caller = await startCaller({ dataFile: file() });
    expect(await read()).toEqual(before);
  });

  test('a file keeps the seed it was made with', async () => {
    caller = await startCaller({ dataFile: file(), seed: 'empty' });
    await caller.close();
    caller = await startCaller({ dataFile: file(), seed: 'demo' });
    expect(caller.sandbox.count.registrations()).toBe(0);
  });

  test('with a key the file shows neither SQLite nor names', async () => {
    caller = await startCaller({ dataFile: file(), encryptionKey: KEY });
    await newPatient(caller, { last_name: 'Unmistakable' });
    await caller.close();
    const bytes = readFileSync(file()).toString('latin1');
    expect(bytes).not.toContain('SQLite format 3');
    expect(bytes).not.toContain('Unmistakable');
    caller = await startCaller({ dataFile: file(), encryptionKey: KEY });
    expect(caller.sandbox.count.patients()).toBe(1);
  });

  test('a file that is damaged is refused, with what helps', async () => {
    caller = await startCaller({ dataFile: file() });
    await caller.close();
    truncateSync(file(), 3 * 4_096);
    await expect(startSandbox({ dataFile: file(), token: TOKEN, seed: 'empty' })).rejects.toThrow(
      /cannot be used: it is damaged\. Move it away, and a new one is made\.$/,
    );
    caller = await startCaller();
  });

  test('a file of another kind, another key or another program is refused and left as it was', async () => {
    caller = await startCaller({ dataFile: file(), encryptionKey: KEY });
    await caller.close();
    const before = readFileSync(file());
    const start = (dataFile: string, encryptionKey?: Uint8Array) =>
      startSandbox({ dataFile, token: TOKEN, seed: 'empty', ...(encryptionKey ? { encryptionKey } : {}) });
    await expect(start(file())).rejects.toThrow(/cannot be used: it is no sandbox data/);
    await expect(start(file(), new Uint8Array(32))).rejects.toThrow(/cannot be used/);
    expect(readFileSync(file())).toEqual(before);
    const text = join(folder, 'notes.txt');
    writeFileSync(text, 'not a database at all, but a text long enough to be looked at twice\n'.repeat(50));
    await expect(start(text)).rejects.toThrow(/cannot be used: it is no sandbox data/);
    await expect(start(join(folder, 'missing', 'x.db'))).rejects.toThrow(/cannot be used/);
    caller = await startCaller();
  });

  test.each([
    ['an encrypted database', KEY, 0],
    ['the database of another program', undefined, 0],
    ['the database of another program with the number of a version of ours', undefined, 1],
    ['the database of a newer version', undefined, 1_000],
  ] as const)('%s that was just being written is refused and left as it was', async (_, key, version) => {
    const works = new Database(join(folder, 'works.db'));
    if (key) works.pragma(`key="x'${Buffer.from(key).toString('hex')}'"`);
    works.pragma('journal_mode = WAL');
    works.exec(`CREATE TABLE kept (words TEXT); INSERT INTO kept VALUES ('never to be lost')`);
    works.pragma(`user_version = ${version}`);
    const parts = ['', '-wal', '-shm'];
    for (const part of parts) copyFileSync(join(folder, `works.db${part}`), file() + part);
    works.close();
    const look = () => parts.map((part) => readFileSync(file() + part));
    const before = look();
    await expect(startSandbox({ dataFile: file(), token: TOKEN, seed: 'empty' })).rejects.toThrow(
      /cannot be used/,
    );
    expect(look()).toEqual(before);
    expect(readdirSync(folder).filter((name) => !name.startsWith('works.db'))).toHaveLength(3);
    caller = await startCaller();
  });

  test('a file of an earlier version is brought up to date, events on their way included', async () => {
    const early = new Database(file());
    early.exec(MIGRATIONS[0] ?? '');
    early.pragma('user_version = 1');
    const add = early.prepare(
      `INSERT INTO webhook_delivery (event, body, created_ms, attempts, due_ms, state) VALUES (?, ?, 0, 0, ?, ?)`,
    );
    for (const [event, data, state] of [
      ['a', { test_registration_id: 'r' }, 'delivered'],
      ['b', { test_registration_id: 'r' }, 'waiting'],
      ['c', { test_registration_id: 'r' }, 'waiting'],
      ['d', { order_id: 'o' }, 'waiting'],
    ] as const) {
      add.run(event, JSON.stringify({ event, data }), state === 'waiting' ? 0 : null, state);
    }
    early.close();
    const store = openStore(file());
    expect(store.dueDeliveries(0, 10).map((one) => one.event)).toEqual(['b', 'd']);
    store.close();
    caller = await startCaller({ dataFile: file() });
    expect(caller.sandbox.webhookLog()).toHaveLength(4);
  });

  test('an index of the log that was left read-only beside the file is not used', async () => {
    await startSandbox({ dataFile: file(), token: TOKEN, seed: 'empty' }).then((one) => one.close());
    // For root nothing is read-only; what is no file at all cannot be used by anybody.
    mkdirSync(`${file()}-shm`);
    caller = await startCaller({ dataFile: file() });
  });

  // Root may write what is read-only.
  test.skipIf(process.getuid?.() === 0)(
    'a read-only file is refused as that, and nothing is left beside it',
    async () => {
      await startSandbox({ dataFile: file(), token: TOKEN, seed: 'empty' }).then((one) => one.close());
      chmodSync(file(), 0o400);
      await expect(startSandbox({ dataFile: file(), token: TOKEN, seed: 'empty' })).rejects.toThrow(
        /cannot be used: it is read-only\.$/,
      );
      expect(readdirSync(folder)).toHaveLength(1);
      chmodSync(file(), 0o600);
      caller = await startCaller({ dataFile: file() });
    },
  );

  test('a second sandbox on the same file is refused', async () => {
    caller = await startCaller({ dataFile: file() });
    const second = startSandbox({ dataFile: file(), token: TOKEN, seed: 'empty' });
    await expect(second).rejects.toThrow(/another sandbox has it open/);
  });

  test('an unknown seed is refused', async () => {
    caller = await startCaller();
    const start = startSandbox({ dataFile: ':memory:', token: TOKEN, seed: 'dmeo' });
    await expect(start).rejects.toThrow(/no seed called dmeo/);
  });
});
