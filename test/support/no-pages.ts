// For desks of tests that print no whole pages.
import type { InspectPdf, PageTransport } from '../../src/core/ports.ts';

/** An office printer that is never reached. */
export const noPages: PageTransport = {
  deliver: async () => ({ outcome: 'not-started', detail: 'there is no office printer' }),
  find: async () => 'unknown',
  report: async () => 'unknown',
};

/** Takes every document for one whole page. */
export const onePage: InspectPdf = async () => ({ pages: 1 });
