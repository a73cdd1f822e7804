// A lost answer costs one more request, and not the reading that it belongs to.
import { beforeEach, describe, expect, it } from 'vitest';
import { createAsker } from '../../../../src/core/pull/asker.ts';
import type { Ask } from '../../../../src/core/pull/asker.ts';
import type { Gateway } from '../../../../src/core/line/gateway.ts';
import { AppException, busy, notFound, offline, timeout } from '../../../../src/domain/app-error.ts';
import type { AppError } from '../../../../src/domain/app-error.ts';

const lost = offline('connection-lost', 'unknown', 'reset');

/** What the next requests fail with, in order; then they are answered. */
let failures: AppError[];
let sent: number;
let isUp: boolean;
let pausesMs: number[];
/** What is left of the service's pause at each look. */
let restsMs: number[];
let ask: Ask;

beforeEach(() => {
  failures = [];
  sent = 0;
  isUp = true;
  pausesMs = [];
  restsMs = [];
  const gateway = {
    call: async () => {
      sent += 1;
      const failure = failures.shift();
      if (failure) throw new AppException(failure);
      return { value: 'page', serverDateMs: null };
    },
    pause: async (pauseMs: number) => void pausesMs.push(pauseMs),
    isClosed: () => false,
  } as unknown as Gateway;
  ask = createAsker({
    gateway,
    random: { uuid: () => '', fraction: () => 0.5 },
    limit: { take: () => 0 },
    isLimited: () => false,
    mayAsk: () => isUp,
    pauseRestMs: () => restsMs.shift() ?? 0,
  });
});

const page = (): Promise<unknown> => ask('registrations.list', { query: { page: 1 } });

describe('a read whose answer is lost', () => {
  it.each([
    ['the connection broke', lost],
    ['no answer came in time', timeout('late')],
    ['the service failed', busy('server-error', null, '500')],
  ])('is asked for again after a growing pause: %s', async (_why, failure) => {
    failures = [failure, failure];
    await expect(page()).resolves.toMatchObject({ value: 'page' });
    expect(sent).toBe(3);
    expect(pausesMs).toEqual([250, 500]);
  });

  it('is given up in the end, with the failure of the last try', async () => {
    failures = Array.from({ length: 10 }, () => lost);
    await expect(page()).rejects.toMatchObject({ error: { reason: 'connection-lost' } });
    expect(sent).toBe(4);
  });

  it('is not asked for again where another try changes nothing, or the line is down', async () => {
    failures = [notFound('no such page')];
    await expect(page()).rejects.toMatchObject({ error: { kind: 'not-found' } });
    isUp = false;
    failures = [lost];
    await expect(page()).rejects.toMatchObject({ error: { kind: 'offline' } });
    expect(sent).toBe(2);
  });
});

describe('a read that a service refuses which is asked too much', () => {
  const tooMuch = busy('rate-limited', 2_000, '429');

  it('is asked for again once the pause is over, which may be ended before', async () => {
    failures = [tooMuch];
    restsMs = [0, 2_000, 2_000, 1_000, 1];
    await expect(page()).resolves.toMatchObject({ value: 'page' });
    expect(sent).toBe(2);
    expect(pausesMs).toEqual([1_000, 1_000, 1]);
  });

  it('waits for a pause that had begun before', async () => {
    restsMs = [500];
    await page();
    expect(pausesMs).toEqual([500]);
  });

  it('is given up where it is refused after each of many pauses', async () => {
    failures = Array.from({ length: 20 }, () => tooMuch);
    restsMs = Array.from({ length: 100 }, (_, look) => (look % 3 === 1 ? 1_000 : look % 3 === 2 ? 1_000 : 0));
    await expect(page()).rejects.toMatchObject({ error: { reason: 'rate-limited' } });
    expect(sent).toBe(11);
  });
});
