// The hash of an entry of the activity. Each entry holds the hash of the one before, so whoever changes, removes or adds one
// would have to change all after it.
import { hash } from 'node:crypto';

/** An entry as its row holds it. `detail` is the text in the row, so that nothing depends on how JSON is written. */
export interface HashedEntry {
  readonly number: number;
  /** The hash of the entry before, 32 bytes; of the first entry ever {@link NOTHING_BEFORE}. */
  readonly before: Uint8Array;
  readonly at_ms: number;
  readonly actor: string;
  readonly desk: string | null;
  readonly visit_id: string | null;
  readonly kind: string;
  readonly detail: string;
}

export const NOTHING_BEFORE: Uint8Array = new Uint8Array(32);

/**
 * SHA-256 over the entry's canonical form: a JSON list of its values in a fixed order. The form is never changed, because
 * the entries of every older desk are checked with it; another form would be told apart by its first value.
 *
 *     hashOfEntry(entry) // 32 bytes: what the next entry holds as `before`
 */
export function hashOfEntry(entry: HashedEntry): Buffer {
  const canonical = JSON.stringify([
    'drawdesk activity 1',
    entry.number,
    Buffer.from(entry.before).toString('hex'),
    entry.at_ms,
    entry.actor,
    entry.desk,
    entry.visit_id,
    entry.kind,
    entry.detail,
  ]);
  return hash('sha256', canonical, 'buffer');
}
