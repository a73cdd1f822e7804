// Sync against the embedded service over real HTTP, on a real file, with the machine's own clock.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../src/adapters/system-random.ts';
import type { Topic } from '../../../src/contract/events.ts';
import { createServiceClient } from '../../../src/core/service/client.ts';
import { listLocations } from '../../../src/core/store/mirror/locations.ts';
import { listProducts } from '../../../src/core/store/mirror/products.ts';
import { transaction } from '../../../src/core/store/open.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { enqueue } from '../../../src/core/outbox/changes.ts';
import { findRow } from '../../../src/core/store/outbox/outbox.ts';
import type { NewChange } from '../../../src/core/outbox/changes.ts';
import type { OutboxRow } from '../../../src/core/store/outbox/outbox.ts';
import { readAppointment } from '../../../src/core/store/mirror/appointment-records.ts';
import { readPatient } from '../../../src/core/store/mirror/patient-records.ts';
import { readRegistration } from '../../../src/core/store/mirror/registration-records.ts';
import {
  insertVisit,
  linkRegistration,
  listVisits,
  registrationIdsOf,
} from '../../../src/core/store/desk/visits.ts';
import { createSync } from '../../../src/core/sync.ts';
import type { Sync } from '../../../src/core/sync.ts';
import { wallClockAt } from '../../../src/domain/site-time.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { silentLog } from '../../support/silent-log.ts';
import { storeFolder } from '../../support/store-fixture.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';

const TIME_ZONE = 'Europe/London';

let folder: StoreFolder;
let sandbox: Sandbox;
let store: Store;
let sync: Sync;
let listeners: Set<() => void>;
let offline = false;

function openDesk(): void {
  store = folder.open({ nowMs: Date.now() });
  sync = createSync({
    store,
    service: createServiceClient({
      http: createHttp({ switchedOff: () => offline }),
      clock: systemClock,
      log: silentLog,
      baseUrl: sandbox.baseUrl,
      token: () => 'sync-test-token',
      timeoutsMs: { read: 4_000, write: 4_000, document: 8_000 },
    }),
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    labelCodeReader: { readCode: async () => 'READ0FF1' },
    config: {
      timeZone: TIME_ZONE,
      locationId: () => listLocations(store.db)[0]?.id ?? null,
      pullMs: 60_000,
      fullPullMs: 600_000,
      lateWriteMs: 500,
    },
    onChange: (_topics: Topic[]) => listeners.forEach((look) => look()),
  });
}

/** Looks again whenever the sync says that something changed. */
function until<Value>(what: string, look: () => Value | null | undefined | false): Promise<Value> {
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => {
      listeners.delete(check);
      reject(new Error(`did not come about: ${what}`));
    }, 15_000);
    const check = (): void => {
      const value = look();
      if (value === null || value === undefined || value === false) return;
      clearTimeout(tooLong);
      listeners.delete(check);
      resolve(value);
    };
    listeners.add(check);
    check();
  });
}

let commands = 0;
function save(
  ...changes: readonly DistributiveOmit<NewChange, 'actor' | 'commandId' | 'nowMs'>[]
): OutboxRow[] {
  const rows = transaction(store.db, () =>
    changes.map((change) => {
      commands += 1;
      const origin = { actor: 'Desk', commandId: `command-${commands}`, nowMs: Date.now() };
      return enqueue(store.db, { ...change, ...origin } as NewChange);
    }),
  );
  sync.wake();
  return rows;
}
type DistributiveOmit<Of, Keys extends PropertyKey> = Of extends unknown ? Omit<Of, Keys> : never;

const settled = (row: OutboxRow | undefined): Promise<OutboxRow> =>
  until(`an end of ${row?.kind}`, () => {
    const now = findRow(store.db, row?.id ?? '');
    return now && ['confirmed', 'conflict', 'refused', 'needs-human', 'discarded'].includes(now.state)
      ? now
      : null;
  });

function newPatient(patientId: string, lastName: string) {
  return {
    kind: 'patient.create' as const,
    payload: {
      patientId,
      foreignId: `desk-${patientId}`,
      firstName: 'Ada',
      lastName,
      dateOfBirth: '1984-03-15',
      gender: 'female' as const,
      email: 'ada@example.org',
      phoneNumber: null,
    },
    subjectId: patientId,
    visitId: null,
  };
}

/** Somebody who walks in now, outside the timetable, at the first location of the list when none is given. */
function walkIn(name: string, at?: string): OutboxRow[] {
  const startsAtMs = Math.floor(sync.serverNowMs() / 60_000) * 60_000;
  const locationId = at ?? listLocations(store.db)[0]?.id ?? '';
  const productId = listProducts(store.db)[0]?.id ?? '';
  insertVisit(store.db, {
    id: `visit-${name}`,
    locationId,
    date: wallClockAt(startsAtMs, TIME_ZONE).date,
    origin: 'walk-in',
    appointmentId: `appointment-${name}`,
    nowMs: startsAtMs,
  });
  linkRegistration(store.db, `visit-${name}`, `registration-${name}`);
  const visitId = `visit-${name}`;
  return save(
    newPatient(`patient-${name}`, `Walkin-${name}`),
    {
      kind: 'appointment.hold',
      payload: {
        appointmentId: `appointment-${name}`,
        locationId,
        slotId: null,
        startsAtMs,
        overrideAvailability: true,
        personIsHere: true,
        patientId: null,
      },
      subjectId: `appointment-${name}`,
      visitId,
    },
    {
      kind: 'appointment.confirm',
      payload: { appointmentId: `appointment-${name}`, patientId: `patient-${name}` },
      subjectId: `appointment-${name}`,
      visitId,
    },
    {
      kind: 'registration.create',
      payload: {
        registrationId: `registration-${name}`,
        foreignId: `desk-registration-${name}`,
        patientId: `patient-${name}`,
        appointmentId: `appointment-${name}`,
        productIds: [productId],
      },
      subjectId: `registration-${name}`,
      visitId,
    },
  );
}

const boardIsThere = (): Promise<unknown> => until('the first reading', () => sync.freshness().firstPullDone);

beforeEach(async () => {
  offline = false;
  listeners = new Set();
  folder = storeFolder();
  sandbox = await startSandbox({
    dataFile: ':memory:',
    token: 'sync-test-token',
    seed: 'demo',
    timeZone: TIME_ZONE,
  });
  openDesk();
});
afterEach(async () => {
  await sync.close();
  store.close();
  await sandbox.close();
  folder.remove();
});

describe('sync with the embedded service', () => {
  it('reads a board: visits of today with their registrations, people, forms and label codes', async () => {
    sync.start();
    await boardIsThere();
    const location = listLocations(store.db)[0];
    const today = wallClockAt(sync.serverNowMs(), TIME_ZONE).date;
    const visits = listVisits(store.db, location?.id ?? '', today);
    expect(visits.length).toBeGreaterThanOrEqual(24);
    const registrationIds = [
      ...registrationIdsOf(
        store.db,
        visits.map((visit) => visit.id),
      ).values(),
    ].flat();
    expect(registrationIds.length).toBeGreaterThanOrEqual(24);
    const records = registrationIds.map((id) => readRegistration(store.db, id));
    const lacking = records.filter((record) => record?.patientId === null);
    expect(lacking.length).toBeGreaterThan(0);
    const assigned = records.find(
      (record) => record && record.patientId !== null && record.completedAt === null,
    );
    expect(readPatient(store.db, assigned?.patientId ?? '')?.lastName).toBeTruthy();
    const ready = await until('forms fetched ahead', () => {
      const now = readRegistration(store.db, assigned?.id ?? '');
      return now?.trfStored && now.labelCode?.source === 'label-document' ? now : null;
    });
    expect(ready.labelCode?.code).toBe('READ0FF1');
    expect(sync.connection().state).toBe('online');
  });

  it('takes a walk-in through to a registration, and knows it by one id from beginning to end', async () => {
    sync.start();
    await boardIsThere();
    const rows = walkIn('one');
    for (const row of rows) expect((await settled(row)).lastError).toBeNull();
    expect(readAppointment(store.db, 'appointment-one')).toMatchObject({
      state: 'confirmed',
      overridesAvailability: true,
      patientId: 'patient-one',
      locationId: listLocations(store.db)[0]?.id,
    });
    const registration = readRegistration(store.db, 'registration-one');
    expect(registration).toMatchObject({
      patientId: 'patient-one',
      appointmentId: 'appointment-one',
      sync: 'synced',
    });
    expect(registration?.trfCode).toMatch(/-/);
    expect(registration?.labelCode?.source).toBe('service');
    sync.pullNow();
    const again = readRegistration(store.db, 'registration-one');
    expect(again?.id).toBe('registration-one');
  });

  it('sees at once that a time without a slot was booked at another location, gives it back and asks a person', async () => {
    sync.start();
    await boardIsThere();
    const [main, other] = listLocations(store.db);
    const appointmentsBefore = sandbox.count.appointments();
    const [, hold] = walkIn('elsewhere', other?.id);
    expect(await settled(hold)).toMatchObject({
      state: 'needs-human',
      attempts: 1,
      resolution: { heldElsewhere: main?.id },
    });
    expect(sandbox.count.appointments()).toBe(appointmentsBefore);
  });

  it('sends what was saved with the line down once it is up, and once only', async () => {
    sync.start();
    await boardIsThere();
    const before = sandbox.count;
    const registrationsBefore = before.registrations();
    const patientsBefore = before.patients();
    await sandbox.stop();
    const rows = walkIn('offline');
    await until('the line to be called down', () => sync.connection().state === 'offline');
    expect(readRegistration(store.db, 'registration-offline')).toMatchObject({
      trfCode: null,
      sync: 'waiting',
    });
    await until('all four to wait', () => sync.counts().waiting === 4);
    await sandbox.resume();
    for (const row of rows) expect((await settled(row)).state).toBe('confirmed');
    expect(sandbox.count.registrations()).toBe(registrationsBefore + 1);
    expect(sandbox.count.patients()).toBe(patientsBefore + 1);
  });

  it('goes on after a restart from what was saved, under the same ids', async () => {
    sync.start();
    await boardIsThere();
    const registrationsBefore = sandbox.count.registrations();
    offline = true;
    const rows = walkIn('restart');
    await until('the line to be called down', () => sync.connection().state === 'offline');
    await sync.close();
    store.close();
    offline = false;
    openDesk();
    sync.start();
    for (const row of rows) expect((await settled(row)).state).toBe('confirmed');
    expect(sandbox.count.registrations()).toBe(registrationsBefore + 1);
  });

  it('comes right over a line that loses answers, breaks off and fails', { timeout: 60_000 }, async () => {
    sync.start();
    await boardIsThere();
    const registrationsBefore = sandbox.count.registrations();
    const patientsBefore = sandbox.count.patients();
    sandbox.network.set('flaky', 7);
    const rows = [...walkIn('a'), ...walkIn('b'), ...walkIn('c')];
    await until('some attempt', () => rows.some((row) => (findRow(store.db, row.id)?.attempts ?? 0) > 0));
    sandbox.network.set('up');
    sync.lineChanged();
    for (const row of rows) expect((await settled(row)).state).toBe('confirmed');
    expect(sandbox.count.registrations()).toBe(registrationsBefore + 3);
    expect(sandbox.count.patients()).toBe(patientsBefore + 3);
  });

  it('asks a person when the service knows somebody like the one made here, and takes that record on their word', async () => {
    sync.start();
    await boardIsThere();
    const [first] = save(newPatient('patient-known', 'Lovelace'));
    await settled(first);
    const [second] = save(newPatient('patient-again', 'Lovelace'));
    const stopped = await settled(second);
    expect(stopped.state).toBe('needs-human');
    sync.linkExisting(stopped.id);
    const linked = readPatient(store.db, 'patient-again');
    expect(linked?.serverId).toBe(readPatient(store.db, 'patient-known')?.serverId);
    expect(findRow(store.db, stopped.id)?.state).toBe('confirmed');
  });

  it('puts a patient on a registration that lacks one, and keeps showing them through every reading', async () => {
    sync.start();
    await boardIsThere();
    const today = wallClockAt(sync.serverNowMs(), TIME_ZONE).date;
    const visits = listVisits(store.db, listLocations(store.db)[0]?.id ?? '', today);
    const ids = [
      ...registrationIdsOf(
        store.db,
        visits.map((visit) => visit.id),
      ).values(),
    ].flat();
    const target = ids.find((id) => readRegistration(store.db, id)?.patientId === null) ?? '';
    const [, row] = save(newPatient('patient-assigned', 'Hopper'), {
      kind: 'registration.assign',
      payload: { registrationId: target, patientId: 'patient-assigned', expectedPatientId: null },
      subjectId: target,
      visitId: null,
    });
    expect(readRegistration(store.db, target)?.patientId).toBe('patient-assigned');
    sync.pullNow();
    expect((await settled(row)).state).toBe('confirmed');
    expect(readRegistration(store.db, target)).toMatchObject({
      patientId: 'patient-assigned',
      lastName: 'Hopper',
    });
  });

  it('stops at a wrong token, says so, and loses nothing', async () => {
    await sync.close();
    store.close();
    const other = await startSandbox({ dataFile: ':memory:', token: 'another-token', seed: 'empty' });
    const right = sandbox;
    sandbox = other;
    openDesk();
    sync.start();
    const [row] = save(newPatient('patient-unsent', 'Nobody'));
    await until('sign-in to be asked for', () => sync.connection().state === 'sign-in-needed');
    await until('the row to wait as if it had never been tried', () => {
      const now = findRow(store.db, row?.id ?? '');
      return now?.state === 'pending' && now.attempts === 0 && now.lastError?.kind === 'unauthorised';
    });
    await right.close();
  });
});
