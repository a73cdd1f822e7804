// The HTTP server. It listens on 127.0.0.1 only, so that no other machine can reach it.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ScreenFiles } from '../app/screen-files.ts';
import { StartProblem } from '../app/start-problem.ts';
import { answerFile } from './answer-file.ts';
import { keepDoorFree } from './crowded-door.ts';
import type { WebHostParts, WebHostRoutes } from './routes.ts';

export const LOOPBACK = '127.0.0.1';
const MOST_CONNECTIONS = 1_000;

/** What the routes need, and the files of the screens. */
export type ServedParts = Omit<WebHostParts, 'port' | 'onLetIn'> & {
  readonly files: ScreenFiles;
  /** Called with the path of each request; what it returns is called when the answer was sent. */
  readonly onAsked?: ((path: string) => () => void) | undefined;
};

export interface WebHost {
  readonly port: number;
  /** Loads what answers everything but the files of the screens, sooner than the first such request would. */
  loadRoutes(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the server. `port` 0 takes any free port.
 *
 * @throws PortTaken when another program uses the port, or this account may not use it
 * @throws StartProblem when the server cannot listen for another reason
 */
export async function listen(parts: ServedParts, port: number): Promise<WebHost> {
  let listeningPort = 0;
  let loading: Promise<WebHostRoutes> | null = null;
  const routes = (): Promise<WebHostRoutes> =>
    (loading ??= loadRoutes({ ...parts, port: () => listeningPort, onLetIn }));
  const server = createServer(
    // Limits for slow and incomplete requests, which would otherwise keep a connection for ever.
    { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 },
    (request, response) => {
      const onSent = parts.onAsked?.((request.url ?? '/').replace(/\?.*/s, ''));
      if (onSent) response.once('finish', onSent);
      if (answerFile(request, response, { ...parts, port: listeningPort })) return;
      routes().then(
        ({ answer }) => answer(request, response),
        (error: unknown) => {
          parts.onFailure?.(error);
          response.destroy();
        },
      );
    },
  );
  // A limit, so that a program that opens ever more connections cannot use up the memory of the desk.
  const onLetIn = keepDoorFree(server, MOST_CONNECTIONS);
  await new Promise<void>((done, failed) => {
    server.once('error', (cause: NodeJS.ErrnoException) => failed(listenProblem(cause, port)));
    server.listen({ host: LOOPBACK, port, exclusive: true }, done);
  });
  listeningPort = (server.address() as AddressInfo).port;
  return {
    port: listeningPort,
    loadRoutes: async () => void (await routes()),
    close: closerOf(
      server,
      () =>
        void loading?.then(
          ({ endStreams }) => endStreams(),
          () => undefined,
        ),
    ),
  };
}

/** Loaded while the browser opens the first page. */
async function loadRoutes(parts: WebHostParts): Promise<WebHostRoutes> {
  const { createRoutes } = await import('./routes.ts');
  return createRoutes(parts);
}

/** Closes a server: its streams at once, and each connection as soon as its answer was sent. */
export function closerOf(server: Server | SecureServer, endStreams: () => void): () => Promise<void> {
  return async () => {
    endStreams();
    const closed = new Promise<void>((done) => server.close(() => done()));
    // After a second the remaining connections are closed too.
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    const force = setTimeout(() => server.closeAllConnections(), 1_000);
    await closed;
    clearInterval(sweep);
    clearTimeout(force);
  };
}

/** The port cannot be used; another port may work. */
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
