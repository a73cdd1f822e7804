// All printers of this desk: those of training mode and of the managed settings, then those that people added here.
import { mayGoOnLabels, type PrintedDocument } from '../../domain/printed-document.ts';
import type { PageLabelProblem } from '../../domain/page-label.ts';
import { printerOf } from '../printing/printer-setup.ts';
import { labelPageProblem } from '../printing/queue/label-pages.ts';
import type { OfficePrinter } from '../printing/queue/page-printer.ts';
import type {
  DeskPrinter,
  LabelPrinter,
  QueuePrinters,
  TicketPrinter,
} from '../printing/queue/desk-printers.ts';
import { listStoredPrinters } from '../store/desk/printers.ts';
import type { Context } from './handler.ts';

/** A printer of any kind. */
export type AnyPrinter = LabelPrinter | TicketPrinter | OfficePrinter;

/** What a printer prints by its kind; see also {@link canPrint}. */
export function documentOf(printer: AnyPrinter): PrintedDocument {
  if (!('language' in printer)) return 'pages';
  return printer.language === 'escpos' ? 'ticket' : 'label';
}

/** Why no page can be printed on a printer; null where pages can. */
export function pageProblem(printer: AnyPrinter): PageLabelProblem | null {
  if (!('language' in printer)) return null;
  return printer.language === 'escpos' ? 'ticket' : labelPageProblem(printer);
}

/** Whether a printer can print a document. */
export const canPrint = (printer: AnyPrinter, document: PrintedDocument): boolean =>
  mayGoOnLabels(document) ? pageProblem(printer) === null : documentOf(printer) === document;

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
