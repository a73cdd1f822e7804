// A job and the printer that it is to go to: whether that one prints such papers, and the job made out for it as it is set up now.
import { AppException, rejected } from '../../../domain/app-error.ts';
import { isForLabels, type PrintedPages } from '../../../domain/printed-pages.ts';
import type { PrintJob } from '../../store/desk/print-jobs.ts';
import { cannotPrint, createMakingOut, type MadeOut, type MakingOut } from './made-out.ts';
import { isMadeFor } from './made-for-settings.ts';
import type { PrinterLineParts } from './printer-line.ts';
import type { PrinterLines } from './printer-lines.ts';
import { isOnRoll } from './roll-forms.ts';

export interface FitToPrinter {
  readonly making: MakingOut;
  takesPages(printerId: string, pages: PrintedPages): boolean;
  /** Gives a job to another printer, made out for it. Throws `rejected` when it cannot be. */
  move(job: PrintJob, printerId: string): void;
  /**
   * Makes a job out anew when its printer was set up otherwise since, with its reprint mark where one may have come out; else it stays as
   * it is. Throws `rejected`, and changes nothing, when that cannot be done.
   */
  makeFit(job: PrintJob): void;
}

/** What was made for other settings is never printed, so it has to be ordered again. */
function otherSettings(): never {
  throw new AppException(
    rejected('It was made for other settings of its printer, and cannot be made out anew.', {
      printerId: 'other-settings',
    }),
  );
}

export function createFitToPrinter(
  parts: Pick<PrinterLineParts, 'jobs' | 'nowMs'> & Parameters<typeof createMakingOut>[0],
  { printers, printsPages }: Pick<PrinterLines, 'printers' | 'printsPages'>,
): FitToPrinter {
  const { jobs, nowMs } = parts;
  const making = createMakingOut(parts);

  const takesPages = (printerId: string, { kind }: PrintedPages): boolean =>
    printsPages(printerId) && (!printers.has(printerId) || isForLabels(kind));

  const fromContent = (job: PrintJob, printerId: string, content: string): MadeOut => {
    const printer = printers.get(printerId) ?? cannotPrint();
    return making.again(printer, { content, madeFor: job.madeFor, nowMs: nowMs() });
  };

  /** A job made out for a printer; null: that one is sent the same. */
  const madeOutFor = (job: PrintJob, printerId: string): MadeOut | null => {
    if (job.document && printers.get(printerId)?.language !== 'escpos') {
      const goesThere = takesPages(printerId, job.document);
      return goesThere && !jobs.bytesOf(job.id).some(isOnRoll) ? null : cannotPrint();
    }
    return fromContent(job, printerId, jobs.contentOf(job.id) ?? cannotPrint());
  };

  return {
    making,
    takesPages,
    move(job, printerId) {
      const made = madeOutFor(job, printerId);
      jobs.moveTo(job.id, printerId);
      if (made) jobs.makeAnew(job.id, made);
    },
    makeFit(job) {
      if (isMadeFor(job, printers.get(job.printerId) ?? null)) return;
      const content = jobs.contentOf(job.id) ?? otherSettings();
      // `made` has no reprint mark.
      jobs.makeAnew(job.id, fromContent(job, job.printerId, content));
      if (job.perhapsPrinted) jobs.markAsReprint(job.id);
    },
  };
}
