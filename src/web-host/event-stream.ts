// The engine's events as a stream of JSON lines, with a heartbeat, for a reader that may be slow.
import type { DeskEvent, EventCursor } from '../contract/events.ts';

/** A reader further behind than this is cut off; it comes back with its cursor and resynchronises. */
const MOST_WAITING_LINES = 500;

export interface EventSource {
  subscribe(cursor: EventCursor, listener: (event: DeskEvent) => void): () => void;
}

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Ends the stream from this side. */
  end(): void;
}

export interface EventStreamOptions {
  readonly heartbeatMs: number;
  /** Asked at each heartbeat; a reader whose leave is over is cut off. */
  readonly mayGoOn?: () => boolean;
  /** Called once, however the stream ends. */
  readonly onEnd?: () => void;
}

/** Blank lines are the heartbeat. */
export function openEventStream(
  source: EventSource,
  cursor: EventCursor,
  options: EventStreamOptions,
): EventStream {
  const encoder = new TextEncoder();
  const waiting: string[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let unsubscribe: (() => void) | null = null;
  let heartbeat: NodeJS.Timeout | null = null;
  let ended = false;

  const stop = (): void => {
    if (ended) return;
    ended = true;
    unsubscribe?.();
    if (heartbeat) clearInterval(heartbeat);
    options.onEnd?.();
  };
  const end = (): void => {
    if (ended) return;
    stop();
    controller?.close();
  };
  const flush = (): void => {
    while (controller && waiting.length > 0 && (controller.desiredSize ?? 0) > 0) {
      controller.enqueue(encoder.encode(waiting.shift()));
    }
  };
  const send = (line: string): void => {
    if (ended) return;
    if (waiting.length >= MOST_WAITING_LINES) return end();
    waiting.push(line);
    flush();
  };

  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
        heartbeat = setInterval(() => {
          if (options.mayGoOn?.() === false) return end();
          // A reader with lines waiting needs no sign of life, and would only fall further behind.
          if (waiting.length === 0) send('\n');
        }, options.heartbeatMs);
        heartbeat.unref();
        // Something at once, so that the reader knows that the line stands.
        send('\n');
        unsubscribe = source.subscribe(cursor, (event) => send(`${JSON.stringify(event)}\n`));
        if (ended) unsubscribe();
      },
      pull: flush,
      cancel: stop,
    },
    { highWaterMark: 16 },
  );
  return { body, end };
}
