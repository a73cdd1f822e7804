// Who did what, when, on which visit.
import type { ActivityFilterView, activityOperations } from '../../contract/activity.ts';
import { activityKindOf, storedKindsOf } from '../../domain/activity.ts';
import { seesEverybody } from '../../domain/permissions.ts';
import { addDays, instantOf } from '../../domain/site-time.ts';
import { activityChoices, countActivity, listActivity, readActivityChain } from '../store/desk/activity.ts';
import type { ActivityFilter } from '../store/desk/activity.ts';
import { namesOfStaff } from '../store/desk/staff.ts';
import { activityViews } from './activity-view.ts';
import type { Context, Handlers } from './handler.ts';

/** Null: who asks sees what everybody did; else the initials of the one whose work they see. */
function onlyOf({ who }: Context): string | null {
  return who === null || seesEverybody(who.role) ? null : who.initials;
}

/** `from` and `to` as instants: a day begins and ends when it does so at the site. */
function filterOf(context: Context, filter: ActivityFilterView): ActivityFilter {
  const { timeZone } = context.site;
  return {
    actor: filter.actor,
    desk: filter.desk,
    kinds: filter.kind === null ? null : storedKindsOf(filter.kind),
    patientId: filter.patientId,
    fromMs: filter.from === null ? null : instantOf(filter.from, '00:00', timeZone),
    toMs: filter.to === null ? null : instantOf(addDays(filter.to, 1), '00:00', timeZone) - 1,
  };
}

export const activityHandlers: Handlers<typeof activityOperations> = {
  'activity.list': (context, { visitId, filter, before, upTo, limit }) => {
    const narrowed = filterOf(context, filter);
    // All of a visit is on the visit's own screen as well.
    const own = visitId === undefined ? onlyOf(context) : null;
    if (own !== null && filter.actor !== null && filter.actor !== own) return { items: [] };
    const entries = listActivity(context.db, {
      ...narrowed,
      actor: own ?? narrowed.actor ?? null,
      visitId: visitId ?? null,
      before: before ?? null,
      upTo: upTo ?? null,
      limit,
    });
    return { items: activityViews(context, entries) };
  },

  'activity.choices': (context) => {
    const { db } = context;
    const own = onlyOf(context);
    const found = activityChoices(db);
    const names = namesOfStaff(db);
    const known = found.kinds.flatMap((stored) => activityKindOf(stored) ?? []);
    return {
      everybody: own === null,
      people: (own === null ? found.actors : [own]).map((initials) => ({
        initials,
        name: names.get(initials) ?? null,
      })),
      desks: [...found.desks],
      kinds: [...new Set(known)],
      oldestMs: found.oldestMs,
      removedMs: readActivityChain(db).removed_at_ms,
    };
  },

  'activity.export': {
    transaction: (context, { filter }) => {
      const { db } = context;
      const upTo = readActivityChain(db).head_number;
      const entries = countActivity(db, filterOf(context, filter));
      context.record('activity-exported', {
        visitId: null,
        patientId: filter.patientId,
        entries,
        from: filter.from,
        to: filter.to,
        by: filter.actor,
        desk: filter.desk,
        kind: filter.kind,
        onePatient: filter.patientId !== null,
      });
      return { upTo, entries };
    },
  },
};
