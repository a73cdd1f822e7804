// Reads this and the next month of the location, and the slots of the coming days, while the connection is up. When it
// is down, the screens can still show when there is room, and how old that information is.
import { addDays } from '../../domain/site-time.ts';
import { toAppError } from '../../domain/app-error.ts';
import type { Log } from '../ports/machine.ts';
import { saveCalendar } from '../store/mirror/calendars.ts';
import { saveSlots } from '../store/mirror/slots.ts';
import type { Db } from '../store/db/database.ts';
import type { Ask } from './asker.ts';

/** Days whose slots are kept, today included. */
const DAYS_KEPT_AHEAD = 7;

export interface TimetableAheadOptions {
  readonly db: Db;
  readonly ask: Ask;
  readonly log: Log;
  /** False while the connection is down. */
  readonly mayAsk: () => boolean;
  readonly serverNowMs: () => number;
}

/** The location and today's date at the site, `YYYY-MM-DD`. */
export interface TimetableWanted {
  readonly locationId: string;
  readonly today: string;
}

/**
 * Reads months and days one after the other. What could not be read stays as it was stored, and the next reading asks
 * for it again. Rejects only when the connection is down.
 */
export async function readTimetable(
  options: TimetableAheadOptions,
  { locationId, today }: TimetableWanted,
): Promise<void> {
  const { db, ask, log } = options;
  const query = { test_location_id: locationId };
  const tryTo = async (what: string, read: () => Promise<void>): Promise<void> => {
    try {
      await read();
    } catch (thrown) {
      if (!options.mayAsk()) throw thrown;
      log.debug('a part of the timetable could not be read; the next reading asks for it again', {
        what,
        error: toAppError(thrown).kind,
      });
    }
  };
  for (const month of new Set([today.slice(0, 7), addDays(`${today.slice(0, 7)}-01`, 31).slice(0, 7)])) {
    await tryTo(month, async () => {
      const params = { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) };
      const { value } = await ask('locations.calendar', { params, query });
      saveCalendar(db, { locationId, month }, value, options.serverNowMs());
    });
  }
  for (let day = 0; day < DAYS_KEPT_AHEAD; day += 1) {
    const date = addDays(today, day);
    await tryTo(date, async () => {
      const [year, month, ofMonth] = date.split('-').map(Number) as [number, number, number];
      const { value } = await ask('locations.slots', { params: { year, month, day: ofMonth }, query });
      saveSlots(db, { locationId, date }, value, options.serverNowMs());
    });
  }
}
