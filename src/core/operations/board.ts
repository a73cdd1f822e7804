// The board of a day, and several days at a glance.
import type { boardOperations } from '../../contract/board.ts';
import type { VisitRow } from '../../contract/views.ts';
import { countOddRecords, listOddRecords } from '../store/mirror/odd-records.ts';
import { addDays } from '../../domain/site-time.ts';
import { countVisitsByDay } from '../store/desk/visits-by-day.ts';
import { listVisits } from '../store/desk/visits.ts';
import type { Visit } from '../store/desk/visits.ts';
import { whyUnread } from './day-unread.ts';
import type { Context, Handlers } from './handler.ts';
import { currentLocation } from './location.ts';
import { visitsOnBoard } from './visit/on-board.ts';
import { assembleVisits } from './visit/read.ts';
import { visitsToRelabel } from './visit/to-relabel.ts';
import { toVisitRow } from './visit/view.ts';

const ODD_RECORDS_NAMED = 20;

/** Of whoever is here although the laboratory has moved the appointment to another day: when they came. */
function startsAtMs({ appointment, date, arrivedAtMs }: VisitRow): number {
  const isOfDay = (appointment?.elsewhere?.date ?? date) === date;
  return (isOfDay ? appointment?.startsAtMs : arrivedAtMs) ?? Infinity;
}

/** By the time of the appointment, then by the time of arrival, then by name. Visits without a time come last. */
function inBoardOrder(a: VisitRow, b: VisitRow): number {
  return (
    startsAtMs(a) - startsAtMs(b) ||
    (a.arrivedAtMs ?? Infinity) - (b.arrivedAtMs ?? Infinity) ||
    (a.person?.lastName ?? '').localeCompare(b.person?.lastName ?? '', 'en-GB') ||
    a.id.localeCompare(b.id)
  );
}

/** A hold that was given back or has ended is nobody's visit, unless a person is known for it. */
function isOnBoard(row: VisitRow): boolean {
  const gone = row.appointment?.state === 'released' || row.appointment?.state === 'taken';
  return !(gone && row.person === null);
}

/** The location that is asked about: the one named, else this desk's; null while that is not known. */
export function locationIdOf(context: Context, named: string | undefined): string | null {
  return named ?? currentLocation(context)?.id ?? null;
}

/** The visits of a day, in the order of the board. */
export function boardRows(context: Context, date: string, named: string | undefined): VisitRow[] {
  const locationId = locationIdOf(context, named);
  if (locationId === null) return [];
  return toRows(context, listVisits(context.db, locationId, date));
}

function toRows(context: Context, visits: readonly Visit[]): VisitRow[] {
  return assembleVisits(context, visits)
    .map((assembled) => toVisitRow(context, assembled))
    .filter(isOnBoard)
    .sort(inBoardOrder);
}

/** As {@link boardRows}, on today's board with whoever is here for a visit of the day before or after. */
function rowsToShow(context: Context, date: string, named: string | undefined): VisitRow[] {
  const locationId = locationIdOf(context, named);
  return locationId === null ? [] : toRows(context, visitsOnBoard(context, locationId, date));
}

export const boardHandlers: Handlers<typeof boardOperations> = {
  'board.get': (context, input) => {
    const date = input.date ?? context.today;
    const rows = rowsToShow(context, date, input.locationId);
    const locationId = locationIdOf(context, input.locationId);
    if (locationId !== null) context.sync.lookedAt({ locationId, date });
    const waiting = rows.filter((row) => row.waitingSinceMs !== null);
    waiting.sort((a, b) => (a.waitingSinceMs as number) - (b.waitingSinceMs as number));
    const { firstPullDone, ...asOf } = context.sync.freshness();
    const unread = whyUnread(context)({ locationId, date, visits: rows.length });
    return {
      date,
      today: context.today,
      nowMs: context.nowMs,
      timeZone: context.site.timeZone,
      ...asOf,
      loading: !firstPullDone,
      isRead: unread === null,
      unread,
      oddRecords: {
        ...countOddRecords(context.db),
        named: listOddRecords(context.db, ODD_RECORDS_NAMED).map(
          ({ kind, id, field, reason, used, records }) => ({
            kind,
            id,
            field,
            reason,
            used,
            records,
          }),
        ),
      },
      rows,
      toRelabel: locationId === null || date !== context.today ? [] : visitsToRelabel(context, locationId),
      longestWaitingVisitId: waiting[0]?.id ?? null,
      waitAlertMinutes: context.site.waitAlertMinutes,
    };
  },

  'board.days': (context, { from, count, locationId: named }) => {
    const locationId = locationIdOf(context, named);
    const untilDate = addDays(from, count);
    const counted =
      locationId === null ? new Map() : countVisitsByDay(context.db, locationId, { from, untilDate });
    const toRelabel = locationId === null ? [] : visitsToRelabel(context, locationId);
    const unreadOf = whyUnread(context);
    return {
      today: context.today,
      days: Array.from({ length: count }, (_, index) => {
        const date = addDays(from, index);
        const of = counted.get(date) ?? { visits: 0, unfinished: 0 };
        const collected = toRelabel.filter(
          (row) => row.date === date && (row.deskState === 'collected' || row.deskState === 'left'),
        );
        const unread = unreadOf({ locationId, date, visits: of.visits });
        // A day that is not over has nothing unfinished: people are still to come.
        return {
          date,
          visits: unread === null ? of.visits : null,
          unread,
          unfinished: date < context.today ? of.unfinished + collected.length : 0,
        };
      }),
    };
  },
};
