// Registrations of all days: the list with its filters, one with all that is known, its parts at the service, and
// finding one that this desk has never seen.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import {
  exampleAppointment,
  examplePage,
  exampleProduct,
  exampleRegistration,
} from '../../support/wire-examples.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const online = () => desk.setLine({ up: true, reading: false });

/** A registration of the service that the desk has read, without a visit. */
function store(number: number, changes: Partial<Registration> = {}): Registration {
  const registration = exampleRegistration({
    id: uuidOf(40_000 + number),
    trf_code: `DRW-BBB${number}`,
    short_code: `BBB${number}`,
    foreign_id: null,
    patient_id: null,
    first_name: null,
    last_name: null,
    date_of_birth: null,
    email: null,
    gender: null,
    appointment_id: null,
    created_at: `2026-02-${String(number).padStart(2, '0')}`,
    ...changes,
  });
  desk.service.registrations.set(registration.id, registration);
  upsertRegistrations(desk.parts.store.db, [registration], NINE_O_CLOCK_MS);
  return registration;
}

const codesOf = (list: { rows: readonly { trfCode: string | null }[] }) =>
  list.rows.map((row) => row.trfCode);

describe('the list', () => {
  it('holds the newest first, any part of it at a time, with how many there are', async () => {
    for (let number = 1; number <= 12; number += 1) store(number);
    const first = await desk.done('registrations.list', { from: 0, count: 5 });
    expect(first.total).toBe(12);
    expect(codesOf(first)).toEqual(['DRW-BBB12', 'DRW-BBB11', 'DRW-BBB10', 'DRW-BBB9', 'DRW-BBB8']);
    const last = await desk.done('registrations.list', { from: 10, count: 5 });
    expect(codesOf(last)).toEqual(['DRW-BBB2', 'DRW-BBB1']);
    expect(first.asOfMs).toBeNull();
  });

  it('is narrowed by each filter, and by several together', async () => {
    const other = exampleProduct({ id: uuidOf(71), sku: 'IRON', name: 'Iron' });
    store(1, { status: 'success', results_ready: true });
    store(2, { status: 'a_new_word' });
    store(3, { product_ids: [other.id], product_skus: ['IRON'] });
    desk.addVisit(1);
    const left = async (filter: object) =>
      codesOf(await desk.done('registrations.list', { filter, from: 0, count: 50 }));
    expect(await left({ status: 'a_new_word' })).toEqual(['DRW-BBB2']);
    expect(await left({ resultsReady: true })).toEqual(['DRW-BBB1']);
    expect(await left({ productId: other.id })).toEqual(['DRW-BBB3']);
    expect(await left({ locationId: LOCATION_ID })).toEqual(['DRW-AAA001']);
    expect((await left({ noPatient: true })).toSorted()).toEqual(['DRW-BBB1', 'DRW-BBB2', 'DRW-BBB3']);
    expect(await left({ createdFrom: '2026-02-02', createdTo: '2026-02-02' })).toEqual(['DRW-BBB2']);
    expect(await left({ noPatient: true, createdTo: '2026-02-02', resultsReady: true })).toEqual([
      'DRW-BBB1',
    ]);
    const { statuses } = await desk.done('registrations.statuses', {});
    expect(statuses.find(({ status }) => status === 'a_new_word')).toEqual({
      status: 'a_new_word',
      registrations: 1,
    });
  });

  it('finds by the beginning of a code, by the reference, by the label’s code and by the person', async () => {
    store(1, { foreign_id: 'shop-77' });
    desk.addVisit(1, { patient: { firstName: 'Zoë', lastName: "O'Neill", dateOfBirth: '1984-03-15' } });
    const found = async (text: string) =>
      codesOf(await desk.done('registrations.list', { filter: { text }, from: 0, count: 50 }));
    expect(await found('drw-bb')).toEqual(['DRW-BBB1']);
    expect(await found('SHOP-7')).toEqual(['DRW-BBB1']);
    expect(await found('samp0001')).toEqual(['DRW-AAA001']);
    store(2, { lab_id: 'LML-68510479' });
    expect(await found('lml-6851')).toEqual(['DRW-BBB2']);
    expect(await found('oneill zoe')).toEqual(['DRW-AAA001']);
    expect(await found('15/3/1984')).toEqual(['DRW-AAA001']);
    expect(await found(uuidOf(40_001))).toEqual(['DRW-BBB1']);
    expect(await found('% _ " \' 🧪 אב')).toEqual([]);
  });

  it('follows a registration whose status or product changes at the service', async () => {
    store(1, { status: 'pending' });
    store(1, { status: 'success', product_ids: [uuidOf(72)], product_skus: ['NEW'] });
    const of = async (filter: object) =>
      (await desk.done('registrations.list', { filter, from: 0, count: 9 })).total;
    expect(await of({ status: 'pending' })).toBe(0);
    expect(await of({ status: 'success' })).toBe(1);
    expect(await of({ productId: uuidOf(72) })).toBe(1);
    expect(await of({ productId: exampleRegistration().product_ids[0] ?? '' })).toBe(0);
  });

  it('does not call one without patient to whom a waiting change gives one', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    const person = await desk.done('patients.create', {
      draft: {
        firstName: 'Mary',
        lastName: 'Okafor',
        dateOfBirth: '1990-07-01',
        gender: 'female',
        email: 'mary@example.test',
      },
    });
    if (person.kind !== 'created') throw new Error('somebody alike was found');
    const { version } = await desk.done('visits.get', { visitId });
    await desk.done('visits.assignPatient', { visitId, seenVersion: version, patientId: person.person.id });
    const lacking = await desk.done('registrations.list', { filter: { noPatient: true }, from: 0, count: 9 });
    expect(lacking.total).toBe(0);
    const all = await desk.done('registrations.list', { from: 0, count: 9 });
    expect(all.rows[0]).toMatchObject({ person: { lastName: 'Okafor' }, sync: 'waiting' });
  });
});

describe('one registration', () => {
  it('is shown with its visit, its relatives and fields of unpublished form as text', async () => {
    const parent = store(1);
    const child = store(2, {
      parent_id: parent.id,
      clinical_details: { fasting: true, notes: ['tired', 'since May'] },
      uk_address: { line1: '1 High Street', city: 'London', line2: null },
      lab_id: 4711,
      doctors_note: '',
    });
    const detail = await desk.done('registrations.get', { registrationId: child.id });
    expect(detail).toMatchObject({
      parent: { id: parent.id, code: 'DRW-BBB1' },
      clinicalDetails: 'fasting: true\nnotes: tired, since May',
      address: 'line1: 1 High Street\ncity: London',
      labId: '4711',
      doctorsNote: null,
      visit: null,
    });
    expect((await desk.done('registrations.get', { registrationId: parent.id })).retests).toEqual([
      { id: child.id, code: 'DRW-BBB2' },
    ]);
    // Nobody has asked for its label: the form’s code is not told as the label’s.
    expect(detail).toMatchObject({ trfCode: 'DRW-BBB2', labelCode: null });
    store(2, { label_sample_id: 'TUBE0002' });
    expect((await desk.done('registrations.get', { registrationId: child.id })).labelCode).toBe('TUBE0002');
    store(2, { parent_id: parent.id });
    const visitId = desk.addVisit(1);
    const ofVisit = await desk.done('registrations.get', { registrationId: uuidOf(20_001) });
    expect(ofVisit.visit).toMatchObject({ id: visitId, deskState: 'expected', date: '2026-03-03' });
    expect(ofVisit.appointment?.known?.startsAtMs).toBe(NINE_O_CLOCK_MS + 600_000);
    expect((await desk.refused('registrations.get', { registrationId: uuidOf(99) })).kind).toBe('not-found');
  });

  it('has parts that are read when asked for, kept with their time, and not known where they were never read', async () => {
    desk.addVisit(1);
    const ask = (part: 'patient' | 'order' | 'appointment' | 'lab-id' | 'products') =>
      desk.call('registrations.part', { registrationId: uuidOf(20_001), part });
    const before = await ask('patient');
    expect(before.ok ? null : before.error.kind).toBe('offline');
    await online();
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'registrations.labId'
        ? { status: 200, body: { lab_id: 'L-1' } }
        : endpoint === 'registrations.products'
          ? { status: 200, body: examplePage([exampleProduct()]) }
          : endpoint === 'products.biomarkers'
            ? { status: 500, body: {} }
            : null;
    const patient = await desk.done('registrations.part', {
      registrationId: uuidOf(20_001),
      part: 'patient',
    });
    expect(patient).toMatchObject({ live: true, items: [{ title: 'OLIVER, Ada' }] });
    // The service says that there is no order: that is known, and not the same as never read.
    expect(
      (await desk.done('registrations.part', { registrationId: uuidOf(20_001), part: 'order' })).items,
    ).toEqual([]);
    const labId = await ask('lab-id');
    expect(labId.ok && labId.value.items[0]?.title).toBe('lab id: L-1');
    const products = await ask('products');
    expect(products.ok && products.value.items[0]?.lines.at(-1)).toEqual({
      name: 'Biomarkers',
      text: 'could not be read',
    });
    expect((await ask('appointment')).ok).toBe(true);
    const readAtMs = patient.fetchedAtMs;
    await desk.setLine({ up: false, reading: false });
    await desk.advance(60_000);
    expect(await ask('patient')).toMatchObject({
      ok: true,
      value: { live: false, problem: null, fetchedAtMs: readAtMs, items: [{ title: 'OLIVER, Ada' }] },
    });
  });

  it.each(['afterwards', 'while it was being read'])(
    'has no patient’s record of the person before once it was given to somebody else %s',
    async (when) => {
      desk.addVisit(1);
      desk.addVisit(2, { patient: { firstName: 'Ben', lastName: 'Hall', dateOfBirth: '1971-02-03' } });
      const of = { registrationId: uuidOf(20_001), part: 'patient' } as const;
      const [own, another] = [20_001, 20_002].map((number) => desk.service.registrations.get(uuidOf(number)));
      const { db } = desk.parts.store;
      const reassign = (): void => {
        if (!own || !another) throw new Error('These registrations were added above.');
        const { patient_id, first_name, last_name, date_of_birth } = another;
        upsertRegistrations(db, [{ ...own, patient_id, first_name, last_name, date_of_birth }], Date.now());
      };
      await online();
      desk.service.answer = ({ endpoint }) => {
        if (endpoint === 'registrations.patient' && when !== 'afterwards') reassign();
        return null;
      };
      await desk.call('registrations.part', of);
      if (when === 'afterwards') {
        expect(await desk.done('registrations.part', of)).toMatchObject({
          items: [{ title: 'OLIVER, Ada' }],
        });
        reassign();
      }
      await desk.setLine({ up: false, reading: false });
      expect(await desk.refused('registrations.part', of)).toMatchObject({ kind: 'offline' });
    },
  );

  it.each([
    [409, { error: { code: 'conflict', message: 'Not now.' } }, { kind: 'conflict' }],
    [
      422,
      { error: { code: 'invalid', message: 'Not now.' } },
      { kind: 'rejected', fields: { '': 'Not now.' } },
    ],
    [500, {}, { kind: 'busy', reason: 'server-error' }],
  ])('says with a kept part that the service was asked and answered %i', async (status, body, problem) => {
    desk.addVisit(1);
    await online();
    const patient = { registrationId: uuidOf(20_001), part: 'patient' } as const;
    const { fetchedAtMs } = await desk.done('registrations.part', patient);
    desk.service.answer = () => ({ status, body });
    expect(await desk.done('registrations.part', patient)).toMatchObject({
      live: false,
      fetchedAtMs,
      items: [{ title: 'OLIVER, Ada' }],
      problem,
    });
    // What was never read has nothing to show but the reason.
    expect(await desk.refused('registrations.part', { ...patient, part: 'lab-id' })).toMatchObject(problem);
  });
});

describe('the order of a registration', () => {
  const readOrder = () => desk.done('registrations.part', { registrationId: uuidOf(20_001), part: 'order' });
  const told = (order: object) => {
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'registrations.order' ? { status: 200, body: { id: uuidOf(800), ...order } } : null;
  };

  it('is kept once it was read: it stands in the list, and opens without a connection with its age', async () => {
    desk.addVisit(1);
    expect((await desk.done('orders.list', {})).items).toEqual([]);
    await online();
    told({ order_number: 'ORD-7', status: 'placed', payment_status: 'paid' });
    const before = desk.events.length;
    const { items, fetchedAtMs } = await readOrder();
    expect(items).toMatchObject([{ title: 'Order ORD-7', linkedId: uuidOf(800) }]);
    expect(
      desk.events.slice(before).flatMap((event) => (event.type === 'changed' ? event.topics : [])),
    ).toContain('orders');
    expect((await desk.done('orders.list', {})).items).toMatchObject([{ id: uuidOf(800), number: 'ORD-7' }]);
    await desk.setLine({ up: false, reading: false });
    await desk.advance(60_000);
    const offline = await desk.done('orders.read', { orderId: uuidOf(800) });
    expect(offline).toMatchObject({
      live: false,
      number: 'ORD-7',
      asOfMs: fetchedAtMs,
      paymentStatus: 'paid',
    });
  });

  it('loses nothing that was read of it before when the registration tells less', async () => {
    desk.addVisit(1);
    await online();
    told({ order_number: 'ORD-7', payment_status: 'paid' });
    await readOrder();
    told({ status: 'cancelled' });
    await readOrder();
    expect(await desk.done('orders.get', { orderId: uuidOf(800) })).toMatchObject({
      number: 'ORD-7',
      paymentStatus: 'paid',
      status: 'cancelled',
    });
  });
});

describe('the patient of a registration', () => {
  const ada = uuidOf(30_001);
  const ben = uuidOf(30_002);
  const id = uuidOf(20_001);

  it('is replaced deliberately: the appointment goes along, and what was confirmed is withdrawn', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: { firstName: 'Ben', lastName: 'Hall', dateOfBirth: '1971-02-03' } });
    const before = await desk.done('visits.get', { visitId });
    await desk.done('visits.checkIn', {
      visitId,
      seenVersion: before.version,
      identifiers: [
        { kind: 'name', stated: null },
        { kind: 'date-of-birth', stated: null },
      ],
      relaxedReason: null,
    });
    const changed = await desk.done('registrations.assign', {
      registrationId: id,
      patientId: ben,
      seenPatientId: ada,
    });
    expect(changed).toMatchObject({ person: { lastName: 'Hall' }, sync: 'waiting' });
    const visit = await desk.done('visits.get', { visitId });
    expect(visit).toMatchObject({ person: { lastName: 'Hall' }, identity: null });
    expect(visit.troubles.map(({ kind }) => kind)).toContain('identity-withdrawn');
    expect(visit.pendingChanges.map(({ kind }) => kind)).toEqual([
      'registration.assign',
      'appointment.assign',
    ]);
  });

  it('is not replaced when the screen showed another one, by the same one, or by nobody who is known', async () => {
    desk.addVisit(1);
    desk.addVisit(2, { patient: { firstName: 'Ben', lastName: 'Hall', dateOfBirth: '1971-02-03' } });
    const refused = async (patientId: string, seenPatientId: string | null) =>
      (await desk.refused('registrations.assign', { registrationId: id, patientId, seenPatientId })).kind;
    expect(await refused(ben, null)).toBe('conflict');
    expect(await refused(ada, ada)).toBe('rejected');
    expect(await refused(uuidOf(9), ada)).toBe('not-found');
    expect((await desk.done('outbox.list', { show: 'all' })).items).toEqual([]);
  });

  it('is put on one without a visit and without a patient', async () => {
    const free = store(1);
    desk.addVisit(2, { patient: { firstName: 'Ben', lastName: 'Hall', dateOfBirth: '1971-02-03' } });
    const changed = await desk.done('registrations.assign', {
      registrationId: free.id,
      patientId: ben,
      seenPatientId: null,
    });
    expect(changed.person?.lastName).toBe('Hall');
  });
});

describe('finding one that was never seen', () => {
  const stranger = exampleRegistration({
    id: uuidOf(60_001),
    trf_code: 'DRW-ZZZ001',
    short_code: 'ZZZ001',
    foreign_id: 'shop-1',
    appointment_id: null,
    patient_id: null,
  });

  it('asks the service by its own names, keeps the record, and asks nobody the second time', async () => {
    await online();
    desk.service.registrations.set(stranger.id, stranger);
    const first = await desk.done('registrations.find', { text: ' drw-zzz001 ' });
    expect(first).toMatchObject({ askedService: true, rows: [{ id: stranger.id, trfCode: 'DRW-ZZZ001' }] });
    expect((await desk.done('registrations.get', { registrationId: stranger.id })).foreignId).toBe('shop-1');
    const asked = desk.service.requests.length;
    expect(await desk.done('registrations.find', { text: 'shop-1' })).toMatchObject({ askedService: false });
    expect(desk.service.requests).toHaveLength(asked);
  });

  it('asks by the code on a label or the number of an order, which may lead to several', async () => {
    await online();
    const second = exampleRegistration({
      ...stranger,
      id: uuidOf(60_002),
      trf_code: 'DRW-ZZZ002',
      foreign_id: null,
    });
    desk.service.answer = ({ endpoint, params }) =>
      endpoint === 'registrations.getByBarcode' && params['barcode'] === '10045'
        ? { status: 200, body: examplePage([stranger, second, stranger]) }
        : null;
    const found = await desk.done('registrations.find', { text: '10045' });
    expect(found.rows.map(({ id }) => id)).toEqual([stranger.id, second.id]);
    expect(await desk.done('registrations.find', { text: '10046' })).toMatchObject({
      rows: [],
      askedService: true,
    });
  });

  it('never asks by what may be a person', async () => {
    await online();
    const asked = desk.service.requests.length;
    for (const text of [
      'Oliver',
      'oliver james',
      'Smith-Jones',
      'OLIVER JAMES',
      '15/3/1984',
      '15 Mar 1984',
      '1984-03-15',
      'ada@example.org',
      '943 476 5919',
      // A wristband with that number, with and without the mark of GS1.
      ']d28018505089894347659192',
      '8018505089894347659192',
    ]) {
      expect(await desk.done('registrations.find', { text })).toMatchObject({
        rows: [],
        askedService: false,
      });
    }
    expect(desk.service.requests).toHaveLength(asked);
  });

  it.each([
    ['9', '', '9434765919'],
    ['', '9', '9434765919'],
    ['15', '', '15/3/1984'],
    ['D', '', 'D10045'],
  ])(
    'asks by nothing shorter than what was typed where scanners send “%s…%s”',
    async (prefix, trailer, text) => {
      await desk.close();
      desk = openTestDesk({ scanner: { prefix, trailer, suffix: 'Enter', idleMs: 150 } });
      await online();
      const asked = desk.service.requests.length;
      await desk.done('registrations.find', { text });
      const now = desk.service.requests
        .slice(asked)
        .map(({ params }) => Object.values(params))
        .flat();
      expect(now.filter((value) => value !== text)).toEqual([]);
      expect(now.length > 0).toBe(text === 'D10045');
    },
  );

  it('asks by a form’s code without a digit that begins as others do here', async () => {
    store(1);
    await online();
    const found = exampleRegistration({ ...stranger, trf_code: 'DRW-AFWYGT', short_code: 'AFWYGT' });
    desk.service.answer = ({ endpoint, params }) =>
      endpoint === 'registrations.get' && params['id'] === 'DRW-AFWYGT' ? { status: 200, body: found } : null;
    expect(await desk.done('registrations.find', { text: 'drw-afwygt' })).toMatchObject({
      rows: [{ id: found.id }],
    });
  });

  it.each([
    ['one answer about another is nobody under the code', ['another'], null],
    ['one answer about another is forgotten for the right one', ['another', 'right'], stranger.id],
    [
      'one that it knows by an older code is believed when it says so twice',
      ['another', 'another'],
      uuidOf(60_002),
    ],
  ])('of a registration that does not show the code: %s', async (_what, answers, foundId) => {
    await online();
    const another = exampleRegistration({
      ...stranger,
      id: uuidOf(60_002),
      trf_code: 'DRW-ZZZ002',
      short_code: 'ZZZ002',
    });
    const told = answers.map((which) => (which === 'right' ? stranger : { ...another, foreign_id: null }));
    desk.service.answer = ({ endpoint }) => {
      const body = endpoint === 'registrations.get' ? told.shift() : undefined;
      return body ? { status: 200, body } : null;
    };
    const { rows } = await desk.done('registrations.find', { text: 'DRW-ZZZ001' });
    expect(rows.map(({ id }) => id)).toEqual(foundId === null ? [] : [foundId]);
  });

  it('puts whoever was booked a moment ago on the board, with the appointment', async () => {
    desk.addVisit(1);
    await online();
    const booked = exampleRegistration({
      id: uuidOf(60_010),
      trf_code: 'DRW-ZZZ010',
      short_code: 'ZZZ010',
      foreign_id: null,
      appointment_id: uuidOf(60_011),
    });
    desk.service.registrations.set(booked.id, booked);
    const before = await desk.done('board.get', {});
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'registrations.appointment'
        ? {
            status: 200,
            body: exampleAppointment({
              id: uuidOf(60_011),
              test_location_id: LOCATION_ID,
              starts_at: new Date(NINE_O_CLOCK_MS + 600_000).toISOString(),
            }),
          }
        : null;
    const found = await desk.done('registrations.find', { text: 'DRW-ZZZ010' });
    const [row] = found.rows;
    expect(row).toMatchObject({ trfCode: 'DRW-ZZZ010', visitId: expect.any(String) as string });
    expect(row?.appointment?.startsAtMs).toBe(NINE_O_CLOCK_MS + 600_000);
    const board = await desk.done('board.get', {});
    expect(board.rows).toHaveLength(before.rows.length + 1);
    expect(board.rows.map(({ id }) => id)).toContain(row?.visitId);
  });

  it('is found although its appointment cannot be read', async () => {
    await online();
    const booked = exampleRegistration({
      ...stranger,
      id: uuidOf(60_012),
      trf_code: 'DRW-ZZZ012',
      appointment_id: uuidOf(60_013),
    });
    desk.service.registrations.set(booked.id, booked);
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'registrations.appointment' ? { status: 500, body: {} } : null;
    expect(await desk.done('registrations.find', { text: 'DRW-ZZZ012' })).toMatchObject({
      rows: [{ id: booked.id, visitId: null, appointment: null }],
    });
  });

  it('says that it cannot ask while the connection is down', async () => {
    expect((await desk.refused('registrations.find', { text: 'DRW-ZZZ001' })).kind).toBe('offline');
  });
});
