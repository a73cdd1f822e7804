import { beforeEach, describe, expect, it } from 'vitest';
import { bug, busy, notFound, offline, timeout, unauthorised } from '../../../../src/domain/app-error.ts';
import { createConnection } from '../../../../src/core/line/connection.ts';
import type { Connection } from '../../../../src/core/line/connection.ts';
import { DeskProcess, SeededRandom, VirtualTime } from '../../../simulation/support/virtual-time.ts';
import { silentLog } from '../../../support/silent-log.ts';

const WALL_START_MS = Date.parse('2026-11-20T09:00:00Z');

let time: VirtualTime;
let connection: Connection;
let probes: number[];
let back: number;
/** What the next probes meet with. */
let lineIsUp: boolean;

const connectionLost = offline('connection-lost', 'unknown', 'reset');
const nonsense = bug('items: expected array', { origin: 'service' });
const lineDown = offline('refused', 'not-sent', 'refused');

beforeEach(() => {
  time = new VirtualTime();
  probes = [];
  back = 0;
  lineIsUp = false;
  connection = createConnection({
    clock: new DeskProcess(time, () => WALL_START_MS).clock,
    random: new SeededRandom(1),
    log: silentLog,
    probe: async () => {
      probes.push(time.nowMs);
      if (lineIsUp) connection.answered();
      else connection.failed(lineDown);
    },
    onChange: () => {},
    onBack: () => (back += 1),
  });
});

async function pass(ms: number): Promise<void> {
  const untilMs = time.nowMs + ms;
  // A look under way comes to its end first.
  await new Promise<void>((settled) => setImmediate(settled));
  while ((time.nextAtMs() ?? Infinity) <= untilMs) await time.step();
  time.nowMs = untilMs;
}

describe('the connection', () => {
  it('is usable before anything is known, so that the first request can be made', () => {
    expect(connection.status().state).toBe('connecting');
    expect(connection.usable()).toBe(true);
  });

  it('is called down by one failure of the line, and says why', () => {
    connection.answered();
    connection.failed(lineDown);
    expect(connection.status()).toMatchObject({
      state: 'offline',
      error: { kind: 'offline', reason: 'refused' },
    });
    expect(connection.usable()).toBe(false);
  });

  it('is found up again within five seconds in the first minute, and calls for what waits', async () => {
    connection.answered();
    const before = back;
    connection.failed(timeout('no answer'));
    await pass(55_000);
    const gaps = probes.map((atMs, index) => atMs - (probes[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000);
    expect(probes.length).toBeGreaterThan(10);
    lineIsUp = true;
    await pass(5_000);
    expect(connection.status().state).toBe('online');
    expect(back).toBe(before + 1);
  });

  it('asks less often when it has been down for long, but goes on asking', async () => {
    connection.failed(lineDown);
    await pass(10 * 60_000);
    const late = probes.filter((atMs) => atMs > 5 * 60_000);
    expect(late.length).toBeGreaterThan(8);
    expect(late.length).toBeLessThan(30);
  });

  it('looks at once when it is told that the line has changed', async () => {
    connection.failed(lineDown);
    lineIsUp = true;
    connection.lookNow();
    await pass(0);
    expect(connection.status().state).toBe('online');
  });

  it('leaves the service alone for as long as it asks, however other answers fall, and goes on right then', async () => {
    connection.answered();
    const before = back;
    connection.failed(busy('rate-limited', 30_000, '429'));
    connection.answered();
    expect(connection.usable()).toBe(false);
    expect(connection.status().state).toBe('trouble');
    await pass(29_000);
    expect(connection.usable()).toBe(false);
    await pass(2_000);
    expect(connection.usable()).toBe(true);
    expect(back).toBe(before + 1);
    connection.answered();
    expect(connection.status()).toMatchObject({ state: 'online', error: null });
  });

  it('waits for somebody to sign in, and notices when somebody has', async () => {
    connection.failed(unauthorised('401'));
    expect(connection.status().state).toBe('sign-in-needed');
    expect(connection.usable()).toBe(false);
    lineIsUp = true;
    await pass(16_000);
    expect(connection.status().state).toBe('online');
  });

  it('calls one server error the row’s own trouble, and more in a row the service’s', () => {
    connection.answered();
    connection.failed(busy('server-error', null, '500'));
    expect(connection.status().state).toBe('online');
    connection.failed(busy('server-error', null, '500'));
    expect(connection.status().state).toBe('trouble');
    expect(connection.usable()).toBe(true);
    connection.answered();
    expect(connection.status().state).toBe('online');
  });

  it('takes a refusal for the answer that it is', () => {
    connection.failed(lineDown);
    connection.failed(notFound('404'));
    expect(connection.status().state).toBe('online');
  });

  it('looks at once when an answer was lost, and calls the line down only when the look fails as well', async () => {
    connection.answered();
    lineIsUp = true;
    connection.failed(connectionLost);
    await pass(0);
    expect(probes).toHaveLength(1);
    expect(connection.status().state).toBe('online');
    lineIsUp = false;
    connection.failed(connectionLost);
    await pass(0);
    expect(connection.status().state).toBe('offline');
  });

  it('calls an answer that makes no sense trouble, whatever came before it and whatever else answers well', () => {
    connection.answered({ endpoint: 'locations.list', tookMs: 10 });
    connection.failed(nonsense, { endpoint: 'registrations.list', tookMs: 10 });
    expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'bug' } });
    connection.answered({ endpoint: 'locations.list', tookMs: 10 });
    expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'bug' } });
    connection.answered({ endpoint: 'registrations.list', tookMs: 10 });
    expect(connection.status()).toMatchObject({ state: 'online', error: null });
  });

  it('calls a list that is refused or not there trouble until it answers, and a refusal of one record an answer', () => {
    const refused = notFound('no such page');
    connection.answered({ endpoint: 'patients.get', tookMs: 5 });
    connection.failed(refused, { endpoint: 'patients.get', tookMs: 5 });
    expect(connection.status()).toMatchObject({ state: 'online', error: null });
    connection.failed(refused, { endpoint: 'registrations.list', tookMs: 5 });
    connection.answered({ endpoint: 'patients.get', tookMs: 5 });
    expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'not-found' } });
    connection.answered({ endpoint: 'registrations.list', tookMs: 5 });
    expect(connection.status()).toMatchObject({ state: 'online', error: null });
  });

  it('tells a slow line and one that loses answers from a good one, each by what was measured', async () => {
    const quality = () => connection.status().measure.quality;
    expect(quality()).toBe('not-known');
    for (let count = 0; count < 5; count += 1) connection.answered({ endpoint: 'x', tookMs: 80 });
    expect(connection.status().measure).toMatchObject({ quality: 'normal', typicalAnswerMs: 80 });
    for (let count = 0; count < 8; count += 1) connection.answered({ endpoint: 'x', tookMs: 4_000 });
    expect(quality()).toBe('slow');
    lineIsUp = true;
    for (let count = 0; count < 2; count += 1) {
      connection.failed(connectionLost);
      connection.answered({ endpoint: 'x', tookMs: 4_000 });
    }
    expect(connection.status().measure).toMatchObject({ quality: 'unreliable', lost: 2 });
    await pass(4 * 60_000);
    expect(quality()).toBe('not-known');
  });

  it('measures a line that was switched by what is asked on it, not by late answers of before', async () => {
    const quality = () => connection.status().measure.quality;
    lineIsUp = true;
    await pass(60_000);
    connection.lineChanged();
    await pass(3_000);
    for (let count = 0; count < 4; count += 1) connection.answered({ endpoint: 'x', tookMs: 4_000 });
    expect(quality()).toBe('not-known');
    for (let count = 0; count < 4; count += 1) connection.answered({ endpoint: 'x', tookMs: 2_500 });
    expect(quality()).toBe('slow');
  });

  it('does nothing more once it is closed', async () => {
    connection.failed(lineDown);
    connection.close();
    await pass(60_000);
    expect(probes).toEqual([]);
    expect(connection.usable()).toBe(false);
  });
});
