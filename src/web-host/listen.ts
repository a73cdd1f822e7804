// Listens on this machine's loopback address and nowhere else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { StartProblem } from '../app/start-problem.ts';
import { createRoutes } from './routes.ts';
import type { WebHostParts } from './routes.ts';

export const LOOPBACK = '127.0.0.1';
const MOST_CONNECTIONS = 1_000;

export interface WebHost {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * `port` 0 takes any free one.
 *
 * @throws StartProblem when the port cannot be had, PortTaken when it is another program's or another account's
 */
export async function listen(parts: Omit<WebHostParts, 'port'>, port: number): Promise<WebHost> {
  let listeningPort = 0;
  const routes = createRoutes({ ...parts, port: () => listeningPort });
  const answer = getRequestListener(routes.app.fetch, { overrideGlobalObjects: false });
  const server = createServer(
    // A slow or half-sent request must not hold a connection for ever.
    { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 },
    (request, response) => void answer(request, response),
  );
  // Whoever opens connections without end is turned away before the process has no room for the desk's own work.
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((done, failed) => {
    server.once('error', (cause: NodeJS.ErrnoException) => failed(listenProblem(cause, port)));
    server.listen({ host: LOOPBACK, port, exclusive: true }, done);
  });
  listeningPort = (server.address() as AddressInfo).port;
  return {
    port: listeningPort,
    async close() {
      routes.endStreams();
      const closed = new Promise<void>((done) => server.close(() => done()));
      // A connection becomes idle when its answer has left; whoever is still being answered then gets a moment.
      const sweep = setInterval(() => server.closeIdleConnections(), 20);
      const force = setTimeout(() => server.closeAllConnections(), 1_000);
      await closed;
      clearInterval(sweep);
      clearTimeout(force);
    },
  };
}

export class PortTaken extends StartProblem {}

function listenProblem(cause: NodeJS.ErrnoException, port: number): StartProblem {
  if (cause.code === 'EADDRINUSE') {
    return new PortTaken(
      `Port ${port} is taken by another program; choose another one with --port=N, or 0 for any.`,
      {
        cause,
      },
    );
  }
  if (cause.code === 'EACCES')
    return new PortTaken(`This account may not listen on port ${port}.`, { cause });
  return new StartProblem(`The web host cannot listen on ${LOOPBACK}:${port} (${cause.code}).`, { cause });
}
