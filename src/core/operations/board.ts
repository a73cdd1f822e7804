// Today's board, what the desk is, how it stands with the service.
import type { boardOperations } from '../../contract/board.ts';
import type { VisitRow } from '../../contract/views.ts';
import { AppException, conflict, notFound } from '../../domain/app-error.ts';
import { listActivity, recordActivity } from '../store/activity.ts';
import { listLocations } from '../store/mirror.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { addStaff, listStaff } from '../store/staff.ts';
import { listVisits } from '../store/visits.ts';
import type { Context, Handlers } from './handler.ts';
import { currentLocation } from './location.ts';
import { printerViews } from './printer-view.ts';
import { assembleVisits, toVisitRow } from './visit-view.ts';

/** By time, then by who has been here longer, then by name; those without a time last. */
function inBoardOrder(a: VisitRow, b: VisitRow): number {
  return (
    (a.appointment?.startsAtMs ?? Infinity) - (b.appointment?.startsAtMs ?? Infinity) ||
    (a.arrivedAtMs ?? Infinity) - (b.arrivedAtMs ?? Infinity) ||
    (a.person?.lastName ?? '').localeCompare(b.person?.lastName ?? '', 'en-GB') ||
    a.id.localeCompare(b.id)
  );
}

/** A hold that was let go, or ran out with nobody on it, is nobody's visit any more. */
function isOnBoard(row: VisitRow): boolean {
  const gone = row.appointment?.state === 'released' || row.appointment?.state === 'taken';
  return !(gone && row.person === null);
}

export function boardRows(context: Context, date: string): VisitRow[] {
  const location = currentLocation(context);
  if (!location) return [];
  return assembleVisits(context, listVisits(context.db, location.id, date))
    .map((assembled) => toVisitRow(assembled, context.site.labelsPerRegistration))
    .filter(isOnBoard)
    .sort(inBoardOrder);
}

export const boardHandlers: Handlers<typeof boardOperations> = {
  'board.get': (context, input) => {
    const date = input.date ?? context.today;
    const rows = boardRows(context, date);
    const waiting = rows.filter((row) => row.waitingSinceMs !== null);
    waiting.sort((a, b) => (a.waitingSinceMs as number) - (b.waitingSinceMs as number));
    const { asOfMs, firstPullDone } = context.sync.freshness();
    return {
      date,
      today: context.today,
      nowMs: context.nowMs,
      timeZone: context.site.timeZone,
      asOfMs,
      loading: !firstPullDone,
      rows,
      longestWaitingVisitId: waiting[0]?.id ?? null,
    };
  },

  'session.get': (context) => ({
    mode: context.site.mode,
    version: context.site.version,
    serviceAddress: context.site.serviceAddress,
    location: currentLocation(context),
    locations: listLocations(context.db).map(({ id, name, address }) => ({ id, name, address })),
    timeZone: context.site.timeZone,
    today: context.today,
    nowMs: context.nowMs,
    printers: printerViews(context),
    scanner: { ...context.site.scanner },
    notices: [...context.store.notices, ...context.sync.notices()].map((notice) => ({ ...notice })),
  }),

  'session.chooseLocation': {
    transaction: (context, { locationId }) => {
      if (context.site.location !== null) {
        throw new AppException(conflict('state', "The location is set by this desk's managed settings."));
      }
      if (!listLocations(context.db).some((location) => location.id === locationId)) {
        throw new AppException(notFound('There is no such location.'));
      }
      writeSetting(context.db, 'locationId', locationId);
      recordActivity(context.db, {
        atMs: context.nowMs,
        actor: context.actor,
        visitId: null,
        kind: 'location-chosen',
        detail: { locationId, before: readSetting(context.db, 'locationId') },
      });
      context.changed('session', 'board', 'slots', 'activity');
      context.afterCommit(() => context.sync.pullNow());
      return { locationId };
    },
  },

  'connection.get': (context) => {
    const { state, error, sinceMs } = context.sync.connection();
    const counts = context.sync.counts();
    return {
      state,
      error,
      sinceMs,
      asOfMs: context.sync.freshness().asOfMs,
      waiting: counts.waiting,
      sending: counts.sending,
      attention: counts.attention,
      printProblems: context.printQueue.problemCount(),
    };
  },

  'activity.list': (context, { visitId, limit }) => ({
    items: listActivity(context.db, { visitId, limit }).map((entry) => ({
      ...entry,
      detail: { ...entry.detail },
    })),
  }),

  'staff.list': (context) => ({ items: listStaff(context.db).map((member) => ({ ...member })) }),

  'staff.add': {
    transaction: (context, member) => {
      if (!addStaff(context.db, member, context.nowMs)) {
        throw new AppException(conflict('duplicate', 'Somebody with these initials works here already.'));
      }
      recordActivity(context.db, {
        atMs: context.nowMs,
        actor: context.actor,
        visitId: null,
        kind: 'staff-added',
        detail: { initials: member.initials },
      });
      context.changed('staff', 'activity');
      return { initials: member.initials };
    },
  },
};
