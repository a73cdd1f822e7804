// Patients of the sandbox: every required field, one person once, one reference each.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newPatient, startCaller, type Caller } from './caller.ts';

const ADA = {
  first_name: 'Ada',
  last_name: 'King',
  email: 'ada@example.com',
  date_of_birth: '1985-12-10',
  gender: 'female',
};

describe('patients', () => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());

  const create = (body: Record<string, unknown>) => caller.call('patients.create', { body });
  const refused = (body: Record<string, unknown>) => caller.refused('patients.create', { body });

  test('a patient comes back as it was sent, what was not sent as null', async () => {
    expect(await create(ADA)).toEqual({
      ...ADA,
      id: expect.any(String),
      ethnicity: null,
      foreign_id: null,
      phone_number: null,
      address_id: null,
    });
    const full = {
      ...ADA,
      first_name: 'Zoë',
      ethnicity: 'White',
      foreign_id: 'p1',
      phone_number: '07700 900123',
    };
    const made = await create({ ...full, address: { line1: '1 High Street' } });
    expect(made).toMatchObject({ ...full, address_id: expect.any(String) });
  });

  test('the same first name, last name and date of birth return the existing patient', async () => {
    const first = await create({ ...ADA, foreign_id: 'p1' });
    const again = await create({ ...ADA, email: 'other@example.com', foreign_id: 'p2' });
    expect(again).toEqual(first);
    expect(await create({ ...ADA, first_name: ' ada ', last_name: 'KING' })).toEqual(first);
    expect(caller.sandbox.count.patients()).toBe(1);
  });

  test('another name, accent or date of birth is another patient', async () => {
    const ids = new Set<string>();
    for (const change of [
      {},
      { first_name: 'Adá' },
      { last_name: 'Kings' },
      { date_of_birth: '1985-12-11' },
    ]) {
      ids.add((await create({ ...ADA, ...change })).id);
    }
    expect(ids.size).toBe(4);
  });

  test('a patient’s foreign_id is unique', async () => {
    await create({ ...ADA, foreign_id: 'p1' });
    const second = await refused({ ...ADA, first_name: 'Bea', foreign_id: 'p1' });
    expect(second).toMatchObject({
      status: 409,
      error: { code: 'duplicate', fields: { foreign_id: 'is in use' } },
    });
  });

  test('many requests at once for one person make one patient', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => create({ ...ADA })));
    expect(new Set(made.map((one) => one.id)).size).toBe(1);
  });

  test.each(Object.keys(ADA))('a patient without %s is refused', async (field) => {
    const answer = await refused({ ...ADA, [field]: undefined });
    expect(answer).toMatchObject({ status: 422, error: { fields: { [field]: expect.any(String) } } });
    expect((await refused({ ...ADA, [field]: null })).status).toBe(422);
    expect((await refused({ ...ADA, [field]: '' })).status).toBe(422);
  });

  test.each([
    ['email', 'nobody'],
    ['date_of_birth', '1985-02-30'],
    ['date_of_birth', '10/12/1985'],
    ['date_of_birth', '2026-07-02'],
    ['date_of_birth', '1066-10-14'],
    ['gender', 'unknown'],
    ['first_name', '   '],
    ['first_name', 7],
  ])('%s %s is refused', async (field, value) => {
    const answer = await refused({ ...ADA, [field]: value });
    expect(answer).toMatchObject({ status: 422, error: { fields: { [field]: expect.any(String) } } });
  });

  test('each gender of the interface is taken', async () => {
    for (const gender of ['male', 'female', 'other']) {
      expect((await newPatient(caller, { gender })).gender).toBe(gender);
    }
  });
});
