// Assembles a desk: the engine, the adapters, and in training mode the embedded service and the training printers.
import { createBackgroundWorker } from '../adapters/background-worker.ts';
import { createDrawText } from '../adapters/draw-text.ts';
import { createHttp } from '../adapters/http.ts';
import { createDocumentReader } from '../adapters/document-reader.ts';
import { createPictureReader } from '../adapters/picture-reader.ts';
import { findPrinters } from '../adapters/find/find-printers.ts';
import { createPageMaker } from '../adapters/page-maker.ts';
import { createPageRaster } from '../adapters/raster/page-raster.ts';
import { createPageTransport } from '../adapters/page-printing.ts';
import { createPostgresCopy } from '../adapters/postgres-copy.ts';
import { createPrinterTransport } from '../adapters/printer-transport.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { createSpoolerLabels } from '../adapters/spooler-labels.ts';
import { alsoInSpooler, createSpoolerQueues, type Spooler } from '../adapters/spooler-queues.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { workersInOneProcess } from '../adapters/work-process.ts';
import type { Desks } from '../core/desks.ts';
import type { DeskPrinting } from '../core/printing/afar/desk-printing.ts';
import { assembleEngine } from '../core/assemble-engine.ts';
import type { Engine } from '../core/engine.ts';
import type { Site } from '../core/engine-parts.ts';
import { PAPER_DOTS } from '../core/printing/printer-setup.ts';
import type { DeskPrinter } from '../core/printing/queue/desk-printers.ts';
import { createEventLog } from '../core/events.ts';
import type { Log, Secrets } from '../core/ports/machine.ts';
import { createServiceClient } from '../core/service/client.ts';
import type { ServiceClientOptions } from '../core/service/client.ts';
import { withForcedStatus } from '../core/service/forced-status.ts';
import type { LockState } from '../core/store/db/exclusive-lock.ts';
import { queueSystemOf } from '../domain/queue-system.ts';
import { runtimeWords } from './runtime-words.ts';
import { openStore } from '../core/store/open.ts';
import { forgetRebuild } from '../core/store/rebuild.ts';
import { stopRecording } from '../core/store/copy/recording.ts';
import { readSetting, writeSetting } from '../core/store/desk/settings.ts';
import { openEventIntake } from './event-intake.ts';
import { notedOtherwise, noteMadeFor, serviceWords } from './made-for.ts';
import type { ManagedSettings } from './managed-settings.ts';
import { createSameLaboratory } from './same-laboratory.ts';
import { machineTimeZone, timeZoneNotices } from './time-zone-notice.ts';
import { otherDesksIn, ownStoreFile, waitingElsewhereNotices } from './other-desks.ts';
import { startTraining } from './training.ts';
import { makeTrainingHolds } from './training-holds.ts';
import { addTrainingPeople } from './training-people.ts';

export type { Desks, SiteNetwork } from '../core/desks.ts';
export type { DeskPrinting } from '../core/printing/afar/desk-printing.ts';
export type { Engine } from '../core/engine.ts';

export interface Desk {
  readonly engine: Engine;
  readonly desks: Desks;
  readonly printing: DeskPrinting;
  readonly mode: 'training' | 'live';
  /**
   * Stops everything. Nothing needs to be saved then: every command has written its changes to disk already.
   *
   * @throws the first fault, once all else is closed
   */
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly settings: ManagedSettings;
  readonly dataFolder: string;
  /** Whether the lock of that folder is still this desk's. */
  readonly folderLock: () => LockState;
  readonly secrets: Secrets;
  /** See `StoreOptions`. */
  readonly onBack?: () => void;
  readonly wereAway?: boolean;
  readonly log: Log;
  readonly version: string;
  /** See `DeskHost`. */
  readonly spooler?: Spooler | undefined;
  /** See `DeskHost`. */
  readonly drawsIn: 'threads' | 'other-process';
  /** This machine's name for people at another one. */
  readonly machine: string;
}

const DAY_MS = 86_400_000;

/** Reading takes the thread that answers the first window; its board is asked for within this time. */
const FIRST_READ_AFTER_MS = 700;

/** How long training waits before a change in doubt is sent again. The service that is far away needs two minutes. */
const TRAINING_LATE_WRITE_MS = 10_000;

function managedPrinters(settings: ManagedSettings): DeskPrinter[] {
  return settings.printers.map(({ address, ...printer }): DeskPrinter => {
    if (printer.language !== 'escpos') return { ...printer, ...address };
    const { id, name, language, paperWidthMm } = printer;
    return { id, name, ...address, language, paperDots: PAPER_DOTS[paperWidthMm] };
  });
}

/** A part that cannot be closed, as where its disk is gone, leaves none of the others open. */
async function closeInTurn(parts: readonly (() => Promise<unknown> | void)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const closePart of parts) {
    try {
      await closePart();
    } catch (thrown) {
      faults.push(thrown);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/**
 * Opens the desk on a data folder. The caller must hold the folder's lock (see `data-folder.ts`).
 *
 * @throws AppException when the database cannot be opened
 * @throws StartProblem when the embedded service of training cannot start, or events cannot be taken
 */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const { settings, dataFolder, log, spooler } = options;
  // First of all, because nothing has to be undone when another program has the port.
  let takeEvent: (body: Uint8Array) => void = () => {};
  const eventIntake =
    settings.webhook && (await openEventIntake(settings.webhook, (body) => takeEvent(body)));
  const key = await options.secrets.databaseKey();
  const file = ownStoreFile(dataFolder, settings.service, key);
  forgetRebuild(file);
  const store = await openStore({
    file,
    key,
    nowMs: () => systemClock.nowMs(),
    timeZone: settings.timeZone,
    folderLock: options.folderLock,
    onBack: options.onBack,
    wereAway: options.wereAway,
    log,
  });
  // The site's name in the database is given once: a desk in training would have it, and the live one could not copy.
  const copy = settings.service && settings.copy;
  if (!copy) stopRecording(store.db);
  const formerService = notedOtherwise(store.db, settings.service);
  if (formerService === null) noteMadeFor(store.db, settings.service, log);
  const makeWorker = options.drawsIn === 'threads' ? createBackgroundWorker : workersInOneProcess(log);
  const sparePort = readSetting(store.db, 'trainingSparePort');
  const training = settings.service
    ? null
    : await startTraining({
        dataFolder,
        key,
        log,
        timeZone: settings.timeZone,
        sparePort: sparePort ?? 0,
        makeWorker,
      });

  if (training) {
    addTrainingPeople(store.db, systemClock.nowMs());
    if (training.sparePort !== sparePort) writeSetting(store.db, 'trainingSparePort', training.sparePort);
  }
  // "Go offline" of training stays on when the desk is ended or killed and started again.
  training?.instruments.setOffline(readSetting(store.db, 'trainingOffline') ?? false);

  const events = createEventLog(systemRandom.uuid());
  const http = createHttp({ switchedOff: () => training?.instruments.offline() ?? false });
  // Its own, because training's "Go offline" is about the service and not about printers.
  const officeNetwork = createHttp();
  const toService: ServiceClientOptions = {
    http: training ? withForcedStatus(http, training.instruments.takeForcedStatus) : http,
    clock: systemClock,
    log,
    baseUrl: settings.service?.address ?? training?.serviceAddress ?? '',
    token: () => settings.service?.token ?? training?.token ?? '',
  };
  const sameLaboratory =
    formerService === null
      ? null
      : createSameLaboratory({
          db: store.db,
          ask: createServiceClient(toService).call,
          log,
          before: formerService,
          now: serviceWords(settings.service),
          onProven: () => noteMadeFor(store.db, settings.service, log),
          onChange: () => events.publish(['session']),
        });
  const service = createServiceClient({ ...toService, mayAsk: sameLaboratory?.check });
  const waitingElsewhere = waitingElsewhereNotices(training ? [] : otherDesksIn(dataFolder, store.file, key));
  const site: Site = {
    notices: () => [
      ...waitingElsewhere,
      ...(sameLaboratory?.notices() ?? []),
      ...timeZoneNotices(settings, { nowMs: systemClock.nowMs(), zoneOfMachine: machineTimeZone }),
    ],
    mode: training ? 'training' : 'live',
    version: options.version,
    runtime: runtimeWords(process.versions, process.platform),
    serviceAddress: settings.service?.address ?? training?.serviceAddress ?? '',
    timeZone: settings.timeZone,
    location: settings.location,
    printers: [...(training?.printers ?? []), ...managedPrinters(settings)],
    officePrinters: training ? [training.officePrinter, ...settings.officePrinters] : settings.officePrinters,
    standInPrinters: Object.fromEntries(
      Object.entries(settings.standInPrinters).filter(([, id]) => id !== undefined),
    ),
    labelsPerRegistration: settings.labelsPerRegistration,
    waitAlertMinutes: settings.waitAlertMinutes,
    scanner: settings.scanner,
    ticket: settings.ticket,
    outsideLinks: settings.outsideLinks,
    people: settings.people,
  };
  const documentReader = createDocumentReader(log, makeWorker);
  const pictureReader = createPictureReader(log, makeWorker);
  const pageMaker = createPageMaker(log, makeWorker);
  const pageRaster = createPageRaster(log, makeWorker);
  const ownPrinters = training === null;
  const queues = spooler ? 'windows' : queueSystemOf(process.platform);
  const printerTransport = createPrinterTransport({ ownPrinters, queues });
  const { engine, own, parts, start, close } = assembleEngine({
    store,
    events,
    clock: systemClock,
    random: systemRandom,
    log,
    service,
    documentReader,
    pictureReader,
    inspectPdf: documentReader.inspect,
    makePages: pageMaker.make,
    drawPages: pageRaster.forLabels,
    findPrinters: training?.findPrinters ?? (spooler ? alsoInSpooler(findPrinters, spooler) : findPrinters),
    printerTransport,
    pageTransport: createPageTransport(
      officeNetwork,
      pageRaster.make,
      queues === 'windows' ? createSpoolerQueues(spooler ?? null, pageRaster.pictures) : undefined,
    ),
    labelQueues: queues === 'windows' ? createSpoolerLabels(spooler ?? null, { ownPrinters }) : undefined,
    draw: createDrawText(),
    site,
    training: training?.instruments ?? null,
    copy: copy && {
      database: createPostgresCopy(copy.address),
      site: copy.site,
      machine: options.machine,
      fleet: copy.fleet && createPostgresCopy(copy.fleet),
    },
    eventIntake,
    pace: {
      pullMs: settings.syncSeconds * 1_000,
      fullPullMs: settings.fullSyncMinutes * 60_000,
      printJobBytesKeptMs: settings.printJobDays * DAY_MS,
      kept: {
        documentsMs: settings.retention.documentDays * DAY_MS,
        labResultsMs: settings.retention.resultDays * DAY_MS,
        activityMs: settings.retention.activityYears * 365.25 * DAY_MS,
        visitsMs: settings.retention.visitYears * 365.25 * DAY_MS,
        printJobsMs: settings.retention.printQueueDays * DAY_MS,
        recordsMs: settings.retention.recordDays * DAY_MS,
      },
      requestsPerMinute: settings.requestsPerMinute,
      firstReadAfterMs: FIRST_READ_AFTER_MS,
      // The embedded service never carries out a request late, so a change in doubt can be checked much sooner.
      ...(training ? { lateWriteMs: TRAINING_LATE_WRITE_MS } : {}),
    },
  });

  training?.onChange(() => events.publish(['training', 'connection']));
  takeEvent = (body) => parts.sync.hints?.take(body);
  if (eventIntake) log.info('events of the service are taken', { address: eventIntake.address });
  start();
  const stopHolds = training ? makeTrainingHolds(own, { db: store.db, random: systemRandom }) : () => {};

  return {
    engine,
    desks: parts.desks,
    printing: parts.deskPrinting,
    mode: site.mode,
    async close() {
      stopHolds();
      await closeInTurn([
        () => eventIntake?.close(),
        () => printerTransport.close(),
        close,
        () => documentReader.close(),
        () => pictureReader.close(),
        () => pageMaker.close(),
        () => pageRaster.close(),
        () => http.close(),
        () => officeNetwork.close(),
        () => training?.close(),
        () => store.close(),
      ]);
    },
  };
}
