// Test labels of printers: printed, and proved when they are scanned back.
import type { ScanOutcome } from '../../contract/scan.ts';
import type { PrinterView } from '../../contract/printers.ts';
import { AppException, notFound, rejected } from '../../domain/app-error.ts';
import { deskCodeFrom } from '../../domain/desk-code.ts';
import { FINDABLE, mayMove } from '../printing/queue/job-rules.ts';
import { findPrintJob, unsentOfPrinter } from '../store/desk/print-jobs.ts';
import {
  addPrinterTest,
  findPrinterTest,
  listPrinterTests,
  provePrinterTest,
  type PrinterTest,
} from '../store/desk/printer-tests.ts';
import type { CommandContext, Context } from './handler.ts';
import { allPrinters, documentOf, type AnyPrinter } from './site-printers.ts';

type Said = readonly (readonly [name: string, value: unknown])[];

/** Bars are the same whether settings say so or say nothing. */
const inOneSpelling = (said: Said): string =>
  JSON.stringify(said.filter(([name, value]) => value != null && !(name === 'symbol' && value === 'bars')));

/** What a test proves: everything of the printer but its name. */
function settingsOf({ id: _id, name: _name, ...rest }: AnyPrinter): string {
  return inOneSpelling(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether a test was made for these settings. What earlier versions wrote down says bars where they were written out. */
const isFor = ({ settings }: PrinterTest, now: string): boolean =>
  settings === now || inOneSpelling(JSON.parse(settings) as Said) === now;

/** What is known of a printer's tests for its present settings: when one was scanned back last, and the newest one. */
export function testOf(
  context: Context,
  printer: AnyPrinter,
  tests: readonly PrinterTest[],
): Pick<PrinterView, 'proved' | 'test'> {
  const settings = settingsOf(printer);
  const own = tests.filter((test) => test.printerId === printer.id && isFor(test, settings));
  const proved = own.find((test) => test.proved !== null)?.proved ?? null;
  const newest = own[0];
  const job = newest && findPrintJob(context.db, newest.jobId);
  return {
    proved: proved && { ...proved },
    test:
      newest && newest.proved === null && job
        ? { code: newest.code, state: job.state, detail: job.detail, madeAtMs: newest.madeAtMs }
        : null,
  };
}

/** Remembers what a test with this code proves: the settings that the printer has now. Said twice of the same code it is kept once. */
export function noteTest(
  context: CommandContext,
  { code, printer, jobId }: { readonly code: string; readonly printer: AnyPrinter; readonly jobId: string },
): void {
  if (findPrinterTest(context.db, [code])) return;
  const { nowMs: madeAtMs } = context;
  addPrinterTest(context.db, { code, printerId: printer.id, jobId, settings: settingsOf(printer), madeAtMs });
}

const RULER_TITLE = 'Ruler for the size of a label';

/** Takes back the sheets of this kind that wait: whoever presses again while the printer is off wants one, and would be given a strip of them. */
function withdrawWaiting(
  { db, printQueue }: CommandContext,
  printerId: string,
  kind: 'test' | 'ruler',
): void {
  const tests = new Set(listPrinterTests(db).map(({ jobId }) => jobId));
  for (const job of unsentOfPrinter(db, printerId)) {
    const isOfKind = kind === 'test' ? tests.has(job.id) : job.title === RULER_TITLE;
    if (isOfKind && mayMove(job)) printQueue.cancel(job.id, 'another one was asked for');
  }
}

/**
 * Puts a test sheet into the print queue, in the caller's transaction. It takes the place of one that waits.
 *
 * @throws AppException `not-found`; `rejected` for a printer of whole pages, which has a test page, or where the sheet does not fit
 */
export function printTestSheet(context: CommandContext, printerId: string, kind: 'test' | 'ruler'): void {
  const printer = allPrinters(context).find(({ id }) => id === printerId);
  if (!printer) throw new AppException(notFound('There is no such printer at this desk.'));
  if (documentOf(printer) === 'pages') {
    throw new AppException(
      rejected('It prints whole pages: there is a test page.', { printerId: 'cannot-print' }),
    );
  }
  const code = deskCodeFrom('T0', context.random.uuid());
  const sheet = kind === 'test' ? ({ kind, code } as const) : ({ kind } as const);
  const title = kind === 'test' ? `Test label ${code}` : RULER_TITLE;
  const { actor, nowMs } = context;
  withdrawWaiting(context, printerId, kind);
  const jobId = context.printQueue.enqueueTestSheet({ printerId, title, sheet, actor, nowMs });
  if (kind === 'test') noteTest(context, { code, printer, jobId });
  context.changed('print-jobs', 'connection');
  context.afterCommit(() => context.printQueue.wake());
}

/** What a scanned test label leads to; null when the code is of none. A scan proves the printer's settings, if they are the same. */
export function scanOfTest(
  context: CommandContext,
  candidates: readonly string[],
): Extract<ScanOutcome, { kind: 'printer-test' }> | null {
  const test = findPrinterTest(context.db, candidates);
  const printer = test && allPrinters(context).find(({ id }) => id === test.printerId);
  if (!test || !printer) return null;
  const isProof = isFor(test, settingsOf(printer));
  if (isProof && test.proved === null) {
    provePrinterTest(context.db, test.code, { atMs: context.nowMs, actor: context.actor });
    // Whatever the printer said of it, it came out.
    const job = findPrintJob(context.db, test.jobId);
    if (job && FINDABLE.has(job.state)) context.printQueue.markPrinted(job.id);
    context.record('printer-proved', { visitId: null, printer: printer.name, code: test.code });
    context.changed('print-jobs', 'session', 'connection');
  }
  return { kind: 'printer-test', printerName: printer.name, code: test.code, isProof };
}
