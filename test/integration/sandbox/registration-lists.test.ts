// The list of test registrations in the sandbox, page by page, and what is linked to each.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  freeSlot,
  mainLocation,
  newOrder,
  newPatient,
  newRegistration,
  shippingOf,
  startCaller,
  TODAY,
  type Caller,
} from './caller.ts';

describe('the list of test registrations', () => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());

  const assign = (id: string, body: Record<string, unknown>) =>
    caller.call('registrations.update', { params: { id }, body });

  test('order, patient and appointment of a registration are 404 where there is none', async () => {
    const direct = await newRegistration(caller);
    const params = { id: direct.id };
    expect((await caller.refused('registrations.order', { params })).status).toBe(404);
    expect((await caller.refused('registrations.appointment', { params })).status).toBe(404);
    const order = await newOrder(caller);
    const bare = { id: order.test_registrations[0]?.id ?? '' };
    expect((await caller.refused('registrations.patient', { params: bare })).status).toBe(404);
    expect((await caller.call('registrations.order', { params: bare })).id).toBe(order.id);
  });

  test('the list holds every registration, newest first, page by page', async () => {
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) made.unshift((await newRegistration(caller)).id);
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await caller.call('registrations.list', { query: { page, results_per_page: 3 } });
      expect(answer).toMatchObject({
        nr_of_results: 7,
        nr_of_pages: 3,
        next_page: page < 3 ? page + 1 : null,
      });
      seen.push(...answer.items.map((one) => one.id));
    }
    expect(seen).toEqual(made);
    expect((await caller.call('registrations.list', { query: { page: 4_000 } })).items).toEqual([]);
    expect((await caller.refused('registrations.list', { query: { results_per_page: 101 } })).status).toBe(
      422,
    );
  });

  test('a registration finished today is listed like any other, with its appointment, its patient and its order', async () => {
    const slot = await freeSlot(caller);
    const order = await newOrder(caller, {
      shipping_id: await shippingOf(caller, 'IRON-4', 'walk_in'),
      address: undefined,
      initial_appointment: {
        test_location_id: await mainLocation(caller),
        appointment_time: `${slot.time.replace(' ', 'T')}:00`,
      },
    });
    const params = { id: order.test_registrations[0]?.id ?? '' };
    const patient = await newPatient(caller);
    await assign(params.id, { patient_id: patient.id, foreign_id: 'test:success+instant:today' });
    const waiting = await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    const { items } = await caller.call('registrations.list');
    expect(items.map((one) => one.id)).toEqual([waiting.id, params.id]);
    expect(items[1]).toMatchObject({ status: 'success', results_ready: true, patient_id: patient.id });
    expect(items[1]?.completed_at).toMatch(new RegExp(`^${TODAY}T`));
    const appointment = await caller.call('registrations.appointment', { params });
    expect(appointment).toMatchObject({
      id: items[1]?.appointment_id,
      patient_id: patient.id,
      confirmed: true,
    });
    expect(appointment.starts_at.slice(0, 16)).toBe(slot.time.replace(' ', 'T'));
    expect(await caller.call('registrations.patient', { params })).toEqual(patient);
    expect((await caller.call('registrations.order', { params })).id).toBe(order.id);
  });

  test('pages far down a long list are the right ones', async () => {
    caller.sandbox.fillWithRegistrations(2_600);
    const page = async (number: number) =>
      (await caller.call('registrations.list', { query: { page: number } })).items.map((one) => one.id);
    const all: string[] = [];
    for (let number = 1; number <= 26; number += 1) all.push(...(await page(number)));
    expect(new Set(all).size).toBe(2_600);
    const cut = await caller.call('registrations.list', { query: { page: 37, results_per_page: 70 } });
    expect(cut.items.map((one) => one.id)).toEqual(all.slice(36 * 70, 37 * 70));
  });
});
