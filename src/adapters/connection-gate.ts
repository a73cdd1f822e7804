// Says which of the connections that come in are taken, so that a flood of them leaves the process its time.
import type { Server } from 'node:net';

export interface ConnectionGateOptions {
  readonly nowMs: () => number;
  /** The most connections that one address may open within a second. */
  readonly perAddress: number;
  /** The most that all together may open within a second. */
  readonly inAll: number;
}

const SECOND_MS = 1_000;

/** @example const mayCome = createConnectionGate({ … }); mayCome('192.0.2.7') // false: too many of its connections came within this second */
export function createConnectionGate(options: ConnectionGateOptions): (address: string) => boolean {
  const { nowMs, perAddress, inAll } = options;
  const taken = new Map<string, number>();
  let sinceMs = Number.NEGATIVE_INFINITY;
  let all = 0;
  return (address) => {
    if (nowMs() - sinceMs >= SECOND_MS) {
      taken.clear();
      all = 0;
      sinceMs = nowMs();
    }
    const before = taken.get(address) ?? 0;
    if (before >= perAddress || all >= inAll) return false;
    taken.set(address, before + 1);
    all += 1;
    return true;
  };
}

/**
 * Closes what may not come before anything is spent on it: the handshake of an encrypted connection costs a hundred times as much as
 * closing it. To be called before the server listens.
 */
export function keepGate(server: Server, mayCome: (address: string) => boolean): void {
  const takers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (connection) => {
    if (!mayCome(connection.remoteAddress ?? '')) return void connection.destroy();
    for (const take of takers) take.call(server, connection);
  });
}
