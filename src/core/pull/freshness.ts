// How old what is shown is. Kept as moments on the clock that only grows, so that no clock that is set, here or at the
// service, can make it younger than it is or put it into the future.
import type { Clock } from '../ports.ts';
import type { Db } from '../store/db/database.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';

/** Moments up to which something is known to be complete; null before it was read at all. */
export interface AsOf {
  /** Today's open visits, each asked after. */
  readonly visits: number | null;
  /** Registrations made since: new bookings. */
  readonly newBookings: number | null;
  /** Every registration and every appointment of other days, from which a booking can have been moved to today. */
  readonly everything: number | null;
}

export interface Freshness {
  /** On the growing clock. */
  set(asOf: AsOf): void;
  /** Milliseconds since the epoch by the clock whose present reading is given. */
  at(nowMs: number): AsOf;
}

const PARTS = ['visits', 'newBookings', 'everything'] as const;
type Moments = { -readonly [Part in keyof AsOf]: AsOf[Part] };

export function createFreshness(db: Db, clock: Clock): Freshness {
  const moments: Moments = { visits: null, newBookings: null, everything: null };
  const stored = readSetting(db, 'boardAges');
  if (stored) {
    // Across a restart only the wall clock tells how long it was; one that was set back makes nothing younger.
    const sinceMs = Math.max(0, clock.nowMs() - stored.atMachineMs);
    for (const part of PARTS) {
      const age = stored[part];
      moments[part] = age === null ? null : clock.monotonicMs() - age - sinceMs;
    }
  }
  return {
    set(asOf) {
      for (const part of PARTS) if (asOf[part] !== null) moments[part] = asOf[part];
      const age = (moment: number | null): number | null =>
        moment === null ? null : Math.round(clock.monotonicMs() - moment);
      writeSetting(db, 'boardAges', {
        visits: age(moments.visits),
        newBookings: age(moments.newBookings),
        everything: age(moments.everything),
        atMachineMs: clock.nowMs(),
      });
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
