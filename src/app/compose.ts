// Assembles a desk: the engine, the adapters, and in training mode the embedded service and the training printers.
import { createDrawText } from '../adapters/draw-text.ts';
import { createHttp } from '../adapters/http.ts';
import { createDocumentReader } from '../adapters/document-reader.ts';
import { createPictureReader } from '../adapters/picture-reader.ts';
import { createPageTransport } from '../adapters/page-printing.ts';
import { createRawSocketTransport } from '../adapters/raw-socket.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { assembleEngine } from '../core/assemble-engine.ts';
import type { Engine } from '../core/engine.ts';
import type { Site } from '../core/engine-parts.ts';
import type { DeskPrinter } from '../core/printing/queue/print-queue.ts';
import { createEventLog } from '../core/events.ts';
import type { Log, Secrets } from '../core/ports.ts';
import { createServiceClient } from '../core/service/client.ts';
import { withForcedStatus } from '../core/service/forced-status.ts';
import type { LockState } from '../core/store/db/exclusive-lock.ts';
import { runtimeWords } from './runtime-words.ts';
import { openStore } from '../core/store/open.ts';
import { readSetting } from '../core/store/desk/settings.ts';
import { storeFile } from './data-files.ts';
import type { ManagedSettings } from './managed-settings.ts';
import { startTraining } from './training.ts';
import type { TrainingGround } from './training.ts';
import { makeTrainingHolds } from './training-holds.ts';

export type { Engine } from '../core/engine.ts';

export interface Desk {
  readonly engine: Engine;
  readonly mode: 'training' | 'live';
  /** Stops everything. Nothing needs to be saved then: every command has written its changes to disk already. */
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly settings: ManagedSettings;
  readonly dataFolder: string;
  /** Whether the lock of that folder is still this desk's. */
  readonly folderLock: () => LockState;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly version: string;
}

/** How long training waits before a change in doubt is sent again. The service that is far away needs two minutes. */
const TRAINING_LATE_WRITE_MS = 10_000;

/** The dots of the printable part of a roll at 203 dpi. */
const PAPER_DOTS = { 58: 384, 80: 576 } as const;

function printersOf(settings: ManagedSettings, training: TrainingGround | null): DeskPrinter[] {
  const printers = settings.printers.map(({ address, ...printer }): DeskPrinter => {
    const { host, port } = address;
    if (printer.language !== 'escpos') return { ...printer, host, port };
    const { id, name, language, paperWidthMm } = printer;
    return { id, name, host, port, language, paperDots: PAPER_DOTS[paperWidthMm] };
  });
  return training ? [...training.printers, ...printers] : printers;
}

/**
 * Opens the desk on a data folder. The caller must hold the folder's lock (see `data-folder.ts`).
 *
 * @throws AppException when the database cannot be opened
 * @throws StartProblem when the embedded service of training cannot start
 */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const { settings, dataFolder, log } = options;
  const key = await options.secrets.databaseKey();
  const store = await openStore({
    file: storeFile(dataFolder, settings.service),
    key,
    nowMs: () => systemClock.nowMs(),
    timeZone: settings.timeZone,
    folderLock: options.folderLock,
    log,
  });
  const training = settings.service
    ? null
    : await startTraining({ dataFolder, key, log, timeZone: settings.timeZone });

  // "Go offline" of training stays on when the desk is ended or killed and started again.
  training?.instruments.setOffline(readSetting(store.db, 'trainingOffline') ?? false);

  const events = createEventLog(systemRandom.uuid());
  const http = createHttp({ switchedOff: () => training?.instruments.offline() ?? false });
  // Its own, because training's "Go offline" is about the service and not about printers.
  const officeNetwork = createHttp();
  const service = createServiceClient({
    http: training ? withForcedStatus(http, training.instruments.takeForcedStatus) : http,
    clock: systemClock,
    log,
    baseUrl: settings.service?.address ?? training?.serviceAddress ?? '',
    token: () => settings.service?.token ?? training?.token ?? '',
  });
  const site: Site = {
    mode: training ? 'training' : 'live',
    version: options.version,
    runtime: runtimeWords(process.versions, process.platform),
    serviceAddress: settings.service?.address ?? training?.serviceAddress ?? '',
    timeZone: settings.timeZone,
    location: settings.location,
    printers: printersOf(settings, training),
    officePrinters: settings.officePrinters,
    labelsPerRegistration: settings.labelsPerRegistration,
    waitAlertMinutes: settings.waitAlertMinutes,
    scanner: settings.scanner,
    ticket: settings.ticket,
    outsideLinks: settings.outsideLinks,
  };
  const documentReader = createDocumentReader(log);
  const pictureReader = createPictureReader(log);
  const { engine, start, close } = assembleEngine({
    store,
    events,
    clock: systemClock,
    random: systemRandom,
    log,
    service,
    documentReader,
    pictureReader,
    inspectPdf: documentReader.inspect,
    printerTransport: createRawSocketTransport(),
    pageTransport: createPageTransport(officeNetwork),
    draw: createDrawText(),
    site,
    training: training?.instruments ?? null,
    pace: {
      pullMs: settings.syncSeconds * 1_000,
      fullPullMs: settings.fullSyncMinutes * 60_000,
      requestsPerMinute: settings.requestsPerMinute,
      // The embedded service never carries out a request late, so a change in doubt can be checked much sooner.
      ...(training ? { lateWriteMs: TRAINING_LATE_WRITE_MS } : {}),
    },
  });

  training?.onChange(() => events.publish(['training', 'connection']));
  start();
  const stopHolds = training ? makeTrainingHolds(engine, { db: store.db, random: systemRandom }) : () => {};

  return {
    engine,
    mode: site.mode,
    async close() {
      stopHolds();
      await close();
      await documentReader.close();
      await pictureReader.close();
      await http.close();
      await officeNetwork.close();
      await training?.close();
      store.close();
    },
  };
}
