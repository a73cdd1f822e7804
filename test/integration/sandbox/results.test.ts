// How lab results of the sandbox come: pages, scenarios, timings, targets and the doctor’s note.
import { describe, expect, test } from 'vitest';
import { newPatient, newRegistration } from './caller.ts';
import { GRACE, useFinishedRegistrations } from './finished-registrations.ts';

const lab = useFinishedRegistrations();
const { get, resultsOf, finished, results } = lab;

describe('lab results', () => {
  test('results that are not there yet are 204 without a body', async () => {
    const made = await newRegistration(lab.caller);
    const answer = await lab.caller.send('GET', `/api/test_registration/${made.id}/lab_results`);
    expect(answer).toMatchObject({ status: 204, value: '' });
  });

  test('results come in pages of 100 by default', async () => {
    const { id } = await finished('success', { product_skus: ['BLOOD-PRO'] });
    const page = await lab.caller.call('registrations.labResults', { params: { id } });
    expect(page).toMatchObject({ results_per_page: 100, nr_of_results: 26, next_page: null });
    const first = await lab.caller.call('registrations.labResults', {
      params: { id },
      query: { results_per_page: 20 },
    });
    expect(first.items).toHaveLength(20);
    expect(first.next_page).toBe(2);
  });

  test('success: all in range, authenticated, completed, with a doctor’s note', async () => {
    const registration = await finished('success', { product_skus: ['BLOOD-PRO'] });
    expect(registration).toMatchObject({ status: 'success', results_ready: true });
    expect(registration.completed_at).not.toBeNull();
    expect(registration.doctors_note).toEqual(expect.any(String));
    for (const one of await resultsOf(registration.id)) {
      expect(one, one.code).toMatchObject({ out_of_range: null, status: 'success', successful: true });
    }
  });

  test('abnormal_high: success, every result high', async () => {
    for (const product_skus of [
      ['IRON-4', 'LIPID-5', 'FBC-7'],
      ['TESTO-4', 'LIVER-6'],
    ]) {
      const registration = await finished('abnormal_high', { product_skus });
      expect(registration.status).toBe('success');
      for (const one of await resultsOf(registration.id)) {
        expect(one.out_of_range, one.code).toBe('high');
        expect(Number(one.value)).toBeGreaterThan(Number(one.max_range));
      }
    }
  });

  test('abnormal_low: success, every result low', async () => {
    for (const product_skus of [
      ['IRON-4', 'LIPID-5', 'FBC-7'],
      ['TESTO-4', 'LIVER-6'],
    ]) {
      const registration = await finished('abnormal_low', { product_skus });
      expect(registration.status).toBe('success');
      for (const one of await resultsOf(registration.id)) {
        expect(one.out_of_range, one.code).toBe('low');
        expect(Number(one.value)).toBeLessThan(Number(one.min_range));
        expect(Number(one.value)).toBeGreaterThan(0);
      }
    }
  });

  test('a result that its formula keeps from following an abnormal scenario says so', async () => {
    for (const [course, word] of [
      ['abnormal_high', 'high'],
      ['abnormal_low', 'low'],
    ] as const) {
      const found = await results(course, { product_skus: ['KIDNEY-4'] });
      const flags = Object.fromEntries(found.map((one) => [one.code, one.out_of_range]));
      expect(flags).toEqual({ UREA: word, CREA: word, URATE: word, EGFR: null });
      expect(found.find((one) => one.code === 'EGFR')?.comment).toMatch(`EGFR cannot be ${word}`);
    }
  });

  test('all_failed: fail, every biomarker failed with a reason', async () => {
    const registration = await finished('all_failed', { product_skus: ['LIPID-5'] });
    expect(registration).toMatchObject({ status: 'fail', results_ready: true });
    for (const one of await resultsOf(registration.id)) {
      expect(one).toMatchObject({ status: 'failed', successful: false, value: null, out_of_range: null });
      expect(one.error_reason).toMatch(/Sample rejected/);
    }
  });

  test('partial: partial_result, some results pending and some there', async () => {
    for (const sku of ['IRON-4', 'LIPID-5', 'BLOOD-PRO', 'B12FOL-2']) {
      const registration = await finished('partial', { product_skus: [sku] });
      expect(registration).toMatchObject({
        status: 'partial_result',
        results_ready: true,
        completed_at: null,
      });
      const states = (await resultsOf(registration.id)).map((one) => one.status);
      expect(new Set(states), sku).toEqual(new Set(['pending', 'success']));
    }
  });

  test('one_failed: success with exactly one failed result', async () => {
    for (const sku of ['IRON-4', 'LIPID-5', 'BLOOD-PRO', 'KIDNEY-4']) {
      const registration = await finished('one_failed', { product_skus: [sku] });
      expect(registration.status).toBe('success');
      const failed = (await resultsOf(registration.id)).filter((one) => one.status === 'failed');
      expect(failed, sku).toHaveLength(1);
      expect(failed[0]?.error_reason).toEqual(expect.any(String));
    }
  });

  test('pending_forever: stays pending, sample received, no results', async () => {
    const { id } = await finished('pending_forever');
    lab.caller.sandbox.clock.advanceSeconds(864_000);
    expect(await get(id)).toMatchObject({ status: 'pending', results_ready: false, completed_at: null });
    const answer = await lab.caller.send('GET', `/api/test_registration/${id}/lab_results`);
    expect(answer.status).toBe(204);
  });

  test.each([
    ['awaiting_auth', 'pending_authentication'],
    ['processing_error', 'processing_error'],
  ])('%s: ends in %s without results', async (course, status) => {
    const registration = await finished(course);
    expect(registration).toMatchObject({
      status,
      results_ready: false,
      completed_at: null,
      doctors_note: null,
    });
    const answer = await lab.caller.send('GET', `/api/test_registration/${registration.id}/lab_results`);
    expect(answer.status).toBe(204);
  });

  test('with a single biomarker partial ends in success and one_failed in fail', async () => {
    const single = { product_skus: ['VITD-1'] };
    expect(await finished('partial', single)).toMatchObject({ status: 'success' });
    expect((await results('partial', single)).map((one) => one.status)).toEqual(['success']);
    expect(await finished('one_failed', single)).toMatchObject({ status: 'fail' });
    expect((await results('one_failed', single)).map((one) => one.status)).toEqual(['failed']);
  });

  test('a foreign_id without test: behaves as a normal success', async () => {
    const made = await newRegistration(lab.caller, { foreign_id: 'all_failed' });
    expect(made.sandbox_scenario).toBe('success');
    lab.caller.sandbox.clock.advanceSeconds(31);
    expect((await get(made.id)).status).toBe('success');
  });

  test('the scenario is echoed in sandbox_scenario, an unknown one falls back to success', async () => {
    const echoed = async (foreign_id: string) =>
      (await newRegistration(lab.caller, { foreign_id })).sandbox_scenario;
    expect(await echoed('test:awaiting_auth+slow@IRON:1')).toBe('awaiting_auth');
    expect(await echoed('test:partial')).toBe('partial');
    expect(await echoed('test:nonsense:1')).toBe('success');
  });

  test.each([
    ['success', 30],
    ['success+slow', 120],
    ['success+instant', 0],
  ])('%s takes %i seconds', async (course, seconds) => {
    const made = await newRegistration(lab.caller, { foreign_id: `test:${course}:1` });
    expect(made).toMatchObject({ status: 'pending', results_ready: false });
    if (seconds > 0) {
      lab.caller.sandbox.clock.advanceSeconds(seconds - 1);
      expect((await get(made.id)).status).toBe('pending');
      lab.caller.sandbox.clock.advanceSeconds(1);
    }
    expect(await get(made.id)).toMatchObject({ status: 'success', results_ready: true });
  });

  test('targeting pushes only the listed biomarkers out of range', async () => {
    const flags = async (course: string) =>
      Object.fromEntries((await results(course)).map((one) => [one.code, one.out_of_range]));
    const none = { IRON: null, FERR: null, TRANSF: null, UIBC: null };
    expect(await flags('abnormal_high@FERR')).toEqual({ ...none, FERR: 'high' });
    expect(await flags('abnormal_low@FERR,IRON')).toEqual({ ...none, FERR: 'low', IRON: 'low' });
    expect(await flags('success@uibc')).toEqual({ ...none, UIBC: 'high' });
    expect(await flags('partial@TRANSF,IRON')).toMatchObject({ TRANSF: 'high', IRON: 'high' });
    expect(await flags('one_failed@TRANSF')).toMatchObject({ TRANSF: 'high' });
  });

  test('a scenario that cannot come out as asked is refused, at creation and by patch', async () => {
    const refusedFor = async (course: string, body: Record<string, unknown>) => {
      const patient = await newPatient(lab.caller, GRACE);
      const refused = await lab.caller.refused('registrations.create', {
        body: { patient_id: patient.id, foreign_id: `test:${course}:1`, ...body },
      });
      expect(refused.status, course).toBe(422);
      return refused.error.fields?.['foreign_id'];
    };
    const kidney = { product_skus: ['KIDNEY-4'] };
    expect(await refusedFor('abnormal_low@EGFR', kidney)).toMatch(
      'EGFR cannot be low for this person with CREA',
    );
    expect(await refusedFor('abnormal_high@EGFR', kidney)).toMatch('its range has no upper end');
    expect(await refusedFor('abnormal_low@TP,ALB', { product_skus: ['IRON-4'] })).toMatch(
      'TP is not among the biomarkers tested',
    );
    const only = { product_skus: ['LIPID-5'], biomarker_codes: ['HDL'] };
    expect(await refusedFor('abnormal_low@LDL', only)).toMatch('LDL is not among');
    const alone = { ...kidney, biomarker_codes: ['EGFR'] };
    expect(await refusedFor('abnormal_high', alone)).toMatch('its range has no upper end');

    const made = await newRegistration(lab.caller, kidney);
    const patched = await lab.caller.refused('registrations.update', {
      params: { id: made.id },
      body: { patient_id: made.patient_id, foreign_id: 'test:abnormal_low@EGFR:2' },
    });
    expect(patched).toMatchObject({ status: 422, error: { fields: { foreign_id: expect.any(String) } } });
    expect((await get(made.id)).foreign_id).toBeNull();
  });

  test('what is not reported may leave its range for what is', async () => {
    const body = { product_skus: ['KIDNEY-4'], biomarker_codes: ['EGFR', 'UREA'] };
    const found = await results('abnormal_low@EGFR', body);
    const flags = Object.fromEntries(found.map((one) => [one.code, one.out_of_range]));
    expect(flags).toEqual({ EGFR: 'low', UREA: null });
  });

  test('a target that gets no value in its scenario says so', async () => {
    const found = await results('all_failed@IRON');
    expect(found.map((one) => [one.code, one.comment !== null])).toEqual([
      ['IRON', true],
      ['FERR', false],
      ['TRANSF', false],
      ['UIBC', false],
    ]);
  });

  test('the doctor’s note speaks of the results as they are', async () => {
    const note = async (course: string) => String((await finished(course)).doctors_note);
    expect(await note('success')).toMatch(/^Your results are within the reference range/);
    expect(await note('abnormal_high@IRON')).toMatch(/^Some of your results are outside/);
    expect(await note('one_failed')).toMatch(
      /^One test could not be completed.*The other results are within/,
    );
    expect(await note('one_failed@IRON')).toMatch(/^One test could not be completed.*are outside/);
  });

  test('scenario, timing and targets may be combined', async () => {
    const made = await newRegistration(lab.caller, { foreign_id: 'test:abnormal_low+instant@IRON:me:too' });
    const low = (await resultsOf(made.id)).filter((one) => one.out_of_range === 'low');
    expect(low.map((one) => one.code)).toEqual(['IRON']);
  });

  test('a targeted calculated result goes out of range where its components allow it', async () => {
    const flags = async (course: string, sku: string, gender: string) => {
      const patient = await newPatient(lab.caller, { ...GRACE, gender, last_name: gender });
      const found = await results(course, { patient_id: patient.id, product_skus: [sku] });
      for (const one of found) expect(Number(one.value), one.code).toBeGreaterThan(0);
      return found.flatMap((one) => (one.out_of_range === null ? [] : `${one.code} ${one.out_of_range}`));
    };
    for (const gender of ['male', 'female', 'other']) {
      expect(await flags('abnormal_low@LDL', 'LIPID-5', gender)).toEqual(['LDL low']);
      expect(await flags('abnormal_high@CHOLHDL', 'LIPID-5', gender)).toEqual(['CHOLHDL high']);
      expect(await flags('abnormal_low@TP', 'LIVER-6', gender)).toEqual(['TP low']);
      expect(await flags('abnormal_low@FAI', 'TESTO-4', gender)).toEqual(['FAI low']);
      expect(await flags('abnormal_high@MCV,MCH', 'FBC-7', gender)).toEqual(['MCV high', 'MCH high']);
    }
  });

  test('the scenario that training chose is taken by the next registration that names none', async () => {
    lab.caller.sandbox.setNextScenario('partial+instant');
    const named = await newRegistration(lab.caller, { foreign_id: 'test:awaiting_auth:1' });
    expect(named.sandbox_scenario).toBe('awaiting_auth');
    expect((await newRegistration(lab.caller)).sandbox_scenario).toBe('partial');
    expect((await newRegistration(lab.caller)).sandbox_scenario).toBe('success');
  });

  test('the catalogue of scenarios names all nine and the timings', async () => {
    const catalogue = JSON.stringify(await lab.caller.call('sandbox.scenarios'));
    const names = ['success', 'abnormal_high', 'abnormal_low', 'all_failed', 'partial', 'one_failed'];
    for (const name of [
      ...names,
      'pending_forever',
      'awaiting_auth',
      'processing_error',
      'instant',
      'slow',
    ]) {
      expect(catalogue).toContain(`"${name}"`);
    }
  });
});
