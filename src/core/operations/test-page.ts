// Prints the test page of an office printer.
import type { testPageOperations } from '../../contract/test-page.ts';
import { AppException, notFound } from '../../domain/app-error.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { testPagePlan } from '../printing/pages/test-page.ts';
import { deskCodeFrom } from '../../domain/desk-code.ts';
import { transaction } from '../store/open.ts';
import type { Handlers } from './handler.ts';
import { currentLocation } from './location.ts';
import { jobView } from './print-job-view.ts';
import { putIntoQueue } from './print-pages.ts';
import { noteTest } from './printer-tests.ts';
import { queuePrinters } from './site-printers.ts';

export const testPageHandlers: Handlers<typeof testPageOperations> = {
  'testPage.print': {
    effect: async (context, { printerId }) => {
      const printer = queuePrinters(context).officePrinters.find(({ id }) => id === printerId);
      if (!printer) throw new AppException(notFound('There is no such office printer at this desk.'));
      // It follows from the command, so that the same command has the same page.
      const code = deskCodeFrom('T0', context.commandId);
      const made = await context.makePages(
        testPagePlan({
          code,
          printerName: printer.name,
          siteName: currentLocation(context)?.name ?? null,
          printedAt: wallClockAt(context.nowMs, context.site.timeZone),
          nowMs: context.nowMs,
        }),
      );
      transaction(context.db, () => {
        putIntoQueue(context, {
          printer,
          title: 'Test page',
          visitId: null,
          document: { kind: 'test-page', registrationId: null, patientId: null, pages: made.pages },
          pdf: made.pdf,
        });
        noteTest(context, { code, printer, jobId: context.commandId });
      });
      return { job: jobView(context, context.commandId) };
    },
  },
};
