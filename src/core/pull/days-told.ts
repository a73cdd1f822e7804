// Notes of which days the visits are known, as the readings come to have them.
import { addDays } from '../../domain/site-time.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Db } from '../store/db/database.ts';
import { DAYS_LOOKED_BACK, noteDaysRead } from '../store/desk/days-read.ts';

/** The first board is there sooner without what was finished on days that are over; yesterday's is in it all the same. */
export const FIRST_LOOKED_BACK = 1;

export interface DaysTold {
  /** From now on what was finished on the days just over is read as well. */
  readsFinished(): void;
  /** Everything was read once. Up to these moments of the gateway's clock new registrations are known, and all of them; null: not in this run. */
  note(asOf: { readonly newAsOf: number | null; readonly wholeAsOf: number | null }): void;
}

export function createDaysTold(parts: {
  readonly db: Db;
  readonly gateway: Pick<Gateway, 'nowMs'>;
  /** The service's time, in milliseconds since the epoch. */
  readonly serverNowMs: () => number;
  /** In the site's time zone. */
  readonly dateOf: (instantMs: number) => string;
}): DaysTold {
  const { db, gateway } = parts;
  let finishedReadSince: number | null = null;
  return {
    readsFinished() {
      finishedReadSince ??= gateway.nowMs();
    },
    note({ newAsOf, wholeAsOf }) {
      if (newAsOf === null) return;
      const until = parts.dateOf(parts.serverNowMs() - (gateway.nowMs() - newAsOf));
      const hasFinished = wholeAsOf !== null && finishedReadSince !== null && wholeAsOf > finishedReadSince;
      noteDaysRead(db, {
        from: addDays(until, hasFinished ? -DAYS_LOOKED_BACK : -FIRST_LOOKED_BACK),
        until,
      });
    },
  };
}
