// A request of Node's own HTTP server and its answer, as the routes need them. No library stands between: those for routes make of each
// request the one of `fetch`, for which Node loads its whole client, and a start would wait for that (docs/decisions/010-hosts.md).
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { z } from 'zod';
import type { EventCursor } from '../contract/events.ts';
import { bug } from '../domain/app-error.ts';

/** What was not read of a longer body is not waited for: the connection is closed. */
const READ_TO_ITS_END_BYTES = 64 * 1024;

export interface Asked {
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly connection: Socket;
  /** Aborted when whoever asked is gone before the answer was sent. */
  readonly signal: AbortSignal;
  /**
   * The whole body.
   * @throws TooLarge when it is longer, of which nothing is kept; whoever asked is told so
   */
  body(mostBytes: number): Promise<Buffer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array>;
}

class TooLarge extends Error {}

export const answerWords = (
  words: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({ status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: words });

export const answerJson = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Lines of JSON, for as long as the stream lasts. */
export const answerLines = (
  body: ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/x-ndjson; charset=utf-8', ...headers },
  body,
});

/** The route of this request; the table's keys are as in `POST /api/call`. */
export function routeOf<Route>(
  table: Readonly<Record<string, Route>>,
  { method, path }: Asked,
): Route | undefined {
  const key = `${method} ${path}`;
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The JSON of a body; undefined when it is none, or its content type does not say so. */
export function jsonOf({ headers }: Asked, body: Uint8Array): unknown {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

const cursorQuery = z.object({
  run: z.string().min(1).max(64),
  number: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});

/** The cursor of an event stream. An unreadable cursor counts as none: the reader then reads everything again. */
export function cursorOf({ query }: Asked): EventCursor {
  const parsed = cursorQuery.safeParse(Object.fromEntries(query));
  return parsed.success ? parsed.data : null;
}

export interface Answering {
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is told whoever asked when something unexpected went wrong, and to whom it is told here. */
  readonly failureWords: string;
  readonly onFailure: ((error: unknown) => void) | undefined;
}

/**
 * Makes a server's listener of routes.
 * @example createServer(listenerOf(async ({ path }) => answerWords(path, 200), { headers: {}, failureWords, onFailure }))
 */
export function listenerOf(
  route: (asked: Asked) => Promise<Answer>,
  { headers, failureWords, onFailure }: Answering,
): RequestListener {
  return (request, response) => {
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    route(askedOf(request, gone.signal))
      .catch((error: unknown) => {
        if (error instanceof TooLarge)
          return answerWords('The request is too large.', 413, { connection: 'close' });
        // Not logged when the client broke off the request: that is normal, and a stranger could fill the log with it.
        if (!gone.signal.aborted && !request.destroyed) onFailure?.(error);
        return answerJson({ ok: false, error: bug(failureWords) }, 500);
      })
      .then((answer) =>
        send({ request, response }, { ...answer, headers: { ...headers, ...answer.headers } }),
      )
      .catch((error: unknown) => {
        onFailure?.(error);
        response.destroy();
      });
  };
}

function askedOf(request: IncomingMessage, signal: AbortSignal): Asked {
  const [path = '/', ...query] = (request.url ?? '/').split('?');
  return {
    method: request.method ?? '',
    path,
    query: new URLSearchParams(query.join('?')),
    headers: request.headers,
    connection: request.socket,
    signal,
    body: (mostBytes) => bodyOf(request, mostBytes),
  };
}

/** What a request says beforehand of the length of its body; 0 where it says nothing. */
const saidLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

async function bodyOf(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  if (saidLength(request) > mostBytes) throw new TooLarge();
  const parts: Buffer[] = [];
  let length = 0;
  // Not destroyed where it is too long: the answer that says so goes over the same connection.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostBytes) throw new TooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function send(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  { status, headers, body }: Answer,
): void {
  const isLong = 'transfer-encoding' in request.headers || saidLength(request) > READ_TO_ITS_END_BYTES;
  const ending = !request.complete && isLong ? { connection: 'close' } : {};
  if (typeof body !== 'string') {
    response.writeHead(status, { ...headers, ...ending });
    void pass(body, response);
    return;
  }
  response.writeHead(status, { ...headers, ...ending, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Passes a stream on as it comes, no faster than it is taken. The stream is told when nobody takes it any more. */
async function pass(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  response.once('close', () => void reader.cancel().catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.destroyed) break;
      if (!response.write(value)) await drained(response);
    }
    response.end();
  } catch {
    // It broke off; so does the answer.
    response.destroy();
  }
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
