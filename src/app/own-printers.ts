// The printers as a further desk reaches them: over TCP and IPP, and through the queues of its own system. Loaded once there is work.
import { findPrinters } from '../adapters/find/find-printers.ts';
import { createHttp } from '../adapters/http.ts';
import { createPageTransport } from '../adapters/page-printing.ts';
import { createPageRaster } from '../adapters/raster/page-raster.ts';
import { createPrinterTransport } from '../adapters/printer-transport.ts';
import type { Log } from '../core/ports/machine.ts';
import { queueSystemOf } from '../domain/queue-system.ts';
import type { OwnPrinters } from './desk-printing.ts';

export function openOwnPrinters(log: Log): OwnPrinters {
  const http = createHttp();
  const transport = createPrinterTransport({ ownPrinters: true, queues: queueSystemOf(process.platform) });
  const raster = createPageRaster(log);
  return {
    transport,
    pages: createPageTransport(http, raster.make),
    find: findPrinters,
    async close() {
      transport.close();
      await raster.close();
      await http.close();
    },
  };
}
