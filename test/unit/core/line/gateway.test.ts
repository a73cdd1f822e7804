// What the gateway tells the connection about a request.
import { expect, it } from 'vitest';
import type { Call } from '../../../../src/core/service/client.ts';
import type { Connection } from '../../../../src/core/line/connection.ts';
import { createGateway } from '../../../../src/core/line/gateway.ts';
import { createServiceClock } from '../../../../src/core/line/service-clock.ts';
import { systemClock } from '../../../../src/adapters/system-clock.ts';

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
