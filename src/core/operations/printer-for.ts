// Which printer prints a document: the one that a person chose, else the first one.
import type { PrintedDocument } from '../../domain/printed-document.ts';
import type { LabelPrinter } from '../printing/queue/print-queue.ts';
import { readSetting } from '../store/desk/settings.ts';
import type { Context } from './handler.ts';

/** Null when no printer of this desk can print it. A chosen printer that is not set up any more counts as not chosen. */
export function printerFor(
  { db, site }: Pick<Context, 'db' | 'site'>,
  document: PrintedDocument,
): LabelPrinter | null {
  const chosen = readSetting(db, 'chosenPrinters')?.[document];
  return site.printers.find(({ id }) => id === chosen) ?? site.printers[0] ?? null;
}
