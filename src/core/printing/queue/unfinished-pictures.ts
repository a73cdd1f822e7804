// What a label printer may still wait for of a picture that broke off. Its bytes are counted by the printer, so it would take the beginning
// of the next label for the rest of them. So a job that may follow such a one begins with bytes that fill the picture up.
import type { PrintJobStore } from '../../store/desk/print-jobs.ts';
import type { LabelPrinter } from './desk-printers.ts';
import type { LineDelivery } from './printer-line.ts';
import { stockOf } from './printer-stock.ts';
import { jobBytes } from '../languages/job-bytes.ts';
import { LABEL_LANGUAGES } from '../languages/registry.ts';
import { labelSizeDots } from '../layout/label-stock.ts';

export interface UnfinishedPictures {
  /**
   * The bytes to send in place of those of the job. From now on its picture counts as unfinished. A test sheet is filled up only after a job that
   * certainly broke off: whoever tries a receipt printer as a label printer would see its roll run out empty.
   */
  begin(printer: LabelPrinter, job: Uint8Array, what: { readonly isTestSheet: boolean }): Uint8Array;
  /** What came of it. */
  ended(printer: LabelPrinter, delivery: LineDelivery): void;
}

interface Lacking {
  /** Of labels of two sizes it is the larger picture. */
  readonly bytes: number;
  readonly brokeOff: boolean;
}

const isAtCable = (printer: LabelPrinter): boolean => !('host' in printer);

/** Every picture is as large as the label. */
function pictureBytes(printer: LabelPrinter): number {
  const { width, height } = labelSizeDots(stockOf(printer));
  return Math.ceil(width / 8) * height;
}

/**
 * Of all printers of a queue, so that it is kept when a printer is set up anew. `lastRun`: those of the start, of whose jobs before it the disk
 * says how they ended. One that took its last job whole waits for nothing, and neither does one that was never sent any: it may be no label
 * printer at all, which would take the empty lines for pages.
 */
export function createUnfinishedPictures(
  jobs: Pick<PrintJobStore, 'perhapsBrokeOff'>,
  lastRun: readonly LabelPrinter[],
): UnfinishedPictures {
  const lacking = new Map<string, Lacking>();
  const toRecall = new Set(lastRun.map(({ id }) => id));
  /** At its first job, when what the last run left in the middle of sending is known to be in doubt. */
  const recall = (printer: LabelPrinter): void => {
    if (!toRecall.has(printer.id)) return;
    if (jobs.perhapsBrokeOff(printer.id, { isSentWhole: isAtCable(printer) }))
      lacking.set(printer.id, { bytes: pictureBytes(printer), brokeOff: false });
    toRecall.delete(printer.id);
  };
  /** By printer: which delivery was the last to begin. */
  const begun = new Map<string, number>();
  let lastBegun = 0;
  return {
    begin(printer, job, { isTestSheet }) {
      recall(printer);
      const before = lacking.get(printer.id) ?? null;
      const bytes = Math.max(before?.bytes ?? 0, pictureBytes(printer));
      lacking.set(printer.id, { bytes, brokeOff: before?.brokeOff ?? false });
      begun.set(printer.id, (lastBegun += 1));
      const { filler } = LABEL_LANGUAGES[printer.language];
      if (filler === null || before === null || (isTestSheet && !before.brokeOff)) return job;
      return jobBytes(filler(before.bytes), job);
    },
    ended(printer, delivery) {
      if (delivery.outcome === 'sent') lacking.delete(printer.id);
      const open = lacking.get(printer.id);
      if (delivery.outcome === 'unsure' && open) lacking.set(printer.id, { ...open, brokeOff: true });
      if (delivery.outcome !== 'unacknowledged') return;
      // What a cable has taken has left this computer. Over the network the rest may still be on its way, and be lost.
      if (isAtCable(printer)) lacking.delete(printer.id);
      const which = begun.get(printer.id);
      void delivery.later.then((answer) => {
        if (answer === 'acknowledged' && begun.get(printer.id) === which) lacking.delete(printer.id);
      });
    },
  };
}
