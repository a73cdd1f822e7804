import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

const PRODUCT_ID = uuidOf(3);
const PATIENT_ID = uuidOf(30_001);

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
  desk.addVisit(1);
});
afterEach(() => desk.close());

const hold = (slot = 5) =>
  desk.done('walkIn.hold', { slotId: uuidOf(70_000 + slot), startsAtMs: NINE_O_CLOCK_MS + slot * 600_000 });

describe('a walk-in with the line down', () => {
  it('is asked for, never called booked, and goes on to the board', async () => {
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

  it('prints no label before the service has given a code', async () => {
    const held = await hold();
    const confirmed = await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    await desk.done('visits.checkIn', {
      visitId: held.id,
      seenVersion: confirmed.version,
      identifiers: [
        { kind: 'name', stated: null },
        { kind: 'photo-id', stated: null },
      ],
    });
    expect(await desk.refused('labels.print', { visitId: held.id })).toMatchObject({
      fields: { code: 'not-known-yet' },
    });
  });

  it('cannot take a slot that is held at this desk', async () => {
    await hold(5);
    const again = { slotId: uuidOf(70_005), startsAtMs: NINE_O_CLOCK_MS + 5 * 600_000 };
    expect(await desk.refused('walkIn.hold', again)).toMatchObject({ kind: 'conflict', reason: 'taken' });
  });

  it('takes the present moment outside the timetable, and no other', async () => {
    expect(
      await desk.refused('walkIn.hold', { slotId: null, startsAtMs: NINE_O_CLOCK_MS + 3_600_000 }),
    ).toMatchObject({
      fields: { startsAtMs: 'not-now' },
    });
    const held = await desk.done('walkIn.hold', { slotId: null, startsAtMs: NINE_O_CLOCK_MS });
    expect(held.appointment).toMatchObject({ overridesAvailability: true });
  });

  it('leaves the board when its slot is given back', async () => {
    const held = await hold();
    await desk.done('walkIn.release', { visitId: held.id, seenVersion: held.version });
    const board = await desk.done('board.get', {});
    expect(board.rows.map((row) => row.id)).not.toContain(held.id);
  });

  it('is confirmed once, for a person and products that exist', async () => {
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
