// What the engine tells the screens without being asked. An event does not carry the new data; it says what to ask for
// again. Events are numbered from 1 in each run of the engine.
import { z } from 'zod';

/** What the screens read, under a few headings. A query names the topics that its answer depends on. */
export const TOPICS = [
  'board',
  'patients',
  'outbox',
  'connection',
  'print-jobs',
  'training',
  'activity',
  'staff',
  'session',
  'slots',
  'orders',
  'products',
  'results',
  'service',
  'desks',
  'copy',
  'presence',
] as const;
/** A group of answers that get out of date together, such as `board`. */
export type Topic = (typeof TOPICS)[number];

const topics = z.array(z.enum(TOPICS));

/**
 * `changed`: answers read under these topics are out of date.
 * `resynchronise`: the screen missed events (the engine was restarted, or more happened than is kept), so everything is
 * out of date; `number` is the number to go on from.
 */
export const deskEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), run: z.string(), number: z.number().int(), topics }),
  z.object({ type: z.literal('resynchronise'), run: z.string(), number: z.number().int() }),
]);
/** An event as a screen receives it; see {@link deskEventSchema}. */
export type DeskEvent = z.infer<typeof deskEventSchema>;

/** The last event that a screen saw: the engine's run and the event's number. Null before the first. */
export const eventCursorSchema = z
  .object({ run: z.string().max(64), number: z.number().int().min(0) })
  .nullable();
/** From where a screen goes on with the events; see {@link eventCursorSchema}. */
export type EventCursor = z.infer<typeof eventCursorSchema>;
