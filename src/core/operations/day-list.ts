// The printed list of a day, made from what is stored here.
import type { dayListOperations } from '../../contract/day-list.ts';
import type { VisitRow } from '../../contract/views.ts';
import { namePlainly } from '../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../domain/site-time.ts';
import type { MadePages } from '../ports/pictures.ts';
import { dayListPlan, type DayListRow } from '../printing/pages/day-list.ts';
import { listLocations } from '../store/mirror/locations.ts';
import { transaction } from '../store/open.ts';
import { boardRows, locationIdOf } from './board.ts';
import { whyUnread } from './day-unread.ts';
import type { Context, Handlers } from './handler.ts';
import { jobView } from './print-job-view.ts';
import { officePrinterOf, putIntoQueue, untilStopped } from './print-pages.ts';

interface Asked {
  readonly date?: string | undefined;
  readonly locationId?: string | undefined;
}

interface MadeList extends MadePages {
  readonly date: string;
  readonly visits: number;
  readonly isRead: boolean;
  readonly unsent: number;
}

function nameOf({ person, merelyHeld }: VisitRow): string {
  if (person) return namePlainly(person);
  return merelyHeld ? 'Held slot' : 'No patient yet';
}

async function makeList(context: Context, asked: Asked, signal: AbortSignal): Promise<MadeList> {
  const { nowMs, site } = context;
  const date = asked.date ?? context.today;
  const locationId = locationIdOf(context, asked.locationId);
  const visits = boardRows(context, date, asked.locationId);
  const clock = (atMs: number) => shownClockAt(atMs, site.timeZone);
  const sameName = Map.groupBy(visits, (row) => nameOf(row).toLocaleUpperCase('en-GB'));
  const rows = visits.map((row): DayListRow => {
    const name = nameOf(row);
    return {
      // One of another day or place is not on this list: whoever is here for it stands where they came.
      time:
        row.appointment && row.appointment.elsewhere === null ? clock(row.appointment.startsAtMs).time : null,
      name,
      dateOfBirth: row.person?.dateOfBirth ?? null,
      nameIsShared: row.person !== null && (sameName.get(name.toLocaleUpperCase('en-GB'))?.length ?? 0) > 1,
      products: row.products,
      codes: row.trfCodes,
      deskState: row.deskState,
      unsent: row.sync !== 'synced',
      troubled: row.troubles.length > 0,
    };
  });
  // As of the board: today's is kept fresher than other days and other locations.
  const { asOfMs, everythingAsOfMs } = context.sync.freshness();
  const isOwnToday = date === context.today && locationId === locationIdOf(context, undefined);
  const dataOfMs = isOwnToday ? asOfMs : everythingAsOfMs;
  const isRead = whyUnread(context)({ locationId, date, visits: visits.length }) === null;
  const made = await context.makePages(
    dayListPlan({
      date,
      locationName: listLocations(context.db).find(({ id }) => id === locationId)?.name ?? null,
      printedAt: clock(nowMs),
      nowMs,
      dataOf: dataOfMs === null ? null : clock(dataOfMs),
      isRead,
      rows,
      training: site.mode === 'training',
    }),
    signal,
  );
  signal.throwIfAborted();
  const unsent = rows.filter((row) => row.unsent).length;
  return { ...made, date, visits: rows.length, isRead, unsent };
}

const saidOf = ({ visits, isRead, unsent, lacking }: MadeList) => ({
  visits,
  isRead,
  unsent,
  lacking: [...lacking],
});

export const dayListHandlers: Handlers<typeof dayListOperations> = {
  'dayList.get': async (context, asked) => {
    const made = await untilStopped(context, asked.asking, (signal) => makeList(context, asked, signal));
    return { ...saidOf(made), pages: made.pages, base64: Buffer.from(made.pdf).toString('base64') };
  },
  'dayList.print': {
    effect: (context, asked) =>
      untilStopped(context, asked.asking, async (signal) => {
        const printer = officePrinterOf(context);
        const made = await makeList(context, asked, signal);
        transaction(context.db, () =>
          putIntoQueue(context, {
            printer,
            // The print queue is on screens that everybody sees: a day, and no names.
            title: `Day list of ${formatDate(made.date)}`,
            visitId: null,
            document: { kind: 'day-list', registrationId: null, patientId: null, pages: made.pages },
            pdf: made.pdf,
          }),
        );
        return { ...saidOf(made), job: jobView(context, context.commandId) };
      }),
  },
};
