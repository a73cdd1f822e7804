// The routes of the web host: sign-in, calls to the engine, events. Everything else is refused; the files of the screens are answered
// before it comes here (`answer-file.ts`).
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { z } from 'zod';
import type { Engine } from '../app/compose.ts';
import { SCREEN_HEADERS } from '../app/screen-policy.ts';
import { LARGEST_CALL_BYTES } from '../contract/largest-call.ts';
import type { PairingOutcome, SiteLink } from '../contract/further-desk.ts';
import type { OpenedSession } from '../contract/desk-proof.ts';
import type { Access } from './access.ts';
import { openEventStream } from './event-stream.ts';
import type { EventSource } from './event-stream.ts';
import { answerJson, answerLines, answerWords, cursorOf, jsonOf, listenerOf, routeOf } from './exchange.ts';
import type { Answer, Asked } from './exchange.ts';
import type { Links } from './links.ts';
import { refusalOf } from './refusal.ts';
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
  /** What the screens were built from. */
  readonly build?: string;
  /** What this desk shows, for a second start that may be for another one: training, or which service. */
  readonly shows?: string | null;
  /** Whether further desks can join this one; told to a second start too, which may be for a site desk. */
  readonly takesDesks?: boolean;
  /** By which a second start knows whether the managed settings were changed since; see `settingsMark`. */
  readonly settings?: string | null;
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
  /** Answers a request. */
  readonly answer: RequestListener;
  /** Ends every event stream, so that the server can close. */
  endStreams(): void;
}

const text = z.string().min(1).max(200);
const sessionRequest = z.strictObject({ token: text, nonce: text });
const challengeRequest = z.strictObject({ party: text, nonce: text });
const resumeRequest = z.strictObject({ party: text, nonce: text, deskNonce: text, proof: text });
const pairRequest = z.strictObject({ code: z.string().max(200), name: z.string().max(200) });
const linkRequest = z.strictObject({ nonce: text, deskNonce: text, proof: text, withFile: z.boolean() });

/** Of whoever may ask without a bearer: how each of these is answered. They only carry a token or a proof. */
type OpenRoute = (body: unknown) => Answer;
/** Of a window that was let in. `family`: the sessions that it belongs to. */
type WindowRoute = (
  asked: Asked,
  of: { readonly family: string; readonly body: Buffer },
) => Answer | Promise<Answer>;

/** Makes the routes. */
export function createRoutes(parts: WebHostParts): WebHostRoutes {
  const { engine, access } = parts;
  const streams = createStreams();
  const { site = null } = parts;
  /**
   * A window learns with its key how the desk stands, so that a desk that is not paired asks for the code at once; and of which build it
   * is, so that screens of an older one are not gone on with.
   */
  const toldOfDesk = (opened: OpenedSession): OpenedSession => ({
    ...opened,
    ...(parts.build === undefined ? {} : { build: parts.build }),
    ...(site && { site: site.link() }),
  });

  const openRoutes: Readonly<Record<string, OpenRoute>> = {
    'POST /api/session': (body) => {
      const request = sessionRequest.safeParse(body);
      const opened = request.success ? access.exchange(request.data.token, request.data.nonce) : null;
      return opened === null ? answerWords('This token opens nothing.', 401) : answerJson(toldOfDesk(opened));
    },
    'POST /api/challenge': (body) => {
      const request = challengeRequest.safeParse(body);
      const proof = request.success ? access.challenge(request.data.party, request.data.nonce) : null;
      return proof === null ? answerWords('This session is over.', 401) : answerJson(proof);
    },
    'POST /api/resume': (body) => {
      const request = resumeRequest.safeParse(body);
      const opened = request.success
        ? access.resume({ ...request.data, windowNonce: request.data.nonce })
        : null;
      return opened === null ? answerWords('This proves nothing.', 401) : answerJson(toldOfDesk(opened));
    },
    'POST /api/link': (body) => {
      const request = linkRequest.safeParse(body);
      const isProven =
        request.success && access.isDoorProven({ ...request.data, windowNonce: request.data.nonce });
      if (!isProven) return answerWords('This proves nothing.', 401);
      const link = parts.links.make({ withFile: request.data.withFile });
      const { shows = null, takesDesks = null, settings = null } = parts;
      return answerJson({ ...link, site: site?.link().address ?? null, shows, takesDesks, settings });
    },
  };

  const pairing: WindowRoute | null =
    site &&
    (async (asked, { body }) => {
      const request = pairRequest.safeParse(jsonOf(asked, body));
      return request.success
        ? answerJson(await site.pair(request.data))
        : answerWords('This is no pairing.', 400);
    });
  const windowRoutes: Readonly<Record<string, WindowRoute>> = {
    'POST /api/call': async (asked, { body }) => {
      const call = jsonOf(asked, body);
      if (call === undefined) return answerWords('The request is not JSON.', 400);
      return answerJson(await engine.call(call));
    },
    ...(pairing && { 'POST /api/pair': pairing }),
    'POST /api/window': () => answerJson({ token: access.makeToken(WINDOW_TOKEN_LIVES_MS) }),
    'POST /api/sign-out': (_, { family }) => {
      access.signOut(family);
      streams.endOf(family);
      return answerJson({});
    },
    'GET /api/events': (asked, { family }) => {
      const bearer = bearerOf(asked);
      const stream = openEventStream(engine, cursorOf(asked), {
        heartbeatMs: parts.heartbeatMs ?? HEARTBEAT_MS,
        // An open stream shows that the window is there, so it keeps the bearer valid.
        isStillAllowed: () => access.familyOf(bearer) !== null,
        onEnd: () => streams.remove(stream),
      });
      if (streams.add(family, stream)) return answerLines(stream.body);
      setTimeout(() => stream.end(), parts.passingMs ?? PASSING_MS).unref();
      return answerLines(stream.body, { 'retry-after': String(PASSING_AGAIN_S) });
    },
  };

  async function route(asked: Asked): Promise<Answer> {
    const { method, path, headers, connection } = asked;
    const refusal = refusalOf({ method, host: headers.host, origin: headers.origin }, parts.port());
    if (refusal !== null) return answerWords(refusal, 403);
    if (path !== '/api' && !path.startsWith('/api/')) return answerWords('There is nothing here.', 404);
    // No other methods: a HEAD request would be handled like GET, and would open an event stream that nobody reads.
    if (method !== 'GET' && method !== 'POST')
      return answerWords('This method is not allowed.', 405, { allow: 'GET, POST' });

    const openRoute = routeOf(openRoutes, asked);
    if (openRoute) return openRoute(jsonOf(asked, await asked.body(LARGEST_BODY_WITHOUT_BEARER_BYTES)));

    const family = access.familyOf(bearerOf(asked));
    if (family === null) return answerWords('This window has no key.', 401);
    parts.onLetIn?.(connection);
    const isOpen = await Promise.resolve(parts.opened).then(
      () => true,
      () => false,
    );
    if (!isOpen) return answerWords('The desk could not be opened.', 503);
    const body = await asked.body(LARGEST_CALL_BYTES);
    const windowRoute = routeOf(windowRoutes, asked);
    return windowRoute ? windowRoute(asked, { family, body }) : answerWords('There is nothing here.', 404);
  }

  return {
    answer: listenerOf(route, {
      headers: { ...SCREEN_HEADERS, 'cache-control': 'no-store' },
      failureWords: 'Something went wrong in the web host.',
      onFailure: parts.onFailure,
    }),
    endStreams: () => streams.endAll(),
  };
}

function bearerOf({ headers }: Asked): string {
  return /^Bearer ([\w-]{1,200})$/.exec(headers.authorization ?? '')?.[1] ?? '';
}
