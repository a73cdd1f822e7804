// An engine for tests of hosts: records calls, answers each one, and publishes events through the real event log.
import type { Engine } from '../../src/core/engine.ts';
import { createEventLog } from '../../src/core/events.ts';
import type { EventLog } from '../../src/core/events.ts';

export interface EngineDouble extends Engine {
  /** All calls so far. */
  readonly calls: unknown[];
  /** Publishes events to the subscribers. */
  readonly events: EventLog;
  listenerCount(): number;
}

/** Makes an engine that answers every call with `{ heard: <the call> }`. */
export function createEngineDouble(run = 'run-1'): EngineDouble {
  const calls: unknown[] = [];
  const events = createEventLog(run);
  let listeners = 0;
  return {
    calls,
    events,
    listenerCount: () => listeners,
    async call(call) {
      calls.push(call);
      return { ok: true, value: { heard: call } };
    },
    subscribe(cursor, listener) {
      const unsubscribe = events.subscribe(cursor, listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        unsubscribe();
      };
    },
  };
}
