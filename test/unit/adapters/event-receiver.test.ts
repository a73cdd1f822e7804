// The door for the service's events, over real HTTP.
import { Agent, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { receiveEvents } from '../../../src/adapters/event-receiver.ts';
import type { EventReceiver } from '../../../src/adapters/event-receiver.ts';
import { makeSelfSigned } from '../../../src/adapters/self-signed.ts';

const SECRET = 'long-and-random-0123456789';
let receiver: EventReceiver;
let taken: string[];
/** Stands still unless a test moves it. */
let nowMs = 0;
afterEach(() => receiver.close());

async function open(secure: Parameters<typeof receiveEvents>[0]['secure'] = null): Promise<void> {
  taken = [];
  receiver = await receiveEvents({
    port: 0,
    secure,
    secretHeader: 'X-Webhook-Secret',
    secret: SECRET,
    onDelivery: (body) => taken.push(Buffer.from(body).toString('utf8')),
    nowMs: () => nowMs,
  });
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** The status, and the body of the answer. */
function send({ method = 'POST', path, headers = { 'x-webhook-secret': SECRET }, body = '{}' }: Sent = {}) {
  const url = new URL(path ?? '', receiver.address);
  const ask = url.protocol === 'https:' ? secureRequest : request;
  return new Promise<{ status: number; text: string }>((done, failed) => {
    const asked = ask(url, { method, headers, rejectUnauthorized: false }, (response) => {
      let text = '';
      response.on('data', (part) => (text += String(part)));
      response.on('end', () => done({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', failed);
    asked.end(body);
  });
}

const TAKEN = { status: 200, text: '' };

describe('a delivery', () => {
  it('with the secret is taken and answered with 200, whatever is in it', async () => {
    await open();
    expect(await send({ body: '{"event":"a","data":{}}' })).toEqual(TAKEN);
    expect(await send({ body: 'no event at all' })).toEqual(TAKEN);
    expect(taken).toEqual(['{"event":"a","data":{}}', 'no event at all']);
    expect(receiver.refused()).toEqual({ wrongSecret: 0, others: 0 });
  });

  it.each([
    ['no secret', {}],
    ['an empty one', { 'x-webhook-secret': '' }],
    ['a wrong one', { 'x-webhook-secret': `${SECRET}x` }],
    ['a part of it', { 'x-webhook-secret': SECRET.slice(0, -1) }],
    ['the secret twice', { 'x-webhook-secret': `${SECRET}, ${SECRET}` }],
    ['the secret in another header', { authorization: SECRET }],
  ])('with %s is refused with 401 and nothing else, and counted', async (_, headers) => {
    await open();
    expect(await send({ headers: headers as Record<string, string> })).toEqual({ status: 401, text: '' });
    expect(taken).toEqual([]);
    expect(receiver.refused()).toEqual({ wrongSecret: 1, others: 0 });
  });

  it.each([
    ['another path', { path: '/' }, 404],
    ['another method', { method: 'PUT' }, 405],
    ['too much', { body: 'x'.repeat(65_537) }, 413],
  ])('to %s is refused', async (_, sent, status) => {
    await open();
    expect(await send(sent)).toEqual({ status, text: '' });
    expect(taken).toEqual([]);
    expect(receiver.refused()).toEqual({ wrongSecret: 0, others: 1 });
  });

  it('that does not say how long it is, is cut off when it is too long', async () => {
    await open();
    const headers = { 'x-webhook-secret': SECRET, 'transfer-encoding': 'chunked' };
    const answered = await send({ headers, body: 'x'.repeat(200_000) }).catch(() => null);
    expect([null, 413]).toContain(answered?.status ?? null);
    expect(taken).toEqual([]);
    await expect.poll(() => receiver.refused().others).toBe(1);
  });

  it('without the secret is answered before its body has come', async () => {
    await open();
    const { port } = new URL(receiver.address);
    const socket = connect(Number(port), '127.0.0.1');
    const answered = new Promise<string>((done) => socket.once('data', (part) => done(String(part))));
    socket.write('POST /webhook HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
    expect(await answered).toContain(' 401 ');
    socket.destroy();
  });

  it('that breaks off is not taken, and the next one is', async () => {
    await open();
    const { port } = new URL(receiver.address);
    const socket = connect(Number(port), '127.0.0.1');
    const head = `POST /webhook HTTP/1.1\r\nHost: a\r\nX-Webhook-Secret: ${SECRET}\r\nContent-Length: 10\r\n\r\n12345`;
    await new Promise<void>((written) => socket.write(head, () => written()));
    socket.destroy();
    expect(await send()).toEqual(TAKEN);
    expect(taken).toEqual(['{}']);
  });
});

describe('where it listens', () => {
  it('without a certificate at the loopback address alone', async () => {
    await open();
    const { hostname, port, protocol } = new URL(receiver.address);
    expect([protocol, hostname]).toEqual(['http:', '127.0.0.1']);
    const outer = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    const refused = new Promise<string>((done) => {
      const socket = connect(Number(port), outer?.address ?? '127.0.0.2');
      socket.once('connect', () => done('connected'));
      socket.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'error'));
    });
    expect(await refused).toBe('ECONNREFUSED');
  });

  it('with one over TLS, and to nobody who speaks plain HTTP', async () => {
    const { certificate, key } = makeSelfSigned();
    await open({ address: '127.0.0.1', cert: certificate, key });
    expect(await send()).toEqual(TAKEN);
    const plain = new Promise<string>((done) => {
      const { port } = new URL(receiver.address);
      request({ host: '127.0.0.1', port, path: '/webhook', method: 'POST' }, () => done('answered'))
        .on('error', () => done('refused'))
        .end();
    });
    expect(await plain).toBe('refused');
    expect(taken).toEqual(['{}']);
  });
});

describe('connections that send nothing, and those that never end a body', () => {
  it('are closed when their time is over, and not half a minute later', async () => {
    await open();
    const endless = `POST /webhook HTTP/1.1\r\nhost: a\r\nx-webhook-secret: ${SECRET}\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n`;
    const { port } = new URL(receiver.address);
    const beganAt = performance.now();
    const closed = Array.from({ length: 40 }, (_, n) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(n % 2 === 0 ? '' : endless));
      socket.on('error', () => undefined).resume();
      return new Promise<void>((done) => socket.on('close', () => done()));
    });
    await Promise.all(closed);
    // Node looks for them by itself after 30 seconds.
    expect(performance.now() - beganAt).toBeLessThan(25_000);
    nowMs += 1_000;
    expect(await send()).toEqual(TAKEN);
  });
});

describe('a flood', () => {
  const { certificate: cert, key } = makeSelfSigned();
  const secure = { address: '127.0.0.1', cert, key };
  it.each([
    ['in plain text', null],
    ['over TLS', secure],
  ])(
    '%s is turned away after 50 connections of an address in a second, whatever it knows',
    async (_, tls) => {
      await open(tls);
      const wrong = { headers: { 'x-webhook-secret': 'guess' } };
      // After a refusal the connection is closed, so each of these needs one.
      for (let sent = 0; sent < 50; sent += 1) expect((await send(wrong)).status).toBe(401);
      await expect(send(wrong)).rejects.toThrow(/ECONNRESET|socket hang up|disconnected/);
      await expect(send()).rejects.toThrow(/ECONNRESET|socket hang up|disconnected/);
      expect(receiver.refused()).toEqual({ wrongSecret: 50, others: 0 });
      nowMs += 1_000;
      expect(await send()).toEqual(TAKEN);
    },
  );

  it('over one connection opens another one after each 20 events', async () => {
    await open();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (let sent = 0; sent < 40; sent += 1) {
      await new Promise<void>((done, failed) => {
        const headers = { 'x-webhook-secret': SECRET };
        const asked = request(receiver.address, { method: 'POST', headers, agent }, (response) => {
          ports.add(response.socket.localPort);
          response.resume().on('end', done);
        });
        asked.on('error', failed);
        asked.end('{}');
      });
    }
    agent.destroy();
    expect([ports.size, taken.length]).toEqual([2, 40]);
  });
});
