// What training mode adds to a desk: the embedded service, reached over real HTTP, and a training printer for each label
// language, real TCP servers.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { MakeWorker } from '../adapters/background-worker.ts';
import type { Training } from '../core/engine-parts.ts';
import type { OfficePrinter } from '../core/printing/queue/page-printer.ts';
import type { DeskPrinter } from '../core/printing/queue/desk-printers.ts';
import type { Log } from '../core/ports/machine.ts';
import type { FindPrinters } from '../core/ports/printers.ts';
import { openTrainingTrays } from '../core/store/training-trays.ts';
import { rawAddressText } from '../domain/printer-address.ts';
import { AppException, notFound, rejected } from '../domain/app-error.ts';
import { SPOKEN_LABEL_LANGUAGE_IDS } from '../domain/label-language.ts';
import { readCourse } from '../domain/scenario-course.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { SCENARIOS, TIMINGS } from '../sandbox/rules/scenario.ts';
import { UnusableDataFile } from '../sandbox/store/database.ts';
import { trainingServiceFile, trainingTraysFile } from './data-files.ts';
import { StartProblem } from './start-problem.ts';
import { TICKET_PAPER_DOTS } from './training-escpos.ts';
import type { TrainingLanguage } from './training-jobs.ts';
import { startTrainingOfficePrinter } from './training-office-printer.ts';
import { startTrainingPrinter } from './training-printer.ts';

/** The running parts of training mode. */
export interface TrainingGround {
  readonly serviceAddress: string;
  readonly token: string;
  readonly printers: readonly DeskPrinter[];
  readonly officePrinter: OfficePrinter;
  readonly instruments: Training;
  /** Finds the spare printer, which people set up as they would set up one of their own. */
  readonly findPrinters: FindPrinters;
  /** The port of the spare printer. */
  readonly sparePort: number;
  /** Calls `listener` whenever a printer received a label or a forced status was used. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

export interface TrainingOptions {
  readonly dataFolder: string;
  /** 32 bytes. Encrypts the embedded service's data file too, because its invented people look like real patients. */
  readonly key: Uint8Array;
  readonly log: Log;
  readonly timeZone: string;
  /** Where the spare printer listened last; it listens there again if it can. 0: anywhere. */
  readonly sparePort: number;
  /** Makes what draws the labels and pages that the printers receive. */
  readonly makeWorker: MakeWorker;
}

const SPARE_ID = 'training-printer-spare';
const SPARE_NAME = 'Spare training printer';
const BIG_ID = 'training-printer-big';
const OFFICE_ID = 'training-office-printer';
/** For sample labels. */
const SMALL_LABELS = { dotsPerMm: 8, labelWidthMm: 50.8, labelHeightMm: 25.4 } as const;
/** On which forms can be printed. */
const BIG_LABELS = { dotsPerMm: 12, labelWidthMm: 101.6, labelHeightMm: 152.4 } as const;

export async function startTraining(options: TrainingOptions): Promise<TrainingGround> {
  const listeners: (() => void)[] = [];
  // A new token at each start, known to nobody else, so that only this desk can use the embedded service.
  const token = randomBytes(24).toString('base64url');
  const serviceFile = trainingServiceFile(options.dataFolder);
  const isBegunAnew = !existsSync(serviceFile);
  const sandbox = await startSandbox({
    dataFile: serviceFile,
    encryptionKey: options.key,
    token,
    seed: 'demo',
    timeZone: options.timeZone,
    log: options.log,
    // Whoever is interrupted after a walk-in was made must not read results of a sample that nobody took.
    resultsAwaitSamples: true,
  }).catch((cause: unknown) => {
    throw cause instanceof UnusableDataFile ? new StartProblem(cause.message, { cause }) : cause;
  });
  const trays = openTrainingTrays({
    file: trainingTraysFile(options.dataFolder),
    key: options.key,
    log: options.log,
  });
  // Nobody whose label lies there is known to the new service.
  if (isBegunAnew) trays.clear();
  const startPrinter = (
    id: string,
    language: TrainingLanguage,
    port: number,
    dotsPerMm: 8 | 12 = SMALL_LABELS.dotsPerMm,
  ) =>
    startTrainingPrinter({
      port,
      language,
      dotsPerMm,
      tray: trays.of(id),
      log: options.log,
      makeWorker: options.makeWorker,
      nowMs: () => Date.now(),
      onReceived: () => listeners.forEach((listener) => listener()),
    });
  const ofTheDesk = await Promise.all(
    [...SPOKEN_LABEL_LANGUAGE_IDS, 'escpos' as const].map(async (language) => {
      // The first one keeps the id that the jobs of earlier versions name.
      const id = language === 'zpl' ? 'training-printer' : `training-printer-${language}`;
      return {
        id,
        language,
        speaks: language === 'escpos' ? 'ESC/POS' : language.toUpperCase(),
        spare: false,
        printer: await startPrinter(id, language, 0),
      };
    }),
  );
  const big = {
    id: BIG_ID,
    language: 'zpl',
    speaks: 'ZPL, big labels',
    spare: false,
    printer: await startPrinter(BIG_ID, 'zpl', 0, BIG_LABELS.dotsPerMm),
  } as const;
  // Somebody else may have its port by now.
  const spare = {
    id: SPARE_ID,
    language: 'tspl',
    speaks: 'TSPL, spare',
    spare: true,
    printer: await startPrinter(SPARE_ID, 'tspl', options.sparePort).catch(() =>
      startPrinter(SPARE_ID, 'tspl', 0),
    ),
  } as const;
  const printers = [...ofTheDesk, big, spare];
  const office = await startTrainingOfficePrinter({
    log: options.log,
    makeWorker: options.makeWorker,
    nowMs: () => Date.now(),
    tray: trays.of(OFFICE_ID),
    onChange: () => listeners.forEach((listener) => listener()),
  });
  // A desk that runs past midnight gets the appointments of the new day, like one that is started in the morning.
  const everyMinute = setInterval(() => sandbox.ensureDemoDay(), 60_000).unref();
  let offline = false;
  let scenario: string | null = null;
  let forcedStatus: number | null = null;
  let forcedUsed: { status: number; atMs: number } | null = null;

  const instruments: Training = {
    offline: () => offline,
    setOffline: (next) => {
      offline = next;
    },
    network: () => sandbox.network.get(),
    setNetwork: async (mode) => sandbox.network.set(mode),
    serviceNowMs: () => sandbox.clock.nowMs(),
    advanceClock: (seconds) => {
      sandbox.clock.advanceSeconds(seconds);
      sandbox.ensureDemoDay();
    },
    scenarios: () => SCENARIOS,
    nextScenario: () => scenario,
    setNextScenario: (next) => {
      const course = next === null ? null : readCourse(next);
      const isKnown =
        course !== null &&
        SCENARIOS.some((known) => known === course.scenario) &&
        (course.timing === null || TIMINGS.some((known) => known === course.timing));
      if (next !== null && !isKnown) {
        throw new AppException(rejected('There is no such scenario.', { scenario: 'unknown' }));
      }
      scenario = next;
    },
    takeNextScenario: () => {
      const taken = scenario;
      scenario = null;
      return taken;
    },
    samplesTaken: sandbox.samplesTaken,
    forcedStatus: () => forcedStatus,
    forcedUsed: () => forcedUsed,
    forceNextStatus: (status) => {
      forcedStatus = status;
    },
    takeForcedStatus: () => {
      const taken = forcedStatus;
      forcedStatus = null;
      if (taken !== null) {
        forcedUsed = { status: taken, atMs: Date.now() };
        listeners.forEach((listener) => listener());
      }
      return taken;
    },
    deliveries: (limit) =>
      sandbox
        .webhookLog()
        .slice(0, limit)
        .map((entry) => ({
          event: entry.event,
          state: entry.state,
          tries: entry.attempts,
          lastStatus: entry.last_status,
          lastProblem: entry.last_problem,
          createdAtMs: Date.parse(entry.created_at),
          nextTryAtMs: entry.next_attempt_at === null ? null : Date.parse(entry.next_attempt_at),
        })),
    printers: () =>
      printers.map(({ id, language, speaks, spare: isSpare, printer }) => ({
        id,
        spare: isSpare,
        kind: id === big.id ? 'form' : language === 'escpos' ? 'ticket' : 'label',
        speaks,
        address: `${printer.address.host}:${printer.address.port}`,
        mode: printer.mode(),
        received: printer.received(),
        held: printer.held(),
      })),
    setPrinterMode: async (printerId, mode) => {
      const found = printers.find(({ id }) => id === printerId);
      if (!found) throw new AppException(notFound('There is no such training printer.'));
      await found.printer.setMode(mode);
    },
    labels: async (limit) => {
      const trays = await Promise.all(
        printers.map(async ({ id, printer }) =>
          (await printer.labels(limit)).map((label) => ({
            ...label,
            id: `${id}-${label.id}`,
            printerId: id,
          })),
        ),
      );
      return trays
        .flat()
        .sort((one, other) => other.receivedAtMs - one.receivedAtMs)
        .slice(0, limit);
    },
    clearLabels: () => printers.forEach(({ printer }) => printer.clear()),
    office: () => ({
      address: office.url.replace('http', 'ipp'),
      mode: office.mode(),
      received: office.received(),
    }),
    setOfficeMode: (mode) => office.setMode(mode),
    pages: (limit) => office.pages(limit),
    clearPages: () => office.clear(),
  };

  return {
    serviceAddress: sandbox.baseUrl,
    token,
    sparePort: spare.printer.address.port,
    findPrinters: async () => ({
      found: [
        {
          name: SPARE_NAME,
          model: null,
          prints: 'raw',
          address: rawAddressText(spare.printer.address),
          place: 'training',
        },
      ],
      leftOut: 0,
      searched: [{ place: 'training', problem: null }],
    }),
    printers: [...ofTheDesk, big].map(({ id, language, speaks, printer }): DeskPrinter => {
      if (language === 'escpos') {
        const name = 'Training ticket printer';
        return { id, name, ...printer.address, language, paperDots: TICKET_PAPER_DOTS };
      }
      return {
        id,
        name: `Training printer (${speaks})`,
        ...printer.address,
        ...(id === big.id ? BIG_LABELS : SMALL_LABELS),
        language,
      };
    }),
    officePrinter: {
      id: OFFICE_ID,
      name: 'Training office printer',
      address: { kind: 'ipp', url: office.url },
    },
    instruments,
    onChange: (listener) => listeners.push(listener),
    async close() {
      clearInterval(everyMinute);
      await Promise.all(printers.map(({ printer }) => printer.close()));
      await office.close();
      trays.close();
      await sandbox.close();
    },
  };
}
