// All printers of this desk: those of training mode and of the managed settings, then those that people added here.
import type { PrintedDocument } from '../../domain/printed-document.ts';
import { printerOf } from '../printing/printer-setup.ts';
import type { OfficePrinter } from '../printing/queue/page-printer.ts';
import type {
  DeskPrinter,
  LabelPrinter,
  QueuePrinters,
  TicketPrinter,
} from '../printing/queue/print-queue.ts';
import { listStoredPrinters } from '../store/desk/printers.ts';
import type { Context } from './handler.ts';

/** A printer of any kind. */
export type AnyPrinter = LabelPrinter | TicketPrinter | OfficePrinter;

/** The document that a printer prints; each prints one. */
export function documentOf(printer: AnyPrinter): PrintedDocument {
  if (!('language' in printer)) return 'pages';
  return printer.language === 'escpos' ? 'ticket' : 'label';
}

/** Whether what is printed on it goes through a queue of this computer. */
export const isAtQueue = (printer: AnyPrinter | undefined): boolean =>
  printer !== undefined && ('address' in printer ? printer.address.kind === 'queue' : 'queue' in printer);

export function queuePrinters({ db, site }: Pick<Context, 'db' | 'site'>): QueuePrinters {
  const printers: DeskPrinter[] = [...site.printers];
  const officePrinters: OfficePrinter[] = [...site.officePrinters];
  for (const { id, setup } of listStoredPrinters(db)) {
    const one = printerOf(id, setup);
    if (one.kind === 'office') officePrinters.push(one.printer);
    else printers.push(one.printer);
  }
  return { printers, officePrinters };
}

export function allPrinters(context: Pick<Context, 'db' | 'site'>): AnyPrinter[] {
  const { printers, officePrinters } = queuePrinters(context);
  return [...printers, ...officePrinters];
}
