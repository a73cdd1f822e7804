// One simulated day at a desk, from a seed: people come, the line fails, the power goes, and everything that was said to
// be saved is written down beside it, to be compared in the end.
import { rmSync } from 'node:fs';
import type { Log } from '../../../src/core/ports.ts';
import { createServiceClient } from '../../../src/core/service/client.ts';
import { openStore, transaction } from '../../../src/core/store/open.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { isSameRecord } from '../../../src/core/store/outbox/id-map.ts';
import { enqueue } from '../../../src/core/outbox/changes.ts';
import { findRow, listRows } from '../../../src/core/store/outbox/outbox.ts';
import type { NewChange } from '../../../src/core/outbox/changes.ts';
import type { OutboxRow } from '../../../src/core/store/outbox/outbox.ts';
import { readRegistrations } from '../../../src/core/store/mirror/records.ts';
import { insertVisit, linkRegistration } from '../../../src/core/store/desk/visits.ts';
import { createSync } from '../../../src/core/sync.ts';
import type { Sync } from '../../../src/core/sync.ts';
import type { SendingRules } from '../../../src/core/outbox/sending-rules.ts';
import { assign, confirmAndRegister, hold, newPatient, release } from './desk-changes.ts';
import type { Origin } from './desk-changes.ts';
import { SimulatedLine, POISON } from './simulated-line.ts';
import {
  LOCATION_ID,
  PRODUCT_IDS,
  SERVICE_START_MS,
  SimulatedService,
  slotIdAt,
} from './simulated-service.ts';
import { DeskProcess, SeededRandom, VirtualTime } from './virtual-time.ts';

const MINUTE_MS = 60_000;
/** People and mishaps come in the first minutes; then the line heals, and everything has to come right. */
const TROUBLE_MS = 12 * MINUTE_MS;
/** The last thing that anybody can still do at the desk. */
const LAST_ACTION_MS = 24 * MINUTE_MS;
const LONGEST_DAY_MS = 5 * 60 * MINUTE_MS;

/** What a person at the desk was told is saved. */
export interface Intent {
  readonly rowId: string;
  readonly change: NewChange;
}

export interface DayOptions {
  readonly seed: number;
  readonly file: string;
  readonly key: Uint8Array;
  readonly rules: SendingRules;
  /** Share of answers that come back as nobody foresaw; none when not given. */
  readonly garbled?: number;
}

export interface WalkIn {
  readonly appointmentId: string;
  readonly visitId: string;
  readonly startsAtMs: number;
  readonly personIsHere: boolean;
  released: boolean;
}

export class SimulatedDay {
  readonly time = new VirtualTime();
  readonly service: SimulatedService;
  readonly line: SimulatedLine;
  readonly intents: Intent[] = [];
  readonly walkIns: WalkIn[] = [];
  /** The last patient a person chose for each registration, by local ids. */
  readonly assigned = new Map<string, string>();
  /** Registrations that somebody else changed at the service. */
  readonly changedByOthers = new Set<string>();
  readonly logged: string[] = [];
  readonly errorsLogged: string[] = [];
  readonly violations: string[] = [];
  powerCuts = 0;
  readonly uniqueReferences: boolean;
  readonly #options: DayOptions;
  readonly #random: SeededRandom;
  #process: DeskProcess | null = null;
  #wallOffsetMs = 0;
  #outboxMoved = true;
  #commands = 0;
  #steps = 0;
  store: Store | null = null;
  sync: Sync | null = null;

  constructor(options: DayOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    this.uniqueReferences = this.#random.chance(0.5);
    this.service = new SimulatedService(this.time, this.uniqueReferences);
    this.line = new SimulatedLine(this.time, new SeededRandom(options.seed ^ 0x5f3759df), this.service);
    this.line.faults = {
      writeFaults: this.#random.pick([0, 0.2, 0.5, 0.8]),
      readFaults: this.#random.pick([0, 0.1, 0.4]),
    };
    this.line.garbled = options.garbled ?? 0;
    // The power likes to go while something is on its way.
    const unsteady = this.#random.pick([0, 0, 0.1]);
    this.line.onWrite = () => {
      if (this.time.nowMs < TROUBLE_MS && this.#random.chance(unsteady)) {
        this.time.at(this.#random.between(0, 500), () => this.#killProcess());
      }
    };
  }

  async run(): Promise<void> {
    for (const suffix of ['', '-wal', '-shm', '.key-check'])
      rmSync(this.#options.file + suffix, { force: true });
    this.#plan();
    this.#boot();
    while (this.time.nowMs < TROUBLE_MS && (await this.time.step())) this.#watch();
    this.#heal();
    while (this.time.nowMs < LAST_ACTION_MS && (await this.time.step())) this.#watch();
    this.#outboxMoved = true;
    while (this.time.nowMs < LONGEST_DAY_MS && !this.#isSettled() && (await this.time.step())) this.#watch();
    // Whatever is still on its way arrives, and everything is read once more.
    const restMs = this.time.nowMs + 5 * MINUTE_MS;
    this.sync?.pullNow();
    while ((this.time.nextAtMs() ?? Infinity) < restMs && (await this.time.step())) this.#watch();
  }

  /** Ends the day without any more ado. */
  end(): void {
    this.#killProcess();
  }

  #boot(): void {
    const process = new DeskProcess(this.time, () => SERVICE_START_MS + this.#wallOffsetMs);
    const random = new SeededRandom(this.#random.fraction() * 2 ** 32);
    this.#process = process;
    const store = openStore({
      file: this.#options.file,
      key: this.#options.key,
      nowMs: () => process.clock.nowMs(),
      log: this.#log(process),
    });
    this.store = store;
    if (store.notices.length > 0) this.violations.push('the store was found damaged after a power cut');
    process.onPowerCut = () => this.#killProcess();
    const sync = createSync(
      {
        store,
        service: createServiceClient({
          http: this.line.portOf(process),
          clock: process.clock,
          log: this.#log(process),
          baseUrl: 'https://service.example',
          token: () => 'token',
        }),
        clock: process.clock,
        random,
        log: this.#log(process),
        labelCodeReader: { readCode: async () => null },
        config: {
          timeZone: 'Europe/London',
          locationId: () => LOCATION_ID,
          pullMs: 4 * MINUTE_MS,
          fullPullMs: 40 * MINUTE_MS,
        },
        onChange: (topics) => {
          if (topics.includes('outbox')) this.#outboxMoved = true;
        },
      },
      this.#options.rules,
    );
    this.sync = sync;
    this.#outboxMoved = true;
    this.#tryOut(() => sync.start());
    // The power goes at some look at the clock: before, between and after the steps of whatever is going on.
    if (this.time.nowMs < TROUBLE_MS && this.#random.chance(0.5)) {
      process.looksLeft = Math.floor(this.#random.between(0, 600) * this.#random.fraction());
    }
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
    this.sync = null;
  }

  /** Runs something at the desk; a power cut in the middle of it is part of the day. */
  #tryOut(work: () => void): boolean {
    try {
      work();
      return this.#process !== null;
    } catch (thrown) {
      if (!this.#process) return false;
      throw thrown;
    }
  }

  /** At any moment the desk shows whom a person chose, whatever was read from the service meanwhile. */
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
    // Somebody puts the plug back.
    const process = new DeskProcess(this.time, () => 0);
    this.#process = process;
    this.time.at(this.#random.between(100, 2 * MINUTE_MS), () => {
      this.#process = null;
      this.#boot();
    });
  }

  #plan(): void {
    const random = this.#random;
    const soon = (): number => random.between(0, TROUBLE_MS * 0.7);
    for (let number = 0; number < 3; number += 1) {
      this.service.addRegistration({ patient_id: null });
      const patient = this.service.addPatient({ last_name: `Surname-known-${number}` });
      this.service.addRegistration({ patient_id: patient.id });
    }
    const people = 1 + Math.floor(random.between(0, 4));
    for (let number = 0; number < people; number += 1) this.#planWalkIn(number, soon());
    if (random.chance(0.6)) this.#planAssignment(soon());
    if (random.chance(0.15)) this.time.at(soon(), () => this.#createPatient(`${POISON}-surname`, 'poisoned'));
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
    this.line.down = false;
    this.line.signedOut = false;
    this.line.busyUntilMs = 0;
    if (this.#process) this.#process.looksLeft = Infinity;
  }

  /** Saves something at the desk. What is written down as an intent was acknowledged; the rest may or may not be there. */
  #save(work: (store: Store) => readonly NewChange[]): boolean {
    const { store, sync } = this;
    if (!this.#process || !store || !sync) return false;
    let changes: readonly NewChange[] = [];
    const rows: OutboxRow[] = [];
    const saved = this.#tryOut(() => {
      transaction(store.db, () => {
        changes = work(store);
        for (const change of changes) rows.push(enqueue(store.db, change));
      });
    });
    if (!saved) return false;
    changes.forEach((change, index) => {
      this.intents.push({ rowId: (rows[index] as OutboxRow).id, change });
    });
    this.#outboxMoved = true;
    this.#tryOut(() => sync.wake());
    return true;
  }

  #origin(visitId: string | null): Origin {
    this.#commands += 1;
    return {
      visitId,
      actor: 'Desk',
      commandId: `command-${this.#commands}`,
      nowMs: SERVICE_START_MS + this.time.nowMs,
    };
  }

  #createPatient(lastName: string, patientId: string): boolean {
    return this.#save(() => [newPatient(this.#origin(null), patientId, lastName)]);
  }

  #planWalkIn(number: number, atMs: number): void {
    const random = this.#random;
    const walkIn: WalkIn = {
      appointmentId: `appointment-${number}`,
      visitId: `visit-${number}`,
      startsAtMs: SERVICE_START_MS + (180 + number * 10) * MINUTE_MS,
      personIsHere: random.chance(0.6),
      released: false,
    };
    const outsideTimetable = random.chance(0.2);
    // Some are known to the service already, which it will say with their own record in place of a new one.
    const isKnown = random.chance(0.2);
    const lastName = isKnown ? `Surname-known-${number % 3}` : `Surname-${number}`;
    const slotTaken = random.chance(0.25);
    if (slotTaken) {
      this.time.at(atMs * random.fraction(), () => {
        this.service.addAppointment({ startsAtMs: walkIn.startsAtMs, confirmed: true, ours: false });
      });
    }
    this.time.at(atMs, () => {
      const held = this.#save((store) => {
        insertVisit(store.db, {
          id: walkIn.visitId,
          locationId: LOCATION_ID,
          date: '2026-11-20',
          origin: 'walk-in',
          appointmentId: walkIn.appointmentId,
          nowMs: SERVICE_START_MS,
        });
        const slotId = outsideTimetable ? null : slotIdAt(walkIn.startsAtMs - SERVICE_START_MS);
        return [hold(this.#origin(walkIn.visitId), walkIn, slotId)];
      });
      if (held) this.walkIns.push(walkIn);
      if (held && !random.chance(0.1)) this.#planRest(walkIn, number, lastName);
    });
  }

  #planRest(walkIn: WalkIn, number: number, lastName: string): void {
    const random = this.#random;
    const afterMs = random.chance(0.8) ? random.between(2_000, MINUTE_MS) : random.between(8, 14) * MINUTE_MS;
    if (random.chance(0.15)) {
      this.time.at(afterMs, () => {
        walkIn.released = this.#save(() => [release(this.#origin(walkIn.visitId), walkIn.appointmentId)]);
      });
      return;
    }
    const patientId = `patient-${number}`;
    const registrationId = `registration-${number}`;
    this.time.at(afterMs * random.fraction(), () => this.#createPatient(lastName, patientId));
    this.time.at(afterMs, () => {
      const { store } = this;
      // The person was not saved because the power was gone; then nothing builds on them.
      if (!this.intents.some((intent) => intent.change.subjectId === patientId)) return;
      const origin = this.#origin(walkIn.visitId);
      const saved = this.#save(() => {
        if (store) linkRegistration(store.db, walkIn.visitId, registrationId);
        const { appointmentId } = walkIn;
        const productId = PRODUCT_IDS[number % 3] as string;
        return confirmAndRegister(origin, { registrationId, appointmentId, patientId, productId });
      });
      if (saved) this.assigned.set(registrationId, patientId);
    });
  }

  /** A registration without its patient gets one, and sometimes another one soon after. */
  #planAssignment(atMs: number): void {
    const random = this.#random;
    const target = [...this.service.registrations.values()].find((each) => each.patient_id === null);
    const known = [...this.service.patients.values()];
    if (!target) return;
    const choose = (patientId: string, expectedPatientId: string | null) => (): void => {
      const isSeen = this.store && readRegistrations(this.store.db, [target.id]).has(target.id);
      if (!isSeen) return;
      const assignment = { registrationId: target.id, patientId, expectedPatientId };
      const saved = this.#save(() => [assign(this.#origin(null), assignment)]);
      if (saved) this.assigned.set(target.id, patientId);
      // Everything is read anew while the change is under way, from before, between and after its steps.
      for (const delayMs of [0, 1_100, 2_200])
        this.time.at(delayMs, () => this.#tryOut(() => this.sync?.pullNow()));
    };
    const first = (known[0] as { id: string }).id;
    const second = (known[1] as { id: string }).id;
    this.time.at(atMs, choose(first, null));
    if (random.chance(0.4)) {
      this.time.at(atMs + random.between(100, MINUTE_MS), () => {
        if (this.assigned.get(target.id) === first) choose(second, first)();
      });
    } else if (random.chance(0.2)) {
      this.time.at(atMs * random.fraction(), () => {
        target.patient_id = second;
        this.changedByOthers.add(target.id);
      });
    }
  }

  /** Nothing more will happen by itself: each row is done, before a person, or behind one that is. */
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
