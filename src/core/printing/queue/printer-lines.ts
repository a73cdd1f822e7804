// The lines of all printers that are set up now. Printers come, change and go while the queue runs.
import type { PageAddress, PageTransport } from '../../ports/printers.ts';
import { goesOutByItself } from './job-rules.ts';
import { createEndsNotStored } from './ends-not-stored.ts';
import { createLateAcknowledgements } from './late-acknowledgements.ts';
import { labelPageProblem } from './label-pages.ts';
import type { LinePrinter } from './line-printer.ts';
import { createPagePrinter, type OfficePrinter, type PagePrinter } from './page-printer.ts';
import { createPrinterLine, type PrinterLine, type PrinterLineParts } from './printer-line.ts';
import type { DeskPrinter, QueuePrinters } from './desk-printers.ts';
import { createRawPrinter, type RawPrinterParts } from './raw-printer.ts';
import { createUnfinishedPictures } from './unfinished-pictures.ts';

export interface PrinterLines {
  /** Printers of labels and tickets by their id, as they are set up now. */
  readonly printers: ReadonlyMap<string, DeskPrinter>;
  /** The line of each printer, whatever it prints, by the printer's id. */
  readonly lines: ReadonlyMap<string, PrinterLine>;
  /** Whether whole pages can be given to it: an office printer, or a label printer with labels that take them. */
  printsPages(printerId: string): boolean;
  /** Undefined where it prints no pages, or is not set up any more. */
  officePrinter(printerId: string): OfficePrinter | undefined;
  /** The further desk at which a printer stands; undefined: the site desk, or it is not set up any more. */
  deskOf(printerId: string): string | undefined;
  /** True when the job was sent a moment ago and its printer may still acknowledge it, also one that was changed or removed since. */
  mayStillAnswer(jobId: string): boolean;
  setUp(printers: QueuePrinters): void;
  /** Printers of whole pages go on with what the desk knew when it stopped. */
  resume(): void;
  /** Sends nothing more. Resolves when the deliveries under way have ended, also those to printers that went. */
  close(): Promise<void>;
}

interface PageLine {
  readonly printer: OfficePrinter;
  readonly pagePrinter: PagePrinter;
}

const samePlace = (one: PageAddress, other: PageAddress): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export interface PrinterLinesParts
  extends
    Omit<PrinterLineParts, 'endsNotStored' | 'isOfLastRun' | 'lateAcknowledgements'>,
    RawPrinterParts,
    QueuePrinters {
  readonly pages: PageTransport;
  /** Why nothing can be printed at a further desk, and whether that is for good; null: it can. Left out: no other desk prints. */
  readonly deskTrouble?: (deskId: string) => { readonly why: string; readonly forGood: boolean } | null;
}

const STOOD_ELSEWHERE = 'it was to be printed while its printer stood elsewhere';

/** `onLeft`: the last delivery of a line that went has ended. It may have left its job to the line in its place. */
export function createPrinterLines(parts: PrinterLinesParts, onLeft: () => void): PrinterLines {
  const endsNotStored = createEndsNotStored(parts);
  const lateAcknowledgements = createLateAcknowledgements(parts);
  let isStart = true;
  const partsOfLine = (): PrinterLineParts => ({
    ...parts,
    isOfLastRun: isStart,
    endsNotStored,
    lateAcknowledgements,
  });
  const unfinished = createUnfinishedPictures(parts.jobs, parts.printers);
  const printers = new Map<string, DeskPrinter>();
  const pageLines = new Map<string, PageLine>();
  const lines = new Map<string, PrinterLine>();
  /** Lines of printers that went, whose last delivery may still be under way. */
  const leaving = new Set<Promise<void>>();

  const leave = (line: PrinterLine | undefined): void => {
    const left = line?.close();
    if (!left) return;
    leaving.add(left);
    void left.finally(() => {
      leaving.delete(left);
      onLeft();
    });
  };

  /** Why nothing can be sent to where a printer stands until another desk is chosen for it. */
  const outForGoodAt = (deskId: string | undefined): string | null => {
    const trouble = deskId === undefined ? null : parts.deskTrouble?.(deskId);
    return trouble?.forGood ? trouble.why : null;
  };

  /** What kept its jobs from being printed at one desk says nothing of the next. Those that a person was left to decide about stay theirs. */
  const standsElsewhere = (printerId: string): void =>
    parts.jobs.together(() => {
      for (const job of parts.jobs.unsentOfPrinter(printerId)) {
        if (job.state !== 'attention') continue;
        const now = goesOutByItself(job)
          ? ({ state: 'queued', detail: null } as const)
          : ({ state: 'failed', detail: STOOD_ELSEWHERE } as const);
        parts.jobs.change(job.id, { ...now, nextAttemptAtMs: null, finishedAtMs: null });
      }
    });

  const putRaw = (printer: DeskPrinter): void => {
    const { id } = printer;
    const before = printers.get(id);
    if (before && JSON.stringify(before) === JSON.stringify(printer)) return;
    printers.set(id, printer);
    leave(lines.get(id));
    if (before && before.at !== printer.at) standsElsewhere(id);
    const raw = createRawPrinter(printer, { ...parts, unfinished });
    const line: LinePrinter = {
      ...raw,
      outForGood: () => outForGoodAt(printer.at),
      // It may be changed or removed while the connection to where it was is made.
      deliver: (handover, job) =>
        raw.deliver(
          { ...handover, begin: () => (printers.get(id) === printer ? handover.begin() : null) },
          job,
        ),
    };
    lines.set(id, createPrinterLine(line, partsOfLine()));
  };

  const putPages = (printer: OfficePrinter): PagePrinter | null => {
    const before = pageLines.get(printer.id);
    if (before && before.printer.name === printer.name && samePlace(before.printer.address, printer.address))
      return null;
    before?.pagePrinter.close();
    leave(lines.get(printer.id));
    if (before && before.printer.address.at !== printer.address.at) standsElsewhere(printer.id);
    const pagePrinter = createPagePrinter(printer, parts);
    const line: LinePrinter = {
      ...pagePrinter,
      outForGood: () => outForGoodAt(printer.address.at),
      deliver: (handover, job) => {
        const isStill = (): boolean => pageLines.get(printer.id)?.pagePrinter === pagePrinter;
        return pagePrinter.deliver({ begin: () => (isStill() ? handover.begin() : null) }, job);
      },
    };
    pageLines.set(printer.id, { printer, pagePrinter });
    lines.set(printer.id, createPrinterLine(line, partsOfLine()));
    return pagePrinter;
  };

  const setUp = (now: QueuePrinters): PagePrinter[] => {
    const ids = new Set([...now.printers, ...now.officePrinters].map(({ id }) => id));
    for (const [id, line] of lines) {
      if (ids.has(id)) continue;
      leave(line);
      pageLines.get(id)?.pagePrinter.close();
      lines.delete(id);
      printers.delete(id);
      pageLines.delete(id);
    }
    now.printers.forEach(putRaw);
    return now.officePrinters.flatMap((printer) => putPages(printer) ?? []);
  };

  setUp(parts);
  isStart = false;
  return {
    printers,
    lines,
    printsPages(printerId) {
      const printer = printers.get(printerId);
      return printer
        ? printer.language !== 'escpos' && labelPageProblem(printer) === null
        : pageLines.has(printerId);
    },
    officePrinter: (printerId) => pageLines.get(printerId)?.printer,
    deskOf: (printerId) => printers.get(printerId)?.at ?? pageLines.get(printerId)?.printer.address.at,
    mayStillAnswer: (jobId) => lateAcknowledgements.mayStillCome(jobId),
    setUp(now) {
      for (const printer of setUp(now)) printer.resume();
    },
    resume() {
      for (const { pagePrinter } of pageLines.values()) pagePrinter.resume();
    },
    async close() {
      endsNotStored.close();
      lateAcknowledgements.close();
      for (const { pagePrinter } of pageLines.values()) pagePrinter.close();
      await Promise.all([...Array.from(lines.values(), (line) => line.close()), ...leaving]);
    },
  };
}
