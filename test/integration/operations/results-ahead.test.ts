// Lab results are read before anybody asks for them: those of the people of today and tomorrow, once, and never anybody's
// of whom it is not certain whose they are.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDesk, NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../support/test-service.ts';
import { examplePage, type exampleRegistration } from '../../support/wire-examples.ts';
import { EARLIER, REGISTRATION, resultsSteps } from './support/results-desk.ts';

const DAY_MS = 24 * 3_600_000;
/** Longer than from one reading to the next. */
const NEXT_READING_MS = 200_000;
const MORE_THAN_AN_HOUR_MS = 3_700_000;

let desk: TestDesk;
let answer: (request: TestRequest) => TestAnswer;
const ferritin = (value: string): TestAnswer => ({
  status: 200,
  body: examplePage([
    {
      id: uuidOf(60_001),
      name: 'Ferritin',
      code: 'FERR',
      value,
      min_range: '15',
      max_range: '150',
      unit_type: 'µg/L',
      out_of_range: null,
      successful: true,
      status: 'success',
      biomarker_id: uuidOf(61_001),
      comment: null,
      human_readable_value: value,
      error_reason: null,
      fallback_range_applied: false,
    },
  ]),
});

beforeEach(() => {
  desk = openTestDesk();
  answer = () => ferritin('40');
  desk.service.answer = (request) =>
    request.endpoint === 'registrations.labResults' ? answer(request) : null;
});
afterEach(() => desk.close());

const up = () => desk.setLine({ up: true, reading: false });
const down = () => desk.setLine({ up: false, reading: false });
const get = (registrationId = REGISTRATION) => desk.done('results.get', { registrationId });
const askedFor = (registrationId = REGISTRATION): number =>
  desk.service.requests.filter(
    ({ endpoint, params }) => endpoint === 'registrations.labResults' && params['id'] === registrationId,
  ).length;

function change(changes: Parameters<typeof exampleRegistration>[0], id = REGISTRATION): void {
  const known = desk.service.registrations.get(id);
  if (known) desk.service.registrations.set(id, { ...known, ...changes });
}

const { addEarlier } = resultsSteps(() => desk);

it('results of somebody who comes today are there with the line down, with their age and the earlier ones', async () => {
  desk.addVisit(1);
  change({ results_ready: true, doctors_note: 'Well done.' });
  addEarlier();
  await up();
  await desk.advance(NEXT_READING_MS);
  await down();
  await desk.advance(DAY_MS / 24);
  const { report } = await get();
  expect(report).toMatchObject({
    ready: true,
    doctorsNote: 'Well done.',
    earlierUnread: 0,
    items: [{ code: 'FERR', value: '40', earlier: [{ registrationId: EARLIER, value: '40' }] }],
  });
  expect(report?.askedAtMs).toBeLessThanOrEqual(NINE_O_CLOCK_MS + NEXT_READING_MS);
  expect((await get(EARLIER)).report).toMatchObject({ ready: true });
});

it('screens learn that results have come', async () => {
  desk.addVisit(1);
  change({ results_ready: true });
  await up();
  await desk.advance(NEXT_READING_MS);
  expect(desk.events.some((event) => event.type === 'changed' && event.topics.includes('results'))).toBe(
    true,
  );
});

it('what was read is not asked for again until the registration changes', async () => {
  desk.addVisit(1);
  change({ results_ready: true, status: 'partial_result' });
  await up();
  await desk.advance(3 * MORE_THAN_AN_HOUR_MS);
  expect(askedFor()).toBe(1);
  answer = () => ferritin('41');
  change({ status: 'success' });
  await desk.advance(MORE_THAN_AN_HOUR_MS);
  expect(askedFor()).toBe(2);
  expect((await get()).report?.items).toMatchObject([{ value: '41' }]);
});

it('results that the registration calls ready no more are asked for once more, and are not there with the line down', async () => {
  desk.addVisit(1);
  change({ results_ready: true, status: 'success' });
  await up();
  await desk.advance(NEXT_READING_MS);
  expect((await get()).report).toMatchObject({ ready: true, saidNotReady: false });
  change({ results_ready: false, status: 'processing_error' });
  answer = () => ({ status: 204 });
  await desk.advance(3 * MORE_THAN_AN_HOUR_MS);
  expect(askedFor()).toBe(2);
  await down();
  expect((await get()).report).toMatchObject({ ready: false, takenBack: true, items: [] });
});

it('nothing is asked for whose registration has no results, nor for people of other days', async () => {
  desk.addVisit(1);
  desk.addVisit(2, { startsAtMs: NINE_O_CLOCK_MS + DAY_MS });
  desk.addVisit(3, { startsAtMs: NINE_O_CLOCK_MS + 3 * DAY_MS });
  change({ results_ready: true }, uuidOf(20_002));
  change({ results_ready: true }, uuidOf(20_003));
  await up();
  await desk.advance(NEXT_READING_MS);
  expect([20_001, 20_002, 20_003].map((number) => askedFor(uuidOf(number)))).toEqual([0, 1, 0]);
});

it('results that were called ready and are not there are remembered as not ready, and asked for after an hour', async () => {
  desk.addVisit(1);
  change({ results_ready: true });
  answer = () => ({ status: 204 });
  await up();
  await desk.advance(MORE_THAN_AN_HOUR_MS / 2);
  expect(askedFor()).toBe(1);
  expect((await get()).report).toMatchObject({ ready: false, takenBack: false });
  answer = () => ferritin('40');
  await desk.advance(MORE_THAN_AN_HOUR_MS);
  expect(askedFor()).toBe(2);
  expect((await get()).report).toMatchObject({ ready: true });
});

it('results that cannot be read wait an hour, keep nobody else’s from coming, and do not call the connection bad', async () => {
  desk.addVisit(1);
  desk.addVisit(2);
  for (const id of [REGISTRATION, uuidOf(20_002)]) change({ results_ready: true }, id);
  answer = ({ params }) => (params['id'] === REGISTRATION ? { status: 500, body: {} } : ferritin('40'));
  await up();
  await desk.advance(MORE_THAN_AN_HOUR_MS / 2);
  expect(askedFor()).toBe(1);
  expect((await get(uuidOf(20_002))).report).toMatchObject({ ready: true });
  expect(desk.parts.sync.connection().state).toBe('online');
  answer = () => ferritin('40');
  await desk.advance(MORE_THAN_AN_HOUR_MS);
  expect((await get()).report).toMatchObject({ ready: true });
});

it('of somebody about whom the records disagree nothing is read', async () => {
  desk.addVisit(1);
  change({ results_ready: true, last_name: 'King' });
  await up();
  await desk.advance(NEXT_READING_MS);
  expect(askedFor()).toBe(0);
  change({ last_name: 'Oliver' });
  await desk.advance(MORE_THAN_AN_HOUR_MS);
  expect(askedFor()).toBe(1);
});

const bea = {
  patient_id: uuidOf(30_099),
  first_name: 'Bea',
  last_name: 'Quinn',
  date_of_birth: '1990-01-01',
};
const nobody = { patient_id: null, first_name: null, last_name: null, date_of_birth: null };

it.each([
  ['another patient', bea, 'another-record'],
  ['by another name', { last_name: 'King' }, 'records-differ'],
  ['nobody', nobody, 'names-nobody'],
] as const)(
  'an earlier registration that by itself names %s gives nothing that is shown as this person’s',
  async (_, said, why) => {
    desk.addVisit(1);
    change({ results_ready: true });
    addEarlier();
    const listed = desk.service.registrations.get(EARLIER);
    const other = desk.service.answer;
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.get' && request.params['id'] === EARLIER
        ? { status: 200, body: { ...listed, ...said } }
        : other(request);
    await up();
    await desk.advance(NEXT_READING_MS);
    // It costs no request more that the registration is asked: only afterwards, before anything is kept.
    expect([askedFor(), askedFor(EARLIER)]).toEqual([1, 1]);
    const asked = desk.service.requests.map(({ endpoint, params }) => `${endpoint} ${params['id']}`);
    // Where both were read before and after a correction, the patient's own record tells which is right.
    expect(asked).toContain(`registrations.patient ${EARLIER}`);
    await down();
    expect((await get()).report).toMatchObject({
      ready: true,
      earlierInDoubt: 1,
      items: [{ value: '40', earlier: [] }],
    });
    expect(await get(EARLIER)).toMatchObject({ owner: { kind: 'in-doubt', why }, report: null });
    // While nobody opens it, the hour of a failure passes; the doubt is not asked about again and again.
    await up();
    await desk.advance(MORE_THAN_AN_HOUR_MS / 2);
    expect(askedFor(EARLIER)).toBe(1);
  },
);

it('a report of an enormous size is left to whoever opens it, and keeps nobody else’s from coming', async () => {
  desk.addVisit(1);
  desk.addVisit(2);
  for (const id of [REGISTRATION, uuidOf(20_002)]) change({ results_ready: true }, id);
  const huge = ferritin('40');
  answer = ({ params }) => (params['id'] === REGISTRATION ? ferritin('x'.repeat(600 * 1024)) : huge);
  await up();
  await desk.advance(NEXT_READING_MS);
  expect((await get()).report).toBeNull();
  expect((await get(uuidOf(20_002))).report).toMatchObject({ ready: true });
  expect(await desk.done('results.read', { registrationId: REGISTRATION })).toEqual({ outcome: 'read' });
  expect((await get()).report).toMatchObject({ ready: true });
});

it('no more requests are sent for it than the share of a minute that is kept for documents', async () => {
  desk.addVisit(1);
  const ids = Array.from({ length: 8 }, (_, index) => uuidOf(20_500 + index));
  for (let number = 2; number <= 12; number += 1) desk.addVisit(number);
  for (let number = 1; number <= 12; number += 1) {
    change({ results_ready: true }, uuidOf(20_000 + number));
    ids.forEach((id, index) =>
      addEarlier({
        id: uuidOf(20_500 + number * 100 + index),
        trf_code: `DRW-O${number}${index}`,
        short_code: `O${number}${index}`,
        patient_id: uuidOf(30_000 + number),
        completed_at: `2025-11-${10 + index}`,
      }),
    );
  }
  const at: number[] = [];
  answer = () => {
    at.push(desk.parts.clock.monotonicMs());
    return ferritin('40');
  };
  await up();
  await desk.advance(NEXT_READING_MS);
  expect(at.length).toBeGreaterThan(30);
  const inAMinute = at.map((from) => at.filter((ms) => ms >= from && ms < from + 60_000).length);
  // 240 requests a minute, a quarter of it for documents and results; each report takes two.
  expect(Math.max(...inAMinute)).toBeLessThanOrEqual(30);
});

it('of one person the newest eight reports are read, and no more', async () => {
  desk.addVisit(1);
  const ids = Array.from({ length: 10 }, (_, index) => uuidOf(20_500 + index));
  ids.forEach((id, index) =>
    addEarlier({
      id,
      trf_code: `DRW-OLD${index}`,
      short_code: `OLD${index}`,
      completed_at: `2025-11-${10 + index}`,
    }),
  );
  await up();
  await desk.advance(MORE_THAN_AN_HOUR_MS);
  expect(ids.map((id) => askedFor(id))).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
});

it('the forms and labels of everybody are asked for before any results', async () => {
  for (const number of [1, 2, 3]) desk.addVisit(number);
  change({ results_ready: true });
  const pdf: TestAnswer = {
    status: 200,
    bytes: new TextEncoder().encode('%PDF-1.7 %%EOF'),
    contentType: 'application/pdf',
  };
  desk.service.answer = (request) =>
    request.endpoint === 'registrations.labResults'
      ? answer(request)
      : ['registrations.trf', 'registrations.label'].includes(request.endpoint)
        ? pdf
        : null;
  await up();
  await desk.advance(NEXT_READING_MS);
  const order = desk.service.requests.map(({ endpoint }) => endpoint);
  expect(order.filter((endpoint) => endpoint === 'registrations.trf')).toHaveLength(3);
  expect(order.indexOf('registrations.labResults')).toBeGreaterThan(order.lastIndexOf('registrations.trf'));
});
