// What this desk is, and where it works.
import type { sessionOperations } from '../../contract/session.ts';
import { AppException, conflict, notFound } from '../../domain/app-error.ts';
import { writeSetting } from '../store/desk/settings.ts';
import { copyNotices } from './copy.ts';
import { twinNotices } from './desks.ts';
import { listLocations } from '../store/mirror/locations.ts';
import type { Context, Handlers } from './handler.ts';
import { currentLocation, isNameOfSeveral } from './location.ts';
import { printerViews } from './printer-view.ts';
import { scannerOf } from './scanner.ts';
import { ticketRulesOf } from './tickets.ts';

/** The notice that is shown while nothing can be written to the disk. */
function diskNotice({ sync, store }: Context): { id: string; kind: 'disk-stuck'; detail: string }[] {
  const detail = 'Nothing is sent until the disk can be written again.';
  // When the database itself was removed, the store's own notice says more.
  return sync.isDiskStuck() && !store.isLost() ? [{ id: 'disk-stuck', kind: 'disk-stuck', detail }] : [];
}

export const sessionHandlers: Handlers<typeof sessionOperations> = {
  'session.get': (context) => ({
    mode: context.site.mode,
    desk: context.desk && { id: context.desk.id, name: context.desk.name },
    version: context.site.version,
    serviceAddress: context.site.serviceAddress,
    location: currentLocation(context),
    locations: listLocations(context.db).map(({ id, name, address }) => ({ id, name, address })),
    locationNamed: context.site.location,
    locationAmbiguous: isNameOfSeveral(context.db, context.site.location),
    timeZone: context.site.timeZone,
    outsideLinks: context.site.outsideLinks,
    today: context.today,
    nowMs: context.nowMs,
    printers: printerViews(context),
    ticket: ticketRulesOf(context),
    scanner: scannerOf(context),
    notices: [
      ...context.store.notices,
      ...copyNotices(context),
      ...twinNotices(context),
      ...(context.site.notices?.() ?? []),
      ...context.sync.notices(),
      ...diskNotice(context),
    ].map((notice) => ({ ...notice })),
  }),

  'session.chooseLocation': {
    transaction: (context, { locationId }) => {
      if (context.site.location !== null) {
        throw new AppException(conflict('state', "The location is set by this desk's managed settings."));
      }
      const chosen = listLocations(context.db).find((location) => location.id === locationId);
      if (!chosen) throw new AppException(notFound('There is no such location.'));
      // The location until now. If nobody chose one, it was the service's first location.
      const before = currentLocation(context);
      writeSetting(context.db, 'locationId', locationId);
      context.record('location-chosen', {
        visitId: null,
        locationId,
        locationName: chosen.name,
        before: before?.id ?? null,
        beforeName: before?.name ?? null,
      });
      context.changed('session', 'board', 'slots');
      context.afterCommit(() => context.sync.pullNow());
      return { locationId };
    },
  },
};
