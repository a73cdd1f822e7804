// Who did what, when, on which visit.
import type { activityOperations } from '../../contract/activity.ts';
import { listActivity } from '../store/desk/activity.ts';
import { activityViews } from './activity-view.ts';
import type { Handlers } from './handler.ts';

export const activityHandlers: Handlers<typeof activityOperations> = {
  'activity.list': (context, { visitId, limit }) => ({
    items: activityViews(context, listActivity(context.db, { visitId, limit })),
  }),
};
