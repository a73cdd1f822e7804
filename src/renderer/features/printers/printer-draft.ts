// The forms in which printers are entered and changed: one for each of them, and one for a new one. They are kept for whoever typed in
// them until they are saved or closed.
import type { PrinterView } from '../../../contract/printers.ts';
import { putDraft } from '../../shared/drafts/drafts.ts';
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { useOpenForms } from '../../shared/drafts/use-open-forms.ts';
import { entryOfPrinter, NO_PRINTER, type PrinterEntry } from './printer-entry.ts';

/** In place of a printer's id. */
export const NEW = 'new';
const BEGINNING = 'printer:';

/** `printer`: null for a new one. */
export const openPrinter = (printer: PrinterView | null): void =>
  putDraft(
    BEGINNING + (printer?.id ?? NEW),
    printer ? entryOfPrinter(printer) : { ...NO_PRINTER, asking: NEW },
  );

/** The ids of the printers whose form is open in this window, and {@link NEW}. */
export const useOpenPrinters = (): readonly string[] =>
  useOpenForms(BEGINNING, NO_PRINTER, ({ asking }) => asking !== '');

export const usePrinterDraft = (printerId: string): Draft<PrinterEntry> =>
  useDraft(BEGINNING + printerId, NO_PRINTER);
