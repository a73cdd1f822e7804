// What is typed into forms and not sent yet: kept encrypted with everything else, never in the memory of a browser, and never
// shown to anybody but whoever typed it.
import type { draftOperations } from '../../contract/drafts.ts';
import { DRAFT_KEPT_MS, forgetDraft, keepDraft, listDrafts } from '../store/desk/drafts.ts';
import type { Context, Handlers } from './handler.ts';

/** Whose the forms of a window are now: of whoever has signed in; where nobody does, of the window. */
const placeOf = ({ who }: Context, windowId: string) => ({ windowId, person: who?.initials ?? '' });

export const draftHandlers: Handlers<typeof draftOperations> = {
  'drafts.list': (context, { windowId }) => ({
    items: listDrafts(context.db, placeOf(context, windowId), context.nowMs - DRAFT_KEPT_MS).map(
      ({ form, text, keptAtMs }) => ({
        form,
        text,
        ageMs: Math.max(0, context.nowMs - keptAtMs),
      }),
    ),
  }),

  'drafts.keep': {
    transaction: (context, { windowId, form, text }) => {
      const { db, nowMs } = context;
      const place = placeOf(context, windowId);
      if (text === null) forgetDraft(db, place, form);
      else keepDraft(db, { ...place, form, text, keptAtMs: nowMs });
      return {};
    },
  },
};
