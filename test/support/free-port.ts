// A port of this machine that nobody listens at.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Free at this moment; whoever wants it has to take it soon. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
