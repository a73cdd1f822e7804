// For desks of tests that print no whole pages and look for no printers.
import type { InspectPdf, MakePages } from '../../src/core/ports/pictures.ts';
import type { FindPrinters, PageTransport } from '../../src/core/ports/printers.ts';

/** An office printer that is never reached. */
export const noPages: PageTransport = {
  deliver: async () => ({ outcome: 'not-started', detail: 'there is no office printer' }),
  find: async () => 'unknown',
  report: async () => 'unknown',
  cancel: async () => ({ outcome: 'unknown', detail: 'there is no office printer' }),
  ask: async () => ({
    problem: 'there is no office printer',
    model: null,
    says: false,
    trouble: null,
    loaded: [],
  }),
};

/** Takes every document for one whole page. */
export const onePage: InspectPdf = async () => ({ pages: 1 });

/** Pages of ours as the text of their plan. */
export const planAsText: MakePages = async (plan) => ({
  pdf: new TextEncoder().encode(JSON.stringify(plan)),
  pages: 1,
  lacking: [],
});

/** A network without printers. */
export const findNoPrinters: FindPrinters = async () => ({ found: [], leftOut: 0, searched: [] });
