// Which printer prints a document: the one that a person chose, else the first one that can.
import type { PrintedDocument } from '../../domain/printed-document.ts';
import type { OfficePrinter } from '../printing/queue/page-printer.ts';
import type { LabelPrinter, TicketPrinter } from '../printing/queue/print-queue.ts';
import { readSetting } from '../store/desk/settings.ts';
import type { Context } from './handler.ts';
import { allPrinters, documentOf, type AnyPrinter } from './site-printers.ts';

type Printers = Pick<Context, 'db' | 'site'>;

/** Those that can print a document. `all`: where the caller has them already. */
const ableTo = (document: PrintedDocument, all: readonly AnyPrinter[]): AnyPrinter[] =>
  all.filter((printer) => documentOf(printer) === document);

/**
 * The printer of a document; null when no printer of this desk can print it. A chosen printer that is not set up any more counts
 * as not chosen.
 */
export function printerFor(
  printers: Printers,
  document: PrintedDocument,
  all = allPrinters(printers),
): AnyPrinter | null {
  const able = ableTo(document, all);
  const wanted = readSetting(printers.db, 'chosenPrinters')?.[document];
  return able.find(({ id }) => id === wanted) ?? able[0] ?? null;
}

/** The printer that is offered for a document while its own is in trouble; null: any that can is. */
export function standInFor(
  printers: Printers,
  document: PrintedDocument,
  all = allPrinters(printers),
): AnyPrinter | null {
  const wanted =
    printers.site.standInPrinters[document] ?? readSetting(printers.db, 'standInPrinters')?.[document];
  return ableTo(document, all).find(({ id }) => id === wanted) ?? null;
}

/** Null when this desk has no label printer. */
export const labelPrinterOf = (printers: Printers): LabelPrinter | null =>
  printerFor(printers, 'label') as LabelPrinter | null;

/** Null when this desk has no ticket printer. */
export const ticketPrinterOf = (printers: Printers): TicketPrinter | null =>
  printerFor(printers, 'ticket') as TicketPrinter | null;

/** The printer of whole pages; null when this desk has none: they are printed by whoever shows the screens. */
export const pagePrinterOf = (printers: Printers): OfficePrinter | null =>
  printerFor(printers, 'pages') as OfficePrinter | null;
