// Prints whole pages through the queues of Windows, which only the desktop window reaches: it is given each page as a picture. For
// labels see `spooler-labels.ts`.
import type {
  AwaitedPageJob,
  CancelAnswer,
  FindPrinters,
  LabelSheet,
  PageDelivery,
} from '../core/ports/printers.ts';
import { pageAddressOf } from '../domain/printer-address.ts';
import { tidyName } from './find/announced.ts';
import { UNDRAWN, type MakePagePictures } from './raster/page-raster.ts';

/** `taken`: the system has all of it; `not-begun`: it was given nothing; `unsure`: it reported a failure, or nothing in time. */
export type Spooled = 'taken' | 'not-begun' | 'unsure';

/** A label as a picture (PNG), each of whose dots is one of a printer of this resolution. */
export interface SpooledLabel extends Omit<LabelSheet, 'picture'> {
  readonly png: Uint8Array;
  readonly widthDots: number;
  readonly heightDots: number;
}

/** The printing system of the computer, as the desktop window reaches it. */
export interface Spooler {
  /** The names of its queues. May reject. */
  queues(): Promise<readonly string[]>;
  /** Each page is a picture (PNG) of A4. Never rejects. */
  print(queue: string, pages: readonly Uint8Array[]): Promise<Spooled>;
  /** On paper of the label's own size, dot by dot, not scaled. Never rejects. */
  printLabel(queue: string, label: SpooledLabel): Promise<Spooled>;
}

/** The queues of this computer, for whole pages. */
export interface PageQueues {
  print(queue: string, job: AwaitedPageJob): Promise<PageDelivery>;
  cancel(printerJob: string): Promise<CancelAnswer>;
  /** Why nothing should be given to the queue now, in words; null when it takes jobs. */
  whyNotNow(queue: string, signal?: AbortSignal): Promise<string | null>;
  /** The printer behind the queue, as an http URL, where it can be asked over IPP; null where it cannot. */
  printerBehind(queue: string, signal?: AbortSignal): Promise<string | null>;
}

export const NO_WINDOW =
  'the queues of Windows are printed on by the desktop window of this desk only: use the printer’s network address';
const SILENT = 'the printing system of this computer does not answer';
const ANSWERED_WITHIN_MS = 5_000;
/** Queues that make files, and ask somebody where to put them. */
const MAKES_FILES = /^(Microsoft (Print to PDF|XPS Document Writer)|Fax|OneNote\b.*)$/i;

const inTime = <Value>(work: Promise<Value>): Promise<Value> => {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error('it takes too long')), ANSWERED_WITHIN_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(limit));
};

/** Why nothing can be given to a queue, in words; null when it is there. `spooler`: null where no desktop window is there to print. */
export async function whyNotSpooled(spooler: Spooler | null, queue: string): Promise<string | null> {
  if (spooler === null) return NO_WINDOW;
  try {
    const names = await inTime(spooler.queues());
    return names.includes(queue) ? null : `this computer has no printer queue “${queue}”`;
  } catch {
    return SILENT;
  }
}

/** `spooler`: null where no desktop window is there to print. */
export function createSpoolerQueues(spooler: Spooler | null, makePictures: MakePagePictures): PageQueues {
  const whyNotNow = (queue: string): Promise<string | null> => whyNotSpooled(spooler, queue);
  return {
    whyNotNow,
    printerBehind: async () => null,
    async cancel() {
      return { outcome: 'refused', detail: 'take it out of the queue in Windows' };
    },
    async print(queue, job) {
      const why = await whyNotNow(queue);
      if (why !== null || spooler === null) return { outcome: 'not-started', detail: why ?? NO_WINDOW };
      const later = (detail: string): PageDelivery => ({ outcome: 'not-started', detail, reached: true });
      const pdf = await job.look();
      if (!pdf) return later('the document is not kept any more');
      const made = await makePictures(pdf);
      if ('problem' in made) {
        if (made.problem === 'not-now') return later('the pages could not be drawn for this printer in time');
        return { outcome: 'refused', detail: UNDRAWN[made.problem], again: false };
      }
      const document = await job.begin();
      if (!document) return { outcome: 'withheld' };
      if (!Buffer.from(document).equals(pdf))
        return { outcome: 'refused', detail: 'the document changed while it was drawn', again: true };
      switch (await spooler.print(queue, made.pictures)) {
        case 'taken':
          return { outcome: 'taken', printerJob: null };
        case 'not-begun':
          return {
            outcome: 'refused',
            detail: 'the printing system of this computer took nothing',
            again: true,
          };
        case 'unsure':
          return {
            outcome: 'unsure',
            detail:
              'this computer’s printing system reported a failure, or nothing, when it was given the pages',
          };
      }
    },
  };
}

/** Drivers name their queues after their printers. What is not known by its name can be set up for labels all the same. */
const PRINTS_LABELS =
  /zdesigner|zebra|eltron|\bTSC\b|godex|\bSATO\b|bixolon|datamax|intermec|honeywell|argox|\bcitizen CL|\blabel|dymo|\b(QL|TD)-\d/i;

/** A search for printers that lists the queues of the spooler too. */
export function alsoInSpooler(find: FindPrinters, spooler: Spooler): FindPrinters {
  return async (signal) => {
    const [search, names] = await Promise.all([find(signal), inTime(spooler.queues()).catch(() => null)]);
    if (names === null) {
      const problem = 'Windows does not tell which queues this computer has';
      return { ...search, searched: [...search.searched, { place: 'computer', problem }] };
    }
    const printers = names.filter((name) => !MAKES_FILES.test(name));
    const usable = printers.filter((name) => pageAddressOf(`queue:${name}`) !== null);
    const found = usable.map((name) => ({
      name: tidyName(name) || name,
      model: null,
      prints: PRINTS_LABELS.test(name) ? ('pictures' as const) : ('pages' as const),
      address: `queue:${name}`,
      place: 'computer' as const,
    }));
    return {
      ...search,
      found: [...search.found, ...found],
      leftOut: search.leftOut + printers.length - usable.length,
    };
  };
}
