// Walk-ins at the desk: the held slot, the present moment, the confirmation, and who is booked already.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { upsertLocations } from '../../../src/core/store/mirror/locations.ts';
import { upsertProducts } from '../../../src/core/store/mirror/products.ts';
import { saveSlots } from '../../../src/core/store/mirror/slots.ts';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { wallClockAt } from '../../../src/domain/site-time.ts';
import { exampleProduct } from '../../support/wire-examples.ts';

const PRODUCT_ID = uuidOf(3);
const PATIENT_ID = uuidOf(30_001);

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
  desk.addVisit(1);
});
afterEach(() => desk.close());

const hold = (slot = 5) =>
  desk.done('walkIn.hold', {
    locationId: LOCATION_ID,
    slotId: uuidOf(70_000 + slot),
    startsAtMs: NINE_O_CLOCK_MS + slot * 600_000,
  });

describe('a walk-in without a connection', () => {
  it('is requested, is never called booked, and appears on the board', async () => {
    const held = await hold();
    expect(held).toMatchObject({
      origin: 'walk-in',
      deskState: 'expected',
      appointment: { state: 'requested' },
      sync: 'waiting',
    });
    const confirmed = await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    expect(confirmed).toMatchObject({ person: { lastName: 'Oliver' }, appointment: { state: 'requested' } });
    expect(confirmed.pendingChanges.map((row) => [row.kind, row.state])).toEqual([
      ['appointment.hold', 'pending'],
      ['appointment.confirm', 'waiting'],
      ['registration.create', 'waiting'],
    ]);
    const board = await desk.done('board.get', {});
    expect(board.rows.find((row) => row.id === held.id)).toMatchObject({
      products: ['Iron check'],
      trfCodes: [],
    });
  });

  it('cannot take a slot that is held at this desk', async () => {
    await hold(5);
    const again = {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_005),
      startsAtMs: NINE_O_CLOCK_MS + 5 * 600_000,
    };
    expect(await desk.refused('walkIn.hold', again)).toMatchObject({ kind: 'conflict', reason: 'taken' });
  });

  it('is a held slot without a person until it is confirmed', async () => {
    const held = await hold();
    expect(held).toMatchObject({ merelyHeld: true, person: null });
    const confirmed = await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    expect(confirmed.merelyHeld).toBe(false);
  });

  it('is not held at another location than the one whose slots were shown', async () => {
    const elsewhere = {
      locationId: uuidOf(6),
      slotId: uuidOf(70_005),
      startsAtMs: NINE_O_CLOCK_MS + 3_000_000,
    };
    expect(await desk.refused('walkIn.hold', elsewhere)).toMatchObject({
      kind: 'conflict',
      reason: 'changed',
    });
    expect(await desk.refused('walkIn.hold', { ...elsewhere, slotId: null })).toMatchObject({
      reason: 'changed',
    });
    expect((await desk.done('outbox.list', {})).items).toEqual([]);
  });

  it('can be booked for the present moment outside the timetable, and for no other time', async () => {
    expect(
      await desk.refused('walkIn.hold', {
        locationId: LOCATION_ID,
        slotId: null,
        startsAtMs: NINE_O_CLOCK_MS + 3_600_000,
      }),
    ).toMatchObject({
      fields: { startsAtMs: 'not-now' },
    });
    const held = await desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: null,
      startsAtMs: NINE_O_CLOCK_MS,
    });
    expect(held.appointment).toMatchObject({ overridesAvailability: true });
  });

  it('leaves the board when its slot is given back', async () => {
    const held = await hold();
    await desk.done('walkIn.release', { visitId: held.id, seenVersion: held.version });
    const board = await desk.done('board.get', {});
    expect(board.rows.map((row) => row.id)).not.toContain(held.id);
  });

  it('can be confirmed once only, for a person and products that exist', async () => {
    const held = await hold();
    const input = {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    };
    expect(await desk.refused('walkIn.confirm', { ...input, productIds: [uuidOf(99)] })).toMatchObject({
      kind: 'not-found',
    });
    expect(await desk.refused('walkIn.confirm', { ...input, patientId: uuidOf(98) })).toMatchObject({
      kind: 'not-found',
    });
    const confirmed = await desk.done('walkIn.confirm', input);
    expect(await desk.refused('walkIn.confirm', { ...input, seenVersion: confirmed.version })).toMatchObject({
      kind: 'conflict',
    });
  });
});

describe('the present moment at a location that is booked by its slots', () => {
  const OTHER_ID = uuidOf(6);
  const slotAt = (number: number, available: boolean) => {
    const { date, time } = wallClockAt(NINE_O_CLOCK_MS + number * 600_000, 'Europe/London');
    const id = uuidOf(70_000 + number);
    return { id, preview: time, available, time: `${date} ${time}`, is_past: !available };
  };
  const hereNow = (now = NINE_O_CLOCK_MS) =>
    desk.call('walkIn.hold', { locationId: OTHER_ID, slotId: null, startsAtMs: now });
  const asked = (): unknown =>
    listRows(desk.parts.store.db, 'open').map(
      (row) => row.change?.kind === 'appointment.hold' && row.change.payload,
    );

  beforeEach(async () => {
    const { db } = desk.parts.store;
    const main = [...desk.service.locations.values()][0];
    if (!main) throw new Error('The test desk has a location.');
    upsertLocations(db, [{ ...main, id: OTHER_ID, name: 'Deansgate' }], NINE_O_CLOCK_MS);
    await desk.done('session.chooseLocation', { locationId: OTHER_ID });
  });
  const read = (...slots: ReturnType<typeof slotAt>[]): void =>
    saveSlots(desk.parts.store.db, { locationId: OTHER_ID, date: '2026-03-03' }, slots, NINE_O_CLOCK_MS);

  it('is the slot that has begun', async () => {
    read(slotAt(-1, false), slotAt(0, false), slotAt(1, true));
    desk.setNow(NINE_O_CLOCK_MS + 120_000);
    expect((await hereNow(NINE_O_CLOCK_MS + 120_000)).ok).toBe(true);
    expect(asked()).toMatchObject([
      { slotId: uuidOf(70_000), startsAtMs: NINE_O_CLOCK_MS, overrideAvailability: true },
    ]);
  });

  it('is the next free slot where none has begun', async () => {
    read(slotAt(2, false), slotAt(3, true));
    expect((await hereNow()).ok).toBe(true);
    expect(asked()).toMatchObject([
      { slotId: uuidOf(70_003), startsAtMs: NINE_O_CLOCK_MS + 1_800_000, overrideAvailability: false },
    ]);
  });

  it('is refused with an explanation before anything is sent where there is no slot, or none was ever read', async () => {
    expect(await hereNow()).toMatchObject({ error: { fields: { startsAtMs: 'slots-not-known' } } });
    read(slotAt(2, false), slotAt(3, false));
    expect(await hereNow()).toMatchObject({ error: { fields: { startsAtMs: 'no-slot-now' } } });
    expect(asked()).toEqual([]);
  });
});

describe('a test by appointment only', () => {
  it('can be booked in a slot, and not for the present moment outside the timetable', async () => {
    upsertProducts(desk.parts.store.db, [exampleProduct({ id: uuidOf(33), appointment_only: true })], 1);
    const confirmed = async (slotId: string | null, startsAtMs: number) => {
      const held = await desk.done('walkIn.hold', { locationId: LOCATION_ID, slotId, startsAtMs });
      return desk.call('walkIn.confirm', {
        visitId: held.id,
        seenVersion: held.version,
        patientId: PATIENT_ID,
        productIds: [PRODUCT_ID, uuidOf(33)],
      });
    };
    expect(await confirmed(null, NINE_O_CLOCK_MS)).toMatchObject({
      error: { fields: { productIds: 'needs-a-slot' } },
    });
    expect((await confirmed(uuidOf(70_005), NINE_O_CLOCK_MS + 3_000_000)).ok).toBe(true);
  });
});

describe('whether somebody is booked today already', () => {
  it('is known from their visits; cancelled ones do not count', async () => {
    expect((await desk.done('patients.visitsToday', { patientId: PATIENT_ID })).visits).toHaveLength(1);
    expect((await desk.done('patients.visitsToday', { patientId: uuidOf(30_002) })).visits).toEqual([]);
    const held = await hold();
    await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    expect((await desk.done('patients.visitsToday', { patientId: PATIENT_ID })).visits).toHaveLength(2);
  });
});

describe('a person who waits to be created', () => {
  it('is named by the row itself, also where two people have the same name', async () => {
    const draft = {
      firstName: 'James',
      lastName: 'Oliver',
      gender: 'male' as const,
      email: 'james@example.org',
      phoneNumber: null,
    };
    for (const dateOfBirth of ['1984-03-15', '1991-07-02'])
      await desk.done('patients.create', { draft: { ...draft, dateOfBirth }, acceptDuplicates: true });
    const { items } = await desk.done('outbox.list', {});
    expect(items.map((row) => row.person?.dateOfBirth)).toEqual(['1984-03-15', '1991-07-02']);
    expect(items.map((row) => row.subject)).toEqual(['OLIVER, James', 'OLIVER, James']);
  });
});

describe('what has reached the service', () => {
  it('counts what waits and what was given up, whatever the list is narrowed to', async () => {
    const held = await hold();
    const before = await desk.done('outbox.list', { show: 'attention' });
    expect(before).toMatchObject({ items: [], unsent: 1, givenUp: 0 });
    const [row] = (await desk.done('outbox.list', {})).items;
    await desk.done('outbox.discard', { rowId: row?.id ?? '', reason: 'the person left' });
    expect(await desk.done('outbox.list', {})).toMatchObject({ items: [], unsent: 0, givenUp: 1 });
    expect(held.merelyHeld).toBe(true);
  });
});
