// Parts for tests of printing: the real clock, a label printer, a label.
import type { LabelPrinter } from '../../src/core/printing/queue/desk-printers.ts';
import type { LabelOrder } from '../../src/core/printing/queue/print-orders.ts';
import type { Clock } from '../../src/core/ports/machine.ts';
import type { RawAddress } from '../../src/core/ports/printers.ts';
import { sampleContent } from './sample-label.ts';

/** The clock of this machine. */
export const wallClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * A printer called "Front desk" at this address.
 *
 * @example labelPrinter({ host: '127.0.0.1', port: 9100 })
 */
export function labelPrinter(address: RawAddress): LabelPrinter {
  return {
    id: 'front',
    name: 'Front desk',
    ...address,
    dotsPerMm: 8,
    labelWidthMm: 50.8,
    labelHeightMm: 25.4,
    language: 'zpl',
  };
}

/** A printer called "Big labels" at this address, which prints pages. */
export const bigLabelPrinter = (address: RawAddress): LabelPrinter => ({
  ...labelPrinter(address),
  id: 'big',
  name: 'Big labels',
  dotsPerMm: 12,
  labelWidthMm: 101.6,
  labelHeightMm: 152.4,
});

/** A label of James Oliver with this code, as in `sampleLabel('DRW-7K2M9Q')`. */
export function sampleLabel(code: string): LabelOrder {
  return {
    printerId: 'front',
    title: `OLIVER, James ${code}`,
    visitId: null,
    labelId: null,
    madeFor: null,
    content: sampleContent({ code }),
    reprintReason: null,
    actor: 'Desk',
    nowMs: Date.now(),
  };
}
