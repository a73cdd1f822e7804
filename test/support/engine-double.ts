// An engine for tests of what carries it: answers calls as told and publishes events through the real event log.
import type { Engine } from '../../src/core/engine.ts';
import { createEventLog } from '../../src/core/events.ts';
import type { EventLog } from '../../src/core/events.ts';

export interface EngineDouble extends Engine {
  readonly calls: unknown[];
  readonly events: EventLog;
  listenerCount(): number;
}

/** Every call is recorded and answered with what it was. */
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
