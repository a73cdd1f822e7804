// A web host that stands for one test, asked over real HTTP; its clocks move by hand.
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, expect } from 'vitest';
import type { OpenedSession } from '../../../../src/contract/desk-proof.ts';
import type { ScreenFiles } from '../../../../src/app/screen-files.ts';
import { createAccess } from '../../../../src/web-host/access.ts';
import type { Access, AccessOptions } from '../../../../src/web-host/access.ts';
import { listen } from '../../../../src/web-host/listen.ts';
import type { WebHost } from '../../../../src/web-host/listen.ts';
import type { WebHostParts } from '../../../../src/web-host/routes.ts';
import { createEngineDouble } from '../../../support/engine-double.ts';
import type { EngineDouble } from '../../../support/engine-double.ts';
import { webWindow } from '../../../support/web-window.ts';

export const MASTER = new Uint8Array(32).fill(3);
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** What the wall clock says when `nowMs` is 0. */
export const START_MS = 1_800_000_000_000;

const text = (content: string) => Uint8Array.from(Buffer.from(content));
const index = { body: text('<!doctype html>'), type: 'text/html; charset=utf-8', cacheControl: 'no-store' };
const files: ScreenFiles = new Map([
  ['/', index],
  ['/index.html', index],
  [
    '/assets/index-1a2b.js',
    {
      body: text('console'),
      type: 'text/javascript',
      cacheControl: 'public, max-age=31536000, immutable',
    },
  ],
]);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HostUnderTest {
  readonly engine: EngineDouble;
  readonly host: WebHost;
  /** The paths of requests whose answers were sent, in this order. */
  readonly sent: readonly string[];
  /** What the host could not deal with. */
  readonly failures: readonly unknown[];
  /** Milliseconds since the test began, for the wall clock and the monotonic one alike. */
  nowMs: number;
  /** How long a stream of one window too many is open; taken at the start. */
  passingMs: number;
  /** What the screens were built from; taken at the start. */
  build: string;
  /** What calls and events wait for; taken at the start. */
  opened: Promise<unknown>;
  /** Starts the host anew, after `host.close()`; at any free port unless one is named. */
  start: (port?: number, options?: Partial<AccessOptions>) => Promise<void>;
  origin: () => string;
  /** Headers of a request for JSON from the host's own page. */
  json: (extra?: Record<string, string>) => Record<string, string>;
  /** A raw request: fetch would not let a test lie about Host and Origin, and would tidy the path. */
  send: (
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: string },
  ) => Promise<Answer>;
  /** A POST of `body` as JSON. */
  ask: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** A token of a link; it lives for a minute. */
  newToken: () => string;
  openSession: (token?: string) => Promise<OpenedSession>;
  bearerFor: (token?: string) => Promise<string>;
  callWith: (bearer: string) => Promise<Answer>;
  withBearer: () => Promise<Record<string, string>>;
  /** Null when the session is over. */
  resume: (kept: Pick<OpenedSession, 'session' | 'secret'>) => Promise<OpenedSession | null>;
}

/** A host for each test of a file: started before it, closed after it. */
export function useWebHost(): HostUnderTest {
  let engine: EngineDouble;
  let access: Access;
  let host: WebHost;
  let failures: unknown[] = [];
  let sentPaths: string[] = [];

  const desk: HostUnderTest = {
    get engine() {
      return engine;
    },
    get host() {
      return host;
    },
    get sent() {
      return sentPaths;
    },
    get failures() {
      return failures;
    },
    nowMs: 0,
    passingMs: MINUTE_MS,
    build: 'build-1',
    opened: Promise.resolve(),
    async start(port = 0, options = {}) {
      access = createAccess({
        master: MASTER,
        port: () => host.port,
        nowMs: () => START_MS + desk.nowMs,
        monotonicMs: () => desk.nowMs,
        ...options,
      });
      const links: WebHostParts['links'] = {
        make: ({ withFile }) => ({ address: 'http://link', file: withFile ? '/file' : null }),
        comesFromFile: (url) => url === '/?file=ours',
      };
      const onFailure = (error: unknown): void => void failures.push(error);
      const { passingMs, opened, build } = desk;
      const onAsked = (path: string) => (): void => void sentPaths.push(path);
      const parts = {
        engine,
        opened,
        build,
        files,
        access,
        links,
        heartbeatMs: 40,
        passingMs,
        onAsked,
        onFailure,
      };
      host = await listen(parts, port);
    },
    origin: () => `http://127.0.0.1:${host.port}`,
    json: (extra = {}) => ({ 'content-type': 'application/json', origin: desk.origin(), ...extra }),
    send: (method, path, { headers = {}, body } = {}) =>
      new Promise((done, failed) => {
        const sent = request(
          {
            host: '127.0.0.1',
            port: host.port,
            method,
            path,
            headers,
            agent: false,
            setHost: headers['host'] === undefined,
          },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('error', failed);
            answer.on('end', () =>
              done({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                body: Buffer.concat(chunks).toString(),
              }),
            );
          },
        );
        sent.on('error', failed);
        sent.end(body);
      }),
    ask: (path, body, headers = desk.json()) =>
      desk.send('POST', path, { headers, body: JSON.stringify(body) }),
    newToken: () => access.makeToken(MINUTE_MS),
    async openSession(token = desk.newToken()) {
      const answer = await desk.ask('/api/session', { token, nonce: `window of ${token}` });
      expect(answer.status).toBe(200);
      return JSON.parse(answer.body) as OpenedSession;
    },
    bearerFor: async (token) => (await desk.openSession(token)).bearer,
    callWith: (bearer) =>
      desk.ask(
        '/api/call',
        { name: 'board.get', input: {} },
        desk.json({ authorization: `Bearer ${bearer}` }),
      ),
    withBearer: async () => desk.json({ authorization: `Bearer ${await desk.bearerFor()}` }),
    resume: (kept) => webWindow(desk.origin()).resume(kept),
  };

  beforeEach(async () => {
    engine = createEngineDouble();
    desk.nowMs = 0;
    desk.passingMs = MINUTE_MS;
    desk.build = 'build-1';
    desk.opened = Promise.resolve();
    failures = [];
    sentPaths = [];
    await desk.start();
  });
  afterEach(() => host.close());
  return desk;
}
