// What a site desk answers on the network: the calls and events of its further desks, and the pairing of new ones. No file and
// no window of a browser: those are served by each desk to its own machine.
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import type { DeskPrinting, Desks, Engine } from '../app/compose.ts';
import { BUILD_HEADER, SHUT_OUT_MEANWHILE } from '../app/joined-site.ts';
import { nextWorkRequest, workStep } from '../contract/desk-printing.ts';
import { pairingRequest } from '../contract/further-desk.ts';
import { LARGEST_CALL_BYTES } from '../contract/largest-call.ts';
import { bug } from '../domain/app-error.ts';
import { openEventStream } from './event-stream.ts';
import { cursorOf, jsonBody, limitedBody } from './request-parts.ts';
import { createStreams } from './streams.ts';

const LARGEST_PAIRING_BYTES = 2 * 1024;
/** Shorter than that of windows: a pulled cable must be noticed before somebody relies on an old board. */
const HEARTBEAT_MS = 5_000;

export interface SiteParts {
  readonly engine: Pick<Engine, 'call' | 'subscribe'>;
  readonly desks: Desks;
  readonly printing: DeskPrinting;
  /** What the screens of this machine were built from. */
  readonly build: string;
  readonly heartbeatMs?: number;
  readonly onFailure?: (error: unknown) => void;
}

export interface SiteRoutes {
  readonly app: { readonly fetch: (request: Request) => Response | Promise<Response> };
  endStreams(): void;
}

export function createSiteRoutes({ engine, desks, printing, build, ...parts }: SiteParts): SiteRoutes {
  const streams = createStreams();
  const app = new Hono<{ Variables: { desk: { id: string; name: string } } }>();

  app.use(async (c, next) => {
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
    // Desks are no browsers. A page of another site cannot ask without saying where it comes from, and is refused by that.
    if (c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined) {
      return c.text('Browsers are not answered here. Start Drawdesk with --desk on that machine.', 403);
    }
    return next();
  });

  const sameBuild: MiddlewareHandler = async (c, next) => {
    if (c.req.header(BUILD_HEADER) === build) return next();
    return c.text('This site desk runs another version of Drawdesk.', 409);
  };

  app.post('/pairing/salt', limitedBody(LARGEST_PAIRING_BYTES), sameBuild, (c) =>
    c.json({ salt: desks.pairingSalt() }),
  );
  app.post('/pairing', limitedBody(LARGEST_PAIRING_BYTES), sameBuild, async (c) => {
    const request = pairingRequest.safeParse(await jsonBody(c));
    return request.success ? c.json(desks.pair(request.data)) : c.text('This is no pairing.', 400);
  });

  app.use('/desk/*', async (c, next) => {
    const [, id = '', key = ''] =
      /^Desk ([\w-]{1,64})\.([\w-]{1,100})$/.exec(c.req.header('authorization') ?? '') ?? [];
    const desk = desks.recognise(id, key);
    if (typeof desk === 'string') return c.text('This desk has no key.', 401);
    c.set('desk', desk);
    return next();
  });
  app.use('/desk/*', sameBuild, limitedBody(LARGEST_CALL_BYTES));

  app.post('/desk/call', async (c) => {
    const call = await jsonBody(c);
    if (call === undefined) return c.text('The request is not JSON.', 400);
    const desk = c.get('desk');
    const answer = await engine.call(call, desk);
    return desks.isPaired(desk.id)
      ? c.json(answer)
      : c.text('This desk has no key any more.', SHUT_OUT_MEANWHILE);
  });

  // The further desk's own process asks for what is to be done at its printers, whoever is signed in there, and says what came of it.
  app.post('/desk/printing/next', async (c) => {
    const request = nextWorkRequest.safeParse(await jsonBody(c));
    if (!request.success) return c.text('This does not ask for work.', 400);
    const desk = c.get('desk');
    const answer = await printing.next(desk, request.data, c.req.raw.signal);
    return desks.isPaired(desk.id) ? c.json(answer) : c.text('This desk has no key any more.', 401);
  });
  app.post('/desk/printing/step', async (c) => {
    const step = workStep.safeParse(await jsonBody(c));
    if (!step.success) return c.text('This says nothing of work.', 400);
    const desk = c.get('desk');
    const answer = await printing.step(desk, step.data);
    return desks.isPaired(desk.id) ? c.json(answer) : c.text('This desk has no key any more.', 401);
  });

  app.get('/desk/events', (c) => {
    const { id } = c.get('desk');
    let stopListening = (): void => undefined;
    const stream = openEventStream(engine, cursorOf(c), {
      heartbeatMs: parts.heartbeatMs ?? HEARTBEAT_MS,
      isStillAllowed: () => desks.isPaired(id),
      onEnd: () => {
        streams.remove(stream);
        stopListening();
      },
    });
    streams.add(id, stream);
    stopListening = desks.listening(id, () => stream.end());
    return c.body(stream.body, 200, { 'content-type': 'application/x-ndjson; charset=utf-8' });
  });

  app.notFound((c) => c.text('There is nothing here.', 404));
  app.onError((error, c) => {
    if (!c.req.raw.signal.aborted) parts.onFailure?.(error);
    return c.json({ ok: false, error: bug('Something went wrong in the site desk.') }, 500);
  });

  return {
    app,
    endStreams() {
      streams.endAll();
      printing.hangUp();
    },
  };
}
