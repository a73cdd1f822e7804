// The site's printers, and how the last delivery to each one went.
import type { PrinterView } from '../../contract/printers.ts';
import { PRINTED_DOCUMENTS, type PrintedDocument } from '../../domain/printed-document.ts';
import type { PageAddress } from '../ports.ts';
import type { Context } from './handler.ts';
import { canPrint, printerFor } from './printer-for.ts';

/** What is printed on a printer now. */
export function documentsOn(context: Pick<Context, 'db' | 'site'>, printerId: string): PrintedDocument[] {
  return PRINTED_DOCUMENTS.filter((document) => printerFor(context, document)?.id === printerId);
}

/** The address as people write it. */
function placeOf(address: PageAddress): string {
  switch (address.kind) {
    case 'ipp':
      return address.url.replace(/^http/, 'ipp');
    case 'queue':
      return `this computer’s queue ${address.name}`;
    case 'folder':
      return address.path;
  }
}

export function printerViews(context: Context): PrinterView[] {
  const states = context.printQueue.printerStates();
  const view = (
    printer: { readonly id: string; readonly name: string },
    rest: Pick<PrinterView, 'kind' | 'address' | 'prints'>,
  ): PrinterView => ({
    id: printer.id,
    name: printer.name,
    ...rest,
    state: states.get(printer.id)?.state ?? 'unknown',
    detail: states.get(printer.id)?.detail ?? null,
  });
  return [
    ...context.site.printers.map((printer) =>
      view(printer, {
        kind: canPrint(printer, 'ticket') ? 'ticket' : 'label',
        address: `${printer.host}:${printer.port}`,
        prints: documentsOn(context, printer.id),
      }),
    ),
    ...context.site.officePrinters.map((printer) =>
      view(printer, { kind: 'office', address: placeOf(printer.address), prints: [] }),
    ),
  ];
}
