// Which printer prints a document: the one that was chosen at the desk that orders it, else the one of the site, else the first that
// can.
import { mayGoOnLabels, type PrintedDocument } from '../../domain/printed-document.ts';
import type { OfficePrinter } from '../printing/queue/page-printer.ts';
import type { LabelPrinter, TicketPrinter } from '../printing/queue/desk-printers.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import type { Context } from './handler.ts';
import { allPrinters, canPrint, type AnyPrinter } from './site-printers.ts';

/** `desk`: the further desk at which it is asked for, where there is one; it may have chosen printers of its own. */
type Printers = Pick<Context, 'db' | 'site'> & Partial<Pick<Context, 'desk'>>;

/** Those that can print a document. `all`: where the caller has them already. */
const ableTo = (document: PrintedDocument, all: readonly AnyPrinter[]): AnyPrinter[] =>
  all.filter((printer) => canPrint(printer, document));

/**
 * The printer of a document; null when no printer of this desk can print it. A chosen printer that is not set up any more counts
 * as not chosen. A form or a report goes where other pages go until a printer was chosen for it, so never on labels that nobody meant for it.
 */
export function printerFor(
  printers: Printers,
  document: PrintedDocument,
  all = allPrinters(printers),
): AnyPrinter | null {
  const able = ableTo(document, all);
  const { db, desk } = printers;
  const own = desk ? readSetting(db, 'chosenPrintersAt')?.[desk.id]?.[document] : undefined;
  const wanted = readSetting(db, 'chosenPrinters')?.[document];
  const chosen = able.find(({ id }) => id === own) ?? able.find(({ id }) => id === wanted);
  if (chosen) return chosen;
  return mayGoOnLabels(document) ? printerFor(printers, 'pages', all) : (able[0] ?? null);
}

/** From now on the document is printed there: for orders of the further desk that asks, else of all that chose none of their own. */
export function choosePrinter(
  { db, desk }: Pick<Context, 'db' | 'desk'>,
  document: PrintedDocument,
  printerId: string,
): void {
  if (desk === null) {
    writeSetting(db, 'chosenPrinters', { ...readSetting(db, 'chosenPrinters'), [document]: printerId });
    return;
  }
  const all = readSetting(db, 'chosenPrintersAt') ?? {};
  writeSetting(db, 'chosenPrintersAt', { ...all, [desk.id]: { ...all[desk.id], [document]: printerId } });
}

/**
 * The printer that is offered for a document while its own is in trouble; null: any that can is. The managed settings come first, then
 * what the desk chose for itself, then the choice of the site.
 */
export function standInFor(
  printers: Printers,
  document: PrintedDocument,
  all = allPrinters(printers),
): AnyPrinter | null {
  const { db, desk, site } = printers;
  const able = ableTo(document, all);
  const named = (id: string | null | undefined): AnyPrinter | null =>
    able.find((printer) => printer.id === id) ?? null;
  const managed = site.standInPrinters[document];
  if (managed !== undefined) return named(managed);
  const own = desk ? readSetting(db, 'standInPrintersAt')?.[desk.id]?.[document] : undefined;
  if (own === null) return null;
  const chosen = named(own) ?? named(readSetting(db, 'standInPrinters')?.[document]);
  if (chosen || !mayGoOnLabels(document)) return chosen;
  return standInFor(printers, 'pages', all);
}

/**
 * From now on this printer is offered first: at the further desk that asks, else at all that chose none of their own. `printerId`
 * null: any that can.
 */
export function chooseStandIn(
  { db, desk }: Pick<Context, 'db' | 'desk'>,
  document: PrintedDocument,
  printerId: string | null,
): void {
  if (desk !== null) {
    const all = readSetting(db, 'standInPrintersAt') ?? {};
    writeSetting(db, 'standInPrintersAt', { ...all, [desk.id]: { ...all[desk.id], [document]: printerId } });
    return;
  }
  const { [document]: _before, ...others } = readSetting(db, 'standInPrinters') ?? {};
  writeSetting(db, 'standInPrinters', printerId === null ? others : { ...others, [document]: printerId });
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

/** The printer of forms; null when this desk has none, as above. */
export const formPrinterOf = (printers: Printers): OfficePrinter | LabelPrinter | null =>
  printerFor(printers, 'form') as OfficePrinter | LabelPrinter | null;

/** The printer of results, in the same way. */
export const reportPrinterOf = (printers: Printers): OfficePrinter | LabelPrinter | null =>
  printerFor(printers, 'report') as OfficePrinter | LabelPrinter | null;
