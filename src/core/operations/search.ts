// Finds visits and people while somebody types.
import type { searchOperations } from '../../contract/search.ts';
import { recogniseScan } from '../scanning/scan-text.ts';
import { findByCode, findByText, findSimilar, foundViews, rowOf } from './find.ts';
import type { Handlers } from './handler.ts';

const NOTHING = { visits: [], people: [], similar: { visits: [], people: [] } };

export const searchHandlers: Handlers<typeof searchOperations> = {
  'search.find': (context, { text }) => {
    const { text: cleaned, candidates } = recogniseScan(text, context.site.scanner);
    if (cleaned === '') return NOTHING;
    const byCode = findByCode(context, candidates);
    if (byCode?.kind === 'visit') return { ...NOTHING, visits: [rowOf(context, byCode.visitId)] };
    if (byCode?.kind === 'shared') return { ...NOTHING, ...foundViews(context, byCode) };
    return {
      ...foundViews(context, findByText(context, cleaned)),
      similar: foundViews(context, findSimilar(context, cleaned)),
    };
  },
};
