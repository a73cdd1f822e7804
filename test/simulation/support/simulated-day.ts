// One simulated day at a desk, computed from a seed: people come, the network fails, the power fails. Everything that
// the desk reports as saved is recorded, and compared with the result at the end of the day.
import { readAppointment } from '../../../src/core/store/mirror/appointment-records.ts';
import { totalChanges } from '../../../src/core/store/db/database.ts';
import { readRegistrations } from '../../../src/core/store/mirror/registration-records.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { isSameRecord } from '../../../src/core/store/outbox/id-map.ts';
import { findRow, listRows, listRowsOfSubjects } from '../../../src/core/store/outbox/outbox.ts';
import type { OutboxRow } from '../../../src/core/store/outbox/outbox.ts';
import { ATTENTION_STATES } from '../../../src/domain/outbox-state.ts';
import { planAppointmentOwner } from './appointment-owners.ts';
import { LAST_ACTION_MS, LONGEST_DAY_MS, MINUTE_MS, TROUBLE_MS } from './day-times.ts';
import { planDay } from './desk-people.ts';
import { planDirectRegistrations } from './desk-registrations.ts';
import { planRequests } from './desk-requests.ts';
import { PaperWatch } from './paper-watch.ts';
import { Pressing } from './pressing.ts';
import type { Intent } from './pressing.ts';
import { RunningDesk } from './running-desk.ts';
import type { DeskFiles } from './running-desk.ts';
import { SimulatedLine, POISON } from './simulated-line.ts';
import { SimulatedPrinter } from './simulated-printer.ts';
import { SimulatedService } from './simulated-service.ts';
import { SeededRandom, VirtualTime } from './virtual-time.ts';

/** Where `file` is given, it and all files whose names begin with its name are deleted at the beginning of a day. */
export interface DayOptions extends DeskFiles {
  readonly seed: number;
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

/** An appointment that somebody had moved; ids are the service's. */
export interface MovedAppointment {
  readonly appointmentId: string;
  readonly from: AppointmentPlace;
  readonly to: AppointmentPlace;
}
export interface AppointmentPlace {
  readonly locationId: string;
  readonly startsAtMs: number;
}

/** The whole day: time, network, service, printer, people, and the running desk. Call `run`, then ask the oracle. */
export class SimulatedDay {
  readonly time = new VirtualTime();
  readonly service: SimulatedService;
  readonly line: SimulatedLine;
  readonly printer: SimulatedPrinter;
  readonly papers: PaperWatch;
  readonly random: SeededRandom;
  /** For corrections at the service that reach only one record; of its own, so that they shift nothing else of a day. */
  readonly corrections: SeededRandom;
  /** For what is asked about registrations; of its own for the same reason. */
  readonly requests: SeededRandom;
  /** What people decide about slots, of its own for the same reason. */
  readonly slots: SeededRandom;
  /** For whose appointments are; of its own for the same reason. */
  readonly owners: SeededRandom;
  /** For registrations without an appointment; of its own for the same reason. */
  readonly directs: SeededRandom;
  /** For when the key loses its rights, of its own for the same reason. */
  readonly rights: SeededRandom;
  readonly running: RunningDesk;
  readonly pressing: Pressing;
  readonly press: Pressing['press'];
  readonly ask: Pressing['ask'];
  readonly walkIns: WalkIn[] = [];
  /** The patient that a person chose last for each registration; ids of the desk. */
  readonly assigned = new Map<string, string>();
  /** Visits whose appointment was cancelled at the desk, with the appointment's id. */
  readonly cancelled = new Map<string, string>();
  /** By the visit's id: where its appointment was moved at the desk, the last time. */
  readonly moved = new Map<string, MovedAppointment>();
  /** By the visit's id: where its appointment is being moved. The answer is not there yet, and may have been lost in a power cut. */
  readonly moving = new Map<string, AppointmentPlace>();
  /** By appointment: the patient whose it was said to be at the desk; ids of the desk. */
  readonly appointed = new Map<string, string>();
  /** By appointment: the patient whom somebody else named for it at the service. */
  readonly appointmentsOfOthers = new Map<string, string>();
  /** Changes (row ids) that a person had sent again although nobody knew whether they were done: how often. */
  readonly repeated = new Map<string, number>();
  /** Ids of registrations that somebody else changed at the service. */
  readonly changedByOthers = new Set<string>();
  /** By registration: the patient whom somebody else gave it to. */
  readonly changedTo = new Map<string, string>();
  readonly violations: string[] = [];
  readonly garbled: number;
  readonly uniqueReferences: boolean;
  #steps = 0;
  /** How many rows of which store had been written when the screen was looked at last, and how much was chosen. */
  #seen: { readonly store: Store; readonly written: number; readonly chosen: string } | null = null;

  constructor(options: DayOptions) {
    this.random = new SeededRandom(options.seed);
    this.corrections = new SeededRandom(options.seed ^ 0x9e3779b9);
    this.slots = new SeededRandom(options.seed ^ 0x165667b1);
    this.requests = new SeededRandom(options.seed ^ 0x85ebca6b);
    this.owners = new SeededRandom(options.seed ^ 0x27d4eb2f);
    this.directs = new SeededRandom(options.seed ^ 0xc2b2ae35);
    this.rights = new SeededRandom(options.seed ^ 0x6a09e667);
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
    this.running = new RunningDesk(options, this);
    this.pressing = new Pressing(this.running, this);
    this.press = this.pressing.press.bind(this.pressing);
    this.ask = this.pressing.ask.bind(this.pressing);
    this.papers = new PaperWatch(this);
    this.printer.onPaper = (paper) => this.papers.leaves(paper);
    // On some days the power often fails while a request is being sent.
    const unsteady = this.random.pick([0, 0, 0.1]);
    this.line.onWrite = () => {
      if (this.time.nowMs < TROUBLE_MS && this.random.chance(unsteady)) {
        this.time.at(this.random.between(0, 500), () => this.running.kill());
      }
    };
  }

  /** The desk's store; null while the desk is not running. */
  get store(): Store | null {
    return this.running.store;
  }

  async run(): Promise<void> {
    this.running.clearFolder();
    planDay(this);
    planRequests(this);
    planAppointmentOwner(this);
    planDirectRegistrations(this);
    this.#planMishaps();
    this.running.start();
    while (this.time.nowMs < TROUBLE_MS && (await this.time.step())) this.#watch();
    this.#heal();
    while (this.time.nowMs < LAST_ACTION_MS && (await this.time.step())) this.#watch();
    this.running.outboxMoved = true;
    while (this.time.nowMs < LONGEST_DAY_MS && !this.#isSettled() && (await this.time.step())) this.#watch();
    // Late requests and answers arrive, and everything is read once more.
    const restMs = this.time.nowMs + 5 * MINUTE_MS;
    this.running.assembled?.parts.sync.pullNow();
    while ((this.time.nextAtMs() ?? Infinity) < restMs && (await this.time.step())) this.#watch();
    await this.papers.lookAtAll();
  }

  /** Ends the day: kills the desk. Resolves when no thread of a backup writes to the folder any more. */
  async end(): Promise<void> {
    this.running.kill();
    await this.running.backupsEnded();
  }

  /** Resolves after `delayMs` of simulated time, whether the desk is running or not. */
  later(delayMs: number): Promise<void> {
    return new Promise((due) => this.time.at(delayMs, due));
  }

  /** Looks at the screen after every seventh step, unless it was looked at and nothing was written or chosen since. */
  #checkShown(): void {
    const { store } = this;
    if (!store || this.violations.length > 0 || (this.#steps += 1) % 7 !== 0) return;
    const written = totalChanges(store.db);
    const chosen = JSON.stringify([[...this.assigned], [...this.moved.values()], [...this.moving.values()]]);
    if (this.#seen?.store === store && this.#seen.written === written && this.#seen.chosen === chosen) return;
    this.#seen = { store, written, chosen };
    this.#checkScreen(store);
    this.#checkMoves(store);
  }

  /** At every moment the desk must show the patient that a person chose, whatever was read from the service. */
  #checkScreen(store: Store): void {
    const shown = readRegistrations(store.db, this.assigned.keys());
    for (const [registrationId, patientId] of this.assigned) {
      const record = shown.get(registrationId);
      if (!record || !isSameRecord(store.db, 'patient', record.patientId, patientId)) {
        this.violations.push(`went back on what was chosen: ${registrationId} at ${this.time.nowMs}`);
      }
    }
  }

  /**
   * What was moved must be shown where it was moved to, whatever was read from the service, until a person has to decide. While
   * it is moved once more, that may be saved already, although the power failed before the answer.
   */
  #checkMoves(store: Store): void {
    for (const [visitId, { appointmentId, to }] of this.moved) {
      const move = listRowsOfSubjects(store.db, [appointmentId]).findLast(
        ({ kind }) => kind === 'appointment.move',
      );
      if (!move || ATTENTION_STATES.some((state) => state === move.state)) continue;
      const shown = readAppointment(store.db, appointmentId);
      const places = [to, this.moving.get(visitId)];
      if (
        !places.some((at) => shown?.startsAtMs === at?.startsAtMs && shown?.locationId === at?.locationId)
      ) {
        this.violations.push(`went back on a move: ${appointmentId} at ${this.time.nowMs}`);
      }
    }
  }

  #watch(): void {
    this.#checkShown();
    if (this.time.nowMs <= LONGEST_DAY_MS) this.running.startAgainIfCut();
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
    if (this.rights.chance(0.15)) {
      const lostAfterMs = this.rights.between(0, TROUBLE_MS * 0.7);
      this.time.at(lostAfterMs, () => this.line.loseRights());
      const backAfterMs = lostAfterMs + this.rights.between(1_000, 4 * MINUTE_MS);
      this.time.at(backAfterMs, () => this.line.giveRightsBack());
    }
    if (random.chance(0.2)) {
      this.time.at(soon(), () => (this.line.busyUntilMs = this.time.nowMs + random.between(5_000, 60_000)));
    }
    if (random.chance(0.15)) {
      this.time.at(
        soon(),
        () => (this.running.wallOffsetMs = Math.round(random.between(-2, 2) * 60) * MINUTE_MS),
      );
    }
  }

  #heal(): void {
    this.line.faults = { writeFaults: 0, readFaults: 0 };
    this.line.garbled = 0;
    this.printer.mishaps = 0;
    this.line.down = false;
    this.line.signedOut = false;
    this.line.giveRightsBack();
    this.line.busyUntilMs = 0;
    if (this.running.process) this.running.process.looksLeft = Infinity;
  }

  /**
   * Whether nothing more can happen by itself: each change is done, waits for a person, or waits for another change.
   */
  #isSettled(): boolean {
    if (!this.store || !this.running.process || !this.running.outboxMoved) return false;
    this.running.outboxMoved = false;
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
