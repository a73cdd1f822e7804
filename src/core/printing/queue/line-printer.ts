// A printer as its line in the queue sees it, whatever it prints.
import type { PageDelivery, PrinterDelivery, PrinterJob } from '../../ports/printers.ts';
import type { PrintJob } from '../../store/desk/print-jobs.ts';
import type { PrinterHealth } from './printer-health.ts';

/** How a delivery ended, to whatever kind of printer. */
export type LineDelivery = PrinterDelivery | PageDelivery;

/** A printer as its line sees it. */
export interface LinePrinter {
  readonly id: string;
  readonly name: string;
  /** Whether the job was made out for the printer as it is set up now; otherwise nothing of it is sent. */
  takes(job: PrintJob): boolean;
  /** Sends the job; `handover` gives its bytes. Never throws and never retries. */
  deliver(handover: PrinterJob, job: PrintJob): Promise<LineDelivery>;
  /** The name that a printer gets with the job at its next attempt; null where it gets none. */
  nameOf(job: PrintJob): string | null;
  /** Called once the printer has taken a job and this is on disk. */
  taken?(job: PrintJob): void;
  /** Why nothing can be sent to it for good, where it stands now; left out or null: it can, now or in a while. */
  outForGood?(): string | null;
  /** What it says of itself when it is asked; left out or null where it is not asked. */
  readonly health?: Omit<PrinterHealth, 'deliver'> | null;
}
