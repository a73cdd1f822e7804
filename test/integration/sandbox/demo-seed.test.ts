// The demo data: a believable clinic, the same for the same seed and day, topped up day by day.
import { afterEach, describe, expect, test } from 'vitest';
import { searchableName } from '../../../src/domain/person-name.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { slotsOn, startCaller, TODAY, type Caller } from './caller.ts';

const callers: Caller[] = [];
afterEach(async () => {
  for (const caller of callers.splice(0)) await caller.close();
});

async function start(options: Parameters<typeof startCaller>[0] = {}): Promise<Caller> {
  const caller = await startCaller({ seed: 'demo', ...options });
  callers.push(caller);
  return caller;
}

async function everyRegistration(caller: Caller): Promise<Registration[]> {
  const all: Registration[] = [];
  for (let page: number | null = 1; page !== null;) {
    const answer: Awaited<ReturnType<typeof caller.call<'registrations.list'>>> = await caller.call(
      'registrations.list',
      { query: { page } },
    );
    all.push(...answer.items);
    page = answer.next_page;
  }
  return all;
}

/** The registrations of a day with the times of their appointments. */
async function visitsOn(
  caller: Caller,
  date: string,
): Promise<{ registration: Registration; time: string }[]> {
  const visits: { registration: Registration; time: string }[] = [];
  for (const registration of await everyRegistration(caller)) {
    if (registration.appointment_id === null) continue;
    const params = { id: registration.id };
    const { starts_at } = await caller.call('registrations.appointment', { params });
    if (starts_at.startsWith(date)) visits.push({ registration, time: starts_at.slice(11, 16) });
  }
  return visits.sort((a, b) => a.time.localeCompare(b.time));
}

describe('the demo seed', () => {
  test('today has at least 24 appointments, most after 08:00, most with a patient and some without', async () => {
    const visits = await visitsOn(await start(), TODAY);
    expect(visits.length).toBeGreaterThanOrEqual(24);
    expect(visits.filter(({ time }) => time >= '08:00').length).toBeGreaterThan(visits.length * 0.8);
    expect(visits.some(({ time }) => time < '09:00')).toBe(true);
    expect(visits.some(({ time }) => time > '17:00')).toBe(true);
    const unassigned = visits.filter(({ registration }) => registration.patient_id === null);
    expect(unassigned.length).toBeGreaterThanOrEqual(3);
    expect(unassigned.length).toBeLessThan(visits.length / 3);
    for (const { registration } of unassigned) expect(registration.status).toBe('awaiting_patient');
    expect(new Set(visits.map(({ time }) => time)).size).toBe(visits.length);
  });

  test('somebody of the past has results by a general range, beside results by the ranges for men and women', async () => {
    const caller = await start();
    const finished = (await everyRegistration(caller)).filter(({ status }) => status === 'success');
    const results = [];
    for (const { id, gender } of finished) {
      const { items } = await caller.call('registrations.labResults', { params: { id } });
      for (const one of items) results.push({ gender, ...one });
    }
    const general = results.filter((one) => one.fallback_range_applied);
    expect(general.map(({ code }) => code)).toContain('FERR');
    for (const one of general) expect(one).toMatchObject({ gender: 'other', status: 'success' });
    expect(
      results.filter((one) => !one.fallback_range_applied && one.code === 'FERR').length,
    ).toBeGreaterThan(0);
  });

  test('today’s registrations are not finished while people train on them', async () => {
    const caller = await start();
    caller.sandbox.clock.advanceSeconds(14 * 3_600);
    const visits = await visitsOn(caller, TODAY);
    expect(visits.length).toBeGreaterThanOrEqual(24);
    for (const { registration } of visits) {
      expect(['pending', 'awaiting_patient']).toContain(registration.status);
    }
  });

  test('free slots remain today', async () => {
    const free = (await slotsOn(await start(), TODAY)).filter((slot) => slot.available);
    expect(free.length).toBeGreaterThanOrEqual(6);
  });

  test('there are finished registrations of the past weeks in several states, and some for tomorrow', async () => {
    const caller = await start();
    const all = await everyRegistration(caller);
    const states = new Set(all.map((one) => one.status));
    for (const status of [
      'success',
      'fail',
      'partial_result',
      'pending_authentication',
      'processing_error',
    ]) {
      expect(states).toContain(status);
    }
    const done = all.find((one) => one.status === 'success');
    const results = await caller.call('registrations.labResults', { params: { id: done?.id ?? '' } });
    expect(results.items.length).toBeGreaterThan(0);
    expect((await visitsOn(caller, '2026-07-02')).length).toBeGreaterThan(3);
  });

  test('names are diverse: accents, apostrophes, hyphens, long and short ones', async () => {
    const caller = await start();
    const names: string[] = [];
    for (const { registration } of await visitsOn(caller, TODAY)) {
      if (registration.last_name !== null) names.push(registration.last_name);
      else {
        const order = await caller.call('registrations.order', { params: { id: registration.id } });
        names.push(String((await caller.call('orders.customer', { params: { id: order.id } }))['last_name']));
      }
    }
    expect(names.some((name) => searchableName(name) === 'o neill')).toBe(true);
    expect(names.some((name) => name.includes('-'))).toBe(true);
    expect(names.some((name) => /[^\u0000-\u007f’]/.test(name))).toBe(true);
    expect(names.some((name) => name.length > 20)).toBe(true);
    expect(names.some((name) => name.length <= 3)).toBe(true);
  });

  test('NHS numbers are of the test range and have a valid check digit', async () => {
    const caller = await start();
    let seen = 0;
    for (const { registration } of await visitsOn(caller, TODAY)) {
      if (registration.patient_id !== null) continue;
      const order = await caller.call('registrations.order', { params: { id: registration.id } });
      const customer = await caller.call('orders.customer', { params: { id: order.id } });
      const digits = String(customer['nhs_number']);
      expect(digits).toMatch(/^999\d{7}$/);
      const sum = [...digits]
        .slice(0, 9)
        .reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
      expect((11 - (sum % 11)) % 11).toBe(Number(digits[9]));
      seen += 1;
    }
    expect(seen).toBeGreaterThan(0);
  });

  test('the same seed and day give the same data, another seed other people', async () => {
    const [one, same, other] = await Promise.all([start(), start(), start({ seed: 'demo-other' })]);
    const first = await everyRegistration(one);
    expect(await everyRegistration(same)).toEqual(first);
    const names = (list: Registration[]) => list.map((item) => item.last_name);
    expect(names(await everyRegistration(other))).not.toEqual(names(first));
  });

  test('a later day is topped up once', async () => {
    const caller = await start();
    const before = caller.sandbox.count.appointments();
    caller.sandbox.ensureDemoDay();
    expect(caller.sandbox.count.appointments()).toBe(before);
    caller.sandbox.ensureDemoDay('2026-07-09');
    expect(caller.sandbox.count.appointments()).toBe(before + 28);
    caller.sandbox.ensureDemoDay('2026-07-09');
    expect(caller.sandbox.count.appointments()).toBe(before + 28);
    expect(await visitsOn(caller, '2026-07-09')).toHaveLength(28);
  });

  test('a day demo data exists for each day of a year, the clock changes included', async () => {
    const caller = await start();
    for (const date of ['2026-10-25', '2027-03-28', '2026-12-25', '2028-02-29']) {
      const before = caller.sandbox.count.appointments();
      caller.sandbox.ensureDemoDay(date);
      expect(caller.sandbox.count.appointments()).toBe(before + 28);
    }
  });

  test('nothing is made with seed empty', async () => {
    const caller = await start({ seed: 'empty' });
    caller.sandbox.ensureDemoDay();
    expect(caller.sandbox.count.registrations()).toBe(0);
    expect((await caller.call('products.list')).nr_of_results).toBeGreaterThanOrEqual(12);
  });
});
