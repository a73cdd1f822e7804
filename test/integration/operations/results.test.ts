// Lab results: read from the service when somebody wants to see them, kept for an outage, and never anybody else's.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabResult } from '../../../src/wire/lab-result.ts';
import { dropRegistration } from '../../../src/core/store/desk/visits-of-appointments.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import { saveProductDetail } from '../../../src/core/store/mirror/product-details.ts';
import { forgetOldLabResults, readLabReports } from '../../../src/core/store/mirror/lab-results.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import { showAnswers } from '../../support/told-answers.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer } from '../../support/test-service.ts';
import { examplePage, exampleProduct, exampleRegistration } from '../../support/wire-examples.ts';

const REGISTRATION = uuidOf(20_001);
const EARLIER = uuidOf(20_500);
const PATIENT = uuidOf(30_001);

let desk: TestDesk;
/** The answer about the results of each registration; a registration without one has none yet. */
let reports: Map<string, (page: number) => TestAnswer>;

beforeEach(() => {
  desk = openTestDesk();
  // Of yesterday, so that nothing is read ahead here: see results-ahead.test.ts.
  desk.addVisit(1, { startsAtMs: NINE_O_CLOCK_MS - 24 * 3_600_000 });
  reports = new Map();
  desk.service.answer = ({ endpoint, params, query }) =>
    endpoint === 'registrations.labResults'
      ? (reports.get(params['id'] ?? '')?.(Number(query.get('page'))) ?? { status: 204 })
      : null;
});
afterEach(() => desk.close());

const up = () => desk.setLine({ up: true, reading: false });
const down = () => desk.setLine({ up: false, reading: false });
const get = () => desk.done('results.get', { registrationId: REGISTRATION });
const read = () => desk.done('results.read', { registrationId: REGISTRATION });

const ferritin = (changes: Partial<Record<keyof LabResult, unknown>> = {}): LabResult =>
  ({
    id: uuidOf(60_001),
    name: 'Ferritin',
    code: 'FERR',
    value: '12',
    min_range: '15',
    max_range: '150',
    unit_type: 'µg/L',
    out_of_range: 'low',
    successful: true,
    status: 'success',
    biomarker_id: uuidOf(61_001),
    comment: null,
    human_readable_value: '12 µg/L',
    error_reason: null,
    fallback_range_applied: false,
    ...changes,
  }) as LabResult;

const reportOf =
  (...results: LabResult[]) =>
  (): TestAnswer => ({ status: 200, body: examplePage(results) });

function addEarlier(changes: Parameters<typeof exampleRegistration>[0] = {}): void {
  desk.service.registrations.set(
    EARLIER,
    exampleRegistration({
      id: EARLIER,
      trf_code: 'DRW-OLD001',
      short_code: 'OLD001',
      patient_id: PATIENT,
      results_ready: true,
      status: 'success',
      created_at: '2025-11-02',
      completed_at: '2025-11-04T10:00:00+00:00',
      ...changes,
    }),
  );
}

function changeRegistration(changes: Parameters<typeof exampleRegistration>[0]): void {
  const known = desk.service.registrations.get(REGISTRATION);
  if (known) desk.service.registrations.set(REGISTRATION, { ...known, ...changes });
}

describe('results of a registration', () => {
  it('are read with all their pages, kept, and shown with their age while the service does not answer', async () => {
    reports.set(REGISTRATION, (page) => ({
      status: 200,
      body: {
        ...examplePage(
          [
            page === 1
              ? ferritin()
              : ferritin({
                  id: uuidOf(60_002),
                  name: 'Iron',
                  code: 'IRON',
                  value: '<0.5',
                  out_of_range: null,
                }),
          ],
          page,
          2,
        ),
        nr_of_results: 2,
      },
    }));
    await up();
    changeRegistration({ doctors_note: 'Eat more lentils.', doctors_name: 'Dr Grey' });
    expect((await get()).report).toBeNull();
    expect(await read()).toEqual({ outcome: 'read' });
    const shown = await get();
    expect(shown.owner).toMatchObject({ kind: 'person', person: { lastName: 'Oliver' } });
    expect(shown.report).toMatchObject({
      ready: true,
      doctorsNote: 'Eat more lentils.',
      doctorsName: 'Dr Grey',
      missing: 0,
      odd: [],
      items: [
        { name: 'Ferritin', value: '12', unit: 'µg/L', outOfRange: 'low', state: 'measured' },
        { name: 'Iron', value: '<0.5' },
      ],
    });
    const asked = desk.service.requests.filter(({ endpoint }) => endpoint === 'registrations.labResults');
    expect(asked.map(({ query }) => query.get('results_per_page'))).toEqual(['100', '100']);

    await down();
    await desk.advance(3_600_000);
    expect(await desk.refused('results.read', { registrationId: REGISTRATION })).toMatchObject({
      kind: 'offline',
    });
    const kept = await get();
    expect(kept.report?.items).toHaveLength(2);
    expect(kept.report?.askedAtMs).toBe(shown.report?.askedAtMs);
  });

  it('that are not ready are called so with when it was asked, and are called taken back once they had been there', async () => {
    await up();
    expect(await read()).toEqual({ outcome: 'not-ready' });
    expect((await get()).report).toMatchObject({ ready: false, takenBack: false, items: [] });
    reports.set(REGISTRATION, reportOf(ferritin()));
    await read();
    expect((await get()).report).toMatchObject({ ready: true, items: [{ code: 'FERR' }] });
    reports.clear();
    await desk.advance(60_000);
    await read();
    await read();
    expect((await get()).report).toMatchObject({ ready: false, takenBack: true, items: [] });
  });

  it('say so where the registration has said since that there are none', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    expect((await get()).report).toMatchObject({ ready: true, saidNotReady: false });
    await desk.advance(60_000);
    changeRegistration({ results_ready: false, status: 'processing_error' });
    await desk.done('sync.now', {});
    await desk.advance(60_000);
    await down();
    expect((await get()).report).toMatchObject({ ready: true, saidNotReady: true });
    // The results themselves are the later word.
    await up();
    await read();
    expect((await get()).report).toMatchObject({ ready: true, saidNotReady: false });
  });

  it('are judged one by one: an odd one is set aside and named, the others are shown', async () => {
    reports.set(REGISTRATION, () => ({
      status: 200,
      body: {
        ...examplePage([
          ferritin(),
          ferritin({ id: uuidOf(60_002), value: 7.1 }),
          ferritin({ id: uuidOf(60_003), name: 'Iron', code: 5 }),
          ferritin({ id: uuidOf(60_004), name: 'Urea', unit_type: undefined }),
        ]),
        nr_of_results: 6,
      },
    }));
    await up();
    await read();
    const { report } = await get();
    expect(report?.items.map(({ name, code }) => [name, code])).toEqual([
      ['Ferritin', 'FERR'],
      ['Iron', ''],
    ]);
    expect(report?.odd).toMatchObject([
      { id: uuidOf(60_002), field: 'value', used: false },
      { id: uuidOf(60_003), field: 'code', used: true },
      { id: uuidOf(60_004), field: 'unit_type', used: false },
    ]);
    expect(report?.missing).toBe(2);
  });

  it('have no range, unit or flag where these are blank', async () => {
    reports.set(REGISTRATION, reportOf(ferritin({ min_range: '', max_range: ' ', out_of_range: '' })));
    await up();
    await read();
    reports.set(
      REGISTRATION,
      reportOf(ferritin({ value: '13', min_range: '', max_range: '150', out_of_range: '', unit_type: ' ' })),
    );
    await read();
    expect((await get()).report?.items).toMatchObject([
      {
        minRange: null,
        maxRange: '150',
        outOfRange: null,
        unit: null,
        corrected: [{ minRange: null, maxRange: null, outOfRange: null }],
      },
    ]);
  });

  it('that come twice, because the list changed between two pages, are shown once as they came last', async () => {
    reports.set(REGISTRATION, (page) => ({
      status: 200,
      body: { ...examplePage([ferritin({ value: page === 1 ? '12' : '13' })], page, 2), nr_of_results: 1 },
    }));
    await up();
    await read();
    expect((await get()).report?.items.map(({ value }) => value)).toEqual(['13']);
  });

  it('stay as they were read when the service fails in the middle of them', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    reports.set(REGISTRATION, (page) =>
      page === 1
        ? { status: 200, body: examplePage([ferritin({ value: '99' })], 1, 2) }
        : { status: 500, body: {} },
    );
    expect(await desk.refused('results.read', { registrationId: REGISTRATION })).toMatchObject({
      kind: 'busy',
    });
    expect((await get()).report?.items.map(({ value }) => value)).toEqual(['12']);
  });

  it('say which of them failed, wait, were calculated, or have a general range', async () => {
    reports.set(
      REGISTRATION,
      reportOf(
        ferritin({
          id: uuidOf(60_002),
          status: 'failed',
          successful: false,
          value: null,
          error_reason: 'Could not be calculated',
        }),
        ferritin({ id: uuidOf(60_003), status: 'pending', successful: false, value: null }),
        ferritin({ id: uuidOf(60_004), fallback_range_applied: true }),
        ferritin({ id: uuidOf(60_005), status: 'authorised' }),
      ),
    );
    await up();
    await read();
    expect((await get()).report?.items).toMatchObject([
      { state: 'failed', calculated: true, errorReason: 'Could not be calculated' },
      { state: 'pending', calculated: false },
      { state: 'measured', fallbackRange: true },
      { state: 'not-known', status: 'authorised' },
    ]);
  });
});

it('a result is marked as calculated where the catalogue says so', async () => {
  const biomarker = { id: uuidOf(61_001), name: 'LDL', code: 'LDL', slug: 'ldl', category_id: uuidOf(1) };
  saveProductDetail(
    desk.parts.store.db,
    {
      product: {
        ...exampleProduct(),
        slug: 's',
        description: '',
        short_description: '',
        discounted_price: null,
        turnaround_time: '',
        sample_collection_instructions: '',
      },
      biomarkers: [{ ...biomarker, description: 'Calculated from CHOL, HDL, TRIG.' }],
      files: null,
      shipping: null,
      categories: null,
      faqs: null,
      video: null,
      odd: 0,
    },
    NINE_O_CLOCK_MS,
  );
  reports.set(
    REGISTRATION,
    reportOf(ferritin(), ferritin({ id: uuidOf(60_002), biomarker_id: uuidOf(61_002) })),
  );
  await up();
  await read();
  expect((await get()).report?.items.map(({ calculated }) => calculated)).toEqual([true, false]);
});

describe('earlier results', () => {
  it('are those of the same person and biomarker, read from the service once', async () => {
    addEarlier();
    reports.set(REGISTRATION, reportOf(ferritin()));
    reports.set(
      EARLIER,
      reportOf(
        ferritin({ id: uuidOf(60_900), value: '40', out_of_range: null }),
        ferritin({ id: uuidOf(60_901), biomarker_id: uuidOf(61_009), value: '1' }),
      ),
    );
    await up();
    await read();
    expect((await get()).report).toMatchObject({ earlierUnread: 1, items: [{ earlier: [] }] });
    await desk.done('results.readEarlier', { registrationId: REGISTRATION });
    expect((await get()).report).toMatchObject({
      earlierUnread: 0,
      items: [
        {
          earlier: [
            {
              registrationId: EARLIER,
              trfCode: 'DRW-OLD001',
              date: '2025-11-04',
              value: '40',
              outOfRange: null,
            },
          ],
        },
      ],
    });
    // Nothing is asked for any more, the document of the results neither: while this goes on, the screen says so.
    desk.service.requests.length = 0;
    await desk.done('results.readEarlier', { registrationId: REGISTRATION });
    expect(desk.service.requests).toEqual([]);
  });

  it('are never somebody else’s, and never later ones', async () => {
    addEarlier({ patient_id: uuidOf(30_099), first_name: 'Bea' });
    reports.set(REGISTRATION, reportOf(ferritin()));
    reports.set(EARLIER, reportOf(ferritin({ value: '40' })));
    await up();
    await read();
    await desk.done('results.readEarlier', { registrationId: REGISTRATION });
    expect((await get()).report).toMatchObject({ earlierUnread: 0, items: [{ earlier: [] }] });
    addEarlier({ created_at: '2026-12-01', completed_at: '2026-12-02' });
    await desk.done('sync.now', {});
    await desk.advance(60_000);
    expect((await get()).report).toMatchObject({ earlierUnread: 0, items: [{ earlier: [] }] });
  });

  it('of which one cannot be read do not hide the others', async () => {
    addEarlier();
    const third = uuidOf(20_501);
    desk.service.registrations.set(
      third,
      exampleRegistration({
        id: third,
        trf_code: 'DRW-OLD002',
        patient_id: PATIENT,
        results_ready: true,
        created_at: '2025-01-02',
      }),
    );
    reports.set(REGISTRATION, reportOf(ferritin()));
    reports.set(EARLIER, () => ({ status: 500, body: {} }));
    reports.set(third, reportOf(ferritin({ value: '44' })));
    await up();
    await read();
    await desk.done('results.readEarlier', { registrationId: REGISTRATION });
    expect((await get()).report).toMatchObject({ earlierUnread: 1, items: [{ earlier: [{ value: '44' }] }] });
  });

  it('are not asked for one after the other where the service takes no more requests', async () => {
    addEarlier();
    const third = uuidOf(20_501);
    desk.service.registrations.set(
      third,
      exampleRegistration({
        id: third,
        trf_code: 'DRW-OLD002',
        patient_id: PATIENT,
        results_ready: true,
        created_at: '2025-01-02',
      }),
    );
    const limited = () => ({ status: 429, headers: { 'retry-after': '60' }, body: {} });
    reports.set(REGISTRATION, reportOf(ferritin()));
    reports.set(EARLIER, limited);
    reports.set(third, limited);
    await up();
    await read();
    desk.service.requests.length = 0;
    await desk.done('results.readEarlier', { registrationId: REGISTRATION });
    expect(
      desk.service.requests.filter(({ endpoint }) => endpoint === 'registrations.labResults'),
    ).toHaveLength(1);
  });
});

describe('whose results they are', () => {
  it('is nobody’s while the records disagree about the person, and nothing is shown', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    changeRegistration({ last_name: 'King' });
    await desk.done('sync.now', {});
    await desk.advance(120_000);
    const shown = await get();
    expect(shown.owner).toMatchObject({
      kind: 'in-doubt',
      why: 'records-differ',
      namings: [{ lastName: 'Oliver' }, { lastName: 'King' }],
    });
    expect(shown.report).toBeNull();
  });

  it('is nobody’s without a patient', async () => {
    desk.addVisit(2, { patient: null });
    expect(await desk.done('results.get', { registrationId: uuidOf(20_002) })).toMatchObject({
      owner: { kind: 'nobody' },
      report: null,
    });
    await up();
    expect(await desk.done('results.read', { registrationId: uuidOf(20_002) })).toEqual({
      outcome: 'no-patient',
    });
  });

  it('is the same person where the registration by itself writes its ids in other letters', async () => {
    const { answer } = desk.service;
    const [id, patientId] = ['00000000-0000-4000-8000-00000000abcd', '00000000-0000-4000-8000-00000000beef'];
    const own = exampleRegistration({
      id,
      trf_code: 'DRW-CAP001',
      short_code: 'CAP001',
      patient_id: patientId,
    });
    upsertRegistrations(desk.parts.store.db, [own], NINE_O_CLOCK_MS);
    const inCapitals = { ...own, id: id.toUpperCase(), patient_id: patientId.toUpperCase() };
    desk.service.answer = (request) => {
      if (request.endpoint === 'registrations.get') return { status: 200, body: inCapitals };
      if (request.endpoint !== 'registrations.resultsPdf') return answer(request);
      return { status: 200, bytes: new TextEncoder().encode('%PDF-1.7'), contentType: 'application/pdf' };
    };
    reports.set(id, reportOf(ferritin()));
    await up();
    expect(await desk.done('results.read', { registrationId: id })).toEqual({ outcome: 'read' });
    expect(await desk.done('results.get', { registrationId: id })).toMatchObject({
      owner: { kind: 'person' },
      report: { ready: true },
    });
    expect(await desk.done('documents.get', { registrationId: id, kind: 'results' })).toMatchObject({
      stored: false,
    });
  });

  it('is asked before the results: of another patient than the one known here nothing is kept', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    changeRegistration({ patient_id: uuidOf(30_099) });
    expect(await read()).toEqual({ outcome: 'person-changed' });
    expect((await get()).report).toBeNull();
  });

  it('is asked after the results as well: they may be of somebody who was put on it while they were on their way', async () => {
    reports.set(REGISTRATION, () => {
      changeRegistration({ patient_id: uuidOf(30_099) });
      return reportOf(ferritin())();
    });
    await up();
    expect(await read()).toEqual({ outcome: 'person-changed' });
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt' }, report: null });
  });

  it('counts for what was kept: results read for one patient are not shown for the next', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    expect((await get()).report).not.toBeNull();
    changeRegistration({
      patient_id: uuidOf(30_099),
      first_name: 'Bea',
      last_name: 'Quinn',
      date_of_birth: '1990-01-01',
    });
    await desk.done('sync.now', {});
    await desk.advance(120_000);
    expect((await get()).report).toBeNull();
  });
});

describe('a registration that names somebody else than the list of registrations', () => {
  const listed = (changes: Parameters<typeof exampleRegistration>[0]): void => {
    const alone = desk.service.registrations.get(REGISTRATION);
    const other = desk.service.answer;
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.get' && alone
        ? { status: 200, body: { ...alone, ...changes } }
        : other(request);
  };
  const bea = {
    patient_id: uuidOf(30_099),
    first_name: 'Bea',
    last_name: 'Quinn',
    date_of_birth: '1990-01-01',
  };

  it('as nobody’s withholds the results until both agree, or until the list names nobody as well', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    const before = desk.service.answer;
    const nobody = { patient_id: null, first_name: null, last_name: null, date_of_birth: null };
    listed(nobody);
    desk.service.requests.length = 0;
    expect(await read()).toEqual({ outcome: 'person-changed' });
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt', why: 'names-nobody' }, report: null });
    expect(desk.service.requests.map(({ endpoint }) => endpoint)).not.toContain('registrations.labResults');
    await down();
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt', why: 'names-nobody' }, report: null });
    await up();
    desk.service.answer = before;
    await read();
    expect(await get()).toMatchObject({ owner: { kind: 'person' }, report: { ready: true } });
    listed(nobody);
    await read();
    changeRegistration(nobody);
    await desk.done('sync.now', {});
    await desk.advance(120_000);
    expect(await get()).toMatchObject({ owner: { kind: 'nobody' }, report: null });
  });

  it('is not set beside this person’s results as an earlier one, and is counted', async () => {
    addEarlier();
    reports.set(REGISTRATION, reportOf(ferritin()));
    reports.set(EARLIER, reportOf(ferritin({ value: '40' })));
    await up();
    await read();
    await desk.done('results.readEarlier', { registrationId: REGISTRATION });
    expect((await get()).report).toMatchObject({
      earlierInDoubt: 0,
      items: [{ earlier: [{ value: '40' }] }],
    });
    const other = desk.service.answer;
    const earlier = desk.service.registrations.get(EARLIER);
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.get' && request.params['id'] === EARLIER
        ? { status: 200, body: { ...earlier, ...bea } }
        : other(request);
    expect(await desk.done('results.read', { registrationId: EARLIER })).toEqual({
      outcome: 'person-changed',
    });
    expect((await get()).report).toMatchObject({
      ready: true,
      earlierInDoubt: 1,
      earlierUnread: 0,
      items: [{ earlier: [] }],
    });
  });

  it.each([
    ['by another name', { last_name: 'King' }, 'records-differ'],
    ['another patient', bea, 'another-record'],
  ] as const)('%s puts results and visit in doubt until both agree', async (_, changes, why) => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    expect((await get()).report).not.toBeNull();
    const before = desk.service.answer;
    listed(changes);
    expect(await read()).toEqual({ outcome: 'person-changed' });
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt', why }, report: null });
    await desk.advance(120_000);
    expect(await get()).toMatchObject({ owner: { kind: 'in-doubt' }, report: null });
    const visitId = (await get()).visitId ?? '';
    const { troubles } = await desk.done('visits.get', { visitId });
    expect(troubles.map(({ kind }) => kind)).not.toEqual([]);
    desk.service.answer = before;
    await desk.advance(600_000);
    const untold = await showAnswers(desk, { 'visits.get': { visitId } });
    await read();
    await read();
    expect(await untold()).toEqual([]);
    expect(await get()).toMatchObject({ owner: { kind: 'person' }, report: { ready: true } });
  });

  it('and agrees again ends the doubt on every screen, also where its results cannot be read', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    const before = desk.service.answer;
    listed({ last_name: 'King' });
    await read();
    const visitId = (await get()).visitId ?? '';
    desk.service.answer = before;
    reports.set(REGISTRATION, () => ({ status: 500, body: {} }));
    const untold = await showAnswers(desk, {
      'visits.get': { visitId },
      'results.get': { registrationId: REGISTRATION },
    });
    await desk.refused('results.read', { registrationId: REGISTRATION });
    expect(await untold()).toEqual([]);
    expect(await get()).toMatchObject({ owner: { kind: 'person' } });
  });
});

describe('a result that the service corrects', () => {
  it('keeps what was read before, with the time, also when it was taken back in between', async () => {
    reports.set(REGISTRATION, reportOf(ferritin({ value: '23.7', out_of_range: null })));
    await up();
    await read();
    expect((await get()).report?.items).toMatchObject([{ value: '23.7', corrected: [] }]);
    await desk.advance(60_000);
    await read();
    expect((await get()).report?.items).toMatchObject([{ value: '23.7', corrected: [] }]);
    reports.set(REGISTRATION, reportOf(ferritin({ value: '99', out_of_range: 'high' })));
    await desk.advance(60_000);
    await read();
    const { report } = await get();
    const first = { value: '23.7', outOfRange: null, untilMs: report?.askedAtMs };
    expect(report?.items).toMatchObject([{ value: '99', corrected: [first] }]);
    reports.clear();
    await read();
    reports.set(REGISTRATION, reportOf(ferritin({ value: '99', out_of_range: 'high' })));
    await read();
    expect((await get()).report?.items).toMatchObject([{ value: '99', corrected: [first] }]);
    reports.clear();
    await read();
    reports.set(REGISTRATION, reportOf(ferritin({ value: '12' })));
    await read();
    expect((await get()).report?.items).toMatchObject([
      { value: '12', corrected: [first, { value: '99', outOfRange: 'high' }] },
    ]);
  });

  it('keeps it also where the service gives the corrected one another id, and puts it beside no other result', async () => {
    const second = ferritin({ id: uuidOf(60_002), value: '40', out_of_range: null });
    reports.set(REGISTRATION, reportOf(ferritin({ value: '23.7', out_of_range: null }), second));
    await up();
    await read();
    const renamed = { name: 'Ferritin, serum', code: 'FER-S', unit_type: 'ng/mL' };
    const corrected = ferritin({ id: uuidOf(60_003), value: '99', out_of_range: 'high', ...renamed });
    reports.set(REGISTRATION, reportOf(second, corrected));
    await desk.advance(60_000);
    await read();
    expect((await get()).report).toMatchObject({
      items: [
        { value: '40', corrected: [] },
        { value: '99', corrected: [{ value: '23.7' }] },
      ],
      withdrawn: [],
    });
    reports.clear();
    await read();
    reports.set(REGISTRATION, reportOf({ ...second, id: uuidOf(60_004) }));
    await read();
    expect((await get()).report?.items).toMatchObject([{ value: '40', corrected: [] }]);
  });

  it('is named as withdrawn once it is not in the report any more, until it is there again', async () => {
    const iron = ferritin({
      id: uuidOf(60_002),
      biomarker_id: uuidOf(61_002),
      name: 'Iron',
      code: 'IRON',
      value: '40',
    });
    const pending = ferritin({ id: uuidOf(60_003), value: null, status: 'pending', successful: false });
    reports.set(REGISTRATION, reportOf(ferritin({ value: '23.7', out_of_range: null }), iron, pending));
    await up();
    await read();
    expect((await get()).report?.withdrawn).toEqual([]);
    reports.set(REGISTRATION, reportOf(iron));
    await desk.advance(60_000);
    await read();
    const { report } = await get();
    expect(report?.withdrawn).toMatchObject([
      { name: 'Ferritin', code: 'FERR', value: '23.7', unit: 'µg/L', untilMs: report?.askedAtMs },
    ]);
    await desk.advance(60_000);
    await read();
    expect((await get()).report?.withdrawn).toMatchObject([{ value: '23.7', untilMs: report?.askedAtMs }]);
    reports.set(REGISTRATION, reportOf(iron, ferritin({ value: '12' })));
    await read();
    expect((await get()).report).toMatchObject({
      withdrawn: [],
      items: [{ code: 'IRON' }, { code: 'FERR', value: '12', corrected: [{ value: '23.7' }] }],
    });
  });

  it('is not named as withdrawn where it came and could not be read, nor where the whole report was taken back', async () => {
    reports.set(REGISTRATION, reportOf(ferritin()));
    await up();
    await read();
    reports.set(REGISTRATION, reportOf(ferritin({ value: 7.1 })));
    await read();
    expect((await get()).report).toMatchObject({ odd: [{ field: 'value', used: false }], withdrawn: [] });
    reports.clear();
    await read();
    expect((await get()).report).toMatchObject({ takenBack: true, withdrawn: [] });
  });

  it('was pending before: a first value is no correction', async () => {
    reports.set(REGISTRATION, reportOf(ferritin({ value: null, status: 'pending', successful: false })));
    await up();
    await read();
    reports.set(REGISTRATION, reportOf(ferritin()));
    await read();
    expect((await get()).report?.items).toMatchObject([{ value: '12', corrected: [] }]);
  });
});

describe('the document of results that was kept', () => {
  const asked = { registrationId: REGISTRATION, kind: 'results' } as const;
  /** The document of what is in the report now is kept, and the connection is lost later. */
  async function keep(...results: LabResult[]): Promise<void> {
    const { answer } = desk.service;
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.resultsPdf'
        ? { status: 200, bytes: new TextEncoder().encode('%PDF-1.7'), contentType: 'application/pdf' }
        : answer(request);
    reports.set(REGISTRATION, reportOf(...results));
    await up();
    await read();
    await desk.done('results.keepDocument', { registrationId: REGISTRATION });
  }

  it.each<[string, () => void]>([
    ['corrected', () => void reports.set(REGISTRATION, reportOf(ferritin({ value: '99' })))],
    ['taken back', () => reports.clear()],
  ])('is not shown once its results were %s', async (_what, change) => {
    await keep(ferritin());
    await read();
    await down();
    expect(await desk.done('documents.get', asked)).toMatchObject({ stored: true });
    change();
    await up();
    await read();
    await down();
    expect(await desk.refused('documents.get', asked)).toMatchObject({ kind: 'offline' });
  });
});

it('results are found by the code of their form, and named nobody’s in the search', async () => {
  addEarlier();
  await up();
  expect(await desk.done('search.find', { text: 'DRW-OLD001' })).toMatchObject({
    results: [{ registrationId: EARLIER, trfCode: 'DRW-OLD001' }],
  });
  expect(
    await desk.done('scan.submit', { text: 'DRW-OLD001', visitId: null, source: 'scanner' }),
  ).toMatchObject({
    kind: 'registration',
    resultsReady: true,
  });
});

it('results go with their registration, and when they are old', async () => {
  const { db } = desk.parts.store;
  const isKept = () => readLabReports(db, [REGISTRATION]).has(REGISTRATION);
  reports.set(REGISTRATION, reportOf(ferritin()));
  await up();
  await read();
  expect(forgetOldLabResults(db, NINE_O_CLOCK_MS - 1, 10)).toBe(0);
  expect(isKept()).toBe(true);
  expect(forgetOldLabResults(db, NINE_O_CLOCK_MS + 3_600_000, 10)).toBe(1);
  expect(isKept()).toBe(false);
  await read();
  expect(isKept()).toBe(true);
  dropRegistration(db, REGISTRATION);
  expect(isKept()).toBe(false);
});
