// The event streams that are open: each belongs to a window's session, and none can crowd the others out.
import type { EventStream } from './event-stream.ts';

/** A window has one, a copied window another. Beyond it, the session's own oldest makes room. */
const MOST_OF_A_SESSION = 8;
/** More than any desk has windows; beyond it the oldest of the session with the most makes room. */
const MOST = 128;

export interface Streams {
  add(family: string, stream: EventStream): void;
  remove(stream: EventStream): void;
  endOf(family: string): void;
  endAll(): void;
}

export function createStreams(): Streams {
  // In the order in which they were opened.
  const open = new Map<EventStream, string>();
  const ofFamily = (family: string): EventStream[] =>
    [...open].filter(([, owner]) => owner === family).map(([stream]) => stream);
  const end = (stream: EventStream | undefined): void => {
    if (!stream) return;
    open.delete(stream);
    stream.end();
  };
  const oldestOfTheMost = (): EventStream | undefined => {
    const families = [...new Set(open.values())].map(ofFamily);
    return families.toSorted((a, b) => b.length - a.length)[0]?.[0];
  };
  return {
    add(family, stream) {
      open.set(stream, family);
      const own = ofFamily(family);
      if (own.length > MOST_OF_A_SESSION) end(own[0]);
      if (open.size > MOST) end(oldestOfTheMost());
    },
    remove: (stream) => void open.delete(stream),
    endOf: (family) => ofFamily(family).forEach(end),
    endAll: () => [...open.keys()].forEach(end),
  };
}
