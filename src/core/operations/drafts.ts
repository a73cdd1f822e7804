// What is typed into forms and not sent yet: kept encrypted with everything else, and never in the memory of a browser.
import type { draftOperations } from '../../contract/drafts.ts';
import { DRAFT_KEPT_MS, forgetDraft, keepDraft, listDrafts } from '../store/desk/drafts.ts';
import type { Handlers } from './handler.ts';

export const draftHandlers: Handlers<typeof draftOperations> = {
  'drafts.list': ({ db, nowMs }, { windowId }) => ({
    items: listDrafts(db, windowId, nowMs - DRAFT_KEPT_MS).map(({ form, text, keptAtMs }) => ({
      form,
      text,
      ageMs: Math.max(0, nowMs - keptAtMs),
    })),
  }),

  'drafts.keep': {
    transaction: ({ db, nowMs }, { windowId, form, text }) => {
      if (text === null) forgetDraft(db, windowId, form);
      else keepDraft(db, { windowId, form, text, keptAtMs: nowMs });
      return {};
    },
  },
};
