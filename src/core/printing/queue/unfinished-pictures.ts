// What a printer may still wait for of a picture that broke off. Its bytes are counted by the printer, so it would take the beginning of the
// next job for the rest of them. So a job that may follow such a one begins with bytes that fill the picture up, and at a roll of tickets with a
// cut, or the next person's would hang on the half of another one's.
import type { PrintJobStore } from '../../store/desk/print-jobs.ts';
import type { DeskPrinter } from './desk-printers.ts';
import type { LineDelivery } from './line-printer.ts';
import { stockOf } from './printer-stock.ts';
import { afterHalfTicket } from '../languages/escpos/escpos.ts';
import { jobBytes } from '../languages/job-bytes.ts';
import { LABEL_LANGUAGES } from '../languages/registry.ts';
import { labelSizeDots } from '../layout/label-stock.ts';
import { MOST_DRAWN_DOTS } from '../layout/ticket-layout.ts';

export interface UnfinishedPictures {
  /**
   * The bytes to send in place of those of the job. From now on its picture counts as unfinished. A test sheet is filled up only after a job that
   * certainly broke off: whoever tries a receipt printer as a label printer would see its roll run out empty.
   */
  begin(printer: DeskPrinter, job: Uint8Array, what: { readonly isTestSheet: boolean }): Uint8Array;
  /** What came of it. */
  ended(printer: DeskPrinter, delivery: LineDelivery): void;
}

/**
 * Where a printer on the network is; null for others. Two desks can have set up the same one, each by itself: what a job of the one has left
 * in it is met by that of the other. Two printers of one address in two networks are taken for one, which costs empty lines and no label.
 */
const placeOf = (printer: DeskPrinter): string | null =>
  'host' in printer ? `${printer.host.toLowerCase()} ${printer.port}` : null;

interface Lacking {
  /** Of labels of two sizes it is the larger picture. */
  readonly bytes: number;
  readonly brokeOff: boolean;
}

/**
 * Whether what was not acknowledged counts as whole. What a cable has taken has left this computer; over the network the rest may still be on
 * its way, and be lost. Many receipt printers never acknowledge, and would cut off empty paper before each ticket.
 */
const isSentWhole = (printer: DeskPrinter): boolean => !('host' in printer) || printer.language === 'escpos';

/** Every picture of a label is as large as the label. */
function pictureBytes(printer: DeskPrinter): number {
  if (printer.language === 'escpos') return Math.ceil(printer.paperDots / 8) * MOST_DRAWN_DOTS;
  const { width, height } = labelSizeDots(stockOf(printer));
  return Math.ceil(width / 8) * height;
}

/** What goes before a job where so many bytes may be lacking; null: nothing does in this language. */
const fillerOf = (printer: DeskPrinter): ((bytes: number) => Uint8Array) | null =>
  printer.language === 'escpos' ? afterHalfTicket : LABEL_LANGUAGES[printer.language].filler;

/**
 * Of all printers of a queue, so that it is kept when a printer is set up anew. `lastRun`: those of the start, of whose jobs before it the disk
 * says how they ended. One that took its last job whole waits for nothing, and neither does one that was never sent any: it may be no label
 * printer at all, which would take the empty lines for pages.
 */
export function createUnfinishedPictures(
  jobs: Pick<PrintJobStore, 'perhapsBrokeOff'>,
  lastRun: readonly DeskPrinter[],
): UnfinishedPictures {
  /** By printer, as it was set up. */
  const lacking = new Map<string, Lacking>();
  const places = new Map<string, string | null>();
  const underWay = new Set<string>();
  const toRecall = new Map(lastRun.map((printer) => [printer.id, printer]));
  const isSamePlace = (printer: DeskPrinter, place: string | null): boolean =>
    place !== null && place === placeOf(printer);
  /** At the first job of it, when what the last run left in the middle of sending is known to be in doubt. */
  const recall = (printer: DeskPrinter): void => {
    for (const [id, before] of toRecall) {
      if (id !== printer.id && !isSamePlace(printer, placeOf(before))) continue;
      const set = id === printer.id ? printer : before;
      places.set(id, placeOf(set));
      if (jobs.perhapsBrokeOff(id, { isSentWhole: isSentWhole(set) }))
        lacking.set(id, { bytes: pictureBytes(set), brokeOff: false });
      toRecall.delete(id);
    }
  };
  /** What jobs have left in it that are over, whoever's they were. */
  const leftIn = (printer: DeskPrinter): readonly string[] =>
    [...lacking.keys()].filter(
      (id) => id === printer.id || (!underWay.has(id) && isSamePlace(printer, places.get(id) ?? null)),
    );
  const largestOf = (ids: readonly string[]): Lacking | null => {
    const all = ids.flatMap((id) => lacking.get(id) ?? []);
    if (all.length === 0) return null;
    return {
      bytes: Math.max(...all.map(({ bytes }) => bytes)),
      brokeOff: all.some(({ brokeOff }) => brokeOff),
    };
  };
  const tookWhole = (printer: DeskPrinter): void => {
    for (const id of leftIn(printer)) lacking.delete(id);
  };
  /** By printer: which delivery was the last to begin, and what was lacking before it. */
  const begun = new Map<string, { readonly before: Lacking | null }>();
  const put = (printerId: string, what: Lacking | null): void => {
    if (what) lacking.set(printerId, what);
    else lacking.delete(printerId);
  };
  return {
    begin(printer, job, { isTestSheet }) {
      recall(printer);
      places.set(printer.id, placeOf(printer));
      const before = largestOf(leftIn(printer));
      underWay.add(printer.id);
      const bytes = Math.max(before?.bytes ?? 0, pictureBytes(printer));
      lacking.set(printer.id, { bytes, brokeOff: before?.brokeOff ?? false });
      begun.set(printer.id, { before });
      const filler = fillerOf(printer);
      if (filler === null || before === null || (isTestSheet && !before.brokeOff)) return job;
      return jobBytes(filler(before.bytes), job);
    },
    ended(printer, delivery) {
      const { id } = printer;
      const which = begun.get(id);
      const open = lacking.get(id);
      underWay.delete(id);
      switch (delivery.outcome) {
        case 'sent':
        // A queue of this computer has all of it, and what it does with that is not known here.
        case 'taken':
          tookWhole(printer);
          return;
        case 'refused':
          // Nothing of it was taken.
          if (which) put(id, which.before);
          return;
        case 'unsure':
          if (open) lacking.set(id, { ...open, brokeOff: true });
          return;
        case 'unacknowledged':
          if (isSentWhole(printer)) tookWhole(printer);
          void delivery.later.then((answer) => {
            if (answer === 'acknowledged' && begun.get(id) === which) lacking.delete(id);
          });
          return;
        case 'withheld':
        case 'not-started':
      }
    },
  };
}
