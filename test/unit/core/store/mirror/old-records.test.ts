// Records of the service that nothing here needs any more are removed, and those of a visit, of a waiting change or of a
// registration that is not completed are not.
import { describe, expect, it } from 'vitest';
import { all, run } from '../../../../../src/core/store/db/database.ts';
import { forgetOldOrders } from '../../../../../src/core/store/desk/old-orders.ts';
import { readSetting } from '../../../../../src/core/store/desk/settings.ts';
import { ensureVisitForAppointment, linkRegistration } from '../../../../../src/core/store/desk/visits.ts';
import { upsertAppointments } from '../../../../../src/core/store/mirror/appointments.ts';
import {
  forgetOldAppointments,
  forgetOldPatients,
  forgetOldRegistrationParts,
  forgetOldSlots,
} from '../../../../../src/core/store/mirror/old-records.ts';
import { findOrder, saveOrder, saveOrderPart } from '../../../../../src/core/store/mirror/orders.ts';
import { upsertPatients } from '../../../../../src/core/store/mirror/patients.ts';
import { readPatient } from '../../../../../src/core/store/mirror/patient-records.ts';
import { upsertRegistrations } from '../../../../../src/core/store/mirror/registrations.ts';
import {
  appointmentBody,
  patientBody,
  registrationBody,
  savePatient,
  useStore,
  uuid,
} from '../../../../support/store-fixture.ts';

const store = useStore();
const BEFORE_MS = Date.parse('2026-12-01T00:00:00Z');
const COMPLETED = { completed_at: '2026-11-22T10:00:00+00:00' };

const idsIn = (table: string, column = 'id'): unknown[] =>
  all<{ value: unknown }>(store.db, `SELECT ${column} AS value FROM ${table} ORDER BY 1`).map(
    ({ value }) => value,
  );

/** A change that is kept about a record, by the desk's own id of it. */
function waiting(subjectId: string): void {
  const id = savePatient(store.db, `change-${subjectId}`);
  run(store.db, 'UPDATE outbox SET subject_id = ? WHERE id = ?', [subjectId, id]);
}

describe('orders', () => {
  it('go when they were not read for long, with their parts', () => {
    const { db } = store;
    for (const [id, knownMs] of [
      ['old', 1_000],
      ['older', 500],
      ['read again', 1_000],
      ['young', BEFORE_MS],
    ] as const) {
      saveOrder(db, { id }, knownMs);
      saveOrderPart(db, { orderId: id, part: 'items' }, [], knownMs);
    }
    saveOrder(db, { id: 'read again' }, BEFORE_MS);
    expect(forgetOldOrders(db, BEFORE_MS, 1)).toBe(1);
    expect(findOrder(db, 'older')).toBeNull();
    expect(forgetOldOrders(db, BEFORE_MS, 10)).toBe(1);
    expect(idsIn('mirror_order')).toEqual(['read again', 'young']);
    expect(idsIn('mirror_order_part', 'order_id')).toEqual(['read again', 'young']);
    expect(readSetting(db, 'ordersRemovedUpToMs')).toBe(1_000);
  });

  it('stay while a change about them is kept, by whatever id it names them', () => {
    const { db } = store;
    saveOrder(db, { id: 'asked' }, 1);
    saveOrder(db, { id: 'made-here' }, 1);
    waiting('asked');
    waiting('local');
    run(db, `INSERT INTO id_map (local_id, kind, server_id) VALUES ('local', 'order', 'made-here')`);
    expect(forgetOldOrders(db, BEFORE_MS, 10)).toBe(0);
  });
});

/** Looks at all patients, two a call. */
function forgetPatients(): number {
  let count = 0;
  for (let afterId: string | null = ''; afterId !== null;) {
    const done: ReturnType<typeof forgetOldPatients> = forgetOldPatients(store.db, BEFORE_MS, {
      afterId,
      limit: 2,
    });
    count += done.removed;
    afterId = done.lastId;
  }
  return count;
}

describe('patients’ own records', () => {
  it('go, and who has a registration is still found by the copy on it', () => {
    const { db } = store;
    upsertRegistrations(db, [registrationBody(1, { ...COMPLETED, last_name: 'Copied' })], 1);
    upsertPatients(
      db,
      [1, 2, 3].map((number) => patientBody(number, { last_name: 'Own' })),
      1,
    );
    upsertPatients(db, [patientBody(4)], BEFORE_MS);
    expect(forgetPatients()).toBe(3);
    expect(idsIn('mirror_patient')).toEqual([uuid(1, 4)]);
    expect(readPatient(db, uuid(1, 1))).toMatchObject({ from: 'registration', lastName: 'Copied' });
    expect(idsIn('person')).toEqual([uuid(1, 1), uuid(1, 4)]);
    expect(idsIn('person', 'last_name')).toContain('Copied');
  });

  it('stay for a visit, a registration that is not completed, a change that is kept, and an appointment to come', () => {
    const { db } = store;
    upsertPatients(
      db,
      [1, 2, 3, 4, 5, 6].map((number) => patientBody(number)),
      1,
    );
    for (const number of [1, 2])
      ensureVisitForAppointment(db, {
        appointmentId: uuid(3, number),
        locationId: uuid(5, 1),
        date: '2026-11-20',
        nowMs: 1,
      });
    run(db, 'UPDATE visit SET patient_id = ? WHERE id = ?', [uuid(1, 1), uuid(3, 1)]);
    upsertRegistrations(db, [registrationBody(2, COMPLETED), registrationBody(3, { completed_at: null })], 1);
    linkRegistration(db, uuid(3, 2), uuid(2, 2));
    waiting(uuid(1, 4));
    upsertAppointments(
      db,
      [appointmentBody(5, { patient_id: uuid(1, 5), starts_at: '2026-12-10T09:00:00+00:00' })],
      1,
    );
    expect(forgetPatients()).toBe(1);
    expect(idsIn('mirror_patient')).not.toContain(uuid(1, 6));
  });
});

it('appointments go once their visit is gone, except where they would be read again', () => {
  const { db } = store;
  upsertAppointments(
    db,
    [1, 2, 3].map((number) => appointmentBody(number)),
    1,
  );
  upsertAppointments(db, [appointmentBody(4, { starts_at: '2026-12-10T09:00:00+00:00' })], 1);
  ensureVisitForAppointment(db, {
    appointmentId: uuid(3, 2),
    locationId: uuid(5, 1),
    date: '2026-11-20',
    nowMs: 1,
  });
  upsertRegistrations(db, [registrationBody(3, { completed_at: null, appointment_id: uuid(3, 3) })], 1);
  expect(forgetOldAppointments(db, BEFORE_MS, 10)).toBe(1);
  expect(idsIn('mirror_appointment')).toEqual([uuid(3, 2), uuid(3, 3), uuid(3, 4)]);
});

it('what was read of single registrations, and timetables of days that are over, go as they get old', () => {
  const { db } = store;
  const part = `INSERT INTO mirror_registration_part (registration_id, part, answer, fetched_at_ms) VALUES (?, 'order', NULL, ?)`;
  run(db, part, ['old', 1]);
  run(db, part, ['young', BEFORE_MS]);
  const slots = `INSERT INTO mirror_slots (location_id, date, body, fetched_at_ms) VALUES ('place', ?, '[]', 1)`;
  run(db, slots, ['2026-11-30']);
  run(db, slots, ['2026-12-01']);
  expect(forgetOldRegistrationParts(db, BEFORE_MS, 10)).toBe(1);
  expect(forgetOldSlots(db, '2026-12-01', 10)).toBe(1);
  expect(idsIn('mirror_registration_part', 'registration_id')).toEqual(['young']);
  expect(idsIn('mirror_slots', 'date')).toEqual(['2026-12-01']);
});
