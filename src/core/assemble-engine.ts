// Puts the engine together: the sync, the print queue and the operations, over one store and the given ports.
import type { Topic } from '../contract/events.ts';
import { wallClockAt } from '../domain/site-time.ts';
import { recordActivity } from './activity.ts';
import { createEngine } from './engine.ts';
import type { Engine } from './engine.ts';
import type { EngineParts, Site, Training } from './engine-parts.ts';
import type { EventLog } from './events.ts';
import type { Context } from './operations/handler.ts';
import { locationOf } from './operations/location.ts';
import { mayStillPrintPages } from './operations/print-pages.ts';
import { isInDoubtWhose } from './operations/results-owner.ts';
import { mayStillPrint } from './operations/visit/rules.ts';
import type { SendingRules } from './outbox/sending-rules.ts';
import type {
  Clock,
  DrawText,
  DocumentReader,
  InspectPdf,
  Log,
  PageTransport,
  PictureReader,
  PrinterTransport,
  Random,
} from './ports.ts';
import { createPrintQueue } from './printing/queue/print-queue.ts';
import type { ServiceClient } from './service/client.ts';
import { createPrintJobStore } from './store/desk/print-jobs.ts';
import type { Store } from './store/open.ts';
import { steadyClock } from './steady-clock.ts';
import { createSync } from './sync.ts';
import type { Sync, SyncOptions } from './sync.ts';

export interface EngineOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly service: ServiceClient;
  readonly documentReader: DocumentReader;
  readonly pictureReader: PictureReader;
  readonly inspectPdf: InspectPdf;
  readonly printerTransport: PrinterTransport;
  readonly pageTransport: PageTransport;
  /** Draws names in letters that printers do not have; null refuses such names. */
  readonly draw: DrawText | null;
  readonly site: Site;
  /** Null in live mode. */
  readonly training: Training | null;
  /** How often the service is read; in milliseconds. */
  readonly pace: Omit<SyncOptions['config'], 'timeZone' | 'locationId'>;
  /** Only the simulation sets this: it plants mistakes in the rules, to see that they are noticed. */
  readonly sendingRules?: SendingRules;
  /** Only tests set this: it wraps the sync, to see what is asked of it. */
  readonly watchSync?: (sync: Sync) => Sync;
}

export interface AssembledEngine {
  readonly engine: Engine;
  readonly parts: EngineParts;
  /** Goes on where the last run ended: what waits is sent, printed and read. */
  start(): void;
  /** Begins nothing new; resolves when nothing is under way any more. The store can be closed then. */
  close(): Promise<void>;
}

export function assembleEngine(options: EngineOptions): AssembledEngine {
  const { store, events, clock, random, log, service, site } = options;
  const ownSync = createSync(
    {
      store,
      service,
      clock,
      random,
      log,
      documentReader: options.documentReader,
      config: {
        timeZone: site.timeZone,
        locationId: () => locationOf(store.db, site.location)?.id ?? null,
        ...options.pace,
      },
      isResultInDoubt: (registrationId) => isInDoubtWhose(contextNow(), registrationId),
      onChange: (topics) => events.publish(topics),
    },
    options.sendingRules,
  );
  const sync = options.watchSync?.(ownSync) ?? ownSync;
  const tell = (...topics: Topic[]): void => events.publish(topics);
  /** For what goes on by itself and needs the rules of the operations. */
  const contextNow = (): Context => {
    const nowMs = sync.serverNowMs();
    const { date: today } = wallClockAt(nowMs, site.timeZone);
    return { ...parts, db: store.db, nowMs, today, learned: tell };
  };
  const printQueue = createPrintQueue({
    jobs: createPrintJobStore(store.db),
    transport: options.printerTransport,
    pages: options.pageTransport,
    clock: steadyClock(clock, log),
    random,
    log,
    printers: site.printers,
    officePrinters: site.officePrinters,
    draw: options.draw,
    stillGood: (job) =>
      job.document ? mayStillPrintPages(contextNow(), job.document) : mayStillPrint(contextNow(), job),
    record: (by, kind, about) => void recordActivity(store.db, by, kind, about),
    nowMs: () => sync.serverNowMs(),
    onChange: tell,
    onStoreTrouble: (thrown) => sync.diskFailed(thrown),
  });
  const parts: EngineParts = {
    store,
    clock,
    random,
    log,
    service,
    documentReader: options.documentReader,
    pictureReader: options.pictureReader,
    inspectPdf: options.inspectPdf,
    sync,
    printQueue,
    site,
    training: options.training,
  };
  return {
    engine: createEngine(parts, events),
    parts,
    start() {
      sync.start();
      printQueue.wake();
    },
    async close() {
      await sync.close();
      await printQueue.close();
    },
  };
}
