// The engine in the eyes of windows: they may come before it is open, and stay while it is opened anew.
import type { DeskEvent, EventCursor } from '../contract/events.ts';
import type { Engine as DeskEngine } from './compose.ts';

/** What windows ask of an engine. */
interface Engine extends Pick<DeskEngine, 'call'> {
  subscribe(cursor: EventCursor, listener: (event: DeskEvent) => void): () => void;
}

/** An engine that is still being opened, or is opened anew meanwhile. Calls and subscriptions wait for it. */
export interface EngineToCome extends Engine {
  /** Kept once it is open for the first time. */
  readonly opened: Promise<unknown>;
  opensWith(engine: Engine): void;
  /** The engine is being closed, and another one opens: from now on calls wait for that. */
  opensAnew(): void;
  failsWith(error: unknown): void;
}

interface Subscription {
  readonly listener: (event: DeskEvent) => void;
  end: () => void;
}

export function createEngineToCome(): EngineToCome {
  let engine: Engine | null = null;
  const first = waiting();
  let next = first;
  const subscriptions = new Set<Subscription>();
  return {
    opened: first.promise,
    opensWith(opening) {
      engine = opening;
      // To another engine each cursor is of another run: it says that everything is to be read again.
      for (const one of subscriptions) one.end = opening.subscribe(null, one.listener);
      next.resolve();
    },
    opensAnew() {
      engine = null;
      next = waiting();
      for (const one of subscriptions) one.end();
    },
    failsWith: (error) => next.reject(error),
    async call(call) {
      while (!engine) await next.promise;
      return engine.call(call);
    },
    subscribe(cursor, listener) {
      const one: Subscription = { listener, end: () => {} };
      subscriptions.add(one);
      if (engine) one.end = engine.subscribe(cursor, listener);
      return () => {
        subscriptions.delete(one);
        one.end();
      };
    },
  };
}

function waiting(): PromiseWithResolvers<void> {
  const one = Promise.withResolvers<void>();
  // Whoever starts the desk says why it does not open; windows that wait are told by the host.
  one.promise.catch(() => undefined);
  return one;
}
