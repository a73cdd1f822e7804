// How far back the desk goes.
import type { retentionOperations } from '../../contract/retention.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { readSetting } from '../store/desk/settings.ts';
import type { Handlers } from './handler.ts';

export const retentionHandlers: Handlers<typeof retentionOperations> = {
  'retention.get': ({ db, site }) => {
    const dayOf = (atMs: number | null): string | null =>
      atMs === null ? null : wallClockAt(atMs, site.timeZone).date;
    return {
      visits: readSetting(db, 'visitsRemovedUpTo'),
      printJobs: dayOf(readSetting(db, 'printJobsRemovedUpToMs')),
      orders: dayOf(readSetting(db, 'ordersRemovedUpToMs')),
    };
  },
};
