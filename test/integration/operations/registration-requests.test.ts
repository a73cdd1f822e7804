// What is asked of the service about a registration: another number or reference, a retest, the e-mail for completing it.
// The last two are sent once, and after a lost answer a person says what happened.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LATE_WRITE_MS } from '../../../src/core/outbox/retry-policy.ts';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { upsertPatients } from '../../../src/core/store/mirror/patients.ts';
import { upsertProducts } from '../../../src/core/store/mirror/products.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import { formatName } from '../../../src/domain/person-name.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../support/test-service.ts';
import { examplePatient, exampleProduct, exampleRegistration } from '../../support/wire-examples.ts';

const ID = uuidOf(20_001);
const PATIENT_ID = uuidOf(30_001);
const RETEST_ID = uuidOf(20_900);
const REFUSED: TestAnswer = { status: 400, body: { error: { code: 'refused', message: 'No.' } } };
const LOST: TestAnswer = { status: 500, body: { error: { code: 'broken', message: 'No.' } } };
const REASON = 'Rang the laboratory';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

/** A registration that the service has and this desk has read. */
function have(changes: Partial<Registration> = {}): Registration {
  const registration = exampleRegistration({
    id: ID,
    trf_code: 'DRW-RE5T23',
    short_code: 'RE5T23',
    patient_id: PATIENT_ID,
    ...changes,
  });
  desk.service.registrations.set(registration.id, registration);
  upsertRegistrations(desk.parts.store.db, [registration], NINE_O_CLOCK_MS);
  return registration;
}

/** The service's answers to one endpoint, in order; the last one again and again. Returns the requests that came. */
function answers(endpoint: TestRequest['endpoint'], ...given: ((request: TestRequest) => TestAnswer)[]) {
  const asked: TestRequest[] = [];
  desk.service.answer = (request) => {
    if (request.endpoint !== endpoint) return null;
    asked.push(request);
    return given[Math.min(asked.length, given.length) - 1]?.(request) ?? null;
  };
  return asked;
}

const up = () => desk.setLine({ up: true, reading: false });
const requests = (registrationId = ID) => desk.done('registrations.requests', { registrationId });
const seen = async (registrationId = ID) => ({
  registrationId,
  seenVersion: (await requests(registrationId)).version,
});
const states = () => listRows(desk.parts.store.db, 'all').map(({ kind, state }) => ({ kind, state }));
const onlyRow = async () => {
  const { items } = await desk.done('outbox.list', { show: 'all' });
  expect(items).toHaveLength(1);
  return items[0] as (typeof items)[number];
};

describe('the mobile number and the reference of a registration', () => {
  const update = async (changes: { mobileNumber?: string; foreignId?: string }) =>
    desk.done('registrations.update', { ...(await seen()), seenPatientId: PATIENT_ID, ...changes });

  /** Keeps what it is sent. */
  const keeps = ({ body }: TestRequest): TestAnswer => {
    const sent = body as { patient_id: string; foreign_id?: string };
    const before = desk.service.registrations.get(ID) as Registration;
    const after = {
      ...before,
      patient_id: sent.patient_id,
      foreign_id: sent.foreign_id ?? before.foreign_id,
    };
    desk.service.registrations.set(ID, after);
    return { status: 200, body: after };
  };

  it('are shown at once, name the patient, and are sent when the service can be reached', async () => {
    have();
    const asked = answers('registrations.update', keeps);
    const saved = await update({ mobileNumber: ' +44 7700 900123 ', foreignId: 'visit-7' });
    expect(saved).toMatchObject({
      mobileNumber: '+44 7700 900123',
      foreignId: 'visit-7',
      changes: [{ kind: 'registration.update', state: 'pending' }],
    });
    await up();
    await desk.advance(60_000);
    expect(asked.map(({ body }) => body)).toEqual([
      { patient_id: PATIENT_ID, mobile_phone_number: '+44 7700 900123', foreign_id: 'visit-7' },
    ]);
    expect(states()).toEqual([{ kind: 'registration.update', state: 'confirmed' }]);
    expect(await requests()).toMatchObject({ foreignId: 'visit-7', mobileNumber: '+44 7700 900123' });
    const { items } = await desk.done('activity.list', {});
    expect(items[0]).toMatchObject({
      kind: 'registration-updated',
      detail: { mobileNumber: true, reference: true },
    });
  });

  it('a lost answer is settled by reading: the reference that arrived is not sent again', async () => {
    have();
    const asked = answers('registrations.update', (request) => {
      keeps(request);
      return LOST;
    });
    await update({ foreignId: 'visit-7' });
    await up();
    await desk.advance(5 * 60_000);
    expect(asked).toHaveLength(1);
    expect(states()).toEqual([{ kind: 'registration.update', state: 'confirmed' }]);
  });

  it('another patient at the service is a conflict, and nothing is sent', async () => {
    const registration = have();
    desk.service.registrations.set(ID, { ...registration, patient_id: uuidOf(30_002) });
    const asked = answers('registrations.update', keeps);
    await update({ mobileNumber: '07700 900123' });
    await up();
    await desk.advance(5 * 60_000);
    expect(asked).toEqual([]);
    expect(await onlyRow()).toMatchObject({ state: 'conflict', difference: { what: 'patient' } });
  });

  it('another reference at the service than was seen here is a conflict', async () => {
    const registration = have({ foreign_id: 'first' });
    desk.service.registrations.set(ID, { ...registration, foreign_id: 'by-somebody-else' });
    const asked = answers('registrations.update', keeps);
    await update({ foreignId: 'second' });
    await up();
    await desk.advance(5 * 60_000);
    expect(asked).toEqual([]);
    const row = await onlyRow();
    expect(row).toMatchObject({
      state: 'conflict',
      code: 'DRW-RE5T23',
      difference: { what: 'reference', there: 'by-somebody-else', asked: 'second' },
    });
    // Told which one is there, a person puts theirs in its place.
    await desk.done('outbox.retry', { rowId: row.id });
    await desk.advance(60_000);
    expect(asked).toHaveLength(1);
    expect(states()).toEqual([{ kind: 'registration.update', state: 'confirmed' }]);
  });

  it('a reference that the service takes and does not keep is told as that, and not as somebody else’s', async () => {
    have({ foreign_id: 'first' });
    const asked = answers('registrations.update', () => ({
      status: 200,
      body: desk.service.registrations.get(ID),
    }));
    await update({ foreignId: 'second' });
    await up();
    await desk.advance(5 * 60_000);
    expect(asked).toHaveLength(2);
    expect(await onlyRow()).toMatchObject({
      state: 'conflict',
      difference: { what: 'not-kept', there: 'first', asked: 'second' },
      mayHaveBeenDone: true,
    });
  });

  it('a patient whom the service takes and does not keep is told as that, and not as put there by somebody else', async () => {
    have({ patient_id: null });
    upsertPatients(desk.parts.store.db, [examplePatient({ id: PATIENT_ID })], NINE_O_CLOCK_MS);
    const asked = answers('registrations.update', () => ({
      status: 200,
      body: desk.service.registrations.get(ID),
    }));
    await desk.done('registrations.assign', {
      registrationId: ID,
      patientId: PATIENT_ID,
      seenPatientId: null,
    });
    await up();
    await desk.advance(5 * 60_000);
    expect(asked).toHaveLength(2);
    expect(await onlyRow()).toMatchObject({
      state: 'conflict',
      difference: { what: 'patient-not-kept', name: null },
      choices: ['send-again', 'give-up'],
      mayHaveBeenDone: true,
    });
  });

  it('a reference that the service shows only some seconds after it took it is nobody’s decision', async () => {
    const registration = have({ foreign_id: 'first' });
    const asked = answers('registrations.update', () => ({ status: 200, body: registration }));
    await update({ foreignId: 'second' });
    await up();
    await desk.advance(20_000);
    desk.service.registrations.set(ID, { ...registration, foreign_id: 'second' });
    await desk.advance(5 * 60_000);
    expect(asked).toHaveLength(1);
    expect(states()).toEqual([{ kind: 'registration.update', state: 'confirmed' }]);
  });

  it('are refused without a patient, for another patient than was seen, and for a reference in use', async () => {
    have({ patient_id: null });
    const input = { ...(await seen()), seenPatientId: PATIENT_ID, mobileNumber: '07700 900123' };
    expect(await desk.refused('registrations.update', input)).toMatchObject({
      fields: { registration: 'no-patient' },
    });
    have({ patient_id: uuidOf(30_002) });
    expect(await desk.refused('registrations.update', input)).toMatchObject({ kind: 'conflict' });
    have();
    have({ id: uuidOf(20_002), trf_code: 'DRW-0THER2', short_code: '0THER2', foreign_id: 'taken' });
    expect(
      await desk.refused('registrations.update', {
        ...(await seen()),
        seenPatientId: PATIENT_ID,
        foreignId: 'TAKEN',
      }),
    ).toMatchObject({ fields: { foreignId: 'in-use' } });
  });

  it.each(['', 'ring me', '12345', `+${'1'.repeat(40)}`, '07700\u200b900123'])(
    'takes no number like "%s"',
    async (mobileNumber) => {
      have();
      const input = { ...(await seen()), seenPatientId: PATIENT_ID, mobileNumber };
      expect(await desk.refused('registrations.update', input)).toMatchObject({ kind: 'rejected' });
    },
  );

  it('a screen that shows an older state changes nothing', async () => {
    have();
    const before = await seen();
    await update({ mobileNumber: '07700 900123' });
    expect(
      await desk.refused('registrations.update', {
        ...before,
        seenPatientId: PATIENT_ID,
        mobileNumber: '07700 900999',
      }),
    ).toMatchObject({ kind: 'conflict', reason: 'changed' });
    expect(states()).toHaveLength(1);
  });
});

describe('a retest', () => {
  const failed = { status: 'fail', results_ready: true } as const;
  const made = (): TestAnswer => {
    const retest = exampleRegistration({
      id: RETEST_ID,
      trf_code: 'DRW-AGA1N2',
      short_code: 'AGA1N2',
      patient_id: PATIENT_ID,
      parent_id: ID,
    });
    desk.service.registrations.set(RETEST_ID, retest);
    return { status: 201, body: retest };
  };
  const ask = async () => desk.done('registrations.retest', await seen());

  it('is asked for once, and the new registration is known', async () => {
    have(failed);
    const asked = answers('registrations.retest', made);
    const commandId = uuidOf(777);
    const input = await seen();
    await desk.done('registrations.retest', input, { commandId });
    await desk.done('registrations.retest', input, { commandId });
    expect(await desk.refused('registrations.retest', input)).toMatchObject({ kind: 'conflict' });
    expect(await desk.refused('registrations.retest', await seen())).toMatchObject({
      fields: { registration: 'under-way' },
    });
    await up();
    await desk.advance(60_000);
    expect(asked).toHaveLength(1);
    expect(await requests()).toMatchObject({
      retests: [{ id: RETEST_ID, trfCode: 'DRW-AGA1N2' }],
      changes: [{ kind: 'registration.retest', state: 'confirmed' }],
    });
  });

  it('without results is refused here; the service’s own refusal waits for a person', async () => {
    have();
    expect(await desk.refused('registrations.retest', await seen())).toMatchObject({
      fields: { registration: 'no-results' },
    });
    have(failed);
    const asked = answers('registrations.retest', () => REFUSED);
    await ask();
    await up();
    await desk.advance(10 * 60_000);
    expect(asked).toHaveLength(1);
    expect(await onlyRow()).toMatchObject({ state: 'refused', choices: ['send-again', 'give-up'] });
  });

  it('after a lost answer waits for a person, with the registration that appeared', async () => {
    have(failed);
    const asked = answers('registrations.retest', () => {
      made();
      return LOST;
    });
    await ask();
    await up();
    await desk.advance(30_000);
    expect(await onlyRow()).toMatchObject({ state: 'unknown', choices: [] });
    await desk.advance(10 * 60_000);
    expect(asked).toHaveLength(1);
    const row = await onlyRow();
    expect(row).toMatchObject({
      state: 'needs-human',
      registrationId: ID,
      subject: 'DRW-RE5T23',
      evidence: { found: [{ id: RETEST_ID, code: 'DRW-AGA1N2' }] },
      choices: ['said-done', 'look-again', 'repeat', 'give-up'],
    });
    expect(await desk.done('outbox.settle', { rowId: row.id, reason: REASON })).toMatchObject({
      state: 'confirmed',
      saidDone: true,
    });
    await desk.advance(10 * 60_000);
    expect(asked).toHaveLength(1);
    const { items } = await desk.done('activity.list', {});
    expect(items[0]).toMatchObject({ kind: 'change-said-done', detail: { reason: REASON } });
  });

  it('a look that fails when the waiting is over is repeated within seconds, not after the longest pause', async () => {
    have(failed);
    let isOut = false;
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'registrations.retest' || (isOut && endpoint === 'registrations.list') ? LOST : null;
    await ask();
    await up();
    await desk.advance(LATE_WRITE_MS - 5_000);
    isOut = true;
    await desk.advance(7_000);
    isOut = false;
    expect(await onlyRow()).toMatchObject({ state: 'unknown' });
    await desk.advance(10_000);
    const row = await onlyRow();
    expect(row.state).toBe('needs-human');
    // The request and what failed in two seconds; waiting is no attempt.
    expect(row.attempts).toBeGreaterThan(1);
    expect(row.attempts).toBeLessThan(6);
  });

  it('that a person has sent again is sent once more, and no more than that', async () => {
    have(failed);
    const asked = answers(
      'registrations.retest',
      () => LOST,
      () => LOST,
      made,
    );
    await ask();
    await up();
    await desk.advance(5 * 60_000);
    const first = await onlyRow();
    expect(first).toMatchObject({ state: 'needs-human', evidence: { found: [] } });
    await desk.done('outbox.repeat', { rowId: first.id, reason: REASON });
    await desk.advance(5 * 60_000);
    expect(asked).toHaveLength(2);
    expect(await onlyRow()).toMatchObject({ state: 'needs-human', repeats: 1 });
    // Looking once more sends nothing.
    await desk.done('outbox.retry', { rowId: first.id });
    await desk.advance(60_000);
    expect(asked).toHaveLength(2);
    expect(await onlyRow()).toMatchObject({ state: 'needs-human' });
    await desk.done('outbox.repeat', { rowId: first.id, reason: REASON });
    await desk.advance(60_000);
    expect(asked).toHaveLength(3);
    expect(await onlyRow()).toMatchObject({ state: 'confirmed', repeats: 2, saidDone: false });
  });

  it('that is in doubt holds up nothing else about the registration', async () => {
    have(failed);
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'registrations.retest'
        ? LOST
        : endpoint === 'registrations.update'
          ? { status: 200, body: desk.service.registrations.get(ID) }
          : null;
    await ask();
    await up();
    await desk.advance(5 * 60_000);
    await desk.done('registrations.update', {
      ...(await seen()),
      seenPatientId: PATIENT_ID,
      mobileNumber: '07700 900123',
    });
    await desk.advance(60_000);
    expect(states()).toEqual([
      { kind: 'registration.retest', state: 'needs-human' },
      { kind: 'registration.update', state: 'confirmed' },
    ]);
  });

  it('cannot be said done or repeated while nothing is in doubt, nor can another kind of change', async () => {
    have(failed);
    await ask();
    const { id: rowId } = await onlyRow();
    expect(await desk.refused('outbox.settle', { rowId, reason: REASON })).toMatchObject({ reason: 'state' });
    expect(await desk.refused('outbox.repeat', { rowId, reason: REASON })).toMatchObject({ reason: 'state' });
    await desk.done('outbox.discard', { rowId, reason: REASON });
    await desk.done('registrations.update', {
      ...(await seen()),
      seenPatientId: PATIENT_ID,
      mobileNumber: '07700 900123',
    });
    const { items } = await desk.done('outbox.list', { show: 'open' });
    expect(await desk.refused('outbox.repeat', { rowId: items[0]?.id ?? '', reason: REASON })).toMatchObject({
      kind: 'rejected',
      fields: { rowId: 'kind' },
    });
  });
});

describe('the e-mail for completing a registration', () => {
  const ask = async () =>
    desk.done('registrations.sendCompleteEmail', { ...(await seen()), email: 'ada@example.test' });

  it('is sent once while no patient is assigned', async () => {
    have({ patient_id: null });
    const asked = answers('registrations.sendCompleteEmail', () => ({
      status: 204,
      bytes: new Uint8Array(),
    }));
    await ask();
    await up();
    await desk.advance(10 * 60_000);
    expect(asked.map(({ body }) => body)).toEqual([{ email: 'ada@example.test' }]);
    expect(states()).toEqual([{ kind: 'registration.sendCompleteEmail', state: 'confirmed' }]);
  });

  it('is refused once a patient is assigned, and while one is under way', async () => {
    have();
    const email = 'ada@example.test';
    expect(await desk.refused('registrations.sendCompleteEmail', { ...(await seen()), email })).toMatchObject(
      { fields: { registration: 'has-patient' } },
    );
    have({ patient_id: null });
    await ask();
    expect(await desk.refused('registrations.sendCompleteEmail', { ...(await seen()), email })).toMatchObject(
      { fields: { registration: 'under-way' } },
    );
    expect(
      await desk.refused('registrations.sendCompleteEmail', { ...(await seen()), email: 'ada@' }),
    ).toMatchObject({ kind: 'rejected' });
  });

  it('after a lost answer waits for a person, who is told that nothing can be known', async () => {
    have({ patient_id: null });
    const asked = answers('registrations.sendCompleteEmail', () => LOST);
    await ask();
    await up();
    await desk.advance(10 * 60_000);
    expect(asked).toHaveLength(1);
    const row = await onlyRow();
    expect(row).toMatchObject({
      state: 'needs-human',
      evidence: null,
      choices: ['said-done', 'repeat', 'give-up'],
    });
    await desk.done('outbox.discard', { rowId: row.id, reason: REASON });
    await desk.advance(10 * 60_000);
    expect(asked).toHaveLength(1);
  });

  it('a refusal by the service is told, and nothing is in doubt', async () => {
    have({ patient_id: null });
    answers('registrations.sendCompleteEmail', () => ({
      status: 409,
      body: { error: { code: 'wrong_state', message: 'A patient is assigned.' } },
    }));
    await ask();
    await up();
    await desk.advance(10 * 60_000);
    expect(await onlyRow()).toMatchObject({ state: 'conflict', choices: ['send-again', 'give-up'] });
  });
});

describe('registering somebody without an appointment', () => {
  const productIds = async () => (await desk.done('products.list', {})).items.slice(0, 1).map(({ id }) => id);
  const created = () =>
    listRows(desk.parts.store.db, 'all').flatMap(({ change, state }) =>
      change?.kind === 'registration.create' ? [{ ...change.payload, state }] : [],
    );

  /** What the person's record shows. */
  const shownOf = async (patientId: string): Promise<string[]> =>
    (await desk.done('patients.record', { patientId })).registrations.map(({ id }) => id);

  it('is sent once with a reference of this desk’s own, and found again when the answer is lost', async () => {
    desk.addVisit(1);
    const asked = answers('registrations.create', ({ body }) => {
      const wanted = body as { foreign_id: string; patient_id: string; product_ids: string[] };
      const made = exampleRegistration({
        id: uuidOf(20_500),
        trf_code: 'DRW-NEW234',
        short_code: 'NEW234',
        appointment_id: null,
        ...wanted,
      });
      desk.service.registrations.set(made.id, made);
      desk.service.registrations.set(wanted.foreign_id, made);
      return LOST;
    });
    const { registrationId } = await desk.done('registrations.create', {
      patientId: PATIENT_ID,
      seenRegistrationIds: await shownOf(PATIENT_ID),
      productIds: await productIds(),
      biomarkerCodes: ['fer', 'FER', 'tsh'],
    });
    const shown = await desk.done('registrations.get', { registrationId });
    expect(shown).toMatchObject({ id: registrationId });
    await up();
    await desk.advance(200_000);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toMatchObject({
      patient_id: PATIENT_ID,
      foreign_id: `desk-${registrationId}`,
      biomarker_codes: ['FER', 'TSH'],
    });
    expect(asked[0]?.body).not.toHaveProperty('appointment_id');
    expect(created()).toMatchObject([{ state: 'confirmed', appointmentId: null }]);
  });

  it('is made once more only by a window that shows the one that another window has made', async () => {
    desk.addVisit(1);
    const given = {
      patientId: PATIENT_ID,
      seenRegistrationIds: await shownOf(PATIENT_ID),
      productIds: await productIds(),
    };
    const { registrationId } = await desk.done('registrations.create', given);
    expect(await desk.refused('registrations.create', given)).toMatchObject({
      kind: 'conflict',
      reason: 'changed',
    });
    expect(created()).toHaveLength(1);
    const seenRegistrationIds = await shownOf(PATIENT_ID);
    expect(seenRegistrationIds).toContain(registrationId);
    await desk.done('registrations.create', { ...given, seenRegistrationIds });
    expect(created()).toHaveLength(2);
  });

  it('names the person and the tests in the outbox, and says what of them is not known any more', async () => {
    const { db } = desk.parts.store;
    const lastName = `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(6)}`;
    desk.addVisit(1, { patient: { firstName: 'محمد', lastName, dateOfBirth: '1984-03-15' } });
    const [known = ''] = await productIds();
    upsertProducts(db, [exampleProduct({ id: uuidOf(41_000), name: '鉄分検査' })], 0);
    await desk.done('registrations.create', {
      patientId: PATIENT_ID,
      seenRegistrationIds: await shownOf(PATIENT_ID),
      productIds: [known, uuidOf(41_000)],
    });
    const inOutbox = async () => {
      const { items } = await desk.done('outbox.list', { show: 'open' });
      return items.map(({ kind, subject, tests }) => ({ kind, subject, tests }));
    };
    const subject = formatName({ firstName: 'محمد', lastName });
    const change = { kind: 'registration.create', subject };
    expect(await inOutbox()).toEqual([{ ...change, tests: ['Iron check', '鉄分検査'] }]);
    const [row] = (await desk.done('patients.record', { patientId: PATIENT_ID })).changes;
    expect(row).toMatchObject({ ...change, tests: ['Iron check', '鉄分検査'] });

    db.prepare('DELETE FROM mirror_product WHERE id = ?').run(uuidOf(41_000));
    db.exec('DELETE FROM mirror_patient; DELETE FROM mirror_registration;');
    expect(await inOutbox()).toEqual([{ ...change, subject: '', tests: ['Iron check', null] }]);
  });

  it('names no biomarkers where all are wanted, and is recorded', async () => {
    desk.addVisit(1);
    await desk.done('registrations.create', {
      patientId: PATIENT_ID,
      seenRegistrationIds: await shownOf(PATIENT_ID),
      productIds: await productIds(),
    });
    expect(created()[0]).not.toHaveProperty('biomarkerCodes');
    const { items } = await desk.done('activity.list', { limit: 5 });
    expect(items[0]).toMatchObject({ kind: 'registration-made', detail: { products: 1 } });
  });

  it('is refused for nobody, for a test that is not known, and for one that is named twice', async () => {
    desk.addVisit(1);
    const [id = ''] = await productIds();
    const refused = (patientId: string, ids: string[]) =>
      desk.refused('registrations.create', { patientId, seenRegistrationIds: [], productIds: ids });
    expect((await refused(uuidOf(39_999), [id])).kind).toBe('not-found');
    expect((await refused(PATIENT_ID, [uuidOf(49_999)])).kind).toBe('not-found');
    expect(await refused(PATIENT_ID, [id, id])).toMatchObject({ fields: { productIds: 'twice' } });
    expect(created()).toEqual([]);
  });
});
