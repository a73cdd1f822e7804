// The HTTP adapter on real sockets: one exchange, and honest about what may have been delivered.
import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authoritiesOfComputer } from '../../../src/adapters/believed-authorities.ts';
import { createHttp, type HttpAdapter } from '../../../src/adapters/http.ts';
import { makeSelfSigned } from '../../../src/adapters/self-signed.ts';
import type { HttpFailure, HttpRequest } from '../../../src/core/ports/machine.ts';
import { startFaultServer, type FaultServer } from '../../support/fault-server.ts';

let server: FaultServer;
let http: HttpAdapter;
let switchedOff: boolean;

beforeEach(async () => {
  server = await startFaultServer();
  switchedOff = false;
  http = createHttp({ switchedOff: () => switchedOff });
});
afterEach(async () => {
  await http.close();
  await server.close();
});

const ask = (changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: `${server.url}/x`,
  headers: {},
  timeoutMs: 5_000,
  maxBytes: 1_000_000,
  ...changes,
});

async function failureOf(promise: Promise<unknown>): Promise<Pick<HttpFailure, 'reason' | 'delivery'>> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error as HttpFailure,
  );
  expect(thrown).toHaveProperty('name', 'HttpFailure');
  const { reason, delivery } = thrown as HttpFailure;
  return { reason, delivery };
}

describe('a whole exchange', () => {
  test('hands over status, lower-case headers and the bytes as they came', async () => {
    const body = Uint8Array.of(0, 1, 254, 255);
    server.always({ status: 418, body, contentType: 'application/x-tea', headers: { 'X-Pot': 'short' } });
    const answer = await http.request(ask());
    expect(answer.status).toBe(418);
    expect(answer.headers).toMatchObject({ 'x-pot': 'short', 'content-type': 'application/x-tea' });
    expect([...answer.body]).toEqual([...body]);
  });

  test('sends method, headers and body', async () => {
    server.always({});
    await http.request(ask({ method: 'PATCH', headers: { 'x-a': 'b' }, body: '{"é":1}' }));
    expect(server.requests).toMatchObject([{ method: 'PATCH', body: '{"é":1}', headers: { 'x-a': 'b' } }]);
  });

  test('asks for an answer that is not compressed', async () => {
    server.always({});
    await http.request(ask());
    expect(server.requests).toMatchObject([{ headers: { 'accept-encoding': 'identity' } }]);
  });

  test('does not follow a redirect', async () => {
    server.always({ status: 302, headers: { location: '/y' } });
    expect((await http.request(ask())).headers['location']).toBe('/y');
    expect(server.requests).toHaveLength(1);
  });
});

describe('proof that nothing was delivered', () => {
  test('nobody listening', async () => {
    await server.close();
    expect(await failureOf(http.request(ask()))).toEqual({ reason: 'refused', delivery: 'not-sent' });
  });

  test('a name with no address', async () => {
    expect(await failureOf(http.request(ask({ url: 'http://no-such-host.invalid/' })))).toEqual({
      reason: 'name-not-found',
      delivery: 'not-sent',
    });
  });

  test('somebody whose certificate is not the service’s', async () => {
    const { certificate, key } = makeSelfSigned();
    let requests = 0;
    const stranger = createSecureServer({ cert: certificate, key }, (_, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    expect(await failureOf(http.request(ask({ url: `https://127.0.0.1:${port}/`, method: 'POST' })))).toEqual(
      {
        reason: 'untrusted',
        delivery: 'not-sent',
      },
    );
    expect(requests).toBe(0);
    await new Promise((resolve) => stranger.close(resolve));
  });

  test('switched off, until switched on again', async () => {
    server.always({});
    switchedOff = true;
    expect(await failureOf(http.request(ask()))).toEqual({ reason: 'switched-off', delivery: 'not-sent' });
    switchedOff = false;
    expect((await http.request(ask())).status).toBe(200);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a certificate of an authority that Node does not bring along', () => {
  const own = (file: string): string =>
    readFileSync(join(import.meta.dirname, '../../support/own-authority', file), 'utf8');
  let requests: string[];
  let paths: { readonly good: string; readonly otherName: string };
  let service: ReturnType<typeof createSecureServer>;

  beforeEach(async () => {
    requests = [];
    service = createSecureServer({ cert: own('certificate.pem'), key: own('key.pem') }, (asked, response) => {
      requests.push(`${asked.method} ${asked.url}`);
      response.end('ok');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    paths = { good: `https://127.0.0.1:${port}/x`, otherName: `https://localhost:${port}/x` };
  });
  afterEach(async () => {
    const closed = new Promise((resolve) => service.close(resolve));
    service.closeAllConnections();
    await closed;
  });

  async function withAuthorities(authorities: () => string[], use: (http: HttpAdapter) => Promise<void>) {
    const adapter = createHttp({ authorities });
    await use(adapter);
    await adapter.close();
  }

  test('is believed where this computer believes it; each request arrives once', async () => {
    const authorities = vi.fn(() => [own('authority.pem')]);
    await withAuthorities(authorities, async (adapter) => {
      const asked = [1, 2, 3].map(() => adapter.request(ask({ url: paths.good, method: 'POST' })));
      for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
      expect((await adapter.request(ask({ url: paths.good }))).status).toBe(200);
    });
    expect(requests).toEqual(['POST /x', 'POST /x', 'POST /x', 'GET /x']);
    expect(authorities).toHaveBeenCalledTimes(1);
  });

  test('is not where it does not, or its authorities cannot be read; nothing arrives', async () => {
    const cannotBeRead = (): never => {
      throw new Error('no store');
    };
    for (const authorities of [() => [], () => [makeSelfSigned().certificate], cannotBeRead])
      await withAuthorities(authorities, async (adapter) => {
        for (const attempt of [1, 2])
          expect(await failureOf(adapter.request(ask({ url: paths.good }))), String(attempt)).toEqual({
            reason: 'untrusted',
            delivery: 'not-sent',
          });
      });
    expect(requests).toEqual([]);
  });

  test('is not for another name', async () => {
    await withAuthorities(
      () => [own('authority.pem')],
      async (adapter) => {
        expect(await failureOf(adapter.request(ask({ url: paths.otherName })))).toEqual({
          reason: 'untrusted',
          delivery: 'not-sent',
        });
      },
    );
    expect(requests).toEqual([]);
  });

  test('this computer’s authorities are not read where they are not needed', async () => {
    const authorities = vi.fn(() => []);
    server.always({});
    await withAuthorities(authorities, async (adapter) => {
      expect((await adapter.request(ask())).status).toBe(200);
      await server.close();
      expect(await failureOf(adapter.request(ask()))).toMatchObject({ reason: 'refused' });
    });
    expect(authorities).not.toHaveBeenCalled();
  });

  test('those of this computer can be read', () => {
    for (const certificate of authoritiesOfComputer())
      expect(certificate).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });
});

describe('anything else leaves it open', () => {
  test('a reset', async () => {
    server.always({ reset: true });
    expect(await failureOf(http.request(ask({ method: 'DELETE' })))).toEqual({
      reason: 'connection-lost',
      delivery: 'unknown',
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a body cut short', async () => {
    server.always({ body: 'x'.repeat(1000), cutAfterBytes: 500 });
    expect(await failureOf(http.request(ask()))).toEqual({ reason: 'connection-lost', delivery: 'unknown' });
  });

  test('something that does not speak HTTP', async () => {
    const printer = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('PRINTER READY\r\n'),
    );
    await new Promise<void>((resolve) => printer.listen(0, '127.0.0.1', resolve));
    const { port } = printer.address() as AddressInfo;
    expect(await failureOf(http.request(ask({ url: `http://127.0.0.1:${port}/` })))).toEqual({
      reason: 'connection-lost',
      delivery: 'unknown',
    });
    await new Promise((resolve) => printer.close(resolve));
  });

  test.each([
    ['no answer', { silent: true }],
    ['a head without its body', { body: 'hello', stallAfterHead: true }],
  ])('%s within the time', async (_, fault) => {
    server.always(fault);
    expect(await failureOf(http.request(ask({ timeoutMs: 50 })))).toEqual({
      reason: 'timeout',
      delivery: 'unknown',
    });
  });

  test.each([
    ['told beforehand', { body: 'x'.repeat(2_000) }],
    ['not told', { endlessBytes: 16 * 1024 * 1024 }],
  ])('an answer that is too long, its length %s', async (_, fault) => {
    server.always(fault);
    expect(await failureOf(http.request(ask({ maxBytes: 1_000 })))).toEqual({
      reason: 'too-large',
      delivery: 'unknown',
    });
  });

  test('an abort while waiting', async () => {
    server.always({ silent: true });
    const abort = new AbortController();
    const failing = failureOf(http.request(ask({ signal: abort.signal })));
    await server.seen(1);
    abort.abort();
    expect(await failing).toEqual({ reason: 'aborted', delivery: 'unknown' });
  });
});

test('after any failure the next request is served', async () => {
  server.next({ reset: true }, { body: 'hello', cutAfterBytes: 2 }, { endlessBytes: 4 * 1024 * 1024 });
  server.always({ body: 'fine' });
  for (let failed = 0; failed < 3; failed += 1) await failureOf(http.request(ask({ maxBytes: 1_000 })));
  expect(Buffer.from((await http.request(ask())).body).toString()).toBe('fine');
});
