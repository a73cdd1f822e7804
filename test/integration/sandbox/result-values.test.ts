// The values of the sandbox’s lab results: the same everywhere, calculated from their components, ranges by sex.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LabResult } from '../../../src/wire/lab-result.ts';
import { newPatient, newRegistration, startCaller } from './caller.ts';
import { GRACE, useFinishedRegistrations } from './finished-registrations.ts';

const lab = useFinishedRegistrations();
const { results } = lab;

const number = (results: readonly LabResult[], code: string): number =>
  Number(results.find((one) => one.code === code)?.value);

const plain = (found: readonly LabResult[]) => found.map(({ id: _id, ...rest }) => rest);

describe('values of lab results', () => {
  test('the same person, product and scenario give the same values on another sandbox', async () => {
    const skus = { product_skus: ['BLOOD-PRO'] };
    const one = await results('partial', { ...skus, patient_id: (await newPatient(lab.caller, GRACE)).id });
    const other = await startCaller({ now: () => Date.parse('2026-08-09T12:00:00Z') });
    const patient = await newPatient(other, { ...GRACE, email: 'else@example.com', foreign_id: 'p' });
    const made = await newRegistration(other, {
      ...skus,
      patient_id: patient.id,
      foreign_id: 'test:partial+instant:other',
    });
    const again = await other.call('registrations.labResults', { params: { id: made.id } });
    await other.close();
    expect(plain(again.items)).toEqual(plain(one));
  });

  test('the values are those written down here, on every machine', async () => {
    const patient = await newPatient(lab.caller, GRACE);
    const found = await results('abnormal_high', { patient_id: patient.id, product_skus: ['LIPID-5'] });
    expect(Object.fromEntries(found.map((one) => [one.code, one.value]))).toMatchInlineSnapshot(`
      {
        "CHOL": "10.1",
        "CHOLHDL": "4.2",
        "HDL": "2.43",
        "LDL": "6.45",
        "TRIG": "2.68",
      }
    `);
  });

  test('another scenario, product or person gives other values', async () => {
    const patient = await newPatient(lab.caller, GRACE);
    const other = await newPatient(lab.caller, { ...GRACE, first_name: 'Rear' });
    const values = async (course: string, body: Record<string, unknown>) =>
      JSON.stringify((await results(course, { product_skus: ['FBC-7'], ...body })).map((one) => one.value));
    const seen = new Set([
      await values('success', { patient_id: patient.id }),
      await values('abnormal_low', { patient_id: patient.id }),
      await values('success', { patient_id: other.id }),
    ]);
    expect(seen.size).toBe(3);
  });

  test('results are the same after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-results-'));
    const dataFile = join(folder, 'data.db');
    const first = await startCaller({ dataFile });
    const registration = await newRegistration(first, { foreign_id: 'test:one_failed+instant:1' });
    const params = { id: registration.id };
    const before = await first.call('registrations.labResults', { params });
    await first.close();
    const second = await startCaller({ dataFile });
    expect(await second.call('registrations.labResults', { params })).toEqual(before);
    await second.close();
    rmSync(folder, { recursive: true });
  });

  test.each(['success', 'abnormal_high', 'abnormal_low'])(
    'calculated results follow their components under %s',
    async (course) => {
      const patient = await newPatient(lab.caller, { ...GRACE, gender: 'male', date_of_birth: '1966-07-01' });
      const pro = await results(course, { patient_id: patient.id, product_skus: ['BLOOD-PRO'] });
      const of = (code: string) => number(pro, code);
      expect(of('CHOLHDL')).toBeCloseTo(of('CHOL') / of('HDL'), 1);
      expect(of('LDL')).toBeCloseTo(of('CHOL') - of('HDL') - of('TRIG') / 2.2, 2);
      expect(of('GLOB')).toBe(of('TP') - of('ALB'));
      expect(Math.abs(of('MCV') - (1000 * of('HCT')) / of('RBC'))).toBeLessThanOrEqual(0.051);
      expect(Math.abs(of('MCH') - of('HB') / of('RBC'))).toBeLessThanOrEqual(0.051);
      const ratio = of('CREA') / 88.4 / 0.9;
      const egfr = 142 * Math.min(ratio, 1) ** -0.302 * Math.max(ratio, 1) ** -1.2 * 0.9938 ** 60;
      expect(Math.abs(of('EGFR') - egfr)).toBeLessThanOrEqual(0.51);
      const testo = await results(course, { patient_id: patient.id, product_skus: ['TESTO-4'] });
      const index = (100 * number(testo, 'TESTO')) / number(testo, 'SHBG');
      expect(Math.abs(number(testo, 'FAI') - index)).toBeLessThanOrEqual(0.051);
    },
  );

  test('a calculated result shares the fate of its components', async () => {
    const found = await results('partial', { product_skus: ['LIPID-5'] });
    const status = Object.fromEntries(found.map((one) => [one.code, one.status]));
    const late = ['CHOL', 'HDL', 'TRIG'].some((code) => status[code] === 'pending');
    expect(late).toBe(true);
    expect(status['LDL']).toBe('pending');
  });

  test('ranges follow the patient’s sex, and a fallback is said where it applies', async () => {
    const range = async (gender: string) => {
      const patient = await newPatient(lab.caller, { gender });
      const found = await results('success', { patient_id: patient.id, product_skus: ['FBC-7'] });
      const { min_range, max_range, fallback_range_applied } = found.find(
        (one) => one.code === 'HB',
      ) as LabResult;
      return [min_range, max_range, fallback_range_applied];
    };
    expect(await range('male')).toEqual(['130', '170', false]);
    expect(await range('female')).toEqual(['115', '155', false]);
    expect(await range('other')).toEqual(['115', '170', true]);
  });

  test('biomarker_codes limits what is tested, with the same values', async () => {
    const patient = await newPatient(lab.caller, GRACE);
    const body = { patient_id: patient.id, product_skus: ['LIPID-5'] };
    const all = await results('success', body);
    const some = await results('success', { ...body, biomarker_codes: ['CHOLHDL', 'TRIG'] });
    expect(some.map((one) => one.code)).toEqual(['TRIG', 'CHOLHDL']);
    expect(plain(some)).toEqual(plain(all.filter((one) => some.some(({ code }) => code === one.code))));
  });

  test('a biomarker that two products share is reported once', async () => {
    const found = await results('success', { product_skus: ['IRON-4', 'BLOOD-PRO'] });
    const codes = found.map((one) => one.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => code === 'FERR')).toHaveLength(1);
  });

  test('a value is readable with its unit', async () => {
    for (const one of await results('success', { product_skus: ['IRON-4', 'HBA1C-1'] })) {
      expect(one.human_readable_value).toBe(`${one.value} ${one.unit_type}`);
    }
  });
});
