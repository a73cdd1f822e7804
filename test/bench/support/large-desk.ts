// A data folder of training mode as a busy site's after years: 100,000 registrations and 100,000 patients in the cache,
// a full board, a long outbox, activity and orders. The line is switched off, so that nothing but the screens works.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSecrets } from '../../../src/app/secrets.ts';
import { storeFile } from '../../../src/app/data-files.ts';
import { addDays, instantOf, wallClockAt } from '../../../src/domain/site-time.ts';
import { enqueue } from '../../../src/core/outbox/changes.ts';
import { openStore, transaction } from '../../../src/core/store/open.ts';
import type { Db, Store } from '../../../src/core/store/open.ts';
import { insertActivity } from '../../../src/core/store/desk/activity.ts';
import { readSetting, writeSetting } from '../../../src/core/store/desk/settings.ts';
import { attachVisits } from '../../../src/core/store/desk/visits-of-appointments.ts';
import { listVisits } from '../../../src/core/store/desk/visits.ts';
import { upsertAppointments } from '../../../src/core/store/mirror/appointments.ts';
import { listLocations } from '../../../src/core/store/mirror/locations.ts';
import { saveOrder } from '../../../src/core/store/mirror/orders.ts';
import { upsertPatients } from '../../../src/core/store/mirror/patients.ts';
import { listProducts } from '../../../src/core/store/mirror/products.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import { READY_LINE, startNode } from '../../support/desk-process.ts';
import { silentLog } from '../../support/silent-log.ts';
import { webWindow } from '../../support/web-window.ts';
import { exampleAppointment, examplePatient, exampleRegistration } from '../../support/wire-examples.ts';

/** How many rows are made; those of the demo day come on top. */
export const ROWS = {
  registrations: 100_000,
  visitsToday: 1_000,
  waitingChanges: 500,
  activity: 10_000,
  orders: 10_000,
} as const;

const TIME_ZONE = 'Europe/London';
const AT_ONCE = 500;
/** Every second registration is of one product, the others are spread over the catalogue. */
const OF_COMMON_PRODUCT = 2;
/** Three of five registrations had or have an appointment. */
const WITH_APPOINTMENT = [true, true, true, false, false] as const;
const DAYS_BACK = 700;
const STATUSES = ['completed', 'completed', 'completed', 'pending', 'received', 'processing'] as const;
/** One of ten has this status, which makes a list of 10,000 rows. */
export const STATUS_OF_TENTH = 'failed';

const CONSONANTS = 'bdfghklmnprstvwz';
const VOWELS = 'aeiou';
const FIRST_NAMES =
  'Ada Amir Beatrix Chloe Dmitri Esme Femi Grace Hamza Isla Jonah Keira Leon Maya Noor Oscar Priya Quentin Rosa Samuel Tilda Umar Violet Wanda Xavier Yusuf Zara'.split(
    ' ',
  );

/** A surname of six letters that nobody bears; neighbouring numbers give names that begin differently. */
export function surname(number: number): string {
  let left = (number * 48_271) % 524_288;
  const take = (letters: string): string => {
    const letter = letters[left % letters.length] as string;
    left = Math.floor(left / letters.length);
    return letter;
  };
  const text = Array.from({ length: 3 }, () => take(CONSONANTS) + take(VOWELS)).join('');
  return (text[0] as string).toUpperCase() + text.slice(1);
}

/** As people make them of their names: their words are among those that a search for a name looks through. */
function emailOf(number: number): string {
  const name = surname(number).toLowerCase();
  return number % 2 === 0 ? `${name}.${number}@example.org` : `${name}${number}@example.org`;
}

const id = (kind: number, number: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Six letters and digits in no order, as laboratories give them out: of neighbours not even the beginnings are alike. */
const shortCode = (number: number): string =>
  ((number * 1_103_515_249) % 36 ** 6).toString(36).toUpperCase().padStart(6, '0');

/** The TRF code of the registration with this number, from 0; those below `ROWS.visitsToday` are on today's board. */
export const trfCode = (number: number): string => `BEN-${shortCode(number)}`;

/** Numbers of registrations of which no visit is known here: they never had an appointment. */
export const withoutVisit = (number: number): boolean =>
  number >= ROWS.visitsToday && WITH_APPOINTMENT[number % WITH_APPOINTMENT.length] !== true;

/** The service's id of the registration with this number, from 0. */
const registrationId = (number: number): string => id(2, number);

/** Starts a desk on the folder, waits until it has read the demo day, and ends it. */
async function readDemoDay(webHost: string, folder: string): Promise<void> {
  const host = startNode([webHost, '--no-open', `--data-dir=${folder}`]);
  try {
    const [, address = '', , token = ''] = await host.line(READY_LINE);
    const window = webWindow(new URL(address).origin);
    const session = await window.open(token);
    for (;;) {
      const answer = await window.post('/api/call', { name: 'board.get', input: {} }, session?.bearer);
      const { value } = (await answer.json()) as {
        value: { everythingAsOfMs: number | null; rows: readonly object[] };
      };
      if (value.everythingAsOfMs !== null && value.rows.length > 0) break;
    }
  } finally {
    host.child.kill('SIGTERM');
    await host.ended;
  }
}

/** Opens the training store of a folder on which no desk runs. */
export async function openFolderStore(folder: string): Promise<Store> {
  const unguarded = (): Promise<never> => Promise.reject(new Error('Only training data is made here.'));
  const secrets = openSecrets({
    folder,
    mode: 'training',
    liveGuard: { name: 'passphrase', wrap: unguarded, unwrap: unguarded },
  });
  return openStore({
    file: storeFile(folder, null),
    key: await secrets.databaseKey(),
    nowMs: () => Date.now(),
    log: silentLog,
  });
}

/** Beside the desk's own files: for which day it was made. */
const MADE_FOR = 'made-for-bench.txt';

/**
 * The data folder within `folder`, made for today where it is not there or is of another day. `webHost`: the built entry of the web
 * host.
 */
export async function keptLargeDesk(folder: string, webHost: string): Promise<string> {
  const data = join(folder, 'data');
  const madeFor = join(folder, MADE_FOR);
  const { date } = wallClockAt(Date.now(), TIME_ZONE);
  if (existsSync(madeFor) && readFileSync(madeFor, 'utf8') === date) return data;
  rmSync(data, { recursive: true, force: true });
  await makeLargeDesk(data, webHost);
  writeFileSync(madeFor, date);
  return data;
}

async function makeLargeDesk(folder: string, webHost: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await readDemoDay(webHost, folder);
  const store = await openFolderStore(folder);
  try {
    // What is made here can be made again, so no commit need wait for the disk.
    store.db.exec('PRAGMA synchronous = OFF');
    const nowMs = Date.now();
    fillRecords(store.db, nowMs);
    const { date } = wallClockAt(nowMs, TIME_ZONE);
    const [locationId] = placesOf(store.db);
    attachVisits(
      store.db,
      { locationId, fromMs: instantOf(date, '00:00', TIME_ZONE) },
      { nowMs, dateOf: (instantMs) => wallClockAt(instantMs, TIME_ZONE).date },
    );
    fillDesk(store.db, { nowMs, visits: listVisits(store.db, locationId, date).map((visit) => visit.id) });
    writeSetting(store.db, 'trainingOffline', true);
  } finally {
    store.close();
  }
}

/** Ids of the locations, the desk's own first. */
function placesOf(db: Db): readonly [string, ...string[]] {
  const chosen = readSetting(db, 'locationId');
  const ids = listLocations(db).map((location) => location.id);
  const [own = chosen, ...others] = ids.sort((a, b) => Number(b === chosen) - Number(a === chosen));
  if (own === null) throw new Error('The demo has no location.');
  return [own, ...others];
}

function fillRecords(db: Db, nowMs: number): void {
  const places = placesOf(db);
  const products = listProducts(db);
  const { date: today } = wallClockAt(nowMs, TIME_ZONE);
  const openingMs = instantOf(today, '08:00', TIME_ZONE);
  for (let from = 0; from < ROWS.registrations; from += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => from + index);
    const people = numbers.map((number) =>
      examplePatient({
        id: id(1, number),
        first_name: FIRST_NAMES[number % FIRST_NAMES.length] as string,
        last_name: surname(number),
        date_of_birth: addDays('1930-01-01', (number * 37) % 30_000),
        email: emailOf(number),
        phone_number: `07700 ${String(number).padStart(6, '0')}`,
      }),
    );
    upsertPatients(db, people, nowMs);
    const appointments = numbers.flatMap((number) => {
      if (withoutVisit(number)) return [];
      const isToday = number < ROWS.visitsToday;
      const beginsMs = isToday
        ? openingMs + number * 30_000
        : instantOf(addDays(today, -1 - (number % DAYS_BACK)), '10:00', TIME_ZONE);
      return exampleAppointment({
        id: id(3, number),
        patient_id: id(1, number),
        test_location_id: isToday ? places[0] : (places[number % places.length] as string),
        starts_at: new Date(beginsMs).toISOString(),
        ends_at: new Date(beginsMs + 600_000).toISOString(),
        confirmed: true,
        expires_at: null,
      });
    });
    upsertAppointments(db, appointments, nowMs);
    const booked = new Set(appointments.map((appointment) => appointment.id));
    const registrations = numbers.map((number) => {
      const person = people[number - from];
      const created = addDays(today, -(number % DAYS_BACK));
      const status = number % 10 === 9 ? STATUS_OF_TENTH : (STATUSES[number % STATUSES.length] as string);
      const product = products[number % OF_COMMON_PRODUCT === 0 ? 0 : number % products.length];
      return exampleRegistration({
        id: registrationId(number),
        trf_code: trfCode(number),
        short_code: shortCode(number),
        status: number < ROWS.visitsToday ? 'pending' : status,
        results_ready: status === 'completed',
        patient_id: number % 50 === 49 ? null : id(1, number),
        product_ids: [product?.id ?? ''],
        product_skus: [product?.sku ?? ''],
        first_name: person?.first_name ?? null,
        last_name: person?.last_name ?? null,
        date_of_birth: person?.date_of_birth ?? null,
        email: person?.email ?? null,
        foreign_id: number % 4 === 0 ? `ref-${number}` : null,
        created_at: created,
        patient_registered_at: created,
        appointment_id: booked.has(id(3, number)) ? id(3, number) : null,
      });
    });
    upsertRegistrations(db, registrations, nowMs);
  }
}

/** What was done here: changes that wait for the line, activity, orders. */
function fillDesk(db: Db, at: { readonly nowMs: number; readonly visits: readonly string[] }): void {
  transaction(db, () => {
    for (let number = 0; number < ROWS.waitingChanges; number += 1) {
      enqueue(db, {
        kind: 'patient.create',
        payload: {
          patientId: `waiting-${number}`,
          foreignId: `desk-waiting-${number}`,
          firstName: FIRST_NAMES[number % FIRST_NAMES.length] as string,
          lastName: `Waiting${surname(number)}`,
          dateOfBirth: '1984-03-15',
          gender: 'female',
          email: `waiting${number}@example.org`,
          phoneNumber: null,
        },
        subjectId: `waiting-${number}`,
        visitId: null,
        actor: 'Desk',
        commandId: `waiting-${number}`,
        nowMs: at.nowMs,
      });
    }
    for (let number = 0; number < ROWS.activity; number += 1) {
      insertActivity(db, {
        atMs: at.nowMs - (ROWS.activity - number) * 1_000,
        actor: 'Desk',
        visitId: at.visits[number % at.visits.length] ?? null,
        kind: 'moved',
        detail: { from: 'expected', to: 'arrived' },
      });
    }
    for (let number = 0; number < ROWS.orders; number += 1) {
      saveOrder(db, orderBody(number), at.nowMs - number * 60_000);
    }
  });
}

function orderBody(number: number): { readonly id: string } {
  const body = {
    id: id(6, number),
    order_number: `ORD-${100_000 + number}`,
    status: 'placed',
    payment_status: 'paid',
    shipping_status: 'awaiting_dispatch',
    customer: {
      id: id(7, number),
      first_name: FIRST_NAMES[number % FIRST_NAMES.length],
      last_name: surname(number),
    },
    items: [{ id: id(8, number), product_name: 'Iron check', quantity: 1 }],
    total: { amount_minor: 4_900, currency: 'GBP', formatted_value: '£49.00' },
  };
  return body;
}
