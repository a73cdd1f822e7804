// The desk of a simulated day: started on its database with the day's time, network and printer, killed by a power cut, and
// started again.
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { assembleEngine } from '../../../src/core/assemble-engine.ts';
import type { AssembledEngine } from '../../../src/core/assemble-engine.ts';
import { createEventLog } from '../../../src/core/events.ts';
import type { SendingRules } from '../../../src/core/outbox/sending-rules.ts';
import type { Log } from '../../../src/core/ports/machine.ts';
import { createServiceClient } from '../../../src/core/service/client.ts';
import { openStore } from '../../../src/core/store/open.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { MINUTE_MS, TROUBLE_MS } from './day-times.ts';
import { MemoryDisk } from './memory-disk.ts';
import type { SimulatedLine } from './simulated-line.ts';
import type { SimulatedPrinter } from './simulated-printer.ts';
import { SERVICE_START_MS } from './simulated-service.ts';
import { DeskProcess, SeededRandom } from './virtual-time.ts';
import type { VirtualTime } from './virtual-time.ts';
import { findNoPrinters, noPages, onePage, planAsText } from '../../support/no-pages.ts';
import { noPictures, nothingDrawn } from '../../support/picture-reader.ts';

const SITE = {
  mode: 'live',
  version: '0.0.0',
  runtime: 'Node of the simulation',
  serviceAddress: 'https://service.example',
  timeZone: 'Europe/London',
  location: null,
  officePrinters: [],
  standInPrinters: {},
  printers: [
    {
      id: 'printer',
      name: 'Printer',
      host: '192.0.2.1',
      port: 9100,
      dotsPerMm: 8,
      labelWidthMm: 50.8,
      labelHeightMm: 25.4,
      language: 'zpl',
    },
  ],
  labelsPerRegistration: 1,
  waitAlertMinutes: 30,
  outsideLinks: true,
  people: { signIn: 'initials', idleMinutes: 5 },
  scanner: null,
  ticket: null,
} as const;

export interface DeskFiles {
  /** Path of the encrypted database; null for a database in memory. */
  readonly file: string | null;
  readonly key: Uint8Array;
  readonly rules: SendingRules;
}

/** What the desk of a day works with. */
export interface Surroundings {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly line: SimulatedLine;
  readonly printer: SimulatedPrinter;
  /** What is found to be wrong is added here. */
  readonly violations: string[];
}

export class RunningDesk {
  readonly logged: string[] = [];
  readonly errorsLogged: string[] = [];
  powerCuts = 0;
  /** By how much this machine's clock is wrong from the next start on. */
  wallOffsetMs = 0;
  /** Whether the outbox may have changed since somebody set this to false. */
  outboxMoved = true;
  /** Called when the desk has started. */
  onStarted: () => void = () => {};
  store: Store | null = null;
  assembled: AssembledEngine | null = null;
  readonly #files: DeskFiles;
  readonly #memory: MemoryDisk | null;
  readonly #around: Surroundings;
  #process: DeskProcess | null = null;
  /** The power has failed, and somebody will start the desk again. */
  #isStartPlanned = false;
  /** Made by threads of their own, in real time, while the simulated time goes on. */
  readonly #backups: Promise<string>[] = [];

  constructor(files: DeskFiles, around: Surroundings) {
    this.#files = files;
    this.#memory = files.file === null ? new MemoryDisk() : null;
    this.#around = around;
  }

  /** Null while the desk is not running. */
  get process(): DeskProcess | null {
    return this.#process;
  }

  /** Deletes the database of the day before with all that belongs to it: a backup beside a missing file would be restored. */
  clearFolder(): void {
    const { file } = this.#files;
    if (file === null) return;
    for (const name of readdirSync(dirname(file))) {
      if (name.startsWith(basename(file))) rmSync(join(dirname(file), name));
    }
  }

  start(): void {
    const { time, random, line, printer, violations } = this.#around;
    if (this.#process)
      violations.push('the simulation started a second desk on the database of a running one');
    const process = new DeskProcess(time, () => SERVICE_START_MS + this.wallOffsetMs);
    const own = new SeededRandom(random.fraction() * 2 ** 32);
    this.#process = process;
    const log = this.#log(process);
    const store = this.#openStore(process, log);
    this.store = store;
    if (store.notices.length > 0) violations.push('the store was found damaged after a power cut');
    process.onPowerCut = () => this.kill();
    const events = createEventLog(own.uuid());
    events.subscribe(null, (event) => {
      if (event.type === 'changed' && event.topics.includes('outbox')) this.outboxMoved = true;
    });
    const assembled = assembleEngine({
      store,
      events,
      clock: process.clock,
      random: own,
      log,
      service: createServiceClient({
        http: line.portOf(process),
        clock: process.clock,
        log,
        baseUrl: SITE.serviceAddress,
        token: () => 'token',
      }),
      documentReader: { readLabel: async () => ({ text: '', code: null }), read: async () => ({ text: '' }) },
      pictureReader: { codesOn: async () => [], ...noPictures },
      inspectPdf: onePage,
      makePages: planAsText,
      drawPages: nothingDrawn,
      findPrinters: findNoPrinters,
      pageTransport: noPages,
      printerTransport: printer.transportOf(process),
      draw: null,
      site: SITE,
      training: null,
      pace: { pullMs: 4 * MINUTE_MS, fullPullMs: 40 * MINUTE_MS },
      sendingRules: this.#files.rules,
    });
    this.assembled = assembled;
    this.outboxMoved = true;
    this.#tryOut(() => assembled.start());
    // The power fails when the clock has been read this many times. That can be at any step of any work.
    if (time.nowMs < TROUBLE_MS && random.chance(0.5)) {
      process.looksLeft = Math.floor(random.between(0, 600) * random.fraction());
    }
    this.onStarted();
  }

  /**
   * When the power has failed, somebody starts the desk again after a while; once, also when the power fails in between for
   * another reason: two desks on one database would each send its changes.
   */
  startAgainIfCut(): void {
    const { time, random } = this.#around;
    if (this.#process || this.#isStartPlanned) return;
    this.powerCuts += 1;
    this.#isStartPlanned = true;
    time.at(random.between(100, 2 * MINUTE_MS), () => {
      this.#isStartPlanned = false;
      this.start();
    });
  }

  kill(): void {
    const process = this.#process;
    if (!process) return;
    process.alive = false;
    this.#process = null;
    this.store?.db.close();
    this.store = null;
    this.assembled = null;
  }

  /** Resolves when no thread of a backup writes to the folder any more. */
  async backupsEnded(): Promise<void> {
    await Promise.allSettled(this.#backups);
  }

  #openStore(process: DeskProcess, log: Log): Store {
    const { file, key } = this.#files;
    const nowMs = (): number => process.clock.nowMs();
    if (this.#memory || file === null) return (this.#memory ?? new MemoryDisk()).open(nowMs);
    const store = openStore({ file, key, nowMs, log });
    const { backUp } = store;
    return Object.assign(store, {
      backUp: () => {
        const backup = backUp();
        this.#backups.push(backup);
        return backup;
      },
    });
  }

  #log(process: DeskProcess): Log {
    const write =
      (level: string) =>
      (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
        const line = `${level} ${message} ${JSON.stringify(fields)}`;
        this.logged.push(line);
        if (level === 'error' && process.alive) this.errorsLogged.push(line);
      };
    return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  }

  /** Runs work at the desk. An error because of a power failure is expected; every other error is thrown. */
  #tryOut(work: () => void): boolean {
    try {
      work();
      return this.#process !== null;
    } catch (thrown) {
      if (!this.#process) return false;
      throw thrown;
    }
  }
}
