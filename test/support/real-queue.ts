// The real print queue on a store, for tests of what comes out of a printer.
import { createPrintQueue, type PrintQueue } from '../../src/core/printing/queue/print-queue.ts';
import { createPrintJobStore } from '../../src/core/store/desk/print-jobs.ts';
import type { Store } from '../../src/core/store/open.ts';
import { noPages } from './no-pages.ts';
import { noPictures, nothingDrawn } from './picture-reader.ts';
import { wallClock } from './print-parts.ts';
import { silentLog } from './silent-log.ts';

type Parts = Parameters<typeof createPrintQueue>[0];

/**
 * Every job may still be printed, nothing is written into the activity, and trouble of the store is thrown, unless `parts` says otherwise.
 *
 * @example const queue = openRealQueue(store.db, { transport, printers: [labelPrinter(address)] });
 */
export function openRealQueue(
  db: Store['db'],
  parts: Pick<Parts, 'transport' | 'printers'> & Partial<Parts>,
): PrintQueue {
  let ids = 0;
  return createPrintQueue({
    jobs: createPrintJobStore(db),
    pictures: noPictures,
    drawPages: nothingDrawn,
    isTraining: false,
    pages: noPages,
    officePrinters: [],
    clock: wallClock,
    random: { uuid: () => `job-${(ids += 1)}`, fraction: () => 0 },
    log: silentLog,
    draw: null,
    stillGood: () => ({ good: true }),
    record: () => undefined,
    nowMs: () => Date.now(),
    onStoreTrouble: (thrown) => {
      throw thrown;
    },
    onChange: () => undefined,
    ...parts,
  });
}
