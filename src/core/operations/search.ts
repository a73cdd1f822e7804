// Finding visits and people while somebody types.
import type { searchOperations } from '../../contract/search.ts';
import { recogniseScan } from '../scanning/scan-text.ts';
import { findByCode, findByText, rowOf } from './find.ts';
import type { Handlers } from './handler.ts';

export const searchHandlers: Handlers<typeof searchOperations> = {
  'search.find': (context, { text }) => {
    const { text: cleaned, candidates } = recogniseScan(text, context.site.scanner);
    if (cleaned === '') return { visits: [], people: [] };
    const byCode = findByCode(context, candidates);
    if (byCode && 'visitId' in byCode) return { visits: [rowOf(context, byCode.visitId)], people: [] };
    return findByText(context, cleaned);
  },
};
