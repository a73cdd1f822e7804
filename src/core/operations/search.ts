// Finds visits and people while somebody types.
import type { searchOperations } from '../../contract/search.ts';
import { recogniseScan } from '../scanning/scan-text.ts';
import { findByCode, findByText, findSimilar, foundOf, foundViews, rowOf } from './find.ts';
import type { Handlers } from './handler.ts';
import { assembleVisit } from './visit/read.ts';
import { registrationsLedTo } from '../store/mirror/barcode-answers.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { scannerOf } from './scanner.ts';

const NOTHING = { visits: [], people: [], more: false, results: [], similar: { visits: [], people: [] } };

const withResults = (registrations: readonly RegistrationRecord[]) =>
  registrations
    .filter(({ resultsReady }) => resultsReady)
    .map(({ id, trfCode }) => ({ registrationId: id, trfCode }));

export const searchHandlers: Handlers<typeof searchOperations> = {
  'search.find': (context, { text }) => {
    const { asTyped: cleaned, candidates } = recogniseScan(text, scannerOf(context));
    if (cleaned === '') return NOTHING;
    const byCode = findByCode(context, candidates);
    if (byCode?.kind === 'visit') {
      const { registrations } = assembleVisit(context, byCode.visitId);
      return { ...NOTHING, visits: [rowOf(context, byCode.visitId)], results: withResults(registrations) };
    }
    if (byCode?.kind === 'shared') return { ...NOTHING, ...foundViews(context, byCode) };
    const ledTo = byCode === null ? registrationsLedTo(context.db, candidates) : [];
    if (ledTo.length > 0) return { ...NOTHING, ...foundViews(context, foundOf(context, ledTo)) };
    const byText = findByText(context, cleaned);
    return {
      results: byCode ? withResults([byCode.registration]) : [],
      ...foundViews(context, byText),
      more: byText.more,
      similar: foundViews(context, findSimilar(context, cleaned)),
    };
  },
};
