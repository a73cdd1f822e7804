import { beforeEach, describe, expect, it } from 'vitest';
import { busy, notFound, offline, timeout, unauthorised } from '../../../../src/domain/app-error.ts';
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
      if (lineIsUp) connection.answered(null);
      else connection.failed(lineDown);
    },
    onChange: () => {},
    onBack: () => (back += 1),
  });
});

async function pass(ms: number): Promise<void> {
  const untilMs = time.nowMs + ms;
  while ((time.nextAtMs() ?? Infinity) <= untilMs) await time.step();
  time.nowMs = untilMs;
}

describe('the connection', () => {
  it('is usable before anything is known, so that the first request can be made', () => {
    expect(connection.status().state).toBe('connecting');
    expect(connection.usable()).toBe(true);
  });

  it('is called down by one failure of the line, and says why', () => {
    connection.answered(null);
    connection.failed(lineDown);
    expect(connection.status()).toMatchObject({
      state: 'offline',
      error: { kind: 'offline', reason: 'refused' },
    });
    expect(connection.usable()).toBe(false);
  });

  it('is found up again within five seconds in the first minute, and calls for what waits', async () => {
    connection.answered(null);
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
    connection.answered(null);
    const before = back;
    connection.failed(busy('rate-limited', 30_000, '429'));
    connection.answered(null);
    expect(connection.usable()).toBe(false);
    expect(connection.status().state).toBe('trouble');
    await pass(29_000);
    expect(connection.usable()).toBe(false);
    await pass(2_000);
    expect(connection.usable()).toBe(true);
    expect(back).toBe(before + 1);
    connection.answered(null);
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
    connection.answered(null);
    connection.failed(busy('server-error', null, '500'));
    expect(connection.status().state).toBe('online');
    connection.failed(busy('server-error', null, '500'));
    expect(connection.status().state).toBe('trouble');
    expect(connection.usable()).toBe(true);
    connection.answered(null);
    expect(connection.status().state).toBe('online');
  });

  it('takes a refusal for the answer that it is', () => {
    connection.failed(lineDown);
    connection.failed(notFound('404'));
    expect(connection.status().state).toBe('online');
  });

  it('learns the service’s time from its answers, and ignores the rounding of a second', () => {
    connection.answered(WALL_START_MS + 1_000);
    expect(connection.offsetMs()).toBe(0);
    connection.answered(WALL_START_MS - 3 * 60_000);
    expect(connection.offsetMs()).toBe(-3 * 60_000 + 500);
    connection.answered(WALL_START_MS - 3 * 60_000 + 1_000);
    expect(connection.offsetMs()).toBe(-3 * 60_000 + 500);
  });

  it('does nothing more once it is closed', async () => {
    connection.failed(lineDown);
    connection.close();
    await pass(60_000);
    expect(probes).toEqual([]);
    expect(connection.usable()).toBe(false);
  });
});
