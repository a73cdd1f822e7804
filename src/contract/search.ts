// Finding visits and people while somebody types.
import { z } from 'zod';
import { query } from './operation.ts';
import { personView, visitRow } from './views.ts';

export const searchOperations = {
  /**
   * Finds visits and people while somebody types: name, TRF code, label code, foreign_id, date of birth. `similar` are
   * people whose name is spelled nearly so, and are never to be taken for the one that was typed without a look.
   */
  'search.find': query(
    z.strictObject({ text: z.string().max(200) }),
    z.object({
      visits: z.array(visitRow),
      people: z.array(personView),
      similar: z.object({ visits: z.array(visitRow), people: z.array(personView) }),
    }),
    { staleOn: ['board', 'patients'] },
  ),
};
