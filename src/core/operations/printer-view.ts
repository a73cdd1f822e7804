// The site's printers, and how the last delivery to each one went.
import type { PrinterView } from '../../contract/printers.ts';
import { PRINTED_DOCUMENTS, type PrintedDocument } from '../../domain/printed-document.ts';
import type { Context } from './handler.ts';
import { printerFor } from './printer-for.ts';

/** What is printed on a printer now. */
export function documentsOn(context: Pick<Context, 'db' | 'site'>, printerId: string): PrintedDocument[] {
  return PRINTED_DOCUMENTS.filter((document) => printerFor(context, document)?.id === printerId);
}

export function printerViews(context: Context): PrinterView[] {
  const states = context.printQueue.printerStates();
  return context.site.printers.map((printer) => ({
    id: printer.id,
    name: printer.name,
    kind: 'label',
    address: `${printer.host}:${printer.port}`,
    prints: documentsOn(context, printer.id),
    state: states.get(printer.id)?.state ?? 'unknown',
    detail: states.get(printer.id)?.detail ?? null,
  }));
}
