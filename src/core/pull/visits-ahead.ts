// Which visits the readings are about: those of today and tomorrow, and of yesterday those whose people are still here.
import { addDays } from '../../domain/site-time.ts';
import type { Db } from '../store/db/database.ts';
import { visitsToRefresh, type VisitToRefresh } from '../store/desk/visits-to-refresh.ts';
import type { Days } from '../store/mirror/pull-needs.ts';
import { isOpen, type RoundOf } from './visit-round.ts';

export interface VisitsAhead {
  /** From the start of today to the end of tomorrow, in the site's time zone. Null while the location is not known. */
  days(): Days | null;
  /** All of them, for the round of visits. `days`: as they were at its start. */
  roundOf(days: Days): RoundOf;
  open(): readonly VisitToRefresh[];
  /** Those whose labels may still be needed: open visits, and those of today that are collected or left. */
  withPapers(): readonly VisitToRefresh[];
  /** Results are looked at before, during and after a visit; finished registrations are the ones that have some. */
  withResults(): readonly VisitToRefresh[];
}

export function createVisitsAhead(parts: {
  readonly db: Db;
  readonly locationId: () => string | null;
  /** The service's time, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** In the site's time zone. */
  readonly dateOf: (instantMs: number) => string;
  /** When a date begins there, in milliseconds since the epoch. */
  readonly midnightOf: (date: string) => number;
}): VisitsAhead {
  const { midnightOf } = parts;

  function days(): Days | null {
    const locationId = parts.locationId();
    if (locationId === null) return null;
    const today = parts.dateOf(parts.nowMs());
    return { locationId, fromMs: midnightOf(today), untilMs: midnightOf(addDays(today, 2)) };
  }

  function roundOf(of: Days): RoundOf {
    const today = parts.dateOf(of.fromMs);
    const visits = visitsToRefresh(parts.db, { ...of, fromMs: midnightOf(addDays(today, -1)) });
    return {
      visits: visits.filter(
        ({ startsAtMs, deskState }) =>
          startsAtMs >= of.fromMs || deskState === 'arrived' || deskState === 'collecting',
      ),
      todayUntilMs: midnightOf(addDays(today, 1)),
    };
  }

  const all = (): readonly VisitToRefresh[] => {
    const now = days();
    return now ? roundOf(now).visits : [];
  };

  return {
    days,
    roundOf,
    open: () => all().filter(isOpen),
    withPapers: () =>
      all().filter(
        ({ completed, deskState }) => !completed && deskState !== 'no-show' && deskState !== 'cancelled',
      ),
    withResults: () => all().filter(({ deskState }) => deskState !== 'no-show' && deskState !== 'cancelled'),
  };
}
