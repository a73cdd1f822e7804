// Sends labels and tickets, in the way that each printer's address asks for: over the network, by a cable, or through a queue.
import type { PrinterTransport } from '../core/ports.ts';
import { createCablePrinters } from './cable/cable-printer.ts';
import { createDeviceOpener } from './cable/device-file.ts';
import { createRawSocketTransport } from './raw-socket.ts';
import { printRawByQueue } from './system-queue.ts';

export interface PrinterTransports extends PrinterTransport {
  /** Waits for no printer at a cable any more, however long it has stopped. */
  close(): void;
}

/** `ownPrinters`: whether those of this computer are reached. Training prints nothing on them. */
export function createPrinterTransport({
  ownPrinters,
}: {
  readonly ownPrinters: boolean;
}): PrinterTransports {
  const network = createRawSocketTransport();
  const cables = createCablePrinters({ openDevice: createDeviceOpener() });
  return {
    deliver(address, job, limits) {
      if ('host' in address) return network.deliver(address, job, limits);
      if (!ownPrinters) {
        const detail = 'in training nothing is printed on the printers of this computer';
        return Promise.resolve({ outcome: 'not-started', detail });
      }
      return 'device' in address ? cables.deliver(address, job, limits) : printRawByQueue(address.queue, job);
    },
    close: () => cables.close(),
  };
}
