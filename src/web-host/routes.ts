// The routes of the web host: sign-in, calls to the engine, events. Everything else is refused; the files of the screens are answered
// before it comes here (`answer-file.ts`).
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { z } from 'zod';
import type { Engine } from '../app/compose.ts';
import { SCREEN_HEADERS } from '../app/screen-policy.ts';
import { LARGEST_CALL_BYTES } from '../contract/largest-call.ts';
import type { PairingOutcome, SiteLink } from '../contract/further-desk.ts';
import type { OpenedSession } from '../contract/desk-proof.ts';
import { bug } from '../domain/app-error.ts';
import type { Access } from './access.ts';
import { openEventStream } from './event-stream.ts';
import type { EventSource } from './event-stream.ts';
import type { Links } from './links.ts';
import { refusalOf } from './refusal.ts';
import { cursorOf, jsonBody, limitedBody } from './request-parts.ts';
import { createStreams } from './streams.ts';

/** The limit for requests without a bearer. They only carry a token or a proof, which are short. */
const LARGEST_BODY_WITHOUT_BEARER_BYTES = 2 * 1024;
const HEARTBEAT_MS = 15_000;
/** A stream that may not last tells what its window missed, also over the network to a site desk, and ends. */
const PASSING_MS = 300;
/** After so many seconds such a window asks again. */
const PASSING_AGAIN_S = 2;
/** A window that is opened from another window uses its token within seconds. */
const WINDOW_TOKEN_LIVES_MS = 60_000;

/** What a further desk's windows learn of the site desk, and how one of them pairs. */
export interface SiteDoor {
  link(): SiteLink;
  pair(request: { readonly code: string; readonly name: string }): Promise<PairingOutcome>;
}

export interface WebHostParts {
  readonly engine: Pick<Engine, 'call'> & EventSource;
  /** Calls and events wait for it, so that a window can be there before the engine is open. */
  readonly opened?: Promise<unknown>;
  /** How this desk stands with its site desk; null where the engine is here. */
  readonly site?: SiteDoor | null;
  readonly access: Access;
  readonly links: Pick<Links, 'make' | 'comesFromFile'>;
  /** The port of this host. It is known only after the server listens. */
  readonly port: () => number;
  readonly heartbeatMs?: number;
  /** How long a stream of one window too many is open. */
  readonly passingMs?: number;
  /** Called with unexpected errors. */
  readonly onFailure?: (error: unknown) => void;
  /** Called with the connection of each request that came with a valid bearer. */
  readonly onLetIn?: (connection: Socket) => void;
}

export interface WebHostRoutes {
  readonly app: { readonly fetch: (request: Request) => Response | Promise<Response> };
  /** Ends every event stream, so that the server can close. */
  endStreams(): void;
}

const text = z.string().min(1).max(200);
const sessionRequest = z.strictObject({ token: text, nonce: text });
const challengeRequest = z.strictObject({ party: text, nonce: text });
const resumeRequest = z.strictObject({ party: text, nonce: text, deskNonce: text, proof: text });
const pairRequest = z.strictObject({ code: z.string().max(200), name: z.string().max(200) });
const linkRequest = z.strictObject({ nonce: text, deskNonce: text, proof: text, withFile: z.boolean() });

/** Makes the routes. `fetch` of the result answers a request. */
export function createRoutes(parts: WebHostParts): WebHostRoutes {
  const { engine, access } = parts;
  const streams = createStreams();
  const { site = null } = parts;
  /** A window learns with its key how the desk stands, so that a desk that is not paired asks for the code at once. */
  const withSite = (opened: OpenedSession): OpenedSession =>
    site ? { ...opened, site: site.link() } : opened;
  const app = new Hono<{ Variables: { family: string }; Bindings: { incoming?: IncomingMessage } }>();

  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(SCREEN_HEADERS)) c.header(name, value);
    c.header('cache-control', 'no-store');
    const { method } = c.req;
    const from = { method, host: c.req.header('host'), origin: c.req.header('origin') };
    const refusal = refusalOf(from, parts.port());
    if (refusal !== null) return c.text(refusal, 403);
    return next();
  });

  // No other methods: a HEAD request would be handled like GET, and would open an event stream that nobody reads.
  app.use('/api/*', async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'POST') return next();
    return c.text('This method is not allowed.', 405, { allow: 'GET, POST' });
  });

  const smallBody = limitedBody(LARGEST_BODY_WITHOUT_BEARER_BYTES);

  app.post('/api/session', smallBody, async (c) => {
    const request = sessionRequest.safeParse(await jsonBody(c));
    const opened = request.success ? access.exchange(request.data.token, request.data.nonce) : null;
    return opened === null ? c.text('This token opens nothing.', 401) : c.json(withSite(opened));
  });

  app.post('/api/challenge', smallBody, async (c) => {
    const request = challengeRequest.safeParse(await jsonBody(c));
    const proof = request.success ? access.challenge(request.data.party, request.data.nonce) : null;
    return proof === null ? c.text('This session is over.', 401) : c.json(proof);
  });

  app.post('/api/resume', smallBody, async (c) => {
    const request = resumeRequest.safeParse(await jsonBody(c));
    const opened = request.success
      ? access.resume({ ...request.data, windowNonce: request.data.nonce })
      : null;
    return opened === null ? c.text('This proves nothing.', 401) : c.json(withSite(opened));
  });

  app.post('/api/link', smallBody, async (c) => {
    const request = linkRequest.safeParse(await jsonBody(c));
    const isProven =
      request.success && access.isDoorProven({ ...request.data, windowNonce: request.data.nonce });
    if (!isProven) return c.text('This proves nothing.', 401);
    return c.json({
      ...parts.links.make({ withFile: request.data.withFile }),
      site: site?.link().address ?? null,
    });
  });

  app.use('/api/*', async (c, next) => {
    const family = access.familyOf(bearerOf(c));
    if (family === null) return c.text('This window has no key.', 401);
    c.set('family', family);
    if (c.env.incoming) parts.onLetIn?.(c.env.incoming.socket);
    return next();
  });
  app.use('/api/*', async (c, next) => {
    const isOpen = await Promise.resolve(parts.opened).then(
      () => true,
      () => false,
    );
    return isOpen ? next() : c.text('The desk could not be opened.', 503);
  });
  app.use('/api/*', limitedBody(LARGEST_CALL_BYTES));

  app.post('/api/call', async (c) => {
    const call = await jsonBody(c);
    if (call === undefined) return c.text('The request is not JSON.', 400);
    return c.json(await engine.call(call));
  });

  if (site) {
    app.post('/api/pair', async (c) => {
      const request = pairRequest.safeParse(await jsonBody(c));
      return request.success ? c.json(await site.pair(request.data)) : c.text('This is no pairing.', 400);
    });
  }

  app.post('/api/window', (c) => c.json({ token: access.makeToken(WINDOW_TOKEN_LIVES_MS) }));

  app.post('/api/sign-out', (c) => {
    const family = c.get('family');
    access.signOut(family);
    streams.endOf(family);
    return c.json({});
  });

  app.get('/api/events', (c) => {
    const bearer = bearerOf(c);
    const stream = openEventStream(engine, cursorOf(c), {
      heartbeatMs: parts.heartbeatMs ?? HEARTBEAT_MS,
      // An open stream shows that the window is there, so it keeps the bearer valid.
      isStillAllowed: () => access.familyOf(bearer) !== null,
      onEnd: () => streams.remove(stream),
    });
    const headers = { 'content-type': 'application/x-ndjson; charset=utf-8' };
    if (streams.add(c.get('family'), stream)) return c.body(stream.body, 200, headers);
    setTimeout(() => stream.end(), parts.passingMs ?? PASSING_MS).unref();
    return c.body(stream.body, 200, { ...headers, 'retry-after': String(PASSING_AGAIN_S) });
  });

  app.notFound((c) => c.text('There is nothing here.', 404));
  app.onError((error, c) => {
    // Not logged when the client broke off the request: that is normal, and a stranger could fill the log with it.
    if (!c.req.raw.signal.aborted) parts.onFailure?.(error);
    return c.json({ ok: false, error: bug('Something went wrong in the web host.') }, 500);
  });

  return { app, endStreams: () => streams.endAll() };
}

function bearerOf(c: Context): string {
  return /^Bearer ([\w-]{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
}
