// The number of an order, scanned or typed: it leads to all its registrations that are known here, also while nothing can be asked.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveOrder, saveOrderPart } from '../../../src/core/store/mirror/orders.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { examplePage, exampleRegistration } from '../../support/wire-examples.ts';
import { deskSteps } from './support/desk-steps.ts';

const ORDER_ID = uuidOf(50);
const NUMBER = 'ORD-10000007';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());
const { checkInAndStart } = deskSteps(() => desk);

const online = () => desk.setLine({ up: true, reading: false });
const offline = () => desk.setLine({ up: false, reading: false });

const registration = (number: number, changes: Partial<Registration> = {}): Registration =>
  exampleRegistration({
    id: uuidOf(60_000 + number),
    trf_code: `DRW-ZZZ00${number}`,
    short_code: `ZZZ00${number}`,
    foreign_id: null,
    appointment_id: null,
    patient_id: null,
    ...changes,
  });
const FIRST = registration(1);
const SECOND = registration(2);

function store(...registrations: Registration[]): void {
  upsertRegistrations(desk.parts.store.db, registrations, NINE_O_CLOCK_MS);
}

/** An order that somebody has read here, with its registrations. */
function readOrder(number: string, registrations: readonly { readonly id: string }[]): void {
  const { db } = desk.parts.store;
  saveOrder(db, { id: ORDER_ID, order_number: number } as { id: string }, NINE_O_CLOCK_MS);
  saveOrderPart(db, { orderId: ORDER_ID, part: 'registrations' }, registrations, NINE_O_CLOCK_MS);
}

function serviceKnows(...registrations: Registration[]): void {
  desk.service.answer = ({ endpoint, params }) =>
    endpoint === 'registrations.getByBarcode' && params['barcode'] === NUMBER
      ? { status: 200, body: examplePage(registrations) }
      : null;
}

const scan = (text: string, source: 'scanner' | 'typed' = 'scanner', visitId: string | null = null) =>
  desk.done('scan.submit', { text, visitId, source });

it('leads to all registrations of an order that was read here, with the line down', async () => {
  store(FIRST, SECOND, registration(3));
  readOrder(NUMBER, [FIRST, SECOND]);
  const asked = desk.service.requests.length;
  for (const [text, source] of [
    [NUMBER, 'scanner'],
    [`]C0${NUMBER.toLowerCase()}\r`, 'scanner'],
    [NUMBER, 'typed'],
  ] as const) {
    expect(await scan(text, source)).toMatchObject({
      kind: 'leads-to',
      rows: [
        { id: FIRST.id, trfCode: 'DRW-ZZZ001', visitId: null },
        { id: SECOND.id, trfCode: 'DRW-ZZZ002' },
      ],
    });
  }
  expect(await desk.done('registrations.find', { text: NUMBER })).toMatchObject({
    rows: [{ id: FIRST.id }, { id: SECOND.id }],
    askedService: false,
  });
  expect(desk.service.requests).toHaveLength(asked);
  expect(await scan('ORD-10000008')).toMatchObject({ kind: 'unknown' });
  expect((await desk.refused('registrations.find', { text: 'ORD-10000008' })).kind).toBe('offline');
});

it('takes the numbers of orders as they are written, digits alone too', async () => {
  store(FIRST);
  readOrder('10045', [FIRST]);
  expect(await scan('10045')).toMatchObject({ kind: 'leads-to', rows: [{ id: FIRST.id }] });
  expect(await scan('1004')).toMatchObject({ kind: 'unknown' });
});

it('knows the order from a registration that led to it', async () => {
  await online();
  store(FIRST);
  desk.service.registrations.set(FIRST.id, FIRST);
  desk.service.answer = ({ endpoint }) =>
    endpoint === 'registrations.order' ? { status: 200, body: { id: ORDER_ID, order_number: NUMBER } } : null;
  await desk.done('registrations.part', { registrationId: FIRST.id, part: 'order' });
  await offline();
  expect(await scan(NUMBER)).toMatchObject({ kind: 'leads-to', rows: [{ id: FIRST.id }] });
});

it('asks the service for more while there is a line, and remembers its answer for when there is none', async () => {
  await online();
  store(FIRST);
  readOrder(NUMBER, [FIRST]);
  serviceKnows(FIRST, SECOND);
  // What is known here is the answer at once; the rest is asked for.
  expect(await scan(NUMBER)).toMatchObject({ kind: 'leads-to', rows: [{ id: FIRST.id }] });
  expect(await desk.done('registrations.find', { text: NUMBER })).toMatchObject({
    rows: [{ id: FIRST.id }, { id: SECOND.id }],
    askedService: true,
  });
  await offline();
  expect(await scan(NUMBER)).toMatchObject({
    kind: 'leads-to',
    rows: [{ id: FIRST.id }, { id: SECOND.id }],
  });
});

it('forgets a code to which the service has another answer', async () => {
  await online();
  serviceKnows(FIRST);
  await desk.done('registrations.find', { text: NUMBER });
  serviceKnows(SECOND);
  expect(await desk.done('registrations.find', { text: NUMBER })).toMatchObject({
    rows: [{ id: SECOND.id }],
    askedService: true,
  });
  serviceKnows();
  expect(await desk.done('registrations.find', { text: NUMBER })).toMatchObject({ rows: [] });
  expect(await scan(NUMBER)).toMatchObject({ kind: 'unknown' });
});

it('opens the visits of its registrations, also while it is typed', async () => {
  const visitId = desk.addVisit(1);
  const visit = await desk.done('visits.get', { visitId });
  store(FIRST);
  readOrder(NUMBER, [...visit.registrations.map(({ id }) => ({ id })), FIRST]);
  const answer = await scan(NUMBER);
  if (answer.kind !== 'leads-to') throw new Error(`it led to ${answer.kind}`);
  expect(answer.rows.map((row) => row.visitId).sort()).toEqual([visitId, null].sort());
  const found = await desk.done('search.find', { text: NUMBER });
  expect(found.visits.map(({ id }) => id)).toEqual([visitId]);
});

it('proves no label', async () => {
  const visitId = desk.addVisit(1);
  const visit = await desk.done('visits.get', { visitId });
  readOrder(
    NUMBER,
    visit.registrations.map(({ id }) => ({ id })),
  );
  await checkInAndStart(visitId);
  expect(await scan(NUMBER, 'scanner', visitId)).toMatchObject({ kind: 'label-refused', why: 'unknown' });
});
