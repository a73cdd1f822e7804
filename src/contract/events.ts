// What the engine tells the screens. Events are numbered within one run of the engine; they say what to ask for again.
import { z } from 'zod';

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
] as const;
export type Topic = (typeof TOPICS)[number];

const topics = z.array(z.enum(TOPICS));

/**
 * `changed`: what was read under these topics is out of date. `resynchronise`: events were missed (another run of the
 * engine, or too many to keep): everything is out of date; `number` is where to go on from.
 */
export const deskEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), run: z.string(), number: z.number().int(), topics }),
  z.object({ type: z.literal('resynchronise'), run: z.string(), number: z.number().int() }),
]);
export type DeskEvent = z.infer<typeof deskEventSchema>;

/** Where a screen left off: the run and number of the last event it saw. Null at first. */
export const eventCursorSchema = z
  .object({ run: z.string().max(64), number: z.number().int().min(0) })
  .nullable();
export type EventCursor = z.infer<typeof eventCursorSchema>;
