// One simulated day at a desk, computed from a seed: people come, the network fails, the power fails. Everything that
// the desk reports as saved is recorded here, and compared with the result at the end of the day.
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Input, OperationName, Output } from '../../../src/contract/index.ts';
import { assembleEngine } from '../../../src/core/assemble-engine.ts';
import type { AssembledEngine } from '../../../src/core/assemble-engine.ts';
import { createEventLog } from '../../../src/core/events.ts';
import type { SendingRules } from '../../../src/core/outbox/sending-rules.ts';
import type { Log } from '../../../src/core/ports.ts';
import { createServiceClient } from '../../../src/core/service/client.ts';
import { readRegistrations } from '../../../src/core/store/mirror/registration-records.ts';
import { openStore } from '../../../src/core/store/open.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { isSameRecord } from '../../../src/core/store/outbox/id-map.ts';
import { findRow, listRows } from '../../../src/core/store/outbox/outbox.ts';
import type { OutboxRow } from '../../../src/core/store/outbox/outbox.ts';
import type { AppError, Result } from '../../../src/domain/app-error.ts';
import type { Change } from '../../../src/domain/change.ts';
import { planDay } from './desk-people.ts';
import { PaperWatch } from './paper-watch.ts';
import { SimulatedLine, POISON } from './simulated-line.ts';
import { SimulatedPrinter } from './simulated-printer.ts';
import { SERVICE_START_MS, SimulatedService } from './simulated-service.ts';
import { DeskProcess, SeededRandom, VirtualTime } from './virtual-time.ts';

export const MINUTE_MS = 60_000;
/**
 * In the first minutes people come and faults happen. Then the faults stop, and the desk must bring everything to its
 * end.
 */
export const TROUBLE_MS = 12 * MINUTE_MS;
/** Nobody does anything at the desk after this time. */
export const LAST_ACTION_MS = 24 * MINUTE_MS;
const LONGEST_DAY_MS = 5 * 60 * MINUTE_MS;
const SITE = {
  mode: 'live',
  version: '0.0.0',
  serviceAddress: 'https://service.example',
  timeZone: 'Europe/London',
  location: null,
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
  scanner: { prefix: '', suffix: 'Enter', idleMs: 150 },
} as const;

/** A change that the desk has reported as saved to a person. */
export interface Intent {
  readonly rowId: string;
  readonly subjectId: string;
  readonly change: Change;
}

export interface DayOptions {
  readonly seed: number;
  /** Path of the database. At the beginning of a day it is deleted, with all files whose names begin with its name. */
  readonly file: string;
  readonly key: Uint8Array;
  readonly rules: SendingRules;
  /** Share of answers that are replaced by invalid ones, from 0 to 1; 0 when not given. */
  readonly garbled?: number;
}

/** Somebody who came without an appointment, or was booked for another day. */
export interface WalkIn {
  readonly appointmentId: string;
  readonly visitId: string;
  readonly startsAtMs: number;
  readonly outsideTimetable: boolean;
  /** Booked for another day: they are not at the desk, and can choose another slot. */
  readonly ahead: boolean;
  released: boolean;
}

/** The whole day: time, network, service, printer, people, and the running desk. Call `run`, then ask the oracle. */
export class SimulatedDay {
  readonly time = new VirtualTime();
  readonly service: SimulatedService;
  readonly line: SimulatedLine;
  readonly printer: SimulatedPrinter;
  readonly papers: PaperWatch;
  readonly random: SeededRandom;
  readonly intents: Intent[] = [];
  readonly walkIns: WalkIn[] = [];
  /** The patient that a person chose last for each registration; ids of the desk. */
  readonly assigned = new Map<string, string>();
  /** Ids of registrations that somebody else changed at the service. */
  readonly changedByOthers = new Set<string>();
  readonly logged: string[] = [];
  readonly errorsLogged: string[] = [];
  readonly violations: string[] = [];
  readonly garbled: number;
  /** Number of commands that were answered. */
  pressed = 0;
  powerCuts = 0;
  readonly uniqueReferences: boolean;
  readonly #options: DayOptions;
  #process: DeskProcess | null = null;
  #wallOffsetMs = 0;
  #outboxMoved = true;
  #commands = 0;
  #steps = 0;
  #waitingForDesk: (() => void)[] = [];
  /** Made by threads of their own, in real time, while the simulated time goes on. */
  readonly #backups: Promise<string>[] = [];
  store: Store | null = null;
  desk: AssembledEngine | null = null;

  constructor(options: DayOptions) {
    this.#options = options;
    this.random = new SeededRandom(options.seed);
    this.garbled = options.garbled ?? 0;
    this.uniqueReferences = this.random.chance(0.5);
    this.service = new SimulatedService(this.time, this.uniqueReferences);
    this.line = new SimulatedLine(this.time, new SeededRandom(options.seed ^ 0x5f3759df), this.service);
    this.line.faults = {
      writeFaults: this.random.pick([0, 0.2, 0.5, 0.8]),
      readFaults: this.random.pick([0, 0.1, 0.4]),
    };
    this.line.garbled = this.garbled;
    this.printer = new SimulatedPrinter(this.time, new SeededRandom(options.seed ^ 0x2545f491));
    this.printer.mishaps = this.random.pick([0, 0.2, 0.5]);
    this.papers = new PaperWatch(this);
    this.printer.onPaper = (paper) => this.papers.leaves(paper);
    // On some days the power often fails while a request is being sent.
    const unsteady = this.random.pick([0, 0, 0.1]);
    this.line.onWrite = () => {
      if (this.time.nowMs < TROUBLE_MS && this.random.chance(unsteady)) {
        this.time.at(this.random.between(0, 500), () => this.#killProcess());
      }
    };
  }

  async run(): Promise<void> {
    // The database of the day before, with all that belongs to it: a backup beside a missing file would be restored.
    const folder = dirname(this.#options.file);
    for (const name of readdirSync(folder)) {
      if (name.startsWith(basename(this.#options.file))) rmSync(join(folder, name));
    }
    planDay(this);
    this.#planMishaps();
    this.#boot();
    while (this.time.nowMs < TROUBLE_MS && (await this.time.step())) this.#watch();
    this.#heal();
    while (this.time.nowMs < LAST_ACTION_MS && (await this.time.step())) this.#watch();
    this.#outboxMoved = true;
    while (this.time.nowMs < LONGEST_DAY_MS && !this.#isSettled() && (await this.time.step())) this.#watch();
    // Late requests and answers arrive, and everything is read once more.
    const restMs = this.time.nowMs + 5 * MINUTE_MS;
    this.desk?.parts.sync.pullNow();
    while ((this.time.nextAtMs() ?? Infinity) < restMs && (await this.time.step())) this.#watch();
    await this.papers.lookAtAll();
  }

  /** Ends the day: kills the desk. Resolves when no thread of a backup writes to the folder any more. */
  async end(): Promise<void> {
    this.#killProcess();
    await Promise.allSettled(this.#backups);
  }

  /** Resolves after `delayMs` of simulated time, whether the desk is running or not. */
  later(delayMs: number): Promise<void> {
    return new Promise((due) => this.time.at(delayMs, due));
  }

  /** Sends a query, as a screen does. Null while the desk is not running, or when it refuses. */
  async ask<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name> | null> {
    const { desk } = this;
    const process = this.#process;
    if (!desk || !process?.alive) return null;
    const answer = (await desk.engine.call({ name, input })) as Result<Output<Name>>;
    return this.#isDead(process) || !answer.ok ? null : answer.value;
  }

  /** A function, because the power may have failed during each wait. */
  #isDead(process: DeskProcess): boolean {
    return !process.alive;
  }

  /**
   * Sends a command, as when a person presses a button. When the power fails before the answer, it is sent again with
   * the same id once the desk runs again. An answer means that its changes are saved, so they are recorded in
   * `intents`.
   */
  async press<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
  ): Promise<{ readonly value: Output<Name> } | { readonly refused: AppError }> {
    this.#commands += 1;
    const commandId = `00000000-0000-4000-8000-${String(this.#commands).padStart(12, '0')}`;
    for (;;) {
      const { desk } = this;
      const process = this.#process;
      if (!desk || !process?.alive) {
        await new Promise<void>((back) => this.#waitingForDesk.push(back));
        continue;
      }
      const call = { name, input, commandId, actor: 'Desk' };
      const answer = (await desk.engine.call(call)) as Result<Output<Name>>;
      if (this.#isDead(process)) continue;
      if (!answer.ok) {
        if (answer.error.kind === 'bug') this.violations.push(`${name} failed: ${answer.error.detail}`);
        return { refused: answer.error };
      }
      this.pressed += 1;
      this.#noteIntents(commandId);
      if (this.random.chance(0.1)) await this.#pressAgain(call, answer.value);
      return { value: answer.value };
    }
  }

  /**
   * Sends the same command again, as a double click does. The answer must be the same, and nothing may happen twice.
   */
  async #pressAgain(
    call: { readonly name: string; readonly commandId: string },
    first: unknown,
  ): Promise<void> {
    const { desk } = this;
    const process = this.#process;
    if (!desk) return;
    const again = await desk.engine.call(call);
    if (!process?.alive) return;
    if (!again.ok || JSON.stringify(again.value) !== JSON.stringify(first)) {
      this.violations.push(`${call.name} under the same id was answered otherwise`);
    }
  }

  #noteIntents(commandId: string): void {
    if (!this.store) return;
    for (const row of listRows(this.store.db, 'all')) {
      if (row.commandId !== commandId || row.change === null) continue;
      this.intents.push({ rowId: row.id, subjectId: row.subjectId, change: row.change });
    }
    this.#outboxMoved = true;
  }

  #boot(): void {
    const process = new DeskProcess(this.time, () => SERVICE_START_MS + this.#wallOffsetMs);
    const random = new SeededRandom(this.random.fraction() * 2 ** 32);
    this.#process = process;
    const log = this.#log(process);
    const store = openStore({
      file: this.#options.file,
      key: this.#options.key,
      nowMs: () => process.clock.nowMs(),
      log,
    });
    const { backUp } = store;
    Object.assign(store, {
      backUp: () => {
        const backup = backUp();
        this.#backups.push(backup);
        return backup;
      },
    });
    this.store = store;
    if (store.notices.length > 0) this.violations.push('the store was found damaged after a power cut');
    process.onPowerCut = () => this.#killProcess();
    const events = createEventLog(random.uuid());
    events.subscribe(null, (event) => {
      if (event.type === 'changed' && event.topics.includes('outbox')) this.#outboxMoved = true;
    });
    const desk = assembleEngine({
      store,
      events,
      clock: process.clock,
      random,
      log,
      service: createServiceClient({
        http: this.line.portOf(process),
        clock: process.clock,
        log,
        baseUrl: SITE.serviceAddress,
        token: () => 'token',
      }),
      documentReader: { readLabel: async () => ({ text: '', code: null }), readText: async () => '' },
      printerTransport: this.printer.transportOf(process),
      draw: null,
      site: SITE,
      training: null,
      pace: { pullMs: 4 * MINUTE_MS, fullPullMs: 40 * MINUTE_MS },
      sendingRules: this.#options.rules,
    });
    this.desk = desk;
    this.#outboxMoved = true;
    this.#tryOut(() => desk.start());
    // The power fails when the clock has been read this many times. That can be at any step of any work.
    if (this.time.nowMs < TROUBLE_MS && this.random.chance(0.5)) {
      process.looksLeft = Math.floor(this.random.between(0, 600) * this.random.fraction());
    }
    const waiting = this.#waitingForDesk;
    this.#waitingForDesk = [];
    for (const goOn of waiting) this.time.at(this.random.between(100, 5_000), goOn);
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

  #killProcess(): void {
    const process = this.#process;
    if (!process) return;
    process.alive = false;
    this.#process = null;
    this.store?.db.close();
    this.store = null;
    this.desk = null;
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

  /** At every moment the desk must show the patient that a person chose, whatever was read from the service. */
  #checkScreen(): void {
    const { store } = this;
    if (!store || this.violations.length > 0 || (this.#steps += 1) % 7 !== 0) return;
    const shown = readRegistrations(store.db, this.assigned.keys());
    for (const [registrationId, patientId] of this.assigned) {
      const record = shown.get(registrationId);
      if (!record || !isSameRecord(store.db, 'patient', record.patientId, patientId)) {
        this.violations.push(`went back on what was chosen: ${registrationId} at ${this.time.nowMs}`);
      }
    }
  }

  #watch(): void {
    this.#checkScreen();
    if (this.#process || this.time.nowMs > LONGEST_DAY_MS) return;
    this.powerCuts += 1;
    // Somebody starts the desk again after a while.
    const process = new DeskProcess(this.time, () => 0);
    this.#process = process;
    this.time.at(this.random.between(100, 2 * MINUTE_MS), () => {
      this.#process = null;
      this.#boot();
    });
  }

  #planMishaps(): void {
    const { random } = this;
    const soon = (): number => random.between(0, TROUBLE_MS * 0.7);
    if (random.chance(0.3)) {
      this.time.at(soon(), () => (this.line.down = true));
      this.time.at(soon() + 2 * MINUTE_MS, () => (this.line.down = false));
    }
    if (random.chance(0.15)) {
      this.time.at(soon(), () => (this.line.signedOut = true));
      this.time.at(soon() + 2 * MINUTE_MS, () => (this.line.signedOut = false));
    }
    if (random.chance(0.2)) {
      this.time.at(soon(), () => (this.line.busyUntilMs = this.time.nowMs + random.between(5_000, 60_000)));
    }
    if (random.chance(0.15)) {
      this.time.at(soon(), () => (this.#wallOffsetMs = Math.round(random.between(-2, 2) * 60) * MINUTE_MS));
    }
  }

  #heal(): void {
    this.line.faults = { writeFaults: 0, readFaults: 0 };
    this.line.garbled = 0;
    this.printer.mishaps = 0;
    this.line.down = false;
    this.line.signedOut = false;
    this.line.busyUntilMs = 0;
    if (this.#process) this.#process.looksLeft = Infinity;
  }

  /**
   * Whether nothing more can happen by itself: each change is done, waits for a person, or waits for another change.
   */
  #isSettled(): boolean {
    if (!this.store || !this.#process || !this.#outboxMoved) return false;
    this.#outboxMoved = false;
    return listRows(this.store.db, 'open').every(
      (row) =>
        row.waiting ||
        row.state === 'conflict' ||
        row.state === 'refused' ||
        row.state === 'needs-human' ||
        isPoisoned(row),
    );
  }

  rowOf(intent: Intent): OutboxRow | null {
    return this.store ? findRow(this.store.db, intent.rowId) : null;
  }
}

export function isPoisoned(row: OutboxRow): boolean {
  return row.change?.kind === 'patient.create' && row.change.payload.lastName.startsWith(POISON);
}
