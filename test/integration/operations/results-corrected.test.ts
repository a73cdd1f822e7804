// Results that the service corrects, withdraws or takes back: what was read before stays on the screen, with its time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import {
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

const { up, get, read } = resultsSteps(() => desk);

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
