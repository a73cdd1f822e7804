// Most of what was known vanishes from the service's list at once only when the service itself is at fault: it is being put back from a
// backup, or is empty for a while. What is known is kept then, and people are told.
import type { Topic } from '../../contract/events.ts';
import type { Db } from '../store/db/database.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import { countVanished } from '../store/mirror/missing-scans.ts';
import type { FinishedScan } from '../store/mirror/missing-scans.ts';

/** Of a few registrations all may be taken back in one go. */
const FEWEST = 3;
/** A larger share of what was listed vanishes only through a fault. */
const MOST_SHARE = 0.5;
/** A list that comes back little by little is whole again once no more than this share is missing. */
const WHOLE_AGAIN_SHARE = 0.1;
/** What has been gone for a whole day, with a working day in it for people to ask the laboratory, is gone. */
const GONE_AFTER_MS = 24 * 60 * 60_000;

export interface RemovalBrakeOptions {
  readonly db: Db;
  readonly serverNowMs: () => number;
  readonly yieldToOthers: () => Promise<void>;
  readonly onChange: (topics: Topic[]) => void;
}

export interface RemovalBrake {
  /** After the list was read to its end: whether nothing that it lacks may be removed. */
  holds(scan: FinishedScan): Promise<boolean>;
}

export function createRemovalBrake({
  db,
  serverNowMs,
  yieldToOthers,
  onChange,
}: RemovalBrakeOptions): RemovalBrake {
  return {
    async holds(scan) {
      const counting = countVanished(db, scan);
      let step = counting.next();
      for (; !step.done; step = counting.next()) await yieldToOthers();
      const { known, missing } = step.value;
      const before = readSetting(db, 'registrationsVanished');
      const share = before === null ? MOST_SHARE : WHOLE_AGAIN_SHARE;
      const isAtFault = missing >= FEWEST && missing > known * share;
      const now = isAtFault ? { sinceMs: before?.sinceMs ?? serverNowMs(), known, missing } : null;
      if (now?.missing !== before?.missing || now?.known !== before?.known) {
        writeSetting(db, 'registrationsVanished', now);
        onChange(['session', 'connection']);
      }
      return now !== null && serverNowMs() - now.sinceMs < GONE_AFTER_MS;
    },
  };
}
