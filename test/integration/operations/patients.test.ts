// People: found by whatever is known of them, created with all that the service takes, shown with all that is known.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Input } from '../../../src/contract/index.ts';
import { insertRow } from '../../../src/core/store/outbox/outbox-moves.ts';
import { run } from '../../../src/core/store/db/database.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { showAnswers } from '../../support/told-answers.ts';
import { examplePatient } from '../../support/wire-examples.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const DRAFT = {
  firstName: 'Þóra',
  lastName: 'Đorđević-Ægir',
  dateOfBirth: '2004-02-29',
  gender: 'female',
  email: 'thora@example.test',
  ethnicity: 'White other',
  address: { line1: '1 High Street', city: 'London', postalCode: 'NW1 4RY', countryCode: 'GB' },
} as const satisfies Input<'patients.create'>['draft'];

async function create(): Promise<string> {
  const created = await desk.done('patients.create', { draft: DRAFT });
  if (created.kind !== 'created') throw new Error('somebody alike was found');
  return created.person.id;
}

const found = async (text: string): Promise<readonly string[]> =>
  (await desk.done('patients.search', { text })).people.map(({ lastName }) => lastName);

it('finds a person without the letters that a keyboard lacks, by date, reference and code', async () => {
  const id = await create();
  desk.addVisit(1);
  for (const text of ['dordevic thora', 'aegir', '29/2/04', '29 Feb 2004 thora', `desk-${id}`]) {
    expect(await found(text), text).toEqual(['Đorđević-Ægir']);
  }
  expect(await found('drw-aaa001')).toEqual(['Oliver']);
  expect(await found('x'.repeat(200))).toEqual([]);
  const { similar } = await desk.done('patients.search', { text: 'oliwer' });
  expect(similar.map(({ lastName }) => lastName)).toEqual(['Oliver']);
  expect((await desk.done('patients.search', { text: '15 3 84', limit: 1 })).more).toBe(false);
  expect((await desk.done('patients.count', {})).people).toBe(2);
});

it('tells whoever looks for somebody that all were read once more, also where there was nobody new', async () => {
  desk.addVisit(1);
  await desk.setLine({ up: true, reading: false });
  const before = (await desk.done('patients.count', {})).asOfMs ?? 0;
  const untold = await showAnswers(desk, { 'patients.count': {} });
  await desk.advance(50 * 60_000);
  expect((await desk.done('patients.count', {})).asOfMs).toBeGreaterThan(before);
  expect(await untold()).toEqual([]);
});

it('sends ethnicity and address, and shows what was entered until the service has answered', async () => {
  const id = await create();
  const before = await desk.done('patients.record', { patientId: id });
  expect(before).toMatchObject({
    from: 'desk',
    serviceId: null,
    ethnicity: 'White other',
    enteredAddress: '1 High Street\nLondon\nNW1 4RY\nGB',
    changes: [{ kind: 'patient.create' }],
  });
  desk.service.answer = ({ endpoint, body }) =>
    endpoint === 'patients.create'
      ? {
          status: 201,
          body: examplePatient({
            id: uuidOf(700),
            first_name: DRAFT.firstName,
            last_name: DRAFT.lastName,
            date_of_birth: DRAFT.dateOfBirth,
            gender: 'female',
            ethnicity: 'White other',
            address_id: uuidOf(701),
            foreign_id: (body as { foreign_id: string }).foreign_id,
          }),
        }
      : null;
  await desk.setLine({ up: true, reading: false });
  const sent = desk.service.requests.find(({ endpoint }) => endpoint === 'patients.create');
  expect(sent?.body).toMatchObject({
    ethnicity: 'White other',
    address: { line1: '1 High Street', city: 'London', postal_code: 'NW1 4RY', country_code: 'GB' },
  });
  expect(await desk.done('patients.record', { patientId: id })).toMatchObject({
    from: 'patient',
    serviceId: uuidOf(700),
    addressId: uuidOf(701),
    changes: [],
  });
});

it('sends a person whom an older desk saved, without the fields of today', async () => {
  const patientId = uuidOf(710);
  const { firstName, lastName, dateOfBirth, gender, email } = DRAFT;
  insertRow(desk.parts.store.db, {
    id: `${uuidOf(711)}.1`,
    change: {
      kind: 'patient.create',
      payload: {
        patientId,
        foreignId: 'desk-old',
        firstName,
        lastName,
        dateOfBirth,
        gender,
        email,
        phoneNumber: null,
      },
    },
    subjectId: patientId,
    visitId: null,
    actor: 'JB',
    commandId: uuidOf(711),
    createdAtMs: NINE_O_CLOCK_MS,
    parents: new Set(),
  });
  run(desk.parts.store.db, 'UPDATE outbox SET payload_version = 1 WHERE subject_id = ?', [patientId]);
  await desk.setLine({ up: true, reading: false });
  expect(desk.service.requests.find(({ endpoint }) => endpoint === 'patients.create')?.body).toEqual({
    first_name: firstName,
    last_name: lastName,
    email,
    date_of_birth: dateOfBirth,
    gender,
    foreign_id: 'desk-old',
  });
});

it('shows visits of all days, registrations and orders as far as they were read', async () => {
  const visitId = desk.addVisit(1);
  const other = desk.addVisit(2, { startsAtMs: NINE_O_CLOCK_MS + 20 * 24 * 60 * 60_000 });
  const record = await desk.done('patients.record', { patientId: uuidOf(30_001) });
  expect(record).toMatchObject({
    from: 'patient',
    person: { lastName: 'Oliver' },
    registrationCount: 1,
    orders: [],
  });
  expect(record.visits.map(({ id }) => id)).toEqual([visitId]);
  expect(
    (await desk.done('patients.record', { patientId: uuidOf(30_002) })).visits.map(({ id }) => id),
  ).toEqual([other]);
  desk.service.answer = ({ endpoint }) =>
    endpoint === 'registrations.order' ? { status: 200, body: { id: uuidOf(800), status: 'paid' } } : null;
  await desk.setLine({ up: true, reading: false });
  await desk.done('registrations.part', { registrationId: uuidOf(20_001), part: 'order' });
  expect((await desk.done('patients.record', { patientId: uuidOf(30_001) })).orders).toEqual([
    { orderId: uuidOf(800), number: null, registrationId: uuidOf(20_001), code: 'DRW-AAA001' },
  ]);
  expect((await desk.refused('patients.record', { patientId: uuidOf(9) })).kind).toBe('not-found');
});

it('shows a registration that a waiting change gives to the person', async () => {
  const visitId = desk.addVisit(1, { patient: null });
  const patientId = await create();
  const { version } = await desk.done('visits.get', { visitId });
  await desk.done('visits.assignPatient', { visitId, seenVersion: version, patientId });
  const record = await desk.done('patients.record', { patientId });
  expect(record.registrations).toMatchObject([{ trfCode: 'DRW-AAA001', sync: 'waiting' }]);
  expect(record.visits).toHaveLength(1);
  expect(record.changes.map(({ kind }) => kind)).toEqual(['patient.create', 'registration.assign']);
});

it('says with a code, and not in a schema’s words, that a text is too long', async () => {
  expect(await desk.refused('patients.search', { text: 'x'.repeat(201) })).toMatchObject({
    kind: 'rejected',
    fields: { text: 'too-long' },
  });
  const long = { ...DRAFT, lastName: 'x'.repeat(10_000) };
  expect(await desk.refused('patients.create', { draft: long })).toMatchObject({
    fields: { 'draft.lastName': 'too-long' },
  });
});
