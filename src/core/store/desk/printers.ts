// The printers that people set up at this desk.
import type { PrinterSetup } from '../../../domain/printer-setup.ts';
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface StoredPrinter {
  readonly id: string;
  readonly setup: PrinterSetup;
  /** Grows with each change. */
  readonly version: number;
}

interface PrinterRow {
  id: string;
  setup: string;
  version: number;
}

const toStored = (row: PrinterRow): StoredPrinter => ({
  ...row,
  setup: JSON.parse(row.setup) as PrinterSetup,
});

/** In the order in which they were added. */
export function listStoredPrinters(db: Db): StoredPrinter[] {
  return all<PrinterRow>(db, 'SELECT id, setup, version FROM printer ORDER BY added_at_ms, rowid').map(
    toStored,
  );
}

export function findStoredPrinter(db: Db, id: string): StoredPrinter | null {
  const row = get<PrinterRow>(db, 'SELECT id, setup, version FROM printer WHERE id = ?', [id]);
  return row && toStored(row);
}

export function addStoredPrinter(db: Db, id: string, setup: PrinterSetup, nowMs: number): void {
  run(db, 'INSERT INTO printer (id, setup, added_at_ms) VALUES (?, ?, ?)', [
    id,
    JSON.stringify(setup),
    nowMs,
  ]);
}

export function changeStoredPrinter(db: Db, id: string, setup: PrinterSetup): void {
  run(db, 'UPDATE printer SET setup = ?, version = version + 1 WHERE id = ?', [JSON.stringify(setup), id]);
}

export function removeStoredPrinter(db: Db, id: string): void {
  run(db, 'DELETE FROM printer WHERE id = ?', [id]);
}
