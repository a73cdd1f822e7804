// Reads the parts of a request that several routes need.
import type { Context } from 'hono';
import { z } from 'zod';
import type { EventCursor } from '../contract/events.ts';

const cursorQuery = z.object({
  run: z.string().min(1).max(64),
  number: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});

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
