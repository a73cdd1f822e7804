// The engine in the eyes of windows that come before it is open.
import type { DeskEvent, EventCursor } from '../contract/events.ts';
import type { Engine as DeskEngine } from './compose.ts';

/** What windows ask of an engine. */
interface Engine extends Pick<DeskEngine, 'call'> {
  subscribe(cursor: EventCursor, listener: (event: DeskEvent) => void): () => void;
}

/** An engine that is still being opened. Nothing may be asked of it before `opened` is kept. */
export interface EngineToCome extends Engine {
  readonly opened: Promise<unknown>;
  opensWith(engine: Engine): void;
  failsWith(error: unknown): void;
}

export function createEngineToCome(): EngineToCome {
  let engine: Engine | null = null;
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  // Whoever starts the desk says why it does not open; windows that wait are told by the host.
  opened.catch(() => undefined);
  const present = (): Engine => {
    if (!engine) throw new Error('the engine was asked before it was open');
    return engine;
  };
  return {
    opened,
    opensWith(opening) {
      engine = opening;
      resolve();
    },
    failsWith: reject,
    call: (call) => present().call(call),
    subscribe: (cursor, listener) => present().subscribe(cursor, listener),
  };
}
