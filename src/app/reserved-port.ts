// Keeps a port of this machine while nothing listens on it: whoever connects is refused, as by a printer that is switched off, and the
// system gives the port to nobody else.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface ReservedPort {
  /** Resolves when the port can be listened on again. */
  release(): Promise<void>;
}

const closed = (server: Server): Promise<void> => new Promise((done) => server.close(() => done()));

/**
 * Reserves a port of `host` (an IP address) on which nothing listens, by a connection from it to a server of our own: Node has no other way
 * to hold a port without listening that all of its versions know. Linux keeps the port from programs that ask for any, and still gives it to
 * one that asks for this very number; Windows and macOS refuse that one as well. Rejects when somebody else listens on it.
 *
 * @example
 * const reserved = await reservePort('127.0.0.1', 9100);
 * await reserved.release();
 */
export async function reservePort(host: string, port: number): Promise<ReservedPort> {
  const ends = new Set<Socket>();
  const keep = (socket: Socket): void => {
    // Whatever ends the connection, nobody sends anything over it.
    socket.on('error', () => undefined).on('close', () => ends.delete(socket));
    ends.add(socket.unref());
  };
  const other = createServer(keep).unref();
  await new Promise<void>((done, fail) => {
    other.once('error', fail);
    other.listen(0, host, done);
  });
  const release = async (): Promise<void> => {
    const isClosed = closed(other);
    // A reset leaves nothing waiting at the port, as an orderly end would for a minute.
    for (const socket of ends) socket.resetAndDestroy();
    await isClosed;
  };
  try {
    await new Promise<void>((done, fail) => {
      const here = connect({
        host,
        port: (other.address() as AddressInfo).port,
        localAddress: host,
        localPort: port,
      });
      keep(here);
      here.once('connect', done).once('error', fail);
    });
  } catch (thrown) {
    await release();
    throw thrown;
  }
  return { release };
}
