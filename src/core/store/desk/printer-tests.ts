// Test labels of printers: which were made for which settings, and which were scanned back.
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** Times are milliseconds since the epoch. */
export interface PrinterTest {
  readonly code: string;
  readonly printerId: string;
  readonly jobId: string;
  /** What the printer was set up to; opaque, to be compared. */
  readonly settings: string;
  readonly madeAtMs: number;
  readonly proved: { readonly atMs: number; readonly by: string } | null;
}

interface TestRow {
  code: string;
  printer_id: string;
  job_id: string;
  settings: string;
  made_at_ms: number;
  proved_at_ms: number | null;
  proved_by: string | null;
}

/** A label that nobody scanned within a week is in no hand any more. */
const KEPT_UNPROVED_MS = 7 * 86_400_000;

const toTest = (row: TestRow): PrinterTest => ({
  code: row.code,
  printerId: row.printer_id,
  jobId: row.job_id,
  settings: row.settings,
  madeAtMs: row.made_at_ms,
  proved: row.proved_at_ms === null ? null : { atMs: row.proved_at_ms, by: row.proved_by ?? '' },
});

/** Of all printers, the newest first. */
export function listPrinterTests(db: Db): PrinterTest[] {
  return all<TestRow>(db, 'SELECT * FROM printer_test ORDER BY made_at_ms DESC, rowid DESC').map(toTest);
}

/** The test with one of these codes, in any case; null when there is none. */
export function findPrinterTest(db: Db, codes: readonly string[]): PrinterTest | null {
  for (const code of codes) {
    const row = get<TestRow>(db, 'SELECT * FROM printer_test WHERE code = ?', [code.toUpperCase()]);
    if (row) return toTest(row);
  }
  return null;
}

export function addPrinterTest(db: Db, test: Omit<PrinterTest, 'proved'>): void {
  run(db, 'DELETE FROM printer_test WHERE proved_at_ms IS NULL AND made_at_ms < ?', [
    test.madeAtMs - KEPT_UNPROVED_MS,
  ]);
  run(
    db,
    `INSERT INTO printer_test (code, printer_id, job_id, settings, made_at_ms)
     VALUES (@code, @printerId, @jobId, @settings, @madeAtMs)`,
    { ...test },
  );
}

export function provePrinterTest(
  db: Db,
  code: string,
  by: { readonly atMs: number; readonly actor: string },
): void {
  run(db, 'UPDATE printer_test SET proved_at_ms = @atMs, proved_by = @actor WHERE code = @code', {
    code,
    ...by,
  });
}

export function removePrinterTests(db: Db, printerId: string): void {
  run(db, 'DELETE FROM printer_test WHERE printer_id = ?', [printerId]);
}
