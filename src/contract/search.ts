// Finding visits and people while somebody types.
import { z } from 'zod';
import { LONGEST_SEARCH } from '../domain/search-text.ts';
import { query } from './operation.ts';
import { personView, recordId, visitRow } from './views.ts';

export const searchOperations = {
  /**
   * Finds visits and people by name, TRF code, label code, foreign_id or date of birth. `similar` are people whose name
   * is spelled nearly as it was typed; a screen never picks one of them by itself.
   */
  'search.find': query(
    z.strictObject({ text: z.string().max(LONGEST_SEARCH) }),
    z.object({
      visits: z.array(visitRow),
      people: z.array(personView),
      /** More fit what was typed than these visits and people. Whoever comes today is among them first. */
      more: z.boolean(),
      /** Registrations with results that a whole code leads to. Nobody is named: whose they are says their screen. */
      results: z.array(z.object({ registrationId: recordId, trfCode: z.string().nullable() })),
      similar: z.object({ visits: z.array(visitRow), people: z.array(personView) }),
    }),
    { staleOn: ['board', 'patients'] },
  ),
};
