// The web host's routes: the screens' files, one door to the engine, one event stream. Everything else is refused.
import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Engine } from '../app/compose.ts';
import type { ScreenFiles } from '../app/screen-files.ts';
import { SCREEN_HEADERS } from '../app/screen-policy.ts';
import type { EventCursor } from '../contract/events.ts';
import { bug } from '../domain/app-error.ts';
import type { Access } from './access.ts';
import { openEventStream } from './event-stream.ts';
import type { EventStream } from './event-stream.ts';

const LARGEST_BODY_BYTES = 256 * 1024;
const HEARTBEAT_MS = 15_000;
/** More than any desk has windows; a page that leaks streams does not bring the desk down. */
const MOST_STREAMS = 64;

export interface WebHostParts {
  readonly engine: Pick<Engine, 'call' | 'subscribe'>;
  readonly files: ScreenFiles;
  readonly access: Access;
  /** The port this host was given, known once it listens. */
  readonly port: () => number;
  readonly heartbeatMs?: number;
  /** Told of what nobody foresaw. */
  readonly onFailure?: (error: unknown) => void;
}

export interface WebHostRoutes {
  readonly app: Hono;
  /** Ends every event stream, so that the server can close. */
  endStreams(): void;
}

const sessionRequest = z.strictObject({ token: z.string().max(200) });
const cursorQuery = z.object({
  run: z.string().min(1).max(64),
  number: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});

export function createRoutes(parts: WebHostParts): WebHostRoutes {
  const { engine, files, access } = parts;
  const streams = new Set<EventStream>();
  const app = new Hono();

  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(SCREEN_HEADERS)) c.header(name, value);
    c.header('cache-control', 'no-store');
    const refusal = refusalOf(c, parts.port());
    if (refusal !== null) return c.text(refusal, 403);
    return next();
  });

  app.use(
    '/api/*',
    bodyLimit({
      maxSize: LARGEST_BODY_BYTES,
      // The rest of the body is not read, so the connection carries nothing after it.
      onError: (c) => c.text('The request is too large.', 413, { connection: 'close' }),
    }),
  );

  app.post('/api/session', async (c) => {
    const request = sessionRequest.safeParse(await jsonBody(c));
    const bearer = request.success ? access.exchange(request.data.token) : null;
    return bearer === null ? c.text('This token opens nothing.', 401) : c.json({ bearer });
  });

  app.use('/api/*', async (c, next) => {
    const [, bearer = ''] = /^Bearer ([\w-]{1,200})$/.exec(c.req.header('authorization') ?? '') ?? [];
    if (!access.accepts(bearer)) return c.text('This window has no key.', 401);
    return next();
  });

  app.post('/api/call', async (c) => {
    const call = await jsonBody(c);
    if (call === undefined) return c.text('The request is not JSON.', 400);
    return c.json(await engine.call(call));
  });

  app.post('/api/window', (c) => c.json({ token: access.makeOneTimeToken() }));

  app.get('/api/events', (c) => {
    if (streams.size >= MOST_STREAMS) return c.text('Too many windows are listening.', 503);
    const stream = openEventStream(engine, cursorOf(c), {
      heartbeatMs: parts.heartbeatMs ?? HEARTBEAT_MS,
      onEnd: () => streams.delete(stream),
    });
    streams.add(stream);
    return c.body(stream.body, 200, { 'content-type': 'application/x-ndjson; charset=utf-8' });
  });

  app.get('*', (c) => {
    const file = files.get(c.req.path);
    if (!file) return c.text('There is nothing here.', 404);
    return c.body(file.body, 200, { 'content-type': file.type, 'cache-control': file.cacheControl });
  });

  app.notFound((c) => c.text('There is nothing here.', 404));
  app.onError((error, c) => {
    parts.onFailure?.(error);
    return c.json({ ok: false, error: bug('Something went wrong in the web host.') }, 500);
  });

  return { app, endStreams: () => streams.forEach((stream) => stream.end()) };
}

/**
 * Why a request is not answered, or null. A foreign Host is DNS rebinding, a foreign Origin is another site's page;
 * neither learns more than that.
 */
function refusalOf(c: Context, port: number): string | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(c.req.header('host') ?? '')) return 'This address is not served here.';
  const origin = c.req.header('origin');
  if (origin === undefined) return c.req.method === 'POST' ? 'A request must say where it comes from.' : null;
  return hosts.some((host) => origin === `http://${host}`) ? null : 'Other sites are not answered.';
}

/** The parsed body; undefined when it is not JSON or does not say that it is. */
async function jsonBody(c: Context): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) return undefined;
  try {
    return await c.req.json();
  } catch {
    return undefined;
  }
}

/** A cursor that cannot be read is none: the reader resynchronises. */
function cursorOf(c: Context): EventCursor {
  const parsed = cursorQuery.safeParse(c.req.query());
  return parsed.success ? parsed.data : null;
}
