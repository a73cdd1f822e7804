// Which printer prints a document: the one that a person chose, else the first one that can.
import type { PrintedDocument } from '../../domain/printed-document.ts';
import type { DeskPrinter, LabelPrinter, TicketPrinter } from '../printing/queue/print-queue.ts';
import { readSetting } from '../store/desk/settings.ts';
import type { Context } from './handler.ts';

type Printers = Pick<Context, 'db' | 'site'>;

const isTicketPrinter = (printer: DeskPrinter): printer is TicketPrinter => printer.language === 'escpos';
const isLabelPrinter = (printer: DeskPrinter): printer is LabelPrinter => !isTicketPrinter(printer);

function chosen<Printer extends DeskPrinter>(
  { db, site }: Printers,
  document: PrintedDocument,
  can: (printer: DeskPrinter) => printer is Printer,
): Printer | null {
  const able = site.printers.filter(can);
  const wanted = readSetting(db, 'chosenPrinters')?.[document];
  return able.find(({ id }) => id === wanted) ?? able[0] ?? null;
}

/** Null when this desk has no label printer. A chosen printer that is not set up any more counts as not chosen. */
export const labelPrinterOf = (printers: Printers): LabelPrinter | null =>
  chosen(printers, 'label', isLabelPrinter);

/** Null when this desk has no ticket printer. */
export const ticketPrinterOf = (printers: Printers): TicketPrinter | null =>
  chosen(printers, 'ticket', isTicketPrinter);

/** The printer of a document; null when no printer of this desk can print it. */
export function printerFor(printers: Printers, document: PrintedDocument): DeskPrinter | null {
  return document === 'label' ? labelPrinterOf(printers) : ticketPrinterOf(printers);
}

/** Whether the printer can print the document at all. */
export function canPrint(printer: DeskPrinter, document: PrintedDocument): boolean {
  return isTicketPrinter(printer) === (document === 'ticket');
}
