// Prints whole pages, in the way that each printer's address asks for: IPP, a queue of this computer, or a folder.
import { setTimeout as wait } from 'node:timers/promises';
import type { Http } from '../core/ports/machine.ts';
import type { AwaitedPageJob, PageDelivery, PageTransport } from '../core/ports/printers.ts';
import { createIppPrinter } from './ipp/ipp-printer.ts';
import { paperProblem, UNTOLD, type LoadedPaper } from './ipp/media.ts';
import type { MakePageRaster } from './raster/page-raster.ts';
import { fileOfJob, printToFolder } from './page-folder.ts';
import type { PageQueues } from './spooler-queues.ts';
import { cancelInQueue, ippPrinterBehind, printByQueue, whyNotNow, type FindByName } from './system-queue.ts';

/** The device behind it is reached over USB, a socket or another computer: only its queue’s settings could be read, and they are no paper. */
const LOOK_AT_QUEUE =
  'nobody can be asked through this queue which paper is in the printer: look that it is A4, there and in the settings of the queue';

/** `findByName`: how a printer is found that a queue knows by its name on the network. */
export const cupsQueues = (findByName?: FindByName): PageQueues => ({
  print: printByQueue,
  cancel: cancelInQueue,
  whyNotNow,
  printerBehind: (queue, signal) => ippPrinterBehind(queue, signal, findByName),
});

/**
 * Makes the port `PageTransport`. `http` is the office network: training's “Go offline” must not cut it off. `makeRaster` draws pages for
 * printers that take no PDF. `queues`: those of this computer.
 */
export function createPageTransport(
  http: Http,
  makeRaster: MakePageRaster,
  queues: PageQueues = cupsQueues(),
): PageTransport {
  const ipp = createIppPrinter(http, (delayMs) => wait(delayMs, undefined, { ref: false }), makeRaster);

  /** The queue itself does not know; a printer that cannot be asked leaves the job to its queue. */
  async function paperBehind(queue: string, signal?: AbortSignal): Promise<LoadedPaper> {
    const url = await queues.printerBehind(queue, signal);
    return url === null ? UNTOLD : ipp.loaded(url, signal);
  }

  async function printInQueue(queue: string, job: AwaitedPageJob): Promise<PageDelivery> {
    const paper = await paperBehind(queue, job.signal);
    const problem = paperProblem(paper);
    if (problem !== null) return { outcome: 'not-started', detail: problem, reached: true };
    const ended = await queues.print(queue, job);
    return ended.outcome === 'taken' && paper.hasA4 === null ? { ...ended, look: LOOK_AT_QUEUE } : ended;
  }

  return {
    deliver(address, job): Promise<PageDelivery> {
      switch (address.kind) {
        case 'ipp':
          return ipp.deliver(address.url, job);
        case 'queue':
          return printInQueue(address.name, job);
        case 'folder':
          return printToFolder(address.path, job);
      }
    },
    async find(address, name) {
      if (address.kind === 'ipp') return ipp.find(address.url, name);
      if (address.kind === 'queue') return 'unknown';
      const file = await fileOfJob(address.path, name);
      return file === null ? 'absent' : { printerJob: file, report: { state: 'done', detail: null } };
    },
    async cancel(address, printerJob, name) {
      switch (address.kind) {
        case 'ipp':
          return ipp.cancel(address.url, printerJob, name);
        case 'queue':
          return queues.cancel(printerJob);
        case 'folder':
          return { outcome: 'refused', detail: 'the pages are a file already: delete it there' };
      }
    },
    async ask(address, signal) {
      if (address.kind === 'ipp') return ipp.ask(address.url, signal);
      const nothing = { model: null, says: false, trouble: null, loaded: [] };
      if (address.kind === 'folder') return { ...nothing, problem: null };
      const problem = await queues.whyNotNow(address.name, signal);
      if (problem !== null) return { ...nothing, problem };
      const paper = await paperBehind(address.name, signal);
      return { ...nothing, problem, trouble: paperProblem(paper), loaded: paper.words };
    },
    report: async (address, printerJob, name) =>
      address.kind === 'ipp' ? ipp.report(address.url, printerJob, name) : 'never',
  };
}
