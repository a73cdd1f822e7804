// The open event streams. Each belongs to the session of a window. Their number is limited, for each session and in
// total.
import type { EventStream } from './event-stream.ts';

/** A window has one stream, a copy of the window another. When a session opens more than this, its oldest is ended. */
const MOST_OF_A_SESSION = 8;
/**
 * More than any desk has windows. When there are more, the oldest stream of the session with the most streams is ended.
 */
const MOST = 128;
/**
 * A browser opens six connections to one address, for all of its windows together. So many windows may keep one of them for
 * their events; with more, nothing would be left for what people do, and every window would stand still.
 */
const MOST_LASTING = 4;

export interface Streams {
  /** Returns whether the stream may last; if not, it has to be ended soon, so that its connection is free for others. */
  add(family: string, stream: EventStream): boolean;
  remove(stream: EventStream): void;
  /** Ends the streams of one family of sessions. */
  endOf(family: string): void;
  endAll(): void;
}

export function createStreams(): Streams {
  // A Map keeps the order in which the streams were opened.
  const open = new Map<EventStream, string>();
  const lasting = new Set<EventStream>();
  const ofFamily = (family: string): EventStream[] =>
    [...open].filter(([, owner]) => owner === family).map(([stream]) => stream);
  const remove = (stream: EventStream): void => {
    open.delete(stream);
    lasting.delete(stream);
  };
  const end = (stream: EventStream | undefined): void => {
    if (!stream) return;
    remove(stream);
    stream.end();
  };
  const oldestOfLargestFamily = (): EventStream | undefined => {
    const families = [...new Set(open.values())].map(ofFamily);
    return families.toSorted((a, b) => b.length - a.length)[0]?.[0];
  };
  return {
    add(family, stream) {
      open.set(stream, family);
      const own = ofFamily(family);
      if (own.length > MOST_OF_A_SESSION) end(own[0]);
      if (open.size > MOST) end(oldestOfLargestFamily());
      if (lasting.size < MOST_LASTING) lasting.add(stream);
      return lasting.has(stream);
    },
    remove,
    endOf: (family) => ofFamily(family).forEach(end),
    endAll: () => [...open.keys()].forEach(end),
  };
}
