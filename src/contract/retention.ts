// How far back the desk goes: what was removed because it was old, see docs/decisions/061-retention.md.
import { z } from 'zod';
import { nothing, query } from './operation.ts';
import { siteDate } from './views.ts';

export const retentionOperations = {
  /**
   * Up to which day something of each kind was removed; null: nothing yet. Of those days some may be left, because they were still
   * needed.
   */
  'retention.get': query(
    nothing,
    z.object({
      visits: siteDate.nullable(),
      /** Of print jobs that belong to no visit; those of a visit go with it. */
      printJobs: siteDate.nullable(),
      orders: siteDate.nullable(),
    }),
    { staleOn: ['board', 'print-jobs', 'orders'] },
  ),
};
