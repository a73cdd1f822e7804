// A printer of labels or tickets, as its line in the queue sees it. The picture of a label is read before
// the printer is reached at all.
import type { Bitmap, PictureReader, PrinterLimits, PrinterTransport, StatusQuestion } from '../../ports.ts';
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import { rawAddressWithin } from '../../../domain/printer-address.ts';
import { escposReceipt, escposStatus } from '../languages/escpos/status.ts';
import { LABEL_LANGUAGES } from '../languages/registry.ts';
import { zplReceipt } from '../languages/zpl/status.ts';
import { pictureProblem } from './picture-check.ts';
import type { DeskPrinter, LabelPrinter } from './print-queue.ts';
import type { LineDelivery, LinePrinter } from './printer-line.ts';

export interface RawPrinterParts {
  readonly jobs: PrintJobStore;
  readonly transport: PrinterTransport;
  readonly pictures: Pick<PictureReader, 'readLabelPicture'>;
}

const LIMITS: PrinterLimits = {
  connectTimeoutMs: 3_000,
  // For printers that never close the connection: the next label waits this long, though the label itself is out
  // sooner.
  acknowledgeTimeoutMs: 2_000,
  lingerMs: 10_000,
};

const questionOf = (printer: DeskPrinter): StatusQuestion | null =>
  printer.language === 'escpos' ? escposStatus : null;

/** EPL2 and TSPL have no question that is known to be answered alike by their makers. */
function receiptOf({ language }: DeskPrinter): StatusQuestion | null {
  if (language === 'escpos') return escposReceipt;
  return language === 'zpl' ? zplReceipt : null;
}

const refusal = (detail: string): LineDelivery => ({ outcome: 'refused', detail, again: false });

/** The picture in a job; null where the printer draws the bars itself, and `none` where there should be one and is not. */
function pictureIn(printer: LabelPrinter, bytes: Uint8Array): Bitmap | null | 'none' {
  const { labelWidthMm: widthMm, labelHeightMm: heightMm, dotsPerMm, symbol } = printer;
  try {
    const picture = LABEL_LANGUAGES[printer.language].pictureOf(bytes, { widthMm, heightMm, dotsPerMm });
    // A Data Matrix is a picture in every language.
    return picture === null && symbol === 'data-matrix' ? 'none' : picture;
  } catch {
    return 'none';
  }
}

/** What stands in the way of a label whose bytes are a picture; null when nothing does. */
async function obstacle(
  printer: LabelPrinter,
  job: PrintJob,
  { jobs, pictures }: RawPrinterParts,
): Promise<LineDelivery | null> {
  // A sheet for setting the printer up: whoever scans it checks it.
  if (jobs.contentOf(job.id) === null) return null;
  // Both versions: a person may ask for the one with the reprint mark while this one waits for its printer.
  for (const bytes of jobs.bytesOf(job.id)) {
    const picture = pictureIn(printer, bytes);
    if (picture === null) return null;
    if (picture === 'none') {
      return refusal(
        'its picture is damaged, or was made for another printer: print the label anew from the visit',
      );
    }
    try {
      const symbol = printer.symbol ?? 'bars';
      const reading = await pictures.readLabelPicture(picture, symbol);
      const problem = pictureProblem(reading, { code: job.madeFor?.code ?? null, symbol });
      if (problem !== null) return refusal(problem);
    } catch {
      // The thread that reads had no time or no memory: nothing is wrong with the label, so it is tried again.
      const detail = 'the label could not be checked before printing; it is tried again';
      return { outcome: 'not-started', detail, reached: true };
    }
  }
  return null;
}

export function createRawPrinter(printer: DeskPrinter, parts: RawPrinterParts): LinePrinter {
  return {
    id: printer.id,
    name: printer.name,
    nameOf: () => null,
    async deliver(handover, job) {
      const inTheWay = printer.language === 'escpos' ? null : await obstacle(printer, job, parts);
      if (inTheWay) return inTheWay;
      const begin = (): Uint8Array | null => handover.begin();
      const sent = { question: questionOf(printer), receipt: receiptOf(printer), begin };
      return parts.transport.deliver(rawAddressWithin(printer), sent, LIMITS);
    },
  };
}
