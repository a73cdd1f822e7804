// What a site desk answers on the network: the calls and events of its further desks, and the pairing of new ones. No file and
// no window of a browser: those are served by each desk to its own machine.
import type { RequestListener } from 'node:http';
import type { DeskPrinting, Desks, Engine } from '../app/compose.ts';
import { BUILD_HEADER, SHUT_OUT, SHUT_OUT_MEANWHILE, UNKNOWN_DESK } from '../app/joined-site.ts';
import { nextWorkRequest, workStep } from '../contract/desk-printing.ts';
import { pairingRequest } from '../contract/further-desk.ts';
import { LARGEST_CALL_BYTES } from '../contract/largest-call.ts';
import { openEventStream } from './event-stream.ts';
import { answerJson, answerLines, answerWords, cursorOf, jsonOf, listenerOf, routeOf } from './exchange.ts';
import type { Answer, Asked } from './exchange.ts';
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
  /** Answers a request. */
  readonly answer: RequestListener;
  endStreams(): void;
}

/** Of whoever may ask without a key. */
type OpenRoute = (asked: Asked, body: Buffer) => Answer;
/** Of a desk that was recognised. */
type DeskRoute = (
  asked: Asked,
  of: { readonly desk: { readonly id: string; readonly name: string }; readonly body: Buffer },
) => Answer | Promise<Answer>;

export function createSiteRoutes({ engine, desks, printing, build, ...parts }: SiteParts): SiteRoutes {
  const streams = createStreams();

  const openRoutes: Readonly<Record<string, OpenRoute>> = {
    'POST /pairing/salt': () => answerJson({ salt: desks.pairingSalt() }),
    'POST /pairing': (asked, body) => {
      const request = pairingRequest.safeParse(jsonOf(asked, body));
      return request.success ? answerJson(desks.pair(request.data)) : answerWords('This is no pairing.', 400);
    },
  };

  const deskRoutes: Readonly<Record<string, DeskRoute>> = {
    'POST /desk/call': async (asked, { desk, body }) => {
      const call = jsonOf(asked, body);
      if (call === undefined) return answerWords('The request is not JSON.', 400);
      const answer = await engine.call(call, desk);
      return desks.isPaired(desk.id)
        ? answerJson(answer)
        : answerWords('This desk has no key any more.', SHUT_OUT_MEANWHILE);
    },
    // The further desk's own process asks for what is to be done at its printers, whoever is signed in there, and says what came of it.
    'POST /desk/printing/next': async (asked, { desk, body }) => {
      const request = nextWorkRequest.safeParse(jsonOf(asked, body));
      if (!request.success) return answerWords('This does not ask for work.', 400);
      const answer = await printing.next(desk, request.data, {
        signal: asked.signal,
        // As people write it: an IPv4 address comes in the form of IPv6 where both are listened to.
        from: (asked.connection.remoteAddress ?? 'an address that is not known').replace(/^::ffff:/, ''),
      });
      return desks.isPaired(desk.id)
        ? answerJson(answer)
        : answerWords('This desk has no key any more.', SHUT_OUT);
    },
    'POST /desk/printing/step': async (asked, { desk, body }) => {
      const step = workStep.safeParse(jsonOf(asked, body));
      if (!step.success) return answerWords('This says nothing of work.', 400);
      const answer = await printing.step(desk, step.data);
      return desks.isPaired(desk.id)
        ? answerJson(answer)
        : answerWords('This desk has no key any more.', SHUT_OUT);
    },
    'GET /desk/events': (asked, { desk: { id } }) => {
      let stopListening = (): void => undefined;
      const stream = openEventStream(engine, cursorOf(asked), {
        heartbeatMs: parts.heartbeatMs ?? HEARTBEAT_MS,
        isStillAllowed: () => desks.isPaired(id),
        onEnd: () => {
          streams.remove(stream);
          stopListening();
        },
      });
      streams.add(id, stream);
      stopListening = desks.listening(id, () => stream.end());
      return answerLines(stream.body);
    },
  };

  async function route(asked: Asked): Promise<Answer> {
    const { headers, path } = asked;
    // Desks are no browsers. A page of another site cannot ask without saying where it comes from, and is refused by that.
    if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) {
      return answerWords('Browsers are not answered here. Start Drawdesk with --desk on that machine.', 403);
    }
    const isOfDesk = path === '/desk' || path.startsWith('/desk/');
    const openRoute = routeOf(openRoutes, asked);
    if (!openRoute && !isOfDesk) return answerWords('There is nothing here.', 404);

    const desk = isOfDesk ? deskOf(asked) : null;
    if (desk === 'unknown') return answerWords('This desk has no key.', UNKNOWN_DESK);
    if (desk === 'shut-out') return answerWords('This desk has no key any more.', SHUT_OUT);
    const early = openRoute ? await asked.body(LARGEST_PAIRING_BYTES) : null;
    if (headers[BUILD_HEADER] !== build)
      return answerWords('This site desk runs another version of Drawdesk.', 409);
    if (openRoute && early) return openRoute(asked, early);

    const body = await asked.body(LARGEST_CALL_BYTES);
    const deskRoute = routeOf(deskRoutes, asked);
    return deskRoute && desk ? deskRoute(asked, { desk, body }) : answerWords('There is nothing here.', 404);
  }

  /** The desk that asks; a word where its key is not good. That it was shut out is told to whoever shows its key, and to no stranger. */
  function deskOf({ headers }: Asked) {
    const [, id = '', key = ''] =
      /^Desk ([\w-]{1,64})\.([\w-]{1,100})$/.exec(headers.authorization ?? '') ?? [];
    return desks.recognise(id, key);
  }

  return {
    answer: listenerOf(route, {
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      failureWords: 'Something went wrong in the site desk.',
      onFailure: parts.onFailure,
    }),
    endStreams() {
      streams.endAll();
      printing.hangUp();
    },
  };
}
