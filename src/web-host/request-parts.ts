// Reads the parts of a request that several routes need.
import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { EventCursor } from '../contract/events.ts';

const cursorQuery = z.object({
  run: z.string().min(1).max(64),
  number: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});

/**
 * Refuses a body of more than `mostBytes` with 413. A body that does not say its length beforehand is read here, as far as the limit;
 * the middleware of Hono for this cannot hand such a body on with this server, so that each would be answered 500.
 */
export function limitedBody(mostBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const { body, headers, method, signal } = c.req.raw;
    // The rest of the body is not read, so the connection must be closed.
    const tooLarge = (): Response => c.text('The request is too large.', 413, { connection: 'close' });
    if (!body) return next();
    if (!headers.has('transfer-encoding'))
      return Number(headers.get('content-length') ?? 0) > mostBytes ? tooLarge() : next();
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of body) {
      length += part.length;
      if (length > mostBytes) return tooLarge();
      parts.push(part);
    }
    c.req.raw = new Request(c.req.url, { method, headers, body: Buffer.concat(parts), signal });
    return next();
  };
}

/** The JSON body; undefined when it is not JSON or its content type does not say so. */
export async function jsonBody(c: Context): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) return undefined;
  try {
    return await c.req.json();
  } catch {
    return undefined;
  }
}

/** The cursor of an event stream. An unreadable cursor counts as none: the reader then reads everything again. */
export function cursorOf(c: Context): EventCursor {
  const parsed = cursorQuery.safeParse(c.req.query());
  return parsed.success ? parsed.data : null;
}
