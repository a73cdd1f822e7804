// When a database that cannot be used is no passing trouble: then people are told at every desk, and not only under Service.
import type { CopyDatabaseFailure } from '../ports/copy.ts';

/** A database that is away for so long does not come back by itself. */
const UNREACHED_MS = 3_600_000;
/** One that has not answered since the start may be another than the one that was meant. */
const NEVER_REACHED_MS = 300_000;

/**
 * @param why what came of the last try
 * @param away how long none has succeeded, and whether one has since the start
 */
export function isToBeMended(
  why: CopyDatabaseFailure['reason'],
  { forMs, hasAnswered }: { readonly forMs: number; readonly hasAnswered: boolean },
): boolean {
  // A wrong password, site or database stays wrong.
  if (why === 'refused') return true;
  return forMs >= (hasAnswered ? UNREACHED_MS : NEVER_REACHED_MS);
}
