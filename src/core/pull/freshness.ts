// How old the shown data is. The moments are kept on the monotonic clock. So when somebody sets a clock, here or at the
// service, the data does not look newer than it is.
import type { Clock } from '../ports/machine.ts';
import type { Db } from '../store/db/database.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';

/**
 * Up to which moment each group of data is known; null before it was first read. Milliseconds; see {@link Freshness}.
 */
export interface AsOf {
  /** Today's open visits: each of them was read. */
  readonly visits: number | null;
  /** New bookings: registrations that were made later are not known yet. */
  readonly newBookings: number | null;
  /** All registrations, and all appointments of other days, because one may have been moved to today. */
  readonly everything: number | null;
}

export interface Freshness {
  /** Remembers the moments, which are milliseconds of the monotonic clock, and saves them now and then. Null leaves the moment before. */
  set(asOf: AsOf): void;
  /** Saves the moments where they are not saved yet, as when the desk stops. */
  save(): void;
  /** The moments in milliseconds since the epoch, by the clock that shows `nowMs` now. */
  at(nowMs: number): AsOf;
}

const PARTS = ['visits', 'newBookings', 'everything'] as const;
/** So often at most the ages are saved while the desk runs, in milliseconds: a reading that finds nothing new is to write nothing. */
const SAVED_EVERY_MS = 10 * 60_000;

type Moments = { -readonly [Part in keyof AsOf]: AsOf[Part] };

export function createFreshness(db: Db, clock: Clock): Freshness {
  const moments: Moments = { visits: null, newBookings: null, everything: null };
  let savedAt = -Infinity;
  let isSaved = true;
  const stored = readSetting(db, 'boardAges');
  if (stored) {
    // Only the wall clock tells how long ago that was. If it was set back, the desk may have run on for as long as it does not save.
    const wallMs = clock.nowMs() - stored.atMachineMs;
    const sinceMs = wallMs < 0 ? SAVED_EVERY_MS : wallMs;
    for (const part of PARTS) {
      const age = stored[part];
      moments[part] = age === null ? null : clock.monotonicMs() - age - sinceMs;
    }
  }
  const save = (): void => {
    savedAt = clock.monotonicMs();
    isSaved = true;
    const age = (moment: number | null): number | null =>
      moment === null ? null : Math.round(clock.monotonicMs() - moment);
    writeSetting(db, 'boardAges', {
      visits: age(moments.visits),
      newBookings: age(moments.newBookings),
      everything: age(moments.everything),
      atMachineMs: clock.nowMs(),
    });
  };
  return {
    set(asOf) {
      const isFirst = PARTS.some((part) => asOf[part] !== null && moments[part] === null);
      for (const part of PARTS) if (asOf[part] !== null) moments[part] = asOf[part];
      isSaved = false;
      // Ages that were saved shortly before make the data look a little older after a restart, and never younger.
      if (!isFirst && clock.monotonicMs() - savedAt < SAVED_EVERY_MS) return;
      save();
    },
    save() {
      if (!isSaved) save();
    },
    at(nowMs) {
      const instant = (moment: number | null): number | null =>
        moment === null ? null : Math.round(nowMs - Math.max(0, clock.monotonicMs() - moment));
      return {
        visits: instant(moments.visits),
        newBookings: instant(moments.newBookings),
        everything: instant(moments.everything),
      };
    },
  };
}
