// Sends labels and tickets, in the way that each printer's address asks for: over the network, by a cable, or through a queue.
import type { PrinterTransport } from '../core/ports/printers.ts';
import type { QueueSystem } from '../domain/queue-system.ts';
import { createCablePrinters } from './cable/cable-printer.ts';
import { createDeviceOpener } from './cable/device-file.ts';
import { createRawSocketTransport } from './raw-socket.ts';
import { printRawByQueue } from './system-queue.ts';

export interface PrinterTransports extends PrinterTransport {
  /** Waits for no printer any more that has stopped in the middle, however long. */
  close(): void;
}

const TAKES_PICTURES =
  'a queue of Windows takes labels as pictures: set the printer up anew so, or at its network address';

/** `ownPrinters`: whether those of this computer are reached. Training prints nothing on them. `queues`: what theirs take. */
export function createPrinterTransport({
  ownPrinters,
  queues = 'cups',
}: {
  readonly ownPrinters: boolean;
  readonly queues?: QueueSystem;
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
      if ('device' in address) return cables.deliver(address, job, limits);
      if (queues === 'windows') return Promise.resolve({ outcome: 'not-started', detail: TAKES_PICTURES });
      return printRawByQueue(address.queue, job);
    },
    close() {
      network.close();
      cables.close();
    },
  };
}
