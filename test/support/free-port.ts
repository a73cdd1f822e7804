// A port of this machine that nobody listens at.
import { createServer } from 'node:net';

/**
 * Below those that the system itself gives to outgoing connections and to whoever listens at any port: one of these would be given to somebody
 * else between the look and the use, and with many tests at once it is.
 */
const FIRST = 20_000;
const COUNT = 12_000;

/** Free at this moment; whoever wants it has to take it soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
