// Removes orders of long ago, and notes up to when, so that their list can say where it ends.
import { transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { removeOldOrders } from '../mirror/old-records.ts';
import { readSetting, writeSetting } from './settings.ts';

/**
 * Removes orders that came to be known and were last read before an instant (milliseconds since the epoch), `limit` at most;
 * those with a change that is kept stay. Returns how many.
 */
export function forgetOldOrders(db: Db, beforeMs: number, limit: number): number {
  return transaction(db, () => {
    const gone = removeOldOrders(db, beforeMs, limit);
    if (!gone) return 0;
    const known = readSetting(db, 'ordersRemovedUpToMs') ?? 0;
    writeSetting(db, 'ordersRemovedUpToMs', Math.max(known, gone.lastKnownAtMs));
    return gone.removed;
  });
}
