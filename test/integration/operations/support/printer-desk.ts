// A desk without printers, which a test sets up; and the line to them, on which the test decides how each delivery ends.
import type { EnteredPrinter } from '../../../../src/contract/printers.ts';
import type { PrinterDelivery } from '../../../../src/core/ports/printers.ts';
import { rawAddressText } from '../../../../src/domain/printer-address.ts';
import { atOnce } from '../../../support/at-once.ts';
import { enteredLabel } from '../../../support/entered-label.ts';
import { openTestDesk } from '../../../support/test-desk.ts';
import type { TestDesk } from '../../../support/test-desk.ts';
import { deskSteps } from './desk-steps.ts';

export interface TestLine {
  readonly sent: { readonly to: string; readonly bytes: string }[];
  /** How each delivery ends from now on. */
  delivery: PrinterDelivery;
  /** What each printer answers when it is asked how it is; null: nothing. */
  answer: string | null;
  /** From now on each connection is held until the test lets it come about. */
  holdsConnections: boolean;
  readonly connecting: { readonly to: string; readonly connected: () => void }[];
}

/** `site`: as for `openTestDesk`. */
export function openPrinterDesk(site: Parameters<typeof openTestDesk>[0] = { printers: [] }): {
  readonly desk: TestDesk;
  readonly line: TestLine;
} {
  const line: TestLine = {
    sent: [],
    delivery: { outcome: 'sent', reply: new Uint8Array() },
    answer: null,
    holdsConnections: false,
    connecting: [],
  };
  const desk = openTestDesk(site, {
    transport: {
      deliver: async (address, job) => {
        const to = 'host' in address ? address.host : rawAddressText(address);
        if (line.holdsConnections) {
          await new Promise<void>((connected) => line.connecting.push({ to, connected }));
        }
        if (line.delivery.outcome === 'not-started') return line.delivery;
        const said =
          job.question && line.answer !== null
            ? atOnce(job.question.read(Buffer.from(line.answer, 'latin1')))
            : null;
        if (said?.complete && said.problem !== null)
          return { outcome: 'not-started', detail: said.problem, reached: true };
        const bytes = atOnce(job.begin());
        if (!bytes) return { outcome: 'withheld' };
        line.sent.push({ to, bytes: Buffer.from(bytes).toString('latin1') });
        return line.delivery;
      },
    },
  });
  return { desk, line };
}

/** What tests of printers do at the desk that is open. */
export function printerSteps(desk: () => TestDesk) {
  const { checkIn, startCollecting } = deskSteps(desk);
  const list = async () => (await desk().done('printers.list', {})).printers;
  return {
    checkIn,
    startCollecting,
    list,
    one: async (id: string) => (await list()).find((printer) => printer.id === id),
    /** Adds a label printer, changed so. Returns its id. */
    add: async (change: Partial<EnteredPrinter> = {}) =>
      (await desk().done('printers.add', { setup: { ...enteredLabel, ...change } })).printerId,
    /** Prints the label of the visit with this number. Returns the print job's id. */
    async printOne(number: number): Promise<string> {
      const visitId = desk().addVisit(number);
      await checkIn(visitId);
      await startCollecting(visitId);
      const { jobs } = await desk().done('labels.print', { visitId, labelId: null, reprintReason: null });
      return jobs[0]?.id ?? '';
    },
    jobOf: async (id: string) => (await desk().done('printJobs.list', {})).items.find((job) => job.id === id),
    scanned: (text: string, source: 'scanner' | 'typed' = 'scanner') =>
      desk().done('scan.submit', { text, visitId: null, source }),
  };
}
