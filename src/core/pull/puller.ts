// Reads what the service knows. Nothing there tells of changes, so lists are walked to their end now and then, and the
// visits of today and tomorrow are asked after more often. What is on the board comes first.
import { AppException } from '../../domain/app-error.ts';
import { addDays, instantOf, wallClockAt } from '../../domain/site-time.ts';
import type { Topic } from '../../contract/events.ts';
import type { Registration } from '../../wire/registration.ts';
import type { LabelCodeReader, Log } from '../ports.ts';
import type { Db } from '../store/db/database.ts';
import { upsertAppointments } from '../store/mirror/appointments.ts';
import { keepOnlyLocations, upsertLocations } from '../store/mirror/locations.ts';
import { upsertPatients } from '../store/mirror/patients.ts';
import { upsertProducts } from '../store/mirror/products.ts';
import { upsertRegistrations } from '../store/mirror/registrations.ts';
import type { Appointed } from '../store/mirror/pull-needs.ts';
import { attachVisits, dropRegistration } from '../store/desk/visits-of-appointments.ts';
import { countMissing } from '../store/mirror/missing-scans.ts';
import { isPatientStored } from '../store/mirror/patients.ts';
import { registrationsLackingAppointment, registrationsOfDays } from '../store/mirror/pull-needs.ts';
import type { Days } from '../store/mirror/pull-needs.ts';
import { forgetOddRecords, keepOnlyOddRecords, saveOddRecords } from '../store/mirror/odd-records.ts';
import type { OddKind } from '../store/mirror/odd-records.ts';
import type { OddRecord } from '../../wire/record.ts';
import { OddRecordException } from '../service/read-answer.ts';
import { walkPages } from '../service/walk-pages.ts';
import { fetchDocumentsAhead } from './documents-ahead.ts';
import type { Gateway } from '../line/gateway.ts';
import { forEachFew } from './pool.ts';
import type { Touched } from '../line/gateway.ts';

/** Reads at once: enough to be quick, few enough to leave room for what a person is waiting for. */
const READS_AT_ONCE = 4;
const PAGE_SIZE = 100;
/** Rows written before others get their turn; a page at once would hold them up for longer than a frame. */
const ROWS_AT_ONCE = 25;
/** Up to here the whole list is read each time: that costs less than asking after each visit, and shows new ones. */
const SMALL_LIST = 300;

export interface PullerOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly log: Log;
  readonly labelCodeReader: LabelCodeReader;
  readonly timeZone: string;
  readonly locationId: () => string | null;
  readonly serverNowMs: () => number;
  readonly onChange: (topics: Topic[]) => void;
  /** The board is as the service has it; forms and labels are still being fetched. */
  readonly onBoardRead: () => void;
  /** A visit is off because the service no longer knows what it was for. */
  readonly onVisitOff: (visitId: string) => void;
}

export interface Puller {
  /** Everything: locations, catalogue, registrations and what hangs on today's. Throws what stopped it. */
  full(): Promise<void>;
  /** What may have changed about the visits of today and tomorrow. Throws what stopped it. */
  recent(): Promise<void>;
  /** What the desk needs of those visits beside their registrations: people, forms, label codes. */
  belongings(): Promise<void>;
}

export function createPuller(options: PullerOptions): Puller {
  const { db, gateway, onChange } = options;
  let listSize = Infinity;

  const dateOf = (instantMs: number): string => wallClockAt(instantMs, options.timeZone).date;

  /** From the beginning of today at the site to the end of tomorrow. Null while the location is not known. */
  function todayAndTomorrow(): Days | null {
    const locationId = options.locationId();
    if (locationId === null) return null;
    const today = dateOf(options.serverNowMs());
    return {
      locationId,
      fromMs: instantOf(today, '00:00', options.timeZone),
      untilMs: instantOf(addDays(today, 2), '00:00', options.timeZone),
    };
  }

  /** Answers that were asked for before a write of ours was confirmed say how things were before it. */
  function current<Record extends { readonly id: string }>(
    kind: Touched['kind'],
    records: readonly Record[],
    askedAtMs: number,
  ): Record[] {
    return records.filter((record) => !gateway.isOutdated({ kind, serverId: record.id }, askedAtMs));
  }

  function attach(): void {
    const days = todayAndTomorrow();
    if (days && attachVisits(db, days, { nowMs: options.serverNowMs(), dateOf })) onChange(['board']);
  }

  /** What was odd about an answer, and which of its records were good. */
  function noteOdd(kind: OddKind, odd: readonly OddRecord[], goodIds: readonly string[]): void {
    const setAsideOrInPart = new Set(odd.map(({ id }) => id));
    const good = goodIds.filter((id) => !setAsideOrInPart.has(id));
    const gone = good.length > 0 && forgetOddRecords(db, kind, good);
    const come = saveOddRecords(db, kind, odd, options.serverNowMs());
    if (gone || come) onChange(['session', 'board', 'connection']);
  }

  /** One record by its own request. One that cannot be read is kept in mind and said; the others go on. */
  async function readOne<Value extends { readonly id: string }>(
    kind: OddKind,
    knownId: string | null,
    request: Promise<{ readonly value: Value; readonly odd: readonly OddRecord[] }>,
  ): Promise<Value | null> {
    try {
      const answer = await orNull(request);
      if (!answer) return null;
      noteOdd(kind, answer.odd, [answer.value.id]);
      return answer.value;
    } catch (thrown) {
      if (!(thrown instanceof OddRecordException)) throw thrown;
      noteOdd(kind, [{ ...thrown.odd, id: thrown.odd.id ?? knownId }], []);
      return null;
    }
  }

  /** A list was read to its end: what was odd before and did not come up any more is gone. */
  function listRead(kind: OddKind, odd: readonly OddRecord[]): void {
    if (keepOnlyOddRecords(db, kind, odd)) onChange(['session', 'board', 'connection']);
  }

  /** A few at a time, so that nobody at the desk waits for the disk. */
  async function storeRegistrations(
    registrations: readonly Registration[],
    askedAtMs: number,
  ): Promise<void> {
    let news = false;
    for (let from = 0; from < registrations.length; from += ROWS_AT_ONCE) {
      if (from > 0) await gateway.yieldToOthers();
      const few = current('registration', registrations.slice(from, from + ROWS_AT_ONCE), askedAtMs);
      news = upsertRegistrations(db, few, options.serverNowMs()).size > 0 || news;
    }
    if (news) onChange(['board', 'patients']);
  }

  async function pullLocations(): Promise<void> {
    const seen: string[] = [];
    const odd: OddRecord[] = [];
    for await (const page of walkPages('locations.list', async (number) => {
      const answer = await gateway.call('locations.list', {
        query: { page: number, results_per_page: PAGE_SIZE },
      });
      odd.push(...answer.odd);
      noteOdd(
        'location',
        answer.odd,
        answer.value.items.map(({ id }) => id),
      );
      return answer.value;
    })) {
      seen.push(...page.items.map((location) => location.id));
      if (upsertLocations(db, page.items, options.serverNowMs()).size > 0) onChange(['session', 'board']);
    }
    listRead('location', odd);
    // A location that cannot be read this time is there all the same.
    keepOnlyLocations(db, [...seen, ...odd.flatMap(({ id }) => id ?? [])]);
  }

  async function pullProducts(): Promise<void> {
    const odd: OddRecord[] = [];
    for await (const page of walkPages('products.list', async (number) => {
      const answer = await gateway.call('products.list', {
        query: { page: number, results_per_page: PAGE_SIZE },
      });
      odd.push(...answer.odd);
      noteOdd(
        'product',
        answer.odd,
        answer.value.items.map(({ id }) => id),
      );
      return answer.value;
    })) {
      if (upsertProducts(db, page.items, options.serverNowMs()).size > 0) onChange(['board']);
    }
    listRead('product', odd);
  }

  /** Walks the list to its end. Appointments are asked for between pages, so that the board fills while it goes on. */
  async function pullRegistrations(): Promise<void> {
    const startedAtMs = options.serverNowMs();
    const seen = new Set<string>();
    const odd: OddRecord[] = [];
    let askedAtMs = gateway.nowMs();
    for await (const page of walkPages('registrations.list', async (number) => {
      askedAtMs = gateway.nowMs();
      const answer = await gateway.call('registrations.list', {
        query: { page: number, results_per_page: PAGE_SIZE },
      });
      odd.push(...answer.odd);
      noteOdd(
        'registration',
        answer.odd,
        answer.value.items.map(({ id }) => id),
      );
      return answer.value;
    })) {
      for (const registration of page.items) seen.add(registration.id);
      for (const { id } of odd) if (id !== null) seen.add(id);
      listSize = page.nr_of_results;
      await storeRegistrations(page.items, askedAtMs);
      await pullUnknownAppointments();
      await gateway.yieldToOthers();
    }
    listRead('registration', odd);
    // Pages shift while they are read, so one scan proves nothing; two in a row, and then the row itself is asked for.
    for (const suspects of countMissing(db, { seen, startedAtMs })) {
      for (const suspect of suspects) await askAfterMissing(suspect);
      await gateway.yieldToOthers();
    }
  }

  async function askAfterMissing(registrationId: string): Promise<void> {
    const askedAtMs = gateway.nowMs();
    try {
      const found = await orNull(gateway.call('registrations.get', { params: { id: registrationId } }));
      if (found) {
        await storeRegistrations([found.value], askedAtMs);
        return;
      }
    } catch (thrown) {
      // It is there, and odd.
      if (thrown instanceof OddRecordException) return;
      throw thrown;
    }
    const visitId = dropRegistration(db, registrationId);
    if (visitId !== null) options.onVisitOff(visitId);
    onChange(['board']);
  }

  async function pullUnknownAppointments(): Promise<void> {
    const lacking = registrationsLackingAppointment(db);
    if (lacking.length === 0) return;
    await forEachFew(lacking, READS_AT_ONCE, pullAppointment);
    attach();
  }

  async function pullAppointment({ id: registrationId, appointmentId }: Appointed): Promise<void> {
    const askedAtMs = gateway.nowMs();
    const appointment = await readOne(
      'appointment',
      appointmentId,
      gateway.call('registrations.appointment', { params: { id: registrationId } }),
    );
    if (!appointment) return;
    const changed = upsertAppointments(
      db,
      current('appointment', [appointment], askedAtMs),
      options.serverNowMs(),
    );
    if (changed.size > 0) onChange(['board', 'slots']);
  }

  async function pullRegistration(registrationId: string): Promise<void> {
    const askedAtMs = gateway.nowMs();
    const registration = await readOne(
      'registration',
      registrationId,
      gateway.call('registrations.get', { params: { id: registrationId } }),
    );
    if (registration) await storeRegistrations([registration], askedAtMs);
  }

  async function pullPatientOf(registrationId: string, patientId: string | null): Promise<void> {
    const askedAtMs = gateway.nowMs();
    const patient = await readOne(
      'patient',
      patientId,
      gateway.call('registrations.patient', { params: { id: registrationId } }),
    );
    if (!patient) return;
    const changed = upsertPatients(db, current('patient', [patient], askedAtMs), options.serverNowMs());
    if (changed.size > 0) onChange(['board', 'patients']);
  }

  /** What the visits of these days need at the desk: the person's own record, the forms, the code on the labels. */
  async function pullBelongings(): Promise<void> {
    const days = todayAndTomorrow();
    if (!days) return;
    const registrations = registrationsOfDays(db, days);
    const lacking = registrations.filter(
      ({ patientId }) => patientId !== null && !isPatientStored(db, patientId),
    );
    await forEachFew(lacking, READS_AT_ONCE, ({ id, patientId }) => pullPatientOf(id, patientId));
    await fetchDocumentsAhead(
      { ...options, readsAtOnce: READS_AT_ONCE },
      registrations.filter(({ completed }) => !completed),
    );
  }

  return {
    async full() {
      await pullLocations();
      // The board names products; without them it would show codes for a moment.
      await pullProducts();
      await pullRegistrations();
      attach();
      options.onBoardRead();
      await pullBelongings();
    },
    async recent() {
      if (listSize <= SMALL_LIST) await pullRegistrations();
      const days = todayAndTomorrow();
      const known = days ? registrationsOfDays(db, days).filter(({ completed }) => !completed) : [];
      if (listSize > SMALL_LIST) await forEachFew(known, READS_AT_ONCE, ({ id }) => pullRegistration(id));
      const oneOfEach = new Map(known.map((one) => [one.appointmentId, one]));
      await forEachFew(oneOfEach.values(), READS_AT_ONCE, pullAppointment);
      attach();
      options.onBoardRead();
      await pullBelongings();
    },
    belongings: pullBelongings,
  };
}

/** Null where the service says that there is nothing. */
export async function orNull<Value>(request: Promise<Value>): Promise<Value | null> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof AppException && thrown.error.kind === 'not-found') return null;
    throw thrown;
  }
}
