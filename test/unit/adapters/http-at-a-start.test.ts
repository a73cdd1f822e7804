// A start makes what asks over HTTP and asks nobody yet: it does not wait for undici.
import { expect, test, vi } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { startFaultServer } from '../../support/fault-server.ts';

const { loads } = vi.hoisted(() => ({ loads: vi.fn() }));
vi.mock('undici', (original) => {
  loads();
  return original();
});

const ask = { method: 'GET', headers: {}, timeoutMs: 5_000, maxBytes: 1_000 } as const;

test('undici is loaded with the first request, once, and not to be closed', async () => {
  const server = await startFaultServer();
  server.always({ status: 200, body: Uint8Array.of(1) });
  const unused = createHttp();
  await unused.close();
  expect(loads).not.toHaveBeenCalled();
  const http = createHttp();
  const answers = await Promise.all([1, 2].map(() => http.request({ ...ask, url: `${server.url}/x` })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(loads).toHaveBeenCalledTimes(1);
  await http.close();
  await server.close();
});

test('after it was closed nothing is sent, whether it had asked before or not', async () => {
  const http = createHttp();
  await http.close();
  await expect(http.request({ ...ask, url: 'http://127.0.0.1:9/x' })).rejects.toMatchObject({
    name: 'HttpFailure',
    delivery: 'not-sent',
  });
});
