// Puts the engine together: the sync, the print queue and the operations, over one store and the given ports.
import type { Topic } from '../contract/events.ts';
import { wallClockAt } from '../domain/site-time.ts';
import { recordActivity } from './activity.ts';
import { createCopier } from './copy/copier.ts';
import { siteStatus } from './copy/site-status.ts';
import { createEngine } from './engine.ts';
import type { Engine } from './engine.ts';
import type { EngineParts, EventIntake, Site, Training } from './engine-parts.ts';
import type { EventLog } from './events.ts';
import type { Context } from './operations/handler.ts';
import { locationOf, noteNamedLocation } from './operations/location.ts';
import { mayStillPrintPages } from './operations/print-pages.ts';
import { queuePrinters } from './operations/site-printers.ts';
import { isInDoubtWhose } from './operations/results-owner.ts';
import { mayStillPrint } from './operations/visit/rules.ts';
import type { SendingRules } from './outbox/sending-rules.ts';
import type { CopyDatabase } from './ports/copy.ts';
import type { Clock, Log, Random } from './ports/machine.ts';
import type {
  DrawPages,
  DrawText,
  DocumentReader,
  InspectPdf,
  MakePages,
  PictureReader,
} from './ports/pictures.ts';
import type { FindPrinters, LabelQueues, PageTransport, PrinterTransport } from './ports/printers.ts';
import { createDeskPrinting } from './printing/afar/desk-printing.ts';
import { createPrintQueue } from './printing/queue/print-queue.ts';
import type { ServiceClient } from './service/client.ts';
import { createApprovals } from './approvals.ts';
import { createBadgeTries } from './badge-tries.ts';
import { createDesks } from './desks.ts';
import { createPresence } from './presence.ts';
import { createSaveIfPossible } from './save-if-possible.ts';
import { createSignIns } from './sign-ins.ts';
import { createPrintJobStore } from './store/desk/print-jobs.ts';
import type { Store } from './store/open.ts';
import { steadyClock } from './steady-clock.ts';
import { createSync } from './sync.ts';
import type { SyncOptions } from './sync.ts';
import type { Sync } from './sync-interface.ts';

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
  readonly makePages: MakePages;
  readonly drawPages: DrawPages;
  readonly findPrinters: FindPrinters;
  readonly printerTransport: PrinterTransport;
  readonly pageTransport: PageTransport;
  /** Left out: the queues of this computer take a printer's own language and no pictures. */
  readonly labelQueues?: LabelQueues | undefined;
  /** Draws names in letters that printers do not have; null refuses such names. */
  readonly draw: DrawText | null;
  readonly site: Site;
  /** Null in live mode. */
  readonly training: Training | null;
  /** Where the desk's own facts are copied to; null: nowhere. */
  readonly copy?: {
    readonly database: CopyDatabase;
    /** The site's name there, and this machine's. */
    readonly site: string;
    readonly machine: string;
    /** With the rights to read the counts of all sites; null: none. */
    readonly fleet: CopyDatabase | null;
  } | null;
  /** Where the service's events come in; null: nowhere. */
  readonly eventIntake?: EventIntake | null;
  /** How often the service is read; in milliseconds. */
  readonly pace: Omit<SyncOptions['config'], 'timeZone' | 'locationId' | 'takesHints' | 'believesAnyTime'>;
  /** Only the simulation sets this: it plants mistakes in the rules, to see that they are noticed. */
  readonly sendingRules?: SendingRules;
  /** Only tests set this: it wraps the sync, to see what is asked of it. */
  readonly watchSync?: (sync: Sync) => Sync;
}

export interface AssembledEngine {
  readonly engine: Engine;
  /** The same engine for what the desk does by itself. It needs no sign-in, so no window may ever reach it. */
  readonly own: Engine;
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
        takesHints: (options.eventIntake ?? null) !== null,
        believesAnyTime: site.mode === 'training',
      },
      maySend: () => copier?.maySend() ?? true,
      isResultInDoubt: (registrationId) => isInDoubtWhose(contextNow(), registrationId),
      onChange(topics) {
        if (topics.includes('session')) keepNamedLocation();
        events.publish(topics);
      },
    },
    options.sendingRules,
  );
  const sync = options.watchSync?.(ownSync) ?? ownSync;
  const { copy = null } = options;
  const copier =
    copy &&
    createCopier({
      ...copy,
      store,
      clock: steadyClock(clock, log),
      random,
      log,
      timeZone: site.timeZone,
      status: () => {
        const atMs = sync.serverNowMs();
        const { date: today } = wallClockAt(atMs, site.timeZone);
        const location = locationOf(store.db, site.location);
        const printersSayingSo = [...printQueue.printerStates()].flatMap(([id, { ofItself }]) =>
          ofItself ? [id] : [],
        );
        return siteStatus(store.db, { atMs, today, version: site.version, location, printersSayingSo });
      },
      onChange: () => events.publish(['copy', 'session']),
      onMaySend() {
        sync.wake();
        printQueue.wake();
      },
    });
  const tell = (...topics: Topic[]): void => events.publish(topics);
  /** For what goes on by itself and needs the rules of the operations. */
  const contextNow = (): Context => {
    const nowMs = sync.serverNowMs();
    const { date: today } = wallClockAt(nowMs, site.timeZone);
    const cursor = (): ReturnType<EventLog['position']> => events.position();
    return {
      ...parts,
      db: store.db,
      nowMs,
      today,
      who: null,
      desk: null,
      learned: tell,
      eventCursor: cursor,
    };
  };
  const saveIfPossible = createSaveIfPossible(store, (thrown) => sync.diskFailed(thrown));
  const keepNamedLocation = (): void => {
    saveIfPossible(() => noteNamedLocation(store.db, site.location));
  };
  keepNamedLocation();
  const signIns = createSignIns({
    db: store.db,
    clock,
    random,
    way: site.people.signIn,
    idleMinutes: site.people.idleMinutes,
    saveIfPossible,
  });
  const desks = createDesks({
    db: store.db,
    clock,
    random,
    nowMs: () => sync.serverNowMs(),
    tell,
    saveIfPossible,
    onShutOut: (deskId) => {
      signIns.endAllAt(deskId);
      deskPrinting.shutOut(deskId);
    },
  });
  const deskPrinting = createDeskPrinting({
    clock: steadyClock(clock, log),
    random,
    log,
    timeZone: site.timeZone,
    nowMs: () => sync.serverNowMs(),
    desks: () => desks.list(),
    isTraining: site.mode === 'training',
    transport: options.printerTransport,
    pages: options.pageTransport,
    noteRefused: (deskId, why) => desks.notePrintingRefused(deskId, why),
    onPresence(deskId, isBack) {
      if (isBack) printQueue.deskIsBack(deskId);
      else desks.left(deskId);
      tell('print-jobs', 'connection');
    },
    onTwins: () => tell('desks', 'session'),
  });
  const printQueue = createPrintQueue({
    jobs: createPrintJobStore(store.db),
    transport: deskPrinting.transport,
    labelQueues: options.labelQueues,
    pages: deskPrinting.pages,
    maySend: () => copier?.maySend() ?? true,
    deskTrouble(deskId) {
      const { state, why } = deskPrinting.standing(deskId);
      return why === null ? null : { why, forGood: state === 'shut-out' };
    },
    pictures: options.pictureReader,
    clock: steadyClock(clock, log),
    random,
    log,
    ...queuePrinters({ db: store.db, site }),
    draw: options.draw,
    drawPages: options.drawPages,
    isTraining: site.mode === 'training',
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
    makePages: options.makePages,
    findPrinters: options.findPrinters,
    sync,
    printQueue,
    approvals: createApprovals({ clock, random }),
    saveIfPossible,
    signIns,
    badgeTries: createBadgeTries({ db: store.db, clock, saveIfPossible }),
    presence: createPresence({ clock, tell }),
    eventIntake: options.eventIntake ?? null,
    desks,
    deskPrinting,
    copier,
    readFleet: copy?.fleet ? () => (copy.fleet as CopyDatabase).fleet() : null,
    site,
    training: options.training,
  };
  return {
    engine: createEngine(parts, events),
    own: createEngine(parts, events, { asTheDesk: true }),
    parts,
    start() {
      copier?.start();
      sync.start();
      printQueue.wake();
    },
    async close() {
      await sync.close();
      deskPrinting.close();
      await printQueue.close();
      await copier?.close();
      await copy?.fleet?.close();
    },
  };
}
