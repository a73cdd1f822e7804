// The state of the connection, worked out from answers and failures, and how often it is tested.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  bug,
  busy,
  forbidden,
  notFound,
  offline,
  timeout,
  unauthorised,
} from '../../../../src/domain/app-error.ts';
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
let connectionIsUp: boolean;
/** In place of that. */
let probe: (() => void) | null;

const connectionLost = offline('connection-lost', 'unknown', 'reset');
const nonsense = bug('items: expected array', { origin: 'service' });
const lineDown = offline('refused', 'not-sent', 'refused');

beforeEach(() => {
  time = new VirtualTime();
  probes = [];
  back = 0;
  connectionIsUp = false;
  probe = null;
  connection = createConnection({
    clock: new DeskProcess(time, () => WALL_START_MS).clock,
    random: new SeededRandom(1),
    log: silentLog,
    probe: async () => {
      probes.push(time.nowMs);
      if (probe) return probe();
      if (connectionIsUp) return connection.answered();
      connection.failed(lineDown);
      throw new Error('refused');
    },
    onChange: () => {},
    onBack: () => (back += 1),
    onPauseOver: () => (back += 1),
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

  it('is down after one failure to connect, and says why', () => {
    connection.answered();
    connection.failed(lineDown);
    expect(connection.status()).toMatchObject({
      state: 'offline',
      error: { kind: 'offline', reason: 'refused' },
    });
    expect(connection.usable()).toBe(false);
  });

  it('is tested so often in the first minute that it is found up within five seconds, and then sends what waits', async () => {
    connection.answered();
    const before = back;
    connection.failed(timeout('no answer'));
    await pass(55_000);
    const gaps = probes.map((atMs, index) => atMs - (probes[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000);
    expect(probes.length).toBeGreaterThan(10);
    connectionIsUp = true;
    await pass(5_000);
    expect(connection.status().state).toBe('online');
    expect(back).toBe(before + 1);
  });

  it('is tested less often when it has been down for long, but never stops', async () => {
    connection.failed(lineDown);
    await pass(10 * 60_000);
    const late = probes.filter((atMs) => atMs > 5 * 60_000);
    expect(late.length).toBeGreaterThan(8);
    expect(late.length).toBeLessThan(30);
  });

  it('is tested at once when it is told that the network has changed', async () => {
    connection.failed(lineDown);
    connectionIsUp = true;
    connection.lookNow();
    await pass(0);
    expect(connection.status().state).toBe('online');
  });

  it('sends nothing for as long as the service asks, whatever else it answers, and goes on right after that', async () => {
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

  it('tells until when it is quiet, also when the service asks for a longer pause', async () => {
    expect(connection.status().pausedUntilMs).toBeNull();
    connection.failed(busy('server-error', null, '500'));
    connection.failed(busy('rate-limited', 30_000, '429'));
    expect(connection.status()).toMatchObject({
      pausedUntilMs: WALL_START_MS + 30_000,
      error: { reason: 'rate-limited' },
    });
    await pass(10_000);
    connection.failed(busy('rate-limited', 60_000, '429'));
    expect(connection.status().pausedUntilMs).toBe(WALL_START_MS + 70_000);
    connection.failed(busy('rate-limited', 5_000, '429'));
    expect(connection.status().pausedUntilMs).toBe(WALL_START_MS + 70_000);
    await pass(61_000);
    expect(connection.status().pausedUntilMs).toBeNull();
  });

  it.each([0, 20])('is quiet for a second where the service asks for a pause of %d ms', async (askedMs) => {
    connection.answered();
    const before = back;
    connection.failed(busy('rate-limited', askedMs, '429'));
    expect(connection.usable()).toBe(false);
    await pass(999);
    expect(connection.usable()).toBe(false);
    expect(back).toBe(before);
    await pass(1);
    expect(connection.usable()).toBe(true);
    expect(back).toBe(before + 1);
  });

  it('is quiet for longer where the service refuses again right after a pause, and counts what was on its way as one refusal', async () => {
    connection.answered();
    const refused = busy('rate-limited', null, '429');
    const restMs = (): number => (connection.status().pausedUntilMs ?? 0) - WALL_START_MS - time.nowMs;
    for (const expected of [5_000, 10_000, 20_000]) {
      for (const _request of [1, 2, 3]) connection.failed(refused);
      expect(restMs()).toBe(expected);
      await pass(expected);
      expect(connection.usable()).toBe(true);
    }
  });

  it('ends a pause when a person has it tested and the service answers, and keeps it when it does not', async () => {
    connection.answered();
    connection.failed(busy('rate-limited', 600_000, '429'));
    connection.lookForPerson();
    await pass(0);
    expect(connection.status().pausedUntilMs).not.toBeNull();
    connectionIsUp = true;
    connection.lookNow();
    await pass(0);
    expect(connection.usable()).toBe(false);
    const before = back;
    connection.lookForPerson();
    await pass(0);
    expect(connection.usable()).toBe(true);
    expect(connection.status()).toMatchObject({ state: 'online', pausedUntilMs: null });
    expect(back).toBe(before + 1);
    await pass(700_000);
    expect(back).toBe(before + 1);
  });

  it('keeps a pause that was asked for while the test for a person was under way', async () => {
    connection.answered();
    connection.failed(busy('rate-limited', 600_000, '429'));
    connectionIsUp = true;
    await pass(1);
    connection.lookForPerson();
    time.nowMs += 5;
    connection.failed(busy('rate-limited', 600_000, '429'));
    await pass(0);
    expect(connection.usable()).toBe(false);
  });

  it('says one thing of a service that asks for a pause again and again, and not that all is well between two', async () => {
    const asked = { endpoint: 'registrations.list', tookMs: 5 };
    const said: string[] = [];
    connection.answered(asked);
    for (let second = 0; second < 30; second += 1) {
      connection.failed(busy('rate-limited', 1_000, '429'));
      await pass(1_500);
      connection.answered(asked);
      said.push(connection.status().state);
    }
    // The first one may be the only one.
    expect(said).toEqual(['online', ...Array.from({ length: 29 }, () => 'trouble')]);
    expect(connection.usable()).toBe(true);
    // Nothing else has to be answered for that.
    await pass(10_001);
    expect(connection.status()).toMatchObject({ state: 'online', error: null });
  });

  it('does not say that a service is well again that fails after a row of pauses', async () => {
    for (let second = 0; second < 3; second += 1) {
      connection.failed(busy('rate-limited', 1_000, '429'));
      await pass(1_500);
      connection.answered({ endpoint: 'registrations.list', tookMs: 5 });
    }
    connection.failed(lineDown);
    await pass(10_000);
    expect(connection.status().state).toBe('offline');
  });

  it('is well at once where a person ends one of a row of pauses', async () => {
    connectionIsUp = true;
    connection.answered();
    for (let second = 0; second < 3; second += 1) {
      connection.failed(busy('rate-limited', 30_000, '429'));
      connection.lookForPerson();
      await pass(500);
    }
    expect(connection.status()).toMatchObject({ state: 'online', pausedUntilMs: null });
  });

  it('waits for somebody to sign in, and notices when somebody has', async () => {
    connection.failed(unauthorised('401'));
    expect(connection.status().state).toBe('sign-in-needed');
    expect(connection.usable()).toBe(false);
    connectionIsUp = true;
    await pass(16_000);
    expect(connection.status().state).toBe('online');
  });

  it('does not go to and fro where the key is not accepted for one thing only, and forgets that once it is', async () => {
    const list = { endpoint: 'locations.list', tookMs: 5 };
    const orders = { endpoint: 'orders.get', tookMs: 5 };
    probe = () => connection.answered(list);
    connection.answered(list);
    for (let reading = 0; reading < 3; reading += 1) {
      connection.failed(unauthorised('401'), orders);
      await pass(30_000);
      expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'unauthorised' } });
    }
    // It was down for the first test only, and each refusal was followed by one.
    expect({ back, probes: probes.length }).toEqual({ back: 2, probes: 3 });
    probe = () => {
      connection.failed(unauthorised('401'), list);
      throw new Error('401');
    };
    connection.failed(unauthorised('401'), list);
    expect(connection.status().state).toBe('sign-in-needed');
    connection.answered(list);
    connection.answered(orders);
    expect(connection.status().state).toBe('online');
  });

  it('does not go to and fro either where what is not accepted is the first thing that the test asks for', async () => {
    const locations = { endpoint: 'locations.list', tookMs: 5 };
    const registrations = { endpoint: 'registrations.list', tookMs: 5 };
    probe = () => {
      connection.failed(unauthorised('401'), locations);
      connection.answered(registrations);
    };
    connection.answered(registrations);
    for (let reading = 0; reading < 3; reading += 1) {
      connection.failed(unauthorised('401'), locations);
      await pass(30_000);
      connection.answered(registrations);
      expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'unauthorised' } });
    }
    expect({ back, probes: probes.length }).toEqual({ back: 2, probes: 3 });
    // The key is accepted for nothing any more.
    probe = () => {
      connection.failed(unauthorised('401'), locations);
      connection.failed(unauthorised('401'), registrations);
      throw new Error('401');
    };
    connection.failed(unauthorised('401'), locations);
    await pass(30_000);
    expect(connection.status().state).toBe('sign-in-needed');
    expect(back).toBe(2);
  });

  it('is not taken for one that is back by a refusal that was known before, while it is still asked whether the key is accepted', () => {
    const locations = { endpoint: 'locations.list', tookMs: 5 };
    const orders = { endpoint: 'orders.get', tookMs: 5 };
    connection.answered(locations);
    connection.failed(unauthorised('401'), orders);
    connection.answered(locations);
    expect(connection.status().state).toBe('trouble');
    const wasBack = back;
    connection.failed(unauthorised('401'), locations);
    connection.failed(unauthorised('401'), orders);
    expect(connection.status().state).toBe('sign-in-needed');
    expect(back).toBe(wasBack);
  });

  describe('with a key that has run out', () => {
    const list = { endpoint: 'locations.list', tookMs: 5 };
    const orders = { endpoint: 'orders.get', tookMs: 5 };
    const refuse = () => {
      connection.failed(unauthorised('401'), list);
      connection.failed(unauthorised('401'), { endpoint: 'registrations.list', tookMs: 5 });
      throw new Error('401');
    };

    it('has nothing left of that once it is accepted again', async () => {
      connection.answered(list);
      probe = refuse;
      connection.failed(unauthorised('401'), orders);
      await pass(1_000);
      expect(connection.status().state).toBe('sign-in-needed');
      // An answer that was on its way.
      connection.failed(unauthorised('401'), orders);
      probe = () => connection.answered(list);
      await pass(15_000);
      expect(connection.status()).toMatchObject({ state: 'online', error: null });
    });

    it('stays down where it had not been accepted for one thing before', async () => {
      connection.answered(list);
      probe = () => connection.answered(list);
      connection.failed(unauthorised('401'), orders);
      await pass(1_000);
      expect(connection.status().state).toBe('trouble');
      const wasBack = back;
      probe = refuse;
      connection.failed(unauthorised('401'), list);
      // Each would bring the connection back, and all that waits would be sent for nothing.
      connection.failed(unauthorised('401'), orders);
      await pass(1_000);
      connection.failed(unauthorised('401'), orders);
      expect(connection.status().state).toBe('sign-in-needed');
      expect(back).toBe(wasBack);
    });
  });

  describe('with a key that may do nothing', () => {
    const list = { endpoint: 'locations.list', tookMs: 5 };
    const otherList = { endpoint: 'registrations.list', tookMs: 5 };
    const change = { endpoint: 'patients.create', tookMs: 5 };
    let before: number;
    /** What a test meets with: both lists are forbidden, unless it is said otherwise. */
    let test: () => void;

    beforeEach(() => {
      test = () => {
        connection.failed(forbidden('403'), list);
        connection.failed(forbidden('403'), otherList);
        throw new Error('403');
      };
      probe = () => test();
      connection.answered(list);
      before = back;
    });

    async function loseRights(): Promise<void> {
      connection.failed(forbidden('403'), list);
      await pass(0);
      expect(probes).toHaveLength(1);
      expectHeld();
    }
    function expectHeld(): void {
      expect(connection.status()).toMatchObject({ state: 'sign-in-needed', error: { kind: 'forbidden' } });
      expect(connection.usable()).toBe(false);
      expect(back).toBe(before);
    }

    it('waits, whatever else is answered, and notices when a list is answered again', async () => {
      await loseRights();
      // Changes that were under way are refused too; were that an answer, all that waits would be sent at once, without end.
      connection.failed(forbidden('403'), change);
      connection.failed(notFound('404'), change);
      connection.failed(bug('no sense', { origin: 'service' }), change);
      for (const _time of [1, 2, 3]) connection.failed(busy('server-error', null, '500'), change);
      connection.answered({ endpoint: 'patients.get', tookMs: 5 });
      connection.answered();
      expectHeld();
      await pass(16_000);
      expect(probes.length).toBeGreaterThan(1);
      expectHeld();
      connection.answered(otherList);
      expect(connection.usable()).toBe(true);
      expect(back).toBe(before + 1);
    });

    it('waits also after a pause that the service asked its test for, and asks nothing in that pause', async () => {
      await loseRights();
      test = () => {
        connection.failed(busy('rate-limited', 60_000, '429'), list);
        throw new Error('429');
      };
      await pass(16_000);
      expectHeld();
      expect(connection.status().pausedUntilMs).not.toBeNull();
      const asked = probes.length;
      await pass(55_000);
      expect(probes).toHaveLength(asked);
      await pass(6_000);
      expectHeld();
      expect(probes.length).toBeGreaterThan(asked);
      test = () => connection.answered(otherList);
      await pass(120_000);
      expect(connection.usable()).toBe(true);
    });

    it('is down where nobody answers, and waits on when anything but a list is answered then', async () => {
      await loseRights();
      test = () => {
        connection.failed(lineDown);
        throw new Error('refused');
      };
      await pass(46_000);
      expect(connection.status()).toMatchObject({ state: 'offline', error: { kind: 'offline' } });
      connection.answered(change);
      expectHeld();
      test = () => connection.answered(list);
      await pass(60_000);
      expect(connection.status().state).toBe('online');
    });

    it('works on where one list alone is forbidden', async () => {
      test = () => {
        connection.failed(forbidden('403'), list);
        connection.answered(otherList);
      };
      for (const _reading of [1, 2, 3]) {
        connection.failed(forbidden('403'), list);
        expect(connection.usable()).toBe(true);
        await pass(0);
        expect(connection.usable()).toBe(true);
        expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'forbidden' } });
      }
      expect(probes).toHaveLength(3);
    });

    it('is not thought of where one change is forbidden', () => {
      connection.failed(forbidden('403'), change);
      expect(connection.status()).toMatchObject({ state: 'online', error: null });
    });
  });

  it('does not count one server error, and counts two in a row as trouble of the service', () => {
    connection.answered();
    connection.failed(busy('server-error', null, '500'));
    expect(connection.status().state).toBe('online');
    connection.failed(busy('server-error', null, '500'));
    expect(connection.status().state).toBe('trouble');
    expect(connection.usable()).toBe(true);
    connection.answered();
    expect(connection.status().state).toBe('online');
  });

  it('counts a refusal as an answer', () => {
    connection.failed(lineDown);
    connection.failed(notFound('404'));
    expect(connection.status().state).toBe('online');
  });

  it('is tested at once when an answer was lost, and is down only when that test fails as well', async () => {
    connection.answered();
    connectionIsUp = true;
    connection.failed(connectionLost);
    await pass(0);
    expect(probes).toHaveLength(1);
    expect(connection.status().state).toBe('online');
    connectionIsUp = false;
    connection.failed(connectionLost);
    await pass(0);
    expect(connection.status().state).toBe('offline');
  });

  it('is in trouble after an answer that makes no sense, whatever came before and whatever else answers well', () => {
    connection.answered({ endpoint: 'locations.list', tookMs: 10 });
    connection.failed(nonsense, { endpoint: 'registrations.list', tookMs: 10 });
    expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'bug' } });
    connection.answered({ endpoint: 'locations.list', tookMs: 10 });
    expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'bug' } });
    connection.answered({ endpoint: 'registrations.list', tookMs: 10 });
    expect(connection.status()).toMatchObject({ state: 'online', error: null });
  });

  it('speaks no more of a change that was answered without sense once a person has looked, but of a list until that is read', async () => {
    connection.answered({ endpoint: 'locations.list', tookMs: 10 });
    connectionIsUp = true;
    connection.failed(nonsense, { endpoint: 'registrations.create', tookMs: 10 });
    connection.answered({ endpoint: 'registrations.list', tookMs: 10 });
    connection.lookNow();
    await pass(0);
    expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'bug' } });
    connection.lookForPerson();
    await pass(0);
    expect(connection.status()).toMatchObject({ state: 'online', error: null });
    connection.failed(nonsense, { endpoint: 'registrations.list', tookMs: 10 });
    connection.lookForPerson();
    await pass(0);
    expect(connection.status()).toMatchObject({ state: 'trouble', error: { kind: 'bug' } });
  });

  it('is in trouble while a list is refused or not found, and counts a refusal of one record as an answer', () => {
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

  it('is measured as slow, as unreliable or as normal', async () => {
    const quality = () => connection.status().measure.quality;
    expect(quality()).toBe('not-known');
    for (let count = 0; count < 5; count += 1) connection.answered({ endpoint: 'x', tookMs: 80 });
    expect(connection.status().measure).toMatchObject({ quality: 'normal', typicalAnswerMs: 80 });
    for (let count = 0; count < 8; count += 1) connection.answered({ endpoint: 'x', tookMs: 4_000 });
    expect(quality()).toBe('slow');
    connectionIsUp = true;
    for (let count = 0; count < 2; count += 1) {
      connection.failed(connectionLost);
      connection.answered({ endpoint: 'x', tookMs: 4_000 });
    }
    expect(connection.status().measure).toMatchObject({ quality: 'unreliable', lost: 2 });
    await pass(4 * 60_000);
    expect(quality()).toBe('not-known');
  });

  it('is measured, after a switch of the network, only by requests that were sent after it', async () => {
    const quality = () => connection.status().measure.quality;
    connectionIsUp = true;
    await pass(60_000);
    connection.networkSwitched();
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
