// Calendar, slots and appointments of the sandbox: holds, one taker a slot, overrides, moves, both clock changes.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  freeSlot,
  locationIds,
  mainLocation,
  MORNING,
  newPatient,
  newRegistration,
  slotsOn,
  startCaller,
  TODAY,
  type Caller,
} from './caller.ts';

const NOWHERE = '11111111-1111-4111-8111-111111111111';

describe('appointments', () => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());

  const hold = (body: Record<string, unknown>) =>
    caller.call('appointments.create', { body: { confirmed: false, ...body } });
  const isFree = async (slotId: string, date = TODAY): Promise<boolean | undefined> =>
    (await slotsOn(caller, date)).find((slot) => slot.id === slotId)?.available;

  test('a provisional appointment holds its slot for 10 minutes', async () => {
    const slot = await freeSlot(caller);
    const held = await hold({ slot_id: slot.id });
    expect(held.confirmed).toBe(false);
    expect(Date.parse(held.expires_at ?? '')).toBe(MORNING + 600_000);
    expect(await isFree(slot.id)).toBe(false);
  });

  test('a hold that is not confirmed in time is released and gone', async () => {
    const slot = await freeSlot(caller);
    const held = await hold({ slot_id: slot.id });
    caller.sandbox.clock.advanceSeconds(599);
    expect(await isFree(slot.id)).toBe(false);
    caller.sandbox.clock.advanceSeconds(1);
    expect(await isFree(slot.id)).toBe(true);
    const late = await caller.refused('appointments.update', {
      params: { id: held.id },
      body: { confirmed: true },
    });
    expect(late.status).toBe(404);
  });

  test('confirming a hold in time keeps the slot and clears expires_at', async () => {
    const slot = await freeSlot(caller);
    const held = await hold({ slot_id: slot.id });
    const params = { id: held.id };
    const confirmed = await caller.call('appointments.update', { params, body: { confirmed: true } });
    expect(confirmed).toMatchObject({ confirmed: true, expires_at: null });
    caller.sandbox.clock.advanceSeconds(3_600);
    const again = await caller.call('appointments.update', { params, body: { confirmed: true } });
    expect(again).toMatchObject({ confirmed: true, expires_at: null });
  });

  test('an appointment made with confirmed true is confirmed at once', async () => {
    const slot = await freeSlot(caller);
    const made = await hold({ slot_id: slot.id, confirmed: true });
    expect(made).toMatchObject({ confirmed: true, expires_at: null, type: 'brand_location' });
    expect(Date.parse(made.ends_at) - Date.parse(made.starts_at)).toBe(600_000);
  });

  test('patching confirmed false cancels nothing', async () => {
    const made = await hold({ slot_id: (await freeSlot(caller)).id, confirmed: true });
    const patched = await caller.call('appointments.update', {
      params: { id: made.id },
      body: { confirmed: false },
    });
    expect(patched).toEqual(made);
  });

  test('deleting an appointment frees its slot and makes it 404', async () => {
    const slot = await freeSlot(caller);
    for (const confirmed of [true, false]) {
      const { id } = await hold({ slot_id: slot.id, confirmed });
      await caller.call('appointments.cancel', { params: { id } });
      expect(await isFree(slot.id)).toBe(true);
      expect((await caller.refused('appointments.cancel', { params: { id } })).status).toBe(404);
    }
  });

  test('a slot has one taker', async () => {
    const slot = await freeSlot(caller);
    await hold({ slot_id: slot.id });
    const second = await caller.refused('appointments.create', {
      body: { slot_id: slot.id, confirmed: true },
    });
    expect(second).toMatchObject({ status: 409, error: { code: 'taken' } });
  });

  test('of many requests at once for a slot exactly one wins', async () => {
    const slot = await freeSlot(caller);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        caller.send('POST', '/api/appointment/', { slot_id: slot.id, confirmed: true }),
      ),
    );
    expect(answers.filter((one) => one.status === 201)).toHaveLength(1);
    expect(answers.filter((one) => one.status === 409)).toHaveLength(19);
  });

  test('override_availability books a taken slot, and freeing it frees nobody else', async () => {
    const slot = await freeSlot(caller);
    const first = await hold({ slot_id: slot.id, confirmed: true });
    const over = await hold({ slot_id: slot.id, confirmed: true, override_availability: true });
    expect(over.starts_at).toBe(first.starts_at);
    await caller.call('appointments.cancel', { params: { id: over.id } });
    expect(await isFree(slot.id)).toBe(false);
  });

  test('override_availability on a free slot takes it as anybody would', async () => {
    const slot = await freeSlot(caller);
    await hold({ slot_id: slot.id, confirmed: true, override_availability: true });
    const next = await caller.refused('appointments.create', { body: { slot_id: slot.id, confirmed: true } });
    expect(next.status).toBe(409);
  });

  test('override_availability books a closed time and a past one', async () => {
    for (const starts_at of ['2026-07-02T03:07:00+01:00', '2026-07-01T08:00:00+01:00']) {
      const refused = await caller.refused('appointments.create', { body: { starts_at, confirmed: true } });
      expect(refused.status).toBe(409);
      const made = await hold({ starts_at, confirmed: true, override_availability: true });
      expect(made.starts_at).toBe(starts_at);
    }
  });

  test('a past slot is refused unless overridden', async () => {
    const past = (await slotsOn(caller, TODAY)).find((slot) => slot.is_past);
    expect(past?.available).toBe(false);
    const refused = await caller.refused('appointments.create', {
      body: { slot_id: past?.id, confirmed: true },
    });
    expect(refused).toMatchObject({ status: 409, error: { code: 'taken' } });
  });

  test('starts_at stands in for slot_id, at the main location and with any offset', async () => {
    const slot = await freeSlot(caller, TODAY, '12:00');
    const made = await hold({ starts_at: '2026-07-01T11:00:00Z' });
    expect(made.starts_at).toBe('2026-07-01T12:00:00+01:00');
    const [main] = (await caller.call('locations.list')).items;
    expect(made).toMatchObject({
      test_location_id: main?.id,
      full_address: main?.full_address,
      point: { latitude: main?.latitude, longitude: main?.longitude },
    });
    expect(await isFree(slot.id)).toBe(false);
    const local = await hold({ starts_at: '2026-07-01T12:10:00' });
    expect(local.starts_at).toBe('2026-07-01T12:10:00+01:00');
  });

  test('slot_id wins over starts_at when both are given', async () => {
    const slot = await freeSlot(caller, TODAY, '15:00');
    const made = await hold({ slot_id: slot.id, starts_at: '2026-07-01T12:00:00+01:00' });
    expect(made.starts_at).toBe('2026-07-01T15:00:00+01:00');
  });

  test('an unknown slot, patient, location or appointment is not found', async () => {
    const slot = await freeSlot(caller);
    const attempts = [
      caller.refused('appointments.create', { body: { slot_id: NOWHERE, confirmed: true } }),
      caller.refused('appointments.create', {
        body: { slot_id: slot.id, confirmed: true, patient_id: NOWHERE },
      }),
      caller.refused('appointments.update', { params: { id: NOWHERE }, body: { confirmed: true } }),
      caller.refused('locations.calendar', {
        params: { year: 2026, month: 7 },
        query: { test_location_id: NOWHERE },
      }),
      caller.refused('locations.slots', {
        params: { year: 2026, month: 7, day: 1 },
        query: { test_location_id: NOWHERE },
      }),
    ];
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(404);
    expect(await isFree(slot.id)).toBe(true);
  });

  test('confirmed is required, and slot_id unless starts_at is given', async () => {
    const slot = await freeSlot(caller);
    const unsaid = await caller.refused('appointments.create', { body: { slot_id: slot.id } });
    expect(unsaid).toMatchObject({ status: 422, error: { fields: { confirmed: expect.any(String) } } });
    const nowhere = await caller.refused('appointments.create', { body: { confirmed: true } });
    expect(nowhere).toMatchObject({ status: 422, error: { fields: { slot_id: expect.any(String) } } });
  });

  test('a patient can be given at creation or assigned later', async () => {
    const patient = await newPatient(caller);
    const given = await hold({ slot_id: (await freeSlot(caller)).id, patient_id: patient.id });
    expect(given.patient_id).toBe(patient.id);
    const later = await hold({ slot_id: (await freeSlot(caller)).id });
    expect(later.patient_id).toBeNull();
    const assigned = await caller.call('appointments.update', {
      params: { id: later.id },
      body: { patient_id: patient.id },
    });
    expect(assigned.patient_id).toBe(patient.id);
    expect(assigned.confirmed).toBe(false);
  });

  test('an appointment moves to a free time and leaves the old one free', async () => {
    const from = await freeSlot(caller);
    const made = await hold({ slot_id: from.id, confirmed: true });
    const moved = await caller.call('appointments.update', {
      params: { id: made.id },
      body: { appointment_time: '2026-07-02T14:00:00+01:00' },
    });
    expect(moved.starts_at).toBe('2026-07-02T14:00:00+01:00');
    expect(moved.ends_at).toBe('2026-07-02T14:10:00+01:00');
    expect(await isFree(from.id)).toBe(true);
    const again = await caller.call('appointments.update', {
      params: { id: made.id },
      body: { appointment_time: '2026-07-02T14:00:00+01:00' },
    });
    expect(again).toEqual(moved);
  });

  test('an appointment does not move to a taken or closed time, and stays where it was', async () => {
    const first = await hold({ starts_at: '2026-07-01T10:00:00+01:00', confirmed: true });
    await hold({ starts_at: '2026-07-01T11:00:00+01:00', confirmed: true });
    for (const appointment_time of ['2026-07-01T11:00:00+01:00', '2026-07-02T04:00:00+01:00']) {
      const refused = await caller.refused('appointments.update', {
        params: { id: first.id },
        body: { appointment_time },
      });
      expect(refused.status).toBe(409);
    }
    expect(await isFree((await freeSlot(caller, TODAY, '10:10')).id)).toBe(true);
    const still = await caller.call('appointments.update', { params: { id: first.id }, body: {} });
    expect(still).toEqual(first);
  });

  test('an appointment moves to another location', async () => {
    const [, second] = await locationIds(caller);
    const made = await hold({ starts_at: '2026-07-01T10:00:00+01:00', confirmed: true });
    const moved = await caller.call('appointments.update', {
      params: { id: made.id },
      body: { test_location_id: second },
    });
    expect(moved).toMatchObject({ test_location_id: second, starts_at: made.starts_at });
    expect(moved.full_address).not.toBe(made.full_address);
  });

  test('a cancelled appointment leaves its registration without one', async () => {
    const made = await hold({ slot_id: (await freeSlot(caller)).id, confirmed: true });
    const registration = await newRegistration(caller, { appointment_id: made.id });
    const params = { id: registration.id };
    expect((await caller.call('registrations.appointment', { params })).id).toBe(made.id);
    await caller.call('appointments.cancel', { params: { id: made.id } });
    expect((await caller.call('registrations.get', { params })).appointment_id).toBeNull();
    expect((await caller.refused('registrations.appointment', { params })).status).toBe(404);
  });
});

describe('test locations', () => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());

  test('there are three locations with addresses and coordinates', async () => {
    const { items } = await caller.call('locations.list');
    expect(items).toHaveLength(3);
    for (const one of items) {
      expect(one.full_address).toContain(one.postal_code);
      expect(one.latitude).toBeGreaterThan(49);
    }
  });

  test('the calendar answers every day of its month', async () => {
    const test_location_id = await mainLocation(caller);
    const days = { 1: 31, 2: 28, 4: 30, 12: 31 };
    for (const [month, count] of Object.entries(days)) {
      const calendar = await caller.call('locations.calendar', {
        params: { year: 2027, month: Number(month) },
        query: { test_location_id },
      });
      expect(Object.keys(calendar.availability)).toHaveLength(count);
      expect(calendar.id).toBe(`2027-${month.padStart(2, '0')}`);
    }
    const leap = await caller.call('locations.calendar', {
      params: { year: 2028, month: 2 },
      query: { test_location_id },
    });
    expect(leap.availability['2028-02-29']).toBe(true);
  });

  test('a day is unavailable when the location is closed, past or fully booked', async () => {
    const [main, second] = (await locationIds(caller)) as [string, string];
    const month = async (id: string) =>
      (
        await caller.call('locations.calendar', {
          params: { year: 2026, month: 7 },
          query: { test_location_id: id },
        })
      ).availability;
    const closed = await month(second);
    expect(closed['2026-07-05']).toBe(false);
    expect(await slotsOn(caller, '2026-07-05', second)).toEqual([]);
    expect(closed['2026-07-06']).toBe(true);
    expect((await month(main))['2026-06-30']).toBeUndefined();

    const saturday = await slotsOn(caller, '2026-07-04', second);
    expect(saturday.length).toBeGreaterThan(0);
    for (const slot of saturday) {
      await caller.call('appointments.create', { body: { slot_id: slot.id, confirmed: true } });
    }
    expect((await month(second))['2026-07-04']).toBe(false);
    caller.sandbox.clock.advanceSeconds(7 * 86_400);
    expect((await month(main))['2026-07-02']).toBe(false);
  });

  test('every open day has at least six free slots', async () => {
    for (const location of await locationIds(caller)) {
      const { availability } = await caller.call('locations.calendar', {
        params: { year: 2026, month: 8 },
        query: { test_location_id: location },
      });
      expect(Object.values(availability)).toContain(true);
      for (const [date, open] of Object.entries(availability)) {
        const free = (await slotsOn(caller, date, location)).filter((slot) => slot.available);
        expect(open ? free.length >= 6 : free.length === 0, `${date} at ${location}`).toBe(true);
      }
    }
  });

  test('a slot tells its time on the location’s clock and whether it has passed', async () => {
    const slots = await slotsOn(caller, TODAY);
    expect(new Set(slots.map((slot) => slot.is_past))).toEqual(new Set([true, false]));
    for (const slot of slots) {
      expect(slot.time).toBe(`${TODAY} ${slot.preview}`);
      expect(slot.is_past).toBe(slot.preview <= '09:00');
    }
    expect(new Set(slots.map((slot) => slot.id)).size).toBe(slots.length);
  });

  test('a day that does not exist is refused, a month out of bounds too', async () => {
    const query = { test_location_id: await mainLocation(caller) };
    const day = await caller.refused('locations.slots', { params: { year: 2026, month: 2, day: 30 }, query });
    expect(day).toMatchObject({ status: 422, error: { fields: { day: expect.any(String) } } });
    const month = await caller.refused('locations.calendar', { params: { year: 2026, month: 13 }, query });
    expect(month).toMatchObject({ status: 422, error: { fields: { month: expect.any(String) } } });
  });

  test.each([
    ['2027-03-28', '+01:00'],
    ['2026-10-25', '+00:00'],
    ['2027-03-27', '+00:00'],
    ['2026-10-24', '+01:00'],
  ])('on %s, by the change of the clocks, slots are at the wall clock’s time (%s)', async (date, offset) => {
    const slot = await freeSlot(caller, date, '09:00');
    expect(slot.preview).toBe('09:00');
    const made = await caller.call('appointments.create', { body: { slot_id: slot.id, confirmed: true } });
    expect(made.starts_at).toBe(`${date}T09:00:00${offset}`);
    const slots = await slotsOn(caller, date);
    expect(slots[0]?.preview).toBe('07:00');
    expect(slots.at(-1)?.preview).toBe('23:50');
    expect(slots).toHaveLength(102);
  });
});
