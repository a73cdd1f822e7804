// A port that is kept while nothing listens on it: refused to whoever connects, given to nobody else, and there again afterwards.
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { reservePort } from '../../../src/app/reserved-port.ts';
import { isHeld } from '../../support/held-port.ts';

const HOST = '127.0.0.1';
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => new Promise((done) => server.close(done))));
});

async function listenOn(port: number): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(port, HOST, done);
  });
  return (server.address() as AddressInfo).port;
}

/** A port that somebody had until just now. */
async function portOfBefore(): Promise<number> {
  const port = await listenOn(0);
  const [server] = servers.splice(0);
  await new Promise((done) => server?.close(done));
  return port;
}

const refusal = (port: number): Promise<unknown> =>
  new Promise((done) => {
    const socket = connect(port, HOST, () => {
      socket.destroy();
      done('connected');
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => done(code));
  });

it('refuses whoever connects, and is nobody else’s, until it is released: then it is free at once', async () => {
  const port = await portOfBefore();
  expect(await isHeld(port)).toBe(false);
  for (let time = 1; time <= 3; time += 1) {
    const reserved = await reservePort(HOST, port);
    expect(await isHeld(port)).toBe(true);
    expect(await refusal(port)).toBe('ECONNREFUSED');
    await reserved.release();
    expect(await isHeld(port)).toBe(false);
  }
  expect(await listenOn(port)).toBe(port);
});

it('cannot be had while somebody listens on it, and takes nothing from them', async () => {
  const port = await listenOn(0);
  await expect(reservePort(HOST, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(await refusal(port)).toBe('connected');
});
