// Sends the engine's events to a window as a stream of JSON lines. Empty lines show that the connection is alive.
import type { DeskEvent, EventCursor } from '../contract/events.ts';
import type { SiteNotice } from '../contract/further-desk.ts';

/**
 * A reader with more waiting lines than this is disconnected. It reconnects with its cursor and catches up: so they are more than the
 * engine keeps of what a reader may have missed (1,000). Fewer would cut it off while it is told that, each time it came.
 */
const MOST_WAITING_LINES = 2_000;

export interface EventSource {
  subscribe(cursor: EventCursor, listener: (event: DeskEvent | SiteNotice) => void): () => void;
}

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Ends the stream from this side. */
  end(): void;
}

export interface EventStreamOptions {
  readonly heartbeatMs: number;
  /** Asked at each heartbeat. When it returns false, the stream is ended: the reader is no longer allowed in. */
  readonly isStillAllowed?: () => boolean;
  /** Called once when the stream ends, for whatever reason. */
  readonly onEnd?: () => void;
}

/** Opens a stream of the events after `cursor`. An empty line is sent every `heartbeatMs` when there is no event. */
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
    // Not at once: it may end while it is being opened, and whoever opens it does not have it yet.
    queueMicrotask(() => options.onEnd?.());
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
          if (options.isStillAllowed?.() === false) return end();
          // No heartbeat while lines are waiting: they show that the connection is alive, and one more would only add
          // to them.
          if (waiting.length === 0) send('\n');
        }, options.heartbeatMs);
        heartbeat.unref();
        // A first line at once, so that the reader knows that it is connected.
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
