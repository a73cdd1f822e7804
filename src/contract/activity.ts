// Who did what, when, on which visit.
import { z } from 'zod';
import { query } from './operation.ts';
import { activityView, recordId } from './views.ts';

export const activityOperations = {
  'activity.list': query(
    z.strictObject({ visitId: recordId.optional(), limit: z.number().int().min(1).max(10_000).default(200) }),
    z.object({ items: z.array(activityView) }),
    { staleOn: ['activity', 'patients'] },
  ),
};
