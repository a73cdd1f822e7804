// The engine's numbered events. Some are kept, so that a screen that missed a few gets them later; one that missed more
// reads everything again.
import type { DeskEvent, EventCursor, Topic } from '../contract/events.ts';

const KEPT_EVENTS = 1_000;

export interface EventLog {
  /** Tells every listener that answers read under these topics are out of date. */
  publish(topics: Iterable<Topic>): void;
  /** The cursor of the event that was told last; of number 0 before the first. */
  position(): NonNullable<EventCursor>;
  /**
   * Delivers the events after the cursor, then each new one. A cursor of another run, or one whose next event is not
   * kept any more, gets a single `resynchronise`. The returned function ends the subscription.
   */
  subscribe(cursor: EventCursor, listener: (event: DeskEvent) => void): () => void;
}

/** `run` is a text that no other run of the engine has. */
export function createEventLog(run: string): EventLog {
  const kept: DeskEvent[] = [];
  const listeners = new Set<(event: DeskEvent) => void>();
  let number = 0;

  return {
    publish(topics) {
      const unique = [...new Set(topics)];
      if (unique.length === 0) return;
      number += 1;
      const event: DeskEvent = { type: 'changed', run, number, topics: unique };
      kept.push(event);
      if (kept.length > KEPT_EVENTS) kept.shift();
      for (const listener of listeners) listener(event);
    },

    position: () => ({ run, number }),

    subscribe(cursor, listener) {
      const oldest = kept[0]?.number ?? number + 1;
      const known =
        cursor !== null && cursor.run === run && cursor.number <= number && cursor.number >= oldest - 1;
      if (known) {
        for (const event of kept) if (event.number > cursor.number) listener(event);
      } else {
        listener({ type: 'resynchronise', run, number });
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
