// What the gateway tells the connection and the service's clock about a request.
import { expect, it } from 'vitest';
import type { Call } from '../../../../src/core/service/client.ts';
import type { Connection } from '../../../../src/core/line/connection.ts';
import { createGateway } from '../../../../src/core/line/gateway.ts';
import { createServiceClock } from '../../../../src/core/line/service-clock.ts';
import { refusedOrFailed } from '../../../../src/core/service/refused-exception.ts';
import { systemClock } from '../../../../src/adapters/system-clock.ts';
import { AppException, busy, conflict } from '../../../../src/domain/app-error.ts';
import type { AppError } from '../../../../src/domain/app-error.ts';

it('does not judge the connection by answers to requests that were sent before the network was switched', async () => {
  const told: string[] = [];
  const connection = {
    answered: () => told.push('answered'),
    failed: () => told.push('failed'),
  } as unknown as Connection;
  const answers: (() => void)[] = [];
  const service = {
    call: (() =>
      new Promise<unknown>((resolve) =>
        answers.push(() => resolve({ serverDateMs: null })),
      )) as unknown as Call,
  };
  const gateway = createGateway({
    service,
    clock: systemClock,
    serviceClock: createServiceClock(systemClock),
    connection: () => connection,
  });

  const before = gateway.call('locations.list', { query: {} });
  gateway.networkSwitched();
  const after = gateway.call('locations.list', { query: {} });
  answers[0]?.();
  await before;
  expect(told).toEqual([]);
  answers[1]?.();
  await after;
  expect(told).toEqual(['answered']);
});

it('hears the service’s time from its refusals as well, and from nobody else’s', async () => {
  const serviceClock = createServiceClock(systemClock);
  const thrown: Error[] = [];
  const gateway = createGateway({
    service: {
      call: (() => Promise.reject(thrown.shift() ?? new Error('nothing is asked'))) as unknown as Call,
    },
    clock: systemClock,
    serviceClock,
    connection: () => ({ answered() {}, failed() {} }) as unknown as Connection,
  });
  const ask = (): Promise<unknown> => gateway.call('locations.list', { query: {} }).catch(() => null);

  const serverMs = Date.parse('2031-05-05T10:00:00Z');
  thrown.push(refusedOrFailed(busy('gateway', null, 'a page on the way'), serverMs));
  await ask();
  expect(serviceClock.isKnown()).toBe(false);

  thrown.push(refusedOrFailed(conflict('taken', 'the slot is taken'), serverMs));
  await ask();
  expect(serviceClock.isKnown()).toBe(true);
  expect(Math.abs(serviceClock.nowMs() - serverMs)).toBeLessThan(60_000);
});

it('remembers when the service last carried out a change, which a reading does not tell', async () => {
  const gateway = createGateway({
    service: { call: (async () => ({ serverDateMs: null })) as unknown as Call },
    clock: systemClock,
    serviceClock: createServiceClock(systemClock),
    connection: () => ({ answered() {}, failed() {} }) as unknown as Connection,
  });
  await gateway.call('locations.list', { query: {} });
  expect(gateway.answeredWellAtMs()).toBeGreaterThan(0);
  expect(gateway.changedWellAtMs()).toBe(-Infinity);
  await gateway.call('registrations.retest', { params: { id: 'r' } } as never);
  expect(gateway.changedWellAtMs()).toBeGreaterThan(0);
});

it('leaves out what was answered to a question of before a change was confirmed, and of no other record', () => {
  let nowMs = 1_000;
  const clock = { ...systemClock, monotonicMs: () => nowMs };
  const gateway = createGateway({
    service: { call: (() => Promise.reject(new Error('nothing is asked'))) as unknown as Call },
    clock,
    serviceClock: createServiceClock(clock),
    connection: () => ({ answered() {}, failed() {} }) as unknown as Connection,
  });
  const told = [{ id: 'changed' }, { id: 'other' }];
  const askedBeforeMs = gateway.nowMs();
  nowMs += 10;
  gateway.wrote([{ kind: 'registration', serverId: 'changed' }]);
  nowMs += 10;
  const askedAfterMs = gateway.nowMs();
  expect(gateway.stillCurrent('registration', told, askedBeforeMs)).toEqual([{ id: 'other' }]);
  expect(gateway.stillCurrent('registration', told, askedAfterMs)).toEqual(told);
  // Ids are told apart by the kind of record.
  expect(gateway.stillCurrent('appointment', told, askedBeforeMs)).toEqual(told);
});

it('tells of a document that cannot be had only where the service asks for a pause, which is about all requests', async () => {
  const told: string[] = [];
  const failures = [busy('server-error', null, '500'), busy('rate-limited', 1_000, '429')];
  const gateway = createGateway({
    service: {
      call: (() => Promise.reject(new AppException(failures.shift() as AppError))) as unknown as Call,
    },
    clock: systemClock,
    serviceClock: createServiceClock(systemClock),
    connection: () =>
      ({
        answered() {},
        failed: (error: AppError) => told.push('reason' in error ? error.reason : error.kind),
      }) as unknown as Connection,
  });
  const label = (): Promise<unknown> =>
    gateway.callAside('registrations.label', { params: { id: 'registration-1' } }, 1_000).catch(() => null);
  await label();
  expect(told).toEqual([]);
  await label();
  expect(told).toEqual(['rate-limited']);
});
