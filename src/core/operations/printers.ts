// Which printer prints which document.
import type { printerOperations } from '../../contract/printers.ts';
import { AppException, notFound, rejected } from '../../domain/app-error.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import type { Handlers } from './handler.ts';
import { canPrint, printerFor } from './printer-for.ts';
import { printerViews } from './printer-view.ts';

export const printerHandlers: Handlers<typeof printerOperations> = {
  'printers.choose': {
    transaction: (context, { document, printerId }) => {
      const printer = context.site.printers.find(({ id }) => id === printerId);
      if (!printer) throw new AppException(notFound('There is no such printer at this desk.'));
      if (!canPrint(printer, document)) {
        throw new AppException(rejected('This printer cannot print that.', { printerId: 'cannot-print' }));
      }
      const before = printerFor(context, document);
      writeSetting(context.db, 'chosenPrinters', {
        ...readSetting(context.db, 'chosenPrinters'),
        [document]: printerId,
      });
      if (before?.id !== printerId) {
        context.record('printer-chosen', {
          visitId: null,
          document,
          printer: printer.name,
          before: before?.name ?? null,
        });
      }
      context.changed('print-jobs', 'training', 'session');
      return { printers: printerViews(context) };
    },
  },
};
