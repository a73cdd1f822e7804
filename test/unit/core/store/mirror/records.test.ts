// The mirror, and its records with the waiting changes applied.
import { beforeEach, describe, expect, it } from 'vitest';
import { run, transaction, watchCommits } from '../../../../../src/core/store/db/database.ts';
import { saveDocument } from '../../../../../src/core/store/mirror/documents.ts';
import { findRegistrations } from '../../../../../src/core/store/mirror/find-registrations.ts';
import { lapseHolds } from '../../../../../src/core/store/mirror/holds.ts';
import { isSameRecord, localIdOf, mapId, serverIdOf } from '../../../../../src/core/store/outbox/id-map.ts';
import { upsertAppointments } from '../../../../../src/core/store/mirror/appointments.ts';
import { saveLabelCode, saveLabelRead } from '../../../../../src/core/store/mirror/label-codes.ts';
import { upsertPatients } from '../../../../../src/core/store/mirror/patients.ts';
import { upsertProducts } from '../../../../../src/core/store/mirror/products.ts';
import { upsertRegistrations } from '../../../../../src/core/store/mirror/registrations.ts';
import { enqueue } from '../../../../../src/core/outbox/changes.ts';
import { moveRow } from '../../../../../src/core/store/outbox/outbox-moves.ts';
import { doubtUnfinishedRows } from '../../../../../src/core/store/outbox/outbox-recovery.ts';
import * as changes from '../../../../support/outbox-changes.ts';
import type { NewChange } from '../../../../../src/core/outbox/changes.ts';
import type { OutboxRow } from '../../../../../src/core/store/outbox/outbox.ts';
import { readAppointment } from '../../../../../src/core/store/mirror/appointment-records.ts';
import { readPatient } from '../../../../../src/core/store/mirror/patient-records.ts';
import { readRegistration } from '../../../../../src/core/store/mirror/registration-records.ts';
import { attachVisits, dropRegistration } from '../../../../../src/core/store/desk/visits-of-appointments.ts';
import { insertActivity } from '../../../../../src/core/store/desk/activity.ts';
import { countMissing } from '../../../../../src/core/store/mirror/missing-scans.ts';
import { findVisit, listVisits, registrationIdsOf } from '../../../../../src/core/store/desk/visits.ts';
import {
  appointmentBody,
  patientBody,
  productBody,
  registrationBody,
  useStore,
  uuid,
} from '../../../../support/store-fixture.ts';

const store = useStore();

let commands = 0;
function save(change: Omit<NewChange, 'actor' | 'commandId' | 'nowMs' | 'visitId'>): OutboxRow {
  commands += 1;
  const origin = { visitId: null, actor: 'Desk', commandId: `command-${commands}`, nowMs: 1 };
  return transaction(store.db, () => enqueue(store.db, { ...change, ...origin } as NewChange));
}

const createPatient = (id: string): OutboxRow =>
  save({
    kind: 'patient.create',
    payload: {
      patientId: id,
      foreignId: `desk-${id}`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      dateOfBirth: '1985-12-10',
      gender: 'female',
      email: 'ada@example.org',
      phoneNumber: '07700 900123',
    },
    subjectId: id,
  });
const createRegistration = (id: string, patientId: string): OutboxRow =>
  save({
    kind: 'registration.create',
    payload: {
      registrationId: id,
      foreignId: `desk-${id}`,
      patientId,
      appointmentId: null,
      productIds: [uuid(4, 1)],
    },
    subjectId: id,
  });
const assign = (registrationId: string, patientId: string): OutboxRow =>
  save({
    kind: 'registration.assign',
    payload: { registrationId, patientId, expectedPatientId: null },
    subjectId: registrationId,
  });
const hold = (id: string): OutboxRow =>
  save({
    kind: 'appointment.hold',
    payload: {
      appointmentId: id,
      locationId: uuid(5, 1),
      slotId: null,
      startsAtMs: Date.parse('2026-11-20T09:00:00Z'),
      overrideAvailability: false,
      personIsHere: true,
      patientId: null,
    },
    subjectId: id,
  });

function move(row: OutboxRow, ...states: Parameters<typeof moveRow>[2][]): void {
  for (const state of states) moveRow(store.db, row.sequence, state, { attempts: row.attempts + 1 });
}

describe('the mirror', () => {
  it('writes only rows that have changed', () => {
    const bodies = [registrationBody(1), registrationBody(2)];
    expect([...upsertRegistrations(store.db, bodies, 1)]).toEqual(bodies.map((body) => body.id));
    expect(upsertRegistrations(store.db, bodies, 2).size).toBe(0);
    const changed = upsertRegistrations(
      store.db,
      [bodies[0], { ...registrationBody(2), status: 'success' }] as never,
      3,
    );
    expect([...changed]).toEqual([uuid(2, 2)]);
  });

  it('keeps the code of a label that later answers leave out', () => {
    upsertRegistrations(store.db, [registrationBody(1, { label_sample_id: 'SAMPLE77' })], 1);
    upsertRegistrations(store.db, [registrationBody(1)], 2);
    expect(readRegistration(store.db, uuid(2, 1))?.labelCode).toEqual({
      code: 'SAMPLE77',
      source: 'service',
    });
  });

  it('does not wait for the disk where documents and what they say are kept: they can be read again', () => {
    upsertRegistrations(store.db, [registrationBody(1)], 1);
    const commits: string[] = [];
    watchCommits(store.db, {
      beforeCommit: (what) => commits.push(what),
      afterCommit: () => undefined,
    });
    saveLabelRead(store.db, uuid(2, 1), 'OFFPAPER', 1);
    saveLabelRead(store.db, uuid(2, 2), null, 1);
    const page = { kind: 'label', contentType: 'application/pdf', bytes: new Uint8Array([37]) } as const;
    saveDocument(store.db, { ...page, registrationId: uuid(2, 1), fetchedAtMs: 1 });
    expect(commits).toEqual(['can be read again', 'can be read again', 'can be read again']);
    expect(readRegistration(store.db, uuid(2, 1))?.labelCode?.code).toBe('OFFPAPER');
  });

  it('prefers a label code that the service told to one that was read from its document', () => {
    upsertRegistrations(store.db, [registrationBody(1)], 1);
    expect(readRegistration(store.db, uuid(2, 1))?.labelCode?.source).toBe('trf-code');
    saveLabelCode(store.db, uuid(2, 1), 'OFFPAPER', 'label-document');
    expect(readRegistration(store.db, uuid(2, 1))?.labelCode?.code).toBe('OFFPAPER');
    saveLabelCode(store.db, uuid(2, 1), 'TOLD', 'service');
    saveLabelCode(store.db, uuid(2, 1), 'OFFPAPER', 'label-document');
    expect(readRegistration(store.db, uuid(2, 1))?.labelCode).toEqual({ code: 'TOLD', source: 'service' });
  });
});

describe('records with what waits laid over', () => {
  it('shows a person made here at once, and under the same id once the service has them', () => {
    const row = createPatient('p');
    expect(readPatient(store.db, 'p')).toMatchObject({
      serverId: null,
      lastName: 'Lovelace',
      sync: 'waiting',
    });
    mapId(store.db, 'patient', 'p', uuid(1, 9));
    upsertPatients(store.db, [patientBody(9, { last_name: 'Lovelace', foreign_id: 'desk-p' })], 2);
    move(row, 'sending', 'confirmed');
    expect(readPatient(store.db, 'p')).toMatchObject({ id: 'p', serverId: uuid(1, 9), sync: 'synced' });
  });

  it('goes on showing the patient assigned at the desk after every refresh, until the service says the same', () => {
    upsertRegistrations(store.db, [registrationBody(1, { patient_id: null, last_name: null })], 1);
    upsertPatients(store.db, [patientBody(5)], 1);
    const row = assign(uuid(2, 1), uuid(1, 5));
    upsertRegistrations(
      store.db,
      [registrationBody(1, { patient_id: null, last_name: null, status: 'pending' })],
      2,
    );
    expect(readRegistration(store.db, uuid(2, 1))).toMatchObject({ patientId: uuid(1, 5), sync: 'waiting' });
    move(row, 'sending', 'unknown');
    expect(readRegistration(store.db, uuid(2, 1))?.sync).toBe('unsure');
    move(row, 'conflict');
    expect(readRegistration(store.db, uuid(2, 1))).toMatchObject({
      patientId: uuid(1, 5),
      sync: 'attention',
    });
    move(row, 'discarded');
    expect(readRegistration(store.db, uuid(2, 1))).toMatchObject({ patientId: null, sync: 'synced' });
  });

  it('shows a registration made here by its products before the service has given it a code', () => {
    upsertProducts(store.db, [productBody(1, { name: 'Iron', sku: 'IRON-4' })], 1);
    createPatient('p');
    createRegistration('r', 'p');
    expect(readRegistration(store.db, 'r')).toMatchObject({
      trfCode: null,
      labelCode: null,
      patientId: 'p',
      productNames: ['Iron'],
      productSkus: ['IRON-4'],
      sync: 'waiting',
    });
  });

  it('knows a creation whose answer was lost by its reference when a list shows it', () => {
    createPatient('p');
    const row = createRegistration('r', 'p');
    move(row, 'sending', 'unknown');
    upsertRegistrations(store.db, [registrationBody(7, { foreign_id: 'desk-r' })], 2);
    expect(localIdOf(store.db, 'registration', uuid(2, 7))).toBe('r');
    expect(readRegistration(store.db, 'r')).toMatchObject({ trfCode: 'DRW-CODE7', sync: 'unsure' });
  });

  it('knows the slot of such a creation by it too, so that the booking is not on the board twice', () => {
    changes.saveChanges(
      store,
      changes.patient('p'),
      changes.hold('a'),
      changes.confirm('a', 'p'),
      changes.registration('r', 'p', 'a'),
    );
    const listed = registrationBody(7, { foreign_id: 'desk-r', appointment_id: uuid(3, 7) });
    upsertRegistrations(store.db, [listed], 2);
    expect(localIdOf(store.db, 'appointment', uuid(3, 7))).toBe(uuid(3, 7));
    doubtUnfinishedRows(store.db, 3);
    upsertRegistrations(store.db, [listed], 4);
    expect(localIdOf(store.db, 'registration', uuid(2, 7))).toBe('r');
    expect(localIdOf(store.db, 'appointment', uuid(3, 7))).toBe('a');
  });

  it('does not mistake somebody else’s registration for one that was never sent', () => {
    createRegistration('r', 'p');
    upsertRegistrations(store.db, [registrationBody(7, { foreign_id: 'desk-r' })], 2);
    expect(localIdOf(store.db, 'registration', uuid(2, 7))).toBe(uuid(2, 7));
  });

  it('describes people from their registrations until their own record is read', () => {
    upsertRegistrations(store.db, [registrationBody(3)], 1);
    expect(readPatient(store.db, uuid(1, 3))).toMatchObject({ lastName: 'Oliver', phoneNumber: null });
    upsertPatients(store.db, [patientBody(3, { phone_number: '020 7946 0000' })], 2);
    expect(readPatient(store.db, uuid(1, 3))?.phoneNumber).toBe('020 7946 0000');
  });

  it('says whether the form is kept here', () => {
    upsertRegistrations(store.db, [registrationBody(1)], 1);
    expect(readRegistration(store.db, uuid(2, 1))?.trfStored).toBe(false);
    saveDocument(store.db, {
      registrationId: uuid(2, 1),
      kind: 'trf',
      contentType: 'application/pdf',
      bytes: new Uint8Array([37]),
      fetchedAtMs: 1,
    });
    expect(readRegistration(store.db, uuid(2, 1))?.trfStored).toBe(true);
    // A form with another code is another form.
    upsertRegistrations(store.db, [registrationBody(1, { trf_code: 'DRW-OTHER1' })], 2);
    expect(readRegistration(store.db, uuid(2, 1))?.trfStored).toBe(false);
  });
});

describe('ids', () => {
  it('keeps the id under which a person was known when another one turns out to be the same', () => {
    upsertPatients(store.db, [patientBody(4)], 1);
    createPatient('p');
    mapId(store.db, 'patient', 'p', uuid(1, 4));
    expect(localIdOf(store.db, 'patient', uuid(1, 4))).toBe(uuid(1, 4));
    expect(serverIdOf(store.db, 'patient', 'p')).toBe(uuid(1, 4));
    expect(isSameRecord(store.db, 'patient', 'p', uuid(1, 4))).toBe(true);
    upsertRegistrations(store.db, [registrationBody(1, { patient_id: null, last_name: null })], 1);
    assign(uuid(2, 1), 'p');
    expect(readRegistration(store.db, uuid(2, 1))?.patientId).toBe(uuid(1, 4));
  });

  it('has no id of the service for a record that only this desk knows', () => {
    createPatient('p');
    expect(serverIdOf(store.db, 'patient', 'p')).toBeNull();
    expect(isSameRecord(store.db, 'patient', 'p', null)).toBe(false);
  });
});

describe('an appointment', () => {
  const states = (): string | undefined => readAppointment(store.db, 'a')?.state;

  it('is requested until the service has it, then held, then confirmed', () => {
    const held = hold('a');
    expect(states()).toBe('requested');
    move(held, 'sending', 'unknown');
    expect(states()).toBe('unsure');
    mapId(store.db, 'appointment', 'a', uuid(3, 1));
    upsertAppointments(
      store.db,
      [appointmentBody(1, { confirmed: false, expires_at: '2026-11-20T09:10:00+00:00' })],
      1,
    );
    move(held, 'confirmed');
    expect(readAppointment(store.db, 'a')).toMatchObject({
      state: 'held',
      holdExpiresAtMs: Date.parse('2026-11-20T09:10:00Z'),
    });
    const confirmation = save({
      kind: 'appointment.confirm',
      payload: { appointmentId: 'a', patientId: 'p' },
      subjectId: 'a',
    });
    expect(readAppointment(store.db, 'a')).toMatchObject({ state: 'held', patientId: 'p', sync: 'waiting' });
    move(confirmation, 'sending', 'confirmed');
    expect(states()).toBe('confirmed');
  });

  it('is released when its hold ends without a confirmation, and not a moment before', () => {
    const held = hold('a');
    mapId(store.db, 'appointment', 'a', uuid(3, 1));
    upsertAppointments(
      store.db,
      [appointmentBody(1, { confirmed: false, expires_at: '2026-11-20T09:10:00+00:00' })],
      1,
    );
    move(held, 'sending', 'confirmed');
    const endMs = Date.parse('2026-11-20T09:10:00Z');
    expect(lapseHolds(store.db, endMs - 1)).toEqual({ changed: false, nextEndMs: endMs });
    expect(states()).toBe('held');
    expect(lapseHolds(store.db, endMs)).toEqual({ changed: true, nextEndMs: null });
    expect(states()).toBe('released');
  });

  it('is taken when somebody else was first', () => {
    move(hold('a'), 'sending', 'conflict');
    expect(states()).toBe('taken');
  });
});

describe('findRegistrations', () => {
  it('finds by TRF code, label code, reference and short code in any case, the most certain match first', () => {
    upsertRegistrations(
      store.db,
      [
        registrationBody(1, { foreign_id: 'Ref-1', label_sample_id: 'SAMPLE77' }),
        registrationBody(2, { short_code: 'DRW-CODE1' }),
      ],
      1,
    );
    const found = (text: string) => findRegistrations(store.db, [text]).map(({ matchedBy }) => matchedBy);
    expect(found('drw-code1')).toEqual(['trf-code', 'short-code']);
    expect(found('sample77')).toEqual(['label-code']);
    expect(found('REF-1')).toEqual(['foreign-id']);
    expect(found('code2')).toEqual([]);
    expect(found("' OR 1=1 --")).toEqual([]);
    expect(findRegistrations(store.db, [])).toEqual([]);
  });

  it('finds by the id of the laboratory, in any case and also where it is a number', () => {
    upsertRegistrations(
      store.db,
      [registrationBody(1, { lab_id: 'LML-68510479' }), registrationBody(2, { lab_id: 4711 })],
      1,
    );
    const found = (text: string) =>
      findRegistrations(store.db, [text]).map(({ registrationId, matchedBy }) => [registrationId, matchedBy]);
    expect(found('lml-68510479')).toEqual([[uuid(2, 1), 'laboratory-id']]);
    expect(found('4711')).toEqual([[uuid(2, 2), 'laboratory-id']]);
    expect(found('null')).toEqual([]);
  });

  it('finds what was made here by its reference before the service knows it', () => {
    createRegistration('r', 'p');
    expect(findRegistrations(store.db, ['DESK-R'])).toEqual([
      { registrationId: 'r', matchedBy: 'foreign-id', text: 'DESK-R' },
    ]);
  });
});

describe('visits from the service', () => {
  const today = { nowMs: 1, dateOf: (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10) };
  const days = { locationId: uuid(5, 1), fromMs: Date.parse('2026-11-20T00:00:00Z') };
  const book = (): void => {
    upsertRegistrations(store.db, [registrationBody(1, { appointment_id: uuid(3, 1) })], 1);
    upsertAppointments(store.db, [appointmentBody(1)], 1);
  };

  it('are made once, and follow an appointment that was moved', () => {
    book();
    expect(attachVisits(store.db, days, today)).toBe(true);
    expect(attachVisits(store.db, days, today)).toBe(false);
    const [visit] = listVisits(store.db, uuid(5, 1), '2026-11-20');
    expect(registrationIdsOf(store.db, [visit?.id ?? '']).get(visit?.id ?? '')).toEqual([uuid(2, 1)]);
    upsertAppointments(store.db, [appointmentBody(1, { starts_at: '2026-11-21T09:00:00Z' })], 2);
    expect(attachVisits(store.db, days, today)).toBe(true);
    expect(findVisit(store.db, visit?.id ?? '')?.date).toBe('2026-11-21');
  });

  it('are not made for other places or days gone by', () => {
    upsertRegistrations(
      store.db,
      [
        registrationBody(1, { appointment_id: uuid(3, 1) }),
        registrationBody(2, { appointment_id: uuid(3, 2) }),
      ],
      1,
    );
    upsertAppointments(
      store.db,
      [
        appointmentBody(1, { test_location_id: uuid(5, 2) }),
        appointmentBody(2, { starts_at: '2026-11-19T09:00:00Z' }),
      ],
      1,
    );
    expect(attachVisits(store.db, days, today)).toBe(false);
  });

  it('drop a registration only after two complete scans without it', () => {
    book();
    attachVisits(store.db, days, today);
    const scan = (seen: string[]) =>
      [...countMissing(store.db, { seen: new Set(seen), startedAtMs: 1_000 })].flat();
    expect(scan([])).toEqual([]);
    expect(scan([uuid(2, 1)])).toEqual([]);
    expect(scan([])).toEqual([]);
    expect(scan([])).toEqual([uuid(2, 1)]);
    const visitId = dropRegistration(store.db, uuid(2, 1));
    expect(findVisit(store.db, visitId ?? '')?.deskState).toBe('cancelled');
    expect(readRegistration(store.db, uuid(2, 1))).toBeNull();
  });

  it('are taken off once the last of their registrations is gone, and not before', () => {
    book();
    upsertRegistrations(store.db, [registrationBody(2, { appointment_id: uuid(3, 1) })], 0);
    attachVisits(store.db, days, today);
    const visit = () => listVisits(store.db, uuid(5, 1), '2026-11-20')[0];
    expect(dropRegistration(store.db, uuid(2, 1))).toBeNull();
    expect(visit()?.deskState).toBe('expected');
    expect(dropRegistration(store.db, uuid(2, 2))).toBe(visit()?.id);
    expect(visit()?.deskState).toBe('cancelled');
  });

  describe('that the desk took off because the service did not know their registration', () => {
    const onBoard = () => listVisits(store.db, uuid(5, 1), '2026-11-20')[0];
    const entry = (kind: 'visit-off' | 'moved', detail: Record<string, string>): void =>
      insertActivity(store.db, { atMs: 1, actor: 'Desk', visitId: onBoard()?.id ?? null, kind, detail });
    beforeEach(() => {
      book();
      attachVisits(store.db, days, today);
      dropRegistration(store.db, uuid(2, 1));
      entry('visit-off', { reason: 'registration-gone' });
    });

    it('are expected again once it is there again', () => {
      expect(attachVisits(store.db, days, today)).toBe(false);
      expect(onBoard()?.deskState).toBe('cancelled');
      book();
      const told: unknown[] = [];
      const tell = {
        appointmentReplaced: () => undefined,
        registrationMoved: () => undefined,
        awaitedAgain: (about: unknown) => told.push(about),
        appointmentBack: () => undefined,
      };
      expect(attachVisits(store.db, days, today, tell)).toBe(true);
      expect(onBoard()?.deskState).toBe('expected');
      expect(told).toEqual([{ visitId: onBoard()?.id, from: 'cancelled', to: 'expected' }]);
      expect(attachVisits(store.db, days, today, tell)).toBe(false);
    });

    it('stay cancelled where somebody has decided so since', () => {
      entry('moved', { from: 'cancelled', to: 'expected' });
      entry('moved', { from: 'expected', to: 'cancelled' });
      book();
      attachVisits(store.db, days, today);
      expect(onBoard()?.deskState).toBe('cancelled');
    });
  });

  it('do not count a row as missing that was written while the scan went on', () => {
    upsertRegistrations(store.db, [registrationBody(1)], 2_000);
    for (let scans = 0; scans < 3; scans += 1) {
      expect([...countMissing(store.db, { seen: new Set(), startedAtMs: 1_000 })].flat()).toEqual([]);
    }
  });

  it('stay when the person is here, even if the service does not know them any more', () => {
    book();
    attachVisits(store.db, days, today);
    run(store.db, `UPDATE visit SET desk_state = 'arrived'`);
    expect(dropRegistration(store.db, uuid(2, 1))).toBeNull();
    expect(listVisits(store.db, uuid(5, 1), '2026-11-20')[0]?.deskState).toBe('arrived');
  });
});
