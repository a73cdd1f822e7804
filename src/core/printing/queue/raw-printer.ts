// A printer of labels or tickets, as its line in the queue sees it. The picture of a label or of a page is read before the printer is
// reached at all.
import type { Topic } from '../../../contract/events.ts';
import type { Bitmap, PictureReader } from '../../ports/pictures.ts';
import type {
  LabelQueues,
  LabelSheet,
  PrinterJob,
  PrinterLimits,
  PrinterTransport,
  StatusQuestion,
} from '../../ports/printers.ts';
import type { Clock, Log } from '../../ports/machine.ts';
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import { rawAddressWithin } from '../../../domain/printer-address.ts';
import { escposReceipt } from '../languages/escpos/status.ts';
import { jobBytes } from '../languages/job-bytes.ts';
import { labelSheetOf } from '../languages/pictures/pictures.ts';
import { LABEL_LANGUAGES } from '../languages/registry.ts';
import { zplReceipt } from '../languages/zpl/status.ts';
import { pagesForLabels, type LabelPagesParts } from './label-pages.ts';
import { isMadeFor } from './made-for-settings.ts';
import { pictureProblem } from './picture-check.ts';
import { healthOf } from './printer-health.ts';
import { stockOf } from './printer-stock.ts';
import { createReceiptPatience } from './receipt-patience.ts';
import type { DeskPrinter, LabelPrinter } from './desk-printers.ts';
import type { LineDelivery, LinePrinter } from './line-printer.ts';
import type { UnfinishedPictures } from './unfinished-pictures.ts';

export interface RawPrinterParts extends LabelPagesParts {
  readonly jobs: PrintJobStore;
  readonly transport: PrinterTransport;
  readonly pictures: Pick<PictureReader, 'readLabelPicture' | 'readPagePicture'>;
  /** Left out: the queues of this computer take a printer's own language and no pictures. */
  readonly labelQueues?: LabelQueues | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: (...topics: Topic[]) => void;
}

const DAMAGED =
  'its picture is damaged, or was made for another printer: print the label anew from the visit';
const NO_SUCH_QUEUES =
  'labels go as pictures to the queues of Windows only, and this computer has none: set the printer up anew';

const LIMITS: PrinterLimits = {
  connectTimeoutMs: 3_000,
  // For printers that never close the connection: the next label waits this long, though the label itself is out
  // sooner.
  acknowledgeTimeoutMs: 2_000,
  lingerMs: 10_000,
};

/** EPL2 and TSPL have no question that is known to be answered alike by their makers, and a queue of Windows is asked nothing. */
function receiptOf({ language }: DeskPrinter): StatusQuestion | null {
  if (language === 'escpos') return escposReceipt;
  return language === 'zpl' ? zplReceipt : null;
}

const refusal = (detail: string): LineDelivery => ({ outcome: 'refused', detail, again: false });

/** The picture in a job; null where the printer draws the bars itself, and `none` where there should be one and is not. */
function pictureIn(printer: LabelPrinter, bytes: Uint8Array): Bitmap | null | 'none' {
  try {
    const picture = LABEL_LANGUAGES[printer.language].pictureOf(bytes, stockOf(printer));
    // A Data Matrix is a picture in every language.
    return picture === null && printer.symbol === 'data-matrix' ? 'none' : picture;
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
    if (picture === 'none') return refusal(DAMAGED);
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

/** Null for what is no such label, so that it is never given away. */
function sheetIn(bytes: Uint8Array): LabelSheet | null {
  try {
    return labelSheetOf(bytes);
  } catch {
    return null;
  }
}

/** Gives labels to their queue as pictures. A sheet for setting the printer up was not read before, so it is here. */
async function deliverAsPictures(
  printer: LabelPrinter,
  { all, begin }: { readonly all: readonly Uint8Array[]; begin(): readonly Uint8Array[] | null },
  { labelQueues }: RawPrinterParts,
): Promise<LineDelivery> {
  if (!('queue' in printer) || printer.at !== undefined || !labelQueues)
    return { outcome: 'not-started', detail: NO_SUCH_QUEUES };
  if (!all.every(sheetIn)) return refusal(DAMAGED);
  return labelQueues.deliver(printer.queue, {
    begin: () => begin()?.flatMap((bytes) => sheetIn(bytes) ?? []) ?? null,
  });
}

/** The labels of pages that were made last: they are not drawn anew each time a printer cannot be reached. */
interface MadePages {
  readonly jobId: string;
  readonly reprint: boolean;
  readonly labels: readonly Uint8Array[];
}

export function createRawPrinter(
  printer: DeskPrinter,
  parts: RawPrinterParts & { readonly unfinished: UnfinishedPictures },
): LinePrinter {
  let made: MadePages | null = null;
  const patience = printer.language === 'escpos' ? createReceiptPatience() : null;

  const health = healthOf(printer, { ...parts, onSaid: () => parts.onChange('print-jobs', 'connection') });

  const send = async ({ begin, stopped }: Pick<PrinterJob, 'begin' | 'stopped'>): Promise<LineDelivery> => {
    const sent = { question: patience?.question() ?? null, receipt: receiptOf(printer), begin, stopped };
    const delivery = health
      ? await health.deliver(sent, LIMITS)
      : await parts.transport.deliver(rawAddressWithin(printer), sent, LIMITS);
    patience?.ended(delivery);
    return delivery;
  };
  const sendFilledUp = async (
    { begin, stopped }: Pick<PrinterJob, 'begin' | 'stopped'>,
    what: { readonly isTestSheet: boolean },
  ): Promise<LineDelivery> => {
    const handed = { over: false };
    const begun = (): Uint8Array | null => {
      const bytes = begin();
      handed.over = bytes !== null;
      return bytes && parts.unfinished.begin(printer, bytes, what);
    };
    const delivery = await send({ begin: begun, stopped });
    if (handed.over) parts.unfinished.ended(printer, delivery);
    return delivery;
  };
  const deliverLabel = async (
    on: LabelPrinter,
    handover: PrinterJob,
    job: PrintJob,
  ): Promise<LineDelivery> => {
    const inTheWay = await obstacle(on, job, parts);
    if (inTheWay) return inTheWay;
    const isTestSheet = parts.jobs.contentOf(job.id) === null;
    if (on.language !== 'pictures') return sendFilledUp(handover, { isTestSheet });
    const begin = (): readonly Uint8Array[] | null => {
      const bytes = handover.begin();
      return bytes && [bytes];
    };
    return deliverAsPictures(on, { all: parts.jobs.bytesOf(job.id), begin }, parts);
  };
  const deliverPages = async (
    on: LabelPrinter,
    handover: PrinterJob,
    job: PrintJob,
  ): Promise<LineDelivery> => {
    if (made?.jobId !== job.id || made.reprint !== job.perhapsPrinted) {
      const pdf = parts.jobs.bytesOf(job.id)[0] ?? new Uint8Array();
      const pages = await pagesForLabels(on, { pdf, job }, parts);
      if (!('labels' in pages)) return pages;
      made = { jobId: job.id, reprint: job.perhapsPrinted, labels: pages.labels };
    }
    const { labels } = made;
    const begin = (): readonly Uint8Array[] | null => {
      made = null;
      return handover.begin() && labels;
    };
    if (on.language === 'pictures') return deliverAsPictures(on, { all: labels, begin }, parts);
    const labelBytes = (): Uint8Array | null => {
      const all = begin();
      return all && jobBytes(...all);
    };
    return sendFilledUp({ begin: labelBytes, stopped: handover.stopped }, { isTestSheet: false });
  };

  return {
    id: printer.id,
    name: printer.name,
    takes: (job) => isMadeFor(job, printer),
    nameOf: () => null,
    health,
    deliver(handover, job) {
      if (printer.language === 'escpos') return sendFilledUp(handover, { isTestSheet: false });
      return job.document ? deliverPages(printer, handover, job) : deliverLabel(printer, handover, job);
    },
  };
}
