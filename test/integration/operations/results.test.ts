// Lab results: read from the service when somebody wants to see them, kept for an outage, and never anybody else's.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabResult } from '../../../src/wire/lab-result.ts';
import { dropRegistration } from '../../../src/core/store/desk/visits-of-appointments.ts';
import { saveProductDetail } from '../../../src/core/store/mirror/product-details.ts';
import { forgetOldLabResults, readLabReports } from '../../../src/core/store/mirror/lab-results.ts';
import { NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { examplePage, exampleProduct, exampleRegistration } from '../../support/wire-examples.ts';
import {
  EARLIER,
  PATIENT,
  REGISTRATION,
  ferritin,
  reportOf,
  openResultsDesk,
  resultsSteps,
  type Reports,
} from './support/results-desk.ts';

let desk: TestDesk;
let reports: Reports;
beforeEach(() => {
  ({ desk, reports } = openResultsDesk());
});
afterEach(() => desk.close());

const { up, down, get, read, addEarlier, changeRegistration } = resultsSteps(() => desk);

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

describe('the document of results that was kept', () => {
  const asked = { registrationId: REGISTRATION, kind: 'results' } as const;
  /** The document of what is in the report now is kept, and the connection is lost later. */
  async function keep(...results: LabResult[]): Promise<void> {
    const { answer } = desk.service;
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.resultsPdf'
        ? { status: 200, bytes: new TextEncoder().encode('%PDF-1.7 %%EOF'), contentType: 'application/pdf' }
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
