// Which later days' boards somebody looks at, so that the appointments of these days are read before those of others.
import type { Gateway } from '../line/gateway.ts';
import type { Db } from '../store/db/database.ts';
import { visitsToRefresh } from '../store/desk/visits-to-refresh.ts';
import type { VisitToRefresh } from '../store/desk/visits-to-refresh.ts';
import type { Days } from '../store/mirror/pull-needs.ts';

/** A day at the site, `YYYY-MM-DD`, at one location. */
export interface DayInSight {
  readonly locationId: string;
  readonly date: string;
}

export interface DaysInSight {
  /**
   * Call each time the board of a day is asked for; an open board asks anew after each reading. Returns whether nobody has looked at
   * it lately, and it is not read in any case.
   */
  lookedAt(day: DayInSight): boolean;
  /** The visits of the days that were looked at lately, but for those that are read in any case. */
  visits(): readonly VisitToRefresh[];
}

export interface DaysInSightOptions {
  readonly db: Db;
  readonly gateway: Pick<Gateway, 'nowMs'>;
  /** This desk's location, whose visits of today are read in any case. */
  readonly locationId: () => string | null;
  /** The day at the site, `YYYY-MM-DD`. */
  readonly today: () => string;
  readonly daysOf: (day: DayInSight) => Days;
}

/** Longer than from one reading to the next, also while the service is slow. */
const LOOKED_AT_MS = 5 * 60_000;

export function createDaysInSight(options: DaysInSightOptions): DaysInSight {
  const { db, gateway } = options;
  const seen = new Map<string, { readonly day: DayInSight; readonly atMs: number }>();

  function forgetOld(): void {
    for (const [key, { atMs }] of seen) if (gateway.nowMs() - atMs > LOOKED_AT_MS) seen.delete(key);
  }

  /** Of past days nothing is moved any more. */
  const isLater = ({ locationId, date }: DayInSight): boolean =>
    date > options.today() || (date === options.today() && locationId !== options.locationId());

  return {
    lookedAt(day) {
      forgetOld();
      if (!isLater(day)) return false;
      const key = `${day.locationId} ${day.date}`;
      const isNew = !seen.has(key);
      seen.set(key, { day, atMs: gateway.nowMs() });
      return isNew;
    },
    visits() {
      forgetOld();
      return [...seen.values()]
        .filter(({ day }) => isLater(day))
        .flatMap(({ day }) => visitsToRefresh(db, options.daysOf(day)));
    },
  };
}
