// The site's printers, and how the last delivery to each one went.
import type { PrinterView } from '../../contract/views.ts';
import type { Context } from './handler.ts';

export function printerViews(context: Context): PrinterView[] {
  const states = context.printQueue.printerStates();
  return context.site.printers.map((printer) => ({
    id: printer.id,
    name: printer.name,
    kind: 'label',
    address: `${printer.host}:${printer.port}`,
    state: states.get(printer.id)?.state ?? 'unknown',
    detail: states.get(printer.id)?.detail ?? null,
  }));
}
