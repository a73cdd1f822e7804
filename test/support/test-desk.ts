// A complete desk for tests: the real engine, a real database and the real sync, with a service of plain records. The
// test moves the clock, and printed labels go into a list.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Input, OperationName, Output } from '../../src/contract/index.ts';
import { operations } from '../../src/contract/index.ts';
import type { TypedForm } from '../../src/contract/typed-form.ts';
import type { DeskEvent } from '../../src/contract/events.ts';
import { assembleEngine } from '../../src/core/assemble-engine.ts';
import type { Engine } from '../../src/core/engine.ts';
import type { EngineOptions } from '../../src/core/assemble-engine.ts';
import type { EngineParts } from '../../src/core/engine-parts.ts';
import { createEventLog } from '../../src/core/events.ts';
import type { Random } from '../../src/core/ports/machine.ts';
import type { DrawPages, InspectPdf, MakePages, PictureReader } from '../../src/core/ports/pictures.ts';
import type {
  FindPrinters,
  LabelQueues,
  PageTransport,
  PrinterDelivery,
  PrinterTransport,
} from '../../src/core/ports/printers.ts';
import { upsertAppointments } from '../../src/core/store/mirror/appointments.ts';
import { upsertLocations } from '../../src/core/store/mirror/locations.ts';
import { upsertPatients } from '../../src/core/store/mirror/patients.ts';
import { upsertProducts } from '../../src/core/store/mirror/products.ts';
import { upsertRegistrations } from '../../src/core/store/mirror/registrations.ts';
import { openStore } from '../../src/core/store/open.ts';
import { ensureVisitForAppointment, linkRegistration } from '../../src/core/store/desk/visits.ts';
import { createServiceClient } from '../../src/core/service/client.ts';
import type { AppError, Result } from '../../src/domain/app-error.ts';
import { wallClockAt } from '../../src/domain/site-time.ts';
import { createAnswerWatch } from './answer-watch.ts';
import { findNoPrinters, noPages, onePage, planAsText } from './no-pages.ts';
import { leaveAsKilled } from './left-by-a-kill.ts';
import { layPreparedDatabase } from './prepared-database.ts';
import { silentLog } from './silent-log.ts';
import { createTestClock } from './test-clock.ts';
import { createTestService } from './test-service.ts';
import type { TestService } from './test-service.ts';
import {
  exampleAppointment,
  exampleLocation,
  examplePatient,
  exampleProduct,
  exampleRegistration,
} from './wire-examples.ts';
import { noPictures, nothingDrawn } from './picture-reader.ts';
import { atOnce } from './at-once.ts';

/** When a test desk starts: 3 March 2026, 09:00 in London. */
export const NINE_O_CLOCK_MS = Date.UTC(2026, 2, 3, 9, 0);
export const LOCATION_ID = '00000000-0000-4000-8000-000000000005';

/**
 * A UUID from a number, so that a person can recognise it when a test fails.
 *
 * @example uuidOf(6) // '00000000-0000-4000-8000-000000000006'
 */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** `handle`: of a sign-in, on a desk where people sign in; `approval`: of a second person; `typed`: see `Call`. */
interface CallOptions {
  readonly commandId?: string;
  readonly actor?: string;
  readonly handle?: string;
  readonly approval?: string;
  readonly typed?: TypedForm;
}

/** What a killed desk has left, for {@link openTestDesk} to go on from. */
export interface DeskOnDisk {
  /** With `desk.db` in it. */
  readonly folder: string;
  readonly nowMs: number;
  /** The last number that was given to an id. */
  readonly ids: number;
}

/**
 * A desk for tests. Close it at the end of the test.
 *
 * @example
 * const desk = openTestDesk();
 * const visitId = desk.addVisit(1);
 * const visit = await desk.done('visits.get', { visitId });
 * await desk.close();
 */
export interface TestDesk {
  readonly parts: EngineParts;
  readonly events: DeskEvent[];
  /** The labels that were sent to the printer, as the text of their commands. */
  readonly printed: string[];
  /** How often an operation has woken the sync. */
  readonly wakes: () => number;
  /** The records of the service. The desk reads them only after `setLine` has brought the connection up. */
  readonly service: TestService;
  /** The machine sleeps: time passes, and timers stand still. */
  sleep(durationMs: number): void;
  /** Sets the wall clock without letting time pass. */
  setNow(nowMs: number): void;
  /** Lets time pass and runs the timers that become due. */
  advance(durationMs: number): Promise<void>;
  /**
   * Sets whether the service can be reached. When it can, everything is read from it. With `reading` its answers about
   * registrations do not come, so that the reading does not end before this is called again.
   */
  setLine(line: { up: boolean; reading: boolean }): Promise<void>;
  /** Sets how all further deliveries to the printer end. */
  setDelivery(delivery: PrinterDelivery): void;
  /**
   * Calls a desk operation and checks that its answer matches the contract. A command is also looked at for answers that it has changed
   * without telling the screens: see `answer-watch.ts`.
   */
  call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<Result<Output<Name>>>;
  /** Calls an operation that must succeed, and returns its value. */
  done<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<Output<Name>>;
  /** Calls an operation that must be refused, and returns its error. */
  refused<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<AppError>;
  /** A whole call as a host passes it on, from the site desk or from a further desk. */
  callAs: Engine['call'];
  subscribe: Engine['subscribe'];
  /** Adds an appointment with patient and registration to the service and to the desk. Returns the id of the visit. */
  addVisit(
    number: number,
    visit?: {
      patient?: { firstName: string; lastName: string; dateOfBirth: string } | null;
      startsAtMs?: number;
      /** The location; the desk's own by default. `uuidOf(6)` is another one, Soho. */
      locationId?: string;
      /**
       * False: the registration has no `label_sample_id`, so the code must be read from the service's label document.
       */
      sampleIdGiven?: boolean;
    },
  ): string;
  /**
   * What a kill at this moment leaves on its disk, in a folder of its own: open the next desk on it, and let no time pass at
   * this one any more. Close this one all the same.
   */
  kill(): DeskOnDisk;
  close(): Promise<void>;
}

/**
 * Opens a desk at 09:00 on 3 March 2026, with its own location, another one, one product and no visits. `site` changes
 * settings of the site; `printing` gives it a real printer transport; with `goesOnFrom` it starts on what another desk left, at
 * the time at which that was killed.
 *
 * @example openTestDesk({ labelsPerRegistration: 2 })
 */
export function openTestDesk(
  site: Partial<EngineParts['site']> = {},
  printing: {
    readonly transport?: PrinterTransport;
    readonly port?: number;
    readonly pages?: PageTransport;
    readonly inspectPdf?: InspectPdf;
    readonly makePages?: MakePages;
    readonly drawPages?: DrawPages;
    readonly readPagePicture?: PictureReader['readPagePicture'];
    readonly findPrinters?: FindPrinters;
    /** Given for a computer with Windows. */
    readonly labelQueues?: LabelQueues;
    readonly draw?: EngineOptions['draw'];
  } = {},
  machine: {
    readonly diskFullAtStart?: boolean;
    readonly copy?: EngineOptions['copy'];
    readonly goesOnFrom?: DeskOnDisk;
    /** Its time is measured: nothing is asked beside what the test asks. */
    readonly isMeasured?: boolean;
  } = {},
): TestDesk {
  const { goesOnFrom } = machine;
  const folder = goesOnFrom?.folder ?? mkdtempSync(join(tmpdir(), 'drawdesk-desk-'));
  let ids = goesOnFrom?.ids ?? 900_000;
  let wakes = 0;
  let delivery: PrinterDelivery = { outcome: 'sent', reply: new Uint8Array() };
  const printed: string[] = [];
  const clock = createTestClock(goesOnFrom?.nowMs ?? NINE_O_CLOCK_MS);
  const random: Random = { uuid: () => uuidOf((ids += 1)), fraction: () => 0.5 };
  const file = join(folder, 'desk.db');
  const key = new Uint8Array(32).fill(7);
  layPreparedDatabase(file, key);
  const store = openStore({
    file,
    key,
    nowMs: clock.nowMs,
    log: silentLog,
  });
  const run = `run from ${ids}`;
  const log = createEventLog(run);
  const events: DeskEvent[] = [];
  log.subscribe({ run, number: 0 }, (event) => events.push(event));
  const printer = {
    id: 'desk-printer',
    name: 'Desk printer',
    host: '127.0.0.1',
    port: printing.port ?? 9100,
    dotsPerMm: 8,
    labelWidthMm: 50.8,
    labelHeightMm: 25.4,
    language: 'zpl',
  } as const;
  const service = createTestService(clock.nowMs);
  const client = createServiceClient({
    http: service,
    clock,
    log: silentLog,
    baseUrl: 'http://service.test',
    token: () => 'token',
  });
  const location = exampleLocation({ id: LOCATION_ID });
  service.locations.set(location.id, location);
  const soho = { ...location, id: uuidOf(6), name: 'Soho' };
  service.locations.set(soho.id, soho);
  upsertLocations(store.db, [location, soho], clock.nowMs());
  const product = exampleProduct();
  service.products.set(product.id, product);
  upsertProducts(store.db, [product], clock.nowMs());
  if (machine.diskFullAtStart === true) store.db.pragma('query_only = 1');
  const { engine, parts, start } = assembleEngine({
    store,
    events: log,
    clock,
    random,
    log: silentLog,
    service: client,
    // A test's documents are plain text. For one that says so there is no time, and another one is damaged.
    documentReader: {
      readLabel: async (pdf) => {
        const text = new TextDecoder().decode(pdf);
        if (text.includes('too slow to read')) return { text: '', code: null, notRead: true };
        return { text, code: /code:(\S+)/.exec(text)?.[1] ?? null, isInPart: text.includes('damaged') };
      },
      read: async (pdf) => {
        const text = new TextDecoder().decode(pdf);
        if (text.includes('too slow to read')) return { text: '', notRead: true };
        if (text.includes('opens with a password')) return { text: '', notRead: true, isLocked: true };
        return { text, isInPart: text.includes('damaged') };
      },
    },
    // A test's pictures are the codes themselves, one a line.
    pictureReader: {
      codesOn: async (picture) => new TextDecoder().decode(picture).split('\n').filter(Boolean),
      ...noPictures,
      ...(printing.readPagePicture ? { readPagePicture: printing.readPagePicture } : {}),
    },
    inspectPdf: printing.inspectPdf ?? onePage,
    makePages: printing.makePages ?? planAsText,
    drawPages: printing.drawPages ?? nothingDrawn,
    findPrinters: printing.findPrinters ?? findNoPrinters,
    pageTransport: printing.pages ?? noPages,
    labelQueues: printing.labelQueues,
    printerTransport: printing.transport ?? {
      deliver: async (_address, job) => {
        if (delivery.outcome === 'not-started') return delivery;
        const bytes = atOnce(job.begin());
        if (!bytes) return { outcome: 'withheld' };
        printed.push(Buffer.from(bytes).toString('utf8'));
        return delivery;
      },
    },
    draw: printing.draw ?? null,
    site: {
      mode: 'training',
      version: '0.0.0',
      runtime: 'Node of the tests',
      serviceAddress: 'http://127.0.0.1:1',
      timeZone: 'Europe/London',
      location: null,
      printers: [printer],
      officePrinters: [],
      standInPrinters: {},
      labelsPerRegistration: 1,
      waitAlertMinutes: 30,
      outsideLinks: true,
      people: { signIn: 'initials', idleMinutes: 5 },
      scanner: null,
      ticket: null,
      ...site,
    },
    training: null,
    copy: machine.copy ?? null,
    pace: { pullMs: 90_000, fullPullMs: 45 * 60_000 },
    watchSync: (sync) => ({
      ...sync,
      wake() {
        wakes += 1;
        sync.wake();
      },
    }),
  });
  const { sync, printQueue } = parts;
  start();
  // The first reading fails, because the service is down: the desk works with the records that it has.
  const ready = clock.settle().then(() => void events.splice(0));

  const watch = createAnswerWatch({
    ask: ({ name, input, handle }) =>
      engine.call({ name, input, ...(handle === undefined ? {} : { handle }) }),
    subscribe: (listener) => engine.subscribe(null, listener),
  });

  const desk: TestDesk = {
    parts,
    events,
    printed,
    wakes: () => wakes,
    service,
    sleep: (durationMs) => clock.sleep(durationMs),
    setNow: (next) => clock.setNow(next),
    advance: (durationMs) => clock.advance(durationMs),
    async setLine({ up, reading }) {
      await ready;
      service.down = !up;
      service.holdsRegistrations = reading;
      service.release();
      sync.networkSwitched();
      await clock.settle();
      sync.pullNow();
      await clock.settle();
    },
    setDelivery: (next) => {
      delivery = next;
    },
    async call(name, input, options = {}) {
      await ready;
      const isCommand = operations[name].kind === 'command';
      const call = {
        name,
        input,
        ...(isCommand ? { commandId: options.commandId ?? random.uuid() } : {}),
        ...(options.actor === undefined ? {} : { actor: options.actor }),
        ...(options.handle === undefined ? {} : { handle: options.handle }),
        ...(options.approval === undefined ? {} : { approval: options.approval }),
        ...(options.typed === undefined ? {} : { typed: options.typed }),
      };
      if (!isCommand) watch.note({ name, input, handle: options.handle });
      const answer = (await (isCommand && machine.isMeasured !== true
        ? watch.around(name, () => engine.call(call))
        : engine.call(call))) as Awaited<ReturnType<TestDesk['call']>>;
      // Throws when the answer does not match the contract.
      if (answer.ok) operations[name].output.parse(answer.value);
      return answer as never;
    },
    async callAs(call, at) {
      await ready;
      return engine.call(call, at);
    },
    subscribe: (cursor, listener) => engine.subscribe(cursor, listener),
    async done(name, input, options) {
      const answer = await desk.call(name, input, options);
      if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`);
      return answer.value;
    },
    async refused(name, input, options) {
      const answer = await desk.call(name, input, options);
      if (answer.ok) throw new Error(`${name} was not refused`);
      return answer.error;
    },
    addVisit(
      number,
      {
        patient = { firstName: 'Ada', lastName: 'Oliver', dateOfBirth: '1984-03-15' },
        startsAtMs = NINE_O_CLOCK_MS + number * 600_000,
        sampleIdGiven = true,
        locationId = LOCATION_ID,
      } = {},
    ) {
      const [appointmentId, registrationId, patientId] = [10_000, 20_000, 30_000].map((base) =>
        uuidOf(base + number),
      ) as [string, string, string];
      const nowMs = clock.nowMs();
      if (patient) {
        const record = examplePatient({
          id: patientId,
          first_name: patient.firstName,
          last_name: patient.lastName,
          date_of_birth: patient.dateOfBirth,
        });
        service.patients.set(patientId, record);
        upsertPatients(store.db, [record], nowMs);
      }
      const appointment = exampleAppointment({
        id: appointmentId,
        test_location_id: locationId,
        starts_at: new Date(startsAtMs).toISOString(),
        ends_at: new Date(startsAtMs + 600_000).toISOString(),
        patient_id: patient ? patientId : null,
        confirmed: true,
        expires_at: null,
      });
      service.appointments.set(appointmentId, appointment);
      upsertAppointments(store.db, [appointment], nowMs);
      const registration = exampleRegistration({
        id: registrationId,
        trf_code: `DRW-AAA${String(number).padStart(3, '0')}`,
        short_code: `AAA${String(number).padStart(3, '0')}`,
        ...(sampleIdGiven ? { label_sample_id: `SAMP${String(number).padStart(4, '0')}` } : {}),
        patient_id: patient ? patientId : null,
        first_name: patient?.firstName ?? null,
        last_name: patient?.lastName ?? null,
        date_of_birth: patient?.dateOfBirth ?? null,
        email: null,
        gender: patient ? 'female' : null,
        appointment_id: appointmentId,
      });
      service.registrations.set(registrationId, registration);
      upsertRegistrations(store.db, [registration], nowMs);
      const { date } = wallClockAt(startsAtMs, 'Europe/London');
      const { visitId } = ensureVisitForAppointment(store.db, {
        appointmentId,
        locationId,
        date,
        nowMs,
      });
      linkRegistration(store.db, visitId, registrationId);
      return visitId;
    },
    kill() {
      const left = mkdtempSync(join(tmpdir(), 'drawdesk-desk-'));
      // What SQLite keeps in shared memory ends with a process.
      leaveAsKilled(folder, left, (name) => !name.endsWith('-shm'));
      return { folder: left, nowMs: clock.nowMs(), ids };
    },
    async close() {
      service.release();
      await sync.close();
      parts.deskPrinting.close();
      await printQueue.close();
      await parts.copier?.close();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return desk;
}

/** Waits until `holds` returns true; it is asked once in each turn of the event loop. Throws after `turns` turns. */
export async function eventually(holds: () => boolean, turns = 2_000): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    if (holds()) return;
    await new Promise<void>((next) => setImmediate(next));
  }
  throw new Error('What was waited for did not happen.');
}
