// Of which days the visits were read from the service. A reading has those of the days just over and of all to come; what was over before
// this desk first read, or while it was off for long, it never asked for, and knows nothing of.
import { addDays } from '../../../domain/site-time.ts';
import type { Db } from '../db/database.ts';
import { readSetting, writeSetting } from './settings.ts';

/** So many days back a reading makes visits of what the service has, what the laboratory has finished since included. */
export const DAYS_LOOKED_BACK = 7;

/** Days at the site, `YYYY-MM-DD`, both of them included; `until` is the day of the last reading, which has all days to come as well. */
export interface ReadDays {
  readonly from: string;
  readonly until: string;
}

const touch = (one: ReadDays, other: ReadDays): boolean =>
  one.from <= addDays(other.until, 1) && other.from <= addDays(one.until, 1);

/** What was read so far, without a day between that was not. */
export const daysRead = (db: Db): readonly ReadDays[] => readSetting(db, 'daysRead') ?? [];

/** Writes nothing where it is known already: a reading that finds nothing new is to write nothing. */
export function noteDaysRead(db: Db, days: ReadDays): void {
  const known = daysRead(db);
  if (known.some(({ from, until }) => from <= days.from && until >= days.until)) return;
  const joined = [days, ...known.filter((one) => touch(one, days))];
  const froms = joined.map(({ from }) => from).sort();
  const untils = joined.map(({ until }) => until).sort();
  writeSetting(db, 'daysRead', [
    ...known.filter((one) => !touch(one, days)),
    { from: froms[0] ?? days.from, until: untils.at(-1) ?? days.until },
  ]);
}

/**
 * Whether the visits of `date` were read, as far as they were booked by then: of a day that is over during it or later, of any other one
 * today.
 */
export const isAmongRead = (read: readonly ReadDays[], date: string, today: string): boolean =>
  read.some(({ from, until }) => from <= date && (date < today ? date : today) <= until);
