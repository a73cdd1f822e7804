// What carries the engine, as screens see it: one call, one subscription, whichever host is underneath.
import type { DeskEvent, EventCursor } from '../../contract/events.ts';
import type { PairingOutcome } from '../../contract/further-desk.ts';
import type { Call } from '../../contract/operation.ts';
import type { Result } from '../../domain/app-error.ts';

/** @example const answer = await host.call({ name: 'board.get', input: {} }); // { ok: true, value } or { ok: false, error } */
export interface Host {
  /** Never rejects: a host that cannot be reached answers with an `offline` error. */
  call(call: Call): Promise<Result<unknown>>;
  /** Goes on from the cursor (null: from now on); reconnects on its own until unsubscribed. */
  subscribe(cursor: EventCursor, onEvent: (event: DeskEvent) => void): () => void;
  /** Opens a second window on the same engine; absent where the host has none to give. */
  openWindow?: (() => Promise<void>) | undefined;
  /** Opens an address in the computer's own browser; false when it was not opened. Absent where a link of the page does that. */
  openOutside?: ((address: string) => Promise<boolean>) | undefined;
  /** Ends this window's session for good, at the desk too; absent where windows have none. */
  signOut?: (() => Promise<void>) | undefined;
  /** Presents a code of the site desk, at a further desk; absent where the engine is on this machine. */
  pair?: ((request: { readonly code: string; readonly name: string }) => Promise<PairingOutcome>) | undefined;
  /** Which host this is: only a browser can be closed over unsent work without the engine noticing. */
  readonly kind: 'desktop' | 'browser';
}
