// What a walk-in does with answers that were lost, came from somebody else than the service, or say something else than was asked for: nobody is
// booked twice, or somewhere else without a word.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../../src/wire/appointment.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../support/test-service.ts';
import { examplePatient } from '../../support/wire-examples.ts';
import { IDENTIFIERS } from './support/desk-steps.ts';
import {
  answerLost,
  gatewayJson,
  gatewayPage,
  kinds,
  NEAR_SLOT,
  openWalkInDesk,
  PATIENT_ID,
  PRODUCT_ID,
  refused,
} from './support/walk-in-desk.ts';
import type { Step, WalkInDesk } from './support/walk-in-desk.ts';

const OTHER_LOCATION_ID = uuidOf(6);

let at: WalkInDesk;
beforeEach(async () => {
  at = await openWalkInDesk();
});
afterEach(() => at.desk.close());

describe('a refusal that never comes from the service itself', () => {
  it.each([
    ['an empty body', () => ({ status: 403 })],
    ['plain text', () => ({ status: 422, contentType: 'text/plain', bytes: new TextEncoder().encode('no') })],
    ['JSON of something else', gatewayJson],
  ] as const)('goes to a person in the end while everything else is answered: %s', async (_, step) => {
    at.confirmations = Array.from({ length: 200 }, () => step);
    await at.walkIn();
    await at.desk.advance(60 * 60_000);
    const outbox = await at.desk.done('outbox.list', { show: 'attention' });
    expect(outbox.items).toMatchObject([{ kind: 'appointment.confirm', state: 'needs-human' }]);
    expect(at.made).toHaveLength(1);
  });

  it('is tried again while nothing else is answered either', async () => {
    const { service } = at.desk;
    service.answer = () => ({ status: 403 });
    await at.walkIn();
    await at.desk.advance(60 * 60_000);
    expect((await at.desk.done('outbox.list', { show: 'attention' })).items).toEqual([]);
    service.answer = at.answer;
    await at.desk.advance(10 * 60_000);
    expect((await at.desk.done('outbox.list', { show: 'open' })).items).toEqual([]);
    expect(at.made).toHaveLength(1);
  });
});

describe('a confirmation whose answer was lost', () => {
  it('is not booked again when a gateway instead of the service answers "not found"', async () => {
    at.confirmations = [at.applied(answerLost), gatewayPage, gatewayPage];
    const visit = await at.walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(at.made).toHaveLength(1);
    expect(kinds(visit)).not.toContain('slot-booked-over');
  });

  it('is not booked again when a gateway says so in JSON of another shape than the service’s', async () => {
    at.confirmations = [at.applied(answerLost), gatewayJson, gatewayJson, gatewayJson];
    const visit = await at.walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(at.made).toHaveLength(1);
  });

  it('is asked for once more before a "not found" of the service is accepted', async () => {
    at.confirmations = [at.applied(answerLost), refused(404)];
    const visit = await at.walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(at.made).toHaveLength(1);
  });

  it('is held again once the service has answered twice that it does not exist', async () => {
    at.confirmations = [answerLost, refused(404), refused(404)];
    const visit = await at.walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(at.made).toHaveLength(2);
  });
});

describe('a confirmation for somebody whose record the laboratory has merged or removed', () => {
  beforeEach(() => {
    at.confirmations = Array.from({ length: 20 }, () => refused(404));
    at.look = at.show;
  });

  it('waits for a person with the reason: no slot is called taken, held again or booked over', async () => {
    const visit = await at.walkIn(NEAR_SLOT);
    expect(visit).toMatchObject({ slotLost: null, appointment: { state: 'unsure' } });
    expect(at.asked('appointments.create')).toHaveLength(1);
    expect((await at.desk.done('outbox.list', { show: 'attention' })).items).toMatchObject([
      {
        kind: 'appointment.confirm',
        difference: { what: 'patient-unknown' },
        choices: ['send-again', 'give-up'],
      },
    ]);
  });

  it('sent again once the hold has ended holds the slot once more, and is done when the patient is known', async () => {
    const visit = await at.walkIn(NEAR_SLOT);
    const rowId = visit.pendingChanges.find(({ kind }) => kind === 'appointment.confirm')?.id ?? '';
    at.confirmations = [refused(404)];
    at.look = refused(404);
    await at.desk.done('outbox.retry', { rowId });
    await at.desk.advance(60_000);
    const after = await at.desk.done('visits.get', { visitId: visit.id });
    expect(after).toMatchObject({ appointment: { state: 'confirmed' }, pendingChanges: [] });
    expect(at.asked('appointments.create')).toHaveLength(2);
  });
});

describe('a hold whose answer was lost', () => {
  it('is made again; if its own first try has the slot, that is not reported as booking over somebody', async () => {
    at.creations = [
      (request) => {
        at.hold(request);
        return answerLost(request);
      },
      refused(409),
    ];
    const visit = await at.walkIn(NEAR_SLOT);
    expect(visit.appointment?.state).toBe('confirmed');
    expect(kinds(visit)).toContain('slot-held-again');
    expect(kinds(visit)).not.toContain('slot-booked-over');
  });

  it('is made again; a service that answers with its own first try gives it that one, and nothing is left over', async () => {
    at.creations = [
      (request) => {
        at.hold(request);
        return answerLost(request);
      },
      () => ({ status: 200, body: at.made[0] }),
    ];
    const visit = await at.walkIn(NEAR_SLOT);
    expect(visit.appointment?.state).toBe('confirmed');
    expect(at.made).toMatchObject([{ id: uuidOf(40_000), confirmed: true, patient_id: PATIENT_ID }]);
    expect(at.asked('appointments.create')).toHaveLength(2);
    expect(at.asked('appointments.cancel')).toEqual([]);
    expect((await at.desk.done('outbox.list', { show: 'attention' })).items).toEqual([]);
  });
});

describe('a slot that the service holds at another location', () => {
  it('is released at once, handed to a person with an explanation, and not requested again', async () => {
    at.bookedAt = OTHER_LOCATION_ID;
    const visit = await at.walkIn();
    expect(at.asked('appointments.create')).toHaveLength(1);
    expect(at.asked('appointments.cancel').map((request) => request.params['id'])).toEqual([uuidOf(40_000)]);
    expect(at.asked('appointments.update')).toEqual([]);
    expect(kinds(visit)).toContain('slot-held-elsewhere');
    const outbox = await at.desk.done('outbox.list', { show: 'attention' });
    expect(outbox.items).toMatchObject([
      { kind: 'appointment.hold', state: 'needs-human', heldElsewhere: { id: OTHER_LOCATION_ID } },
    ]);
  });
});

describe('a slot that the service holds at another time', () => {
  const heldAt =
    (startsAtMs: number): Step =>
    (request) => {
      const answered = at.hold(request) as { status: number; body: Appointment };
      const held = { ...answered.body, starts_at: new Date(startsAtMs).toISOString() };
      at.made[at.made.length - 1] = held;
      return { ...answered, body: held };
    };
  const ELEVEN_MS = NINE_O_CLOCK_MS + 2 * 3_600_000;

  it('is released at once where it lies ahead, and a person decides with the time in sight', async () => {
    at.creations = [heldAt(ELEVEN_MS)];
    await at.walkIn();
    expect(at.asked('appointments.create')).toHaveLength(1);
    expect(at.asked('appointments.cancel').map((request) => request.params['id'])).toEqual([uuidOf(40_000)]);
    expect(at.asked('appointments.update')).toEqual([]);
    const outbox = await at.desk.done('outbox.list', { show: 'attention' });
    expect(outbox.items).toMatchObject([
      { kind: 'appointment.hold', state: 'needs-human', heldAtMs: ELEVEN_MS, heldElsewhere: null },
    ]);
  });

  it('is kept for whoever stands at the desk now, who is seen all the same, and a note says so', async () => {
    at.creations = [heldAt(ELEVEN_MS)];
    const visit = await at.walkIn(NEAR_SLOT);
    expect(at.asked('appointments.cancel')).toEqual([]);
    expect(visit).toMatchObject({
      pendingChanges: [],
      appointment: { state: 'confirmed', startsAtMs: ELEVEN_MS },
    });
    expect(visit.activity).toContainEqual(
      expect.objectContaining({
        kind: 'slot-moved',
        detail: expect.objectContaining({ startsAtMs: ELEVEN_MS }) as object,
      }),
    );
  });

  it('does not expect somebody again who left before the service was told of them', async () => {
    await at.desk.setLine({ up: false, reading: false });
    const held = await at.holdSlot(NEAR_SLOT);
    const { id: visitId } = await at.desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    const seen = async () => ({
      visitId,
      seenVersion: (await at.desk.done('visits.get', { visitId })).version,
    });
    await at.desk.done('visits.checkIn', { ...(await seen()), identifiers: IDENTIFIERS });
    await at.desk.done('visits.move', { ...(await seen()), to: 'left' });
    at.creations = [heldAt(ELEVEN_MS)];
    await at.desk.setLine({ up: true, reading: false });
    await at.desk.advance(20 * 60_000);
    expect(await at.desk.done('visits.get', { visitId })).toMatchObject({
      deskState: 'left',
      appointment: { state: 'confirmed', startsAtMs: ELEVEN_MS },
      registrations: [{ productIds: [PRODUCT_ID] }],
      registrationsMovedTo: [],
    });
  });

  it('is released where it is of another day, also for whoever stands at the desk now', async () => {
    at.creations = [heldAt(NINE_O_CLOCK_MS + 24 * 3_600_000)];
    await at.walkIn(NEAR_SLOT);
    expect(at.asked('appointments.cancel')).toHaveLength(1);
  });
});

describe('a confirmation that comes back for somebody else', () => {
  const otherwise =
    (change: Partial<Appointment>): ((request: TestRequest) => TestAnswer) =>
    (request) => ({ status: 200, body: { ...(at.confirm(request).body as Appointment), ...change } });

  it('goes to a person, who is told whose it is', async () => {
    const forAnother = otherwise({ patient_id: uuidOf(30_777) });
    at.confirmations = [forAnother, forAnother];
    const visit = await at.walkIn();
    expect(visit.pendingChanges).toContainEqual(
      expect.objectContaining({ kind: 'appointment.confirm', state: 'conflict' }),
    );
    expect((await at.desk.done('outbox.list', { show: 'open' })).items).toContainEqual(
      expect.objectContaining({ difference: { what: 'patient', name: '' } }),
    );
  });

  it('or for another time goes to a person, who is told which, and can take it so', async () => {
    const later = otherwise({ starts_at: '2026-03-03T15:00:00.000Z', ends_at: '2026-03-03T15:10:00.000Z' });
    at.confirmations = [later, later, later];
    const { id: visitId } = await at.walkIn();
    const { items } = await at.desk.done('outbox.list', { show: 'open' });
    const row = items.find(({ kind }) => kind === 'appointment.confirm');
    expect(row).toMatchObject({
      state: 'conflict',
      difference: { what: 'place', date: '2026-03-03', time: '15:00' },
      choices: ['send-again', 'give-up'],
    });
    await at.desk.done('outbox.retry', { rowId: row?.id ?? '' });
    await at.desk.advance(60_000);
    expect(await at.desk.done('visits.get', { visitId })).toMatchObject({
      appointment: { state: 'confirmed', startsAtMs: NINE_O_CLOCK_MS + 6 * 3_600_000 },
      sync: 'synced',
    });
  });

  it('or for the same minute, but for its seconds, is nobody’s decision', async () => {
    const { appointment } = await at.walkIn();
    const heldAtMs = appointment?.startsAtMs ?? 0;
    const within = otherwise({ starts_at: new Date(heldAtMs + 30_000).toISOString() });
    at.confirmations = [within, within];
    expect(await at.walkIn()).toMatchObject({ sync: 'synced', appointment: { state: 'confirmed' } });
  });

  it('once, as the answer was damaged on its way, is nobody’s decision', async () => {
    at.confirmations = [otherwise({ starts_at: '2026-03-03T15:00:00.000Z' })];
    const visit = await at.walkIn();
    expect(visit).toMatchObject({ sync: 'synced', appointment: { state: 'confirmed' } });
  });
});

describe('the answer to a creation', () => {
  it.each([
    ['another person', { patient_id: uuidOf(30_777) }],
    ['another test', { product_ids: [uuidOf(4)] }],
  ])('that registers %s goes to a person, and is not taken over', async (_what, otherwise) => {
    at.registeredOtherwise = otherwise;
    const visit = await at.walkIn();
    expect(visit.pendingChanges).toContainEqual(
      expect.objectContaining({ kind: 'registration.create', state: 'conflict' }),
    );
  });

  it('that lacks something is read once more before a person has to decide', async () => {
    at.desk.service.answer = (request) => {
      const given = at.answer(request);
      if (request.endpoint !== 'registrations.create' || given === null) return given;
      const { body } = given as { body: Registration };
      return { status: 201, body: { ...body, appointment_id: null } };
    };
    const visit = await at.walkIn();
    await at.desk.advance(60_000);
    expect(at.asked('registrations.create')).toHaveLength(1);
    expect((await at.desk.done('visits.get', { visitId: visit.id })).pendingChanges).toEqual([]);
  });

  it('is handed to a person to decide if it describes somebody else under our reference', async () => {
    at.desk.service.answer = (request) => {
      if (request.endpoint !== 'patients.create') return at.answer(request);
      const { foreign_id } = request.body as { foreign_id: string };
      const somebody = { first_name: 'Wilhelmina', last_name: 'Wagner', date_of_birth: '1951-11-30' };
      return { status: 201, body: examplePatient({ id: uuidOf(30_888), ...somebody, foreign_id }) };
    };
    const made = await at.desk.done('patients.create', {
      draft: {
        firstName: 'Wanda',
        lastName: 'Winter',
        dateOfBirth: '1984-03-15',
        gender: 'female',
        email: 'wanda@example.org',
        phoneNumber: null,
      },
    });
    await at.desk.advance(60_000);
    expect((await at.desk.done('outbox.list', { show: 'attention' })).items).toMatchObject([
      { kind: 'patient.create', state: 'needs-human' },
    ]);
    expect(made).toMatchObject({ kind: 'created', person: { lastName: 'Winter' } });
    expect(await at.desk.done('search.find', { text: 'Winter' })).toMatchObject({
      people: [{ firstName: 'Wanda', lastName: 'Winter' }],
    });
  });
});
