// Sync against the embedded service over real HTTP, on a real file, with the machine's own clock.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { listLocations } from '../../../src/core/store/mirror/locations.ts';
import { listProducts } from '../../../src/core/store/mirror/products.ts';
import { transaction } from '../../../src/core/store/open.ts';
import { enqueue } from '../../../src/core/outbox/changes.ts';
import { findRow } from '../../../src/core/store/outbox/outbox.ts';
import type { NewChange } from '../../../src/core/outbox/changes.ts';
import type { OutboxRow } from '../../../src/core/store/outbox/outbox.ts';
import { readAppointment } from '../../../src/core/store/mirror/appointment-records.ts';
import { readPatient } from '../../../src/core/store/mirror/patient-records.ts';
import { readRegistration } from '../../../src/core/store/mirror/registration-records.ts';
import { insertVisit, linkRegistration } from '../../../src/core/store/desk/visits.ts';
import { wallClockAt } from '../../../src/domain/site-time.ts';
import { openSyncedDesk, TIME_ZONE } from './support/synced-desk.ts';
import type { SyncedDesk } from './support/synced-desk.ts';

let desk: SyncedDesk;
let offline = false;
beforeEach(async () => {
  offline = false;
  desk = await openSyncedDesk({ around: () => createHttp({ switchedOff: () => offline }) });
  await desk.until('the first reading', () => desk.sync.freshness().firstPullDone);
});
afterEach(() => desk.close());

/** Reads everything once more, and waits for the end of it. */
async function readAgain(): Promise<void> {
  const before = desk.sync.freshness().everythingAsOfMs ?? 0;
  desk.sync.pullNow();
  await desk.until('another reading', () => (desk.sync.freshness().everythingAsOfMs ?? 0) > before);
}

let commands = 0;
function save(
  ...changes: readonly DistributiveOmit<NewChange, 'actor' | 'commandId' | 'nowMs'>[]
): OutboxRow[] {
  const rows = transaction(desk.store.db, () =>
    changes.map((change) => {
      commands += 1;
      const origin = { actor: 'Desk', commandId: `command-${commands}`, nowMs: Date.now() };
      return enqueue(desk.store.db, { ...change, ...origin } as NewChange);
    }),
  );
  desk.sync.wake();
  return rows;
}
type DistributiveOmit<Of, Keys extends PropertyKey> = Of extends unknown ? Omit<Of, Keys> : never;

const settled = (row: OutboxRow | undefined): Promise<OutboxRow> =>
  desk.until(`an end of ${row?.kind}`, () => {
    const now = findRow(desk.store.db, row?.id ?? '');
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
  const startsAtMs = Math.floor(desk.sync.serverNowMs() / 60_000) * 60_000;
  const locationId = at ?? listLocations(desk.store.db)[0]?.id ?? '';
  const productId = listProducts(desk.store.db)[0]?.id ?? '';
  insertVisit(desk.store.db, {
    id: `visit-${name}`,
    locationId,
    date: wallClockAt(startsAtMs, TIME_ZONE).date,
    origin: 'walk-in',
    appointmentId: `appointment-${name}`,
    nowMs: startsAtMs,
  });
  linkRegistration(desk.store.db, `visit-${name}`, `registration-${name}`);
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

describe('sync with the embedded service', () => {
  it('reads a board: visits of today with their registrations, people, forms and label codes', async () => {
    expect(desk.visitsToday().length).toBeGreaterThanOrEqual(24);
    const registrationIds = desk.registrationsToday();
    expect(registrationIds.length).toBeGreaterThanOrEqual(24);
    const records = registrationIds.map((id) => readRegistration(desk.store.db, id));
    const lacking = records.filter((record) => record?.patientId === null);
    expect(lacking.length).toBeGreaterThan(0);
    const assigned = records.find(
      (record) => record && record.patientId !== null && record.completedAt === null,
    );
    expect(readPatient(desk.store.db, assigned?.patientId ?? '')?.lastName).toBeTruthy();
    const ready = await desk.until('forms fetched ahead', () => {
      const now = readRegistration(desk.store.db, assigned?.id ?? '');
      return now?.trfStored && now.labelCode?.source === 'label-document' ? now : null;
    });
    expect(ready.labelCode?.code).toBe('READ0FF1');
    expect(desk.sync.connection().state).toBe('online');
  });

  it('takes a walk-in from its entry to its registration, under one id all the time', async () => {
    const rows = walkIn('one');
    for (const row of rows) expect((await settled(row)).lastError).toBeNull();
    expect(readAppointment(desk.store.db, 'appointment-one')).toMatchObject({
      state: 'confirmed',
      overridesAvailability: true,
      patientId: 'patient-one',
      locationId: listLocations(desk.store.db)[0]?.id,
    });
    const registration = readRegistration(desk.store.db, 'registration-one');
    expect(registration).toMatchObject({
      patientId: 'patient-one',
      appointmentId: 'appointment-one',
      sync: 'synced',
    });
    expect(registration?.trfCode).toMatch(/-/);
    expect(registration?.labelCode?.source).toBe('service');
    await readAgain();
    const again = readRegistration(desk.store.db, 'registration-one');
    expect(again?.id).toBe('registration-one');
  });

  it('notices at once that a time without a slot was booked at another location, cancels that booking and asks a person to decide', async () => {
    const [main, other] = listLocations(desk.store.db);
    const appointmentsBefore = desk.sandbox.count.appointments();
    const [, hold] = walkIn('elsewhere', other?.id);
    expect(await settled(hold)).toMatchObject({
      state: 'needs-human',
      attempts: 1,
      resolution: { heldElsewhere: main?.id },
    });
    expect(desk.sandbox.count.appointments()).toBe(appointmentsBefore);
  });

  it('sends what was saved without a connection as soon as it is back, and only once', async () => {
    const before = desk.sandbox.count;
    const registrationsBefore = before.registrations();
    const patientsBefore = before.patients();
    await desk.sandbox.stop();
    const rows = walkIn('offline');
    await desk.until('the connection to be called down', () => desk.sync.connection().state === 'offline');
    expect(readRegistration(desk.store.db, 'registration-offline')).toMatchObject({
      trfCode: null,
      sync: 'waiting',
    });
    await desk.until('all four to wait', () => desk.sync.counts().waiting === 4);
    await desk.sandbox.resume();
    for (const row of rows) expect((await settled(row)).state).toBe('confirmed');
    expect(desk.sandbox.count.registrations()).toBe(registrationsBefore + 1);
    expect(desk.sandbox.count.patients()).toBe(patientsBefore + 1);
  });

  it('goes on after a restart from what was saved, under the same ids', async () => {
    const registrationsBefore = desk.sandbox.count.registrations();
    offline = true;
    const rows = walkIn('restart');
    await desk.until('the connection to be called down', () => desk.sync.connection().state === 'offline');
    offline = false;
    await desk.restart();
    for (const row of rows) expect((await settled(row)).state).toBe('confirmed');
    expect(desk.sandbox.count.registrations()).toBe(registrationsBefore + 1);
  });

  it(
    'reaches the right state over a connection that loses answers, breaks off and fails',
    { timeout: 300_000 },
    async () => {
      const registrationsBefore = desk.sandbox.count.registrations();
      const patientsBefore = desk.sandbox.count.patients();
      desk.sandbox.network.set('flaky', 7);
      const rows = [...walkIn('a'), ...walkIn('b'), ...walkIn('c')];
      await desk.until('some attempt', () =>
        rows.some((row) => (findRow(desk.store.db, row.id)?.attempts ?? 0) > 0),
      );
      desk.sandbox.network.set('up');
      desk.sync.networkSwitched();
      for (const row of rows) expect((await settled(row)).state).toBe('confirmed');
      expect(desk.sandbox.count.registrations()).toBe(registrationsBefore + 3);
      expect(desk.sandbox.count.patients()).toBe(patientsBefore + 3);
    },
  );

  it('asks a person when the service knows somebody similar to the one created here, and uses that record once they say so', async () => {
    const [first] = save(newPatient('patient-known', 'Lovelace'));
    await settled(first);
    const [second] = save(newPatient('patient-again', 'Lovelace'));
    const stopped = await settled(second);
    expect(stopped.state).toBe('needs-human');
    desk.sync.linkExisting(stopped.id);
    const linked = readPatient(desk.store.db, 'patient-again');
    expect(linked?.serverId).toBe(readPatient(desk.store.db, 'patient-known')?.serverId);
    expect(findRow(desk.store.db, stopped.id)?.state).toBe('confirmed');
  });

  it('puts a patient on a registration without one, and shows them after every further reading', async () => {
    const target =
      desk.registrationsToday().find((id) => readRegistration(desk.store.db, id)?.patientId === null) ?? '';
    const [, row] = save(newPatient('patient-assigned', 'Hopper'), {
      kind: 'registration.assign',
      payload: { registrationId: target, patientId: 'patient-assigned', expectedPatientId: null },
      subjectId: target,
      visitId: null,
    });
    expect(readRegistration(desk.store.db, target)?.patientId).toBe('patient-assigned');
    expect((await settled(row)).state).toBe('confirmed');
    await readAgain();
    expect(readRegistration(desk.store.db, target)?.patientId).toBe('patient-assigned');
    expect(readPatient(desk.store.db, 'patient-assigned')).toMatchObject({
      lastName: 'Hopper',
      sync: 'synced',
    });
  });

  it('asks at once for the label of somebody who was just put on a registration, before everything else that waits', async () => {
    await desk.close();
    // Two documents a minute: both are asked for before the board is long there.
    desk = await openSyncedDesk({ config: { requestsPerMinute: 8 } });
    await desk.until('the first reading', () => desk.sync.freshness().firstPullDone);
    const target =
      desk.registrationsToday().find((id) => readRegistration(desk.store.db, id)?.patientId === null) ?? '';
    save(newPatient('patient-assigned', 'Hopper'), {
      kind: 'registration.assign',
      payload: { registrationId: target, patientId: 'patient-assigned', expectedPatientId: null },
      subjectId: target,
      visitId: null,
    });
    await desk.until(
      'the code of the label',
      () => readRegistration(desk.store.db, target)?.labelCode?.source === 'label-document',
    );
    expect(desk.requests.filter((line) => line.endsWith('/label')).length).toBeLessThanOrEqual(3);
  });

  it('stops sending at a wrong token, says so, and loses no change', async () => {
    await desk.close();
    desk = await openSyncedDesk({ seed: 'empty', deskToken: 'another-token' });
    const [row] = save(newPatient('patient-unsent', 'Nobody'));
    await desk.until('sign-in to be asked for', () => desk.sync.connection().state === 'sign-in-needed');
    await desk.until('the row to wait as if it had never been tried', () => {
      const now = findRow(desk.store.db, row?.id ?? '');
      return now?.state === 'pending' && now.attempts === 0 && now.lastError?.kind === 'unauthorised';
    });
  });
});
