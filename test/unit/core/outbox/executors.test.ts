// What each executor makes of the service's answers: appointments, patients, registrations. The order of requests and their
// bodies are as a service would get them; the whole way over HTTP is walked by the integration tests and the simulated days.
import { describe, expect, it } from 'vitest';
import type { Attempt, Executor } from '../../../../src/core/outbox/attempt.ts';
import { judgeWrite } from '../../../../src/core/outbox/judge.ts';
import { SENDING_RULES } from '../../../../src/core/outbox/sending-rules.ts';
import type { Verdict } from '../../../../src/core/outbox/verdict.ts';
import { transaction } from '../../../../src/core/store/db/database.ts';
import { storedAppointment, upsertAppointments } from '../../../../src/core/store/mirror/appointments.ts';
import { upsertRegistrations } from '../../../../src/core/store/mirror/registrations.ts';
import { mapId, serverIdOf } from '../../../../src/core/store/outbox/id-map.ts';
import { moveRow } from '../../../../src/core/store/outbox/outbox-moves.ts';
import { doubtUnfinishedRows } from '../../../../src/core/store/outbox/outbox-recovery.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import type { OutboxRow } from '../../../../src/core/store/outbox/outbox.ts';
import type { NewChange } from '../../../../src/core/outbox/changes.ts';
import type { AppError } from '../../../../src/domain/app-error.ts';
import {
  AppException,
  conflict,
  forbidden,
  notFound,
  offline,
  rejected,
  timeout,
} from '../../../../src/domain/app-error.ts';
import type { ChangeKind } from '../../../../src/domain/change.ts';
import {
  confirm,
  finishRow,
  hold,
  patient,
  registration,
  release,
  saveChanges,
} from '../../../support/outbox-changes.ts';
import { patientBody, registrationBody, useStore, uuid } from '../../../support/store-fixture.ts';
import { assignment } from '../../../support/test-sender.ts';
import { exampleAppointment } from '../../../support/wire-examples.ts';

const store = useStore();

type Asked = readonly [endpoint: string, body?: unknown];
/** What a request is answered with: a value, or an error as the service's client throws it. */
type Told = { readonly value: unknown } | { readonly error: AppError };

const told = (value: unknown): Told => ({ value });
const failed = (error: AppError): Told => ({ error });

/** Sends or verifies one change against a service that gives these answers in turn, and keeps what it was asked. */
async function attempt(
  how: 'send' | 'verify',
  row: OutboxRow,
  answers: readonly Told[],
  more: { readonly doubtAgeMs?: number; readonly toldNowMs?: number; readonly row?: Partial<OutboxRow> } = {},
): Promise<{ verdict: Verdict; asked: Asked[]; touched: unknown }> {
  const asked: Asked[] = [];
  const call = async (name: string, input: { body?: unknown }): Promise<{ value: unknown }> => {
    const answer = answers[asked.length];
    asked.push(input.body === undefined ? [name] : [name, input.body]);
    if (answer === undefined) throw new Error(`nobody expected ${name}`);
    if ('error' in answer) throw new AppException(answer.error);
    return { value: answer.value };
  };
  const kind = row.kind as ChangeKind;
  const executor = SENDING_RULES.executors[kind] as Executor<ChangeKind>;
  const verdict = await executor[how]({
    db: store.db,
    gateway: { call },
    random: { uuid: () => 'id', fraction: () => 0.5 },
    row: { ...row, state: how === 'send' ? 'sending' : 'unknown', ...more.row },
    nowMs: 1_000,
    toldNowMs: () => more.toldNowMs ?? null,
    doubtAgeMs: more.doubtAgeMs ?? 0,
    judge: judgeWrite,
    lateWriteMs: 120_000,
    timeZone: 'Europe/London',
  } as unknown as Attempt);
  const touched =
    verdict.to === 'confirmed' ? transaction(store.db, () => verdict.apply?.() ?? []) : undefined;
  return { verdict, asked, touched };
}

const PATIENT = uuid(1, 1);
const OTHER = uuid(1, 2);
const REGISTRATION = uuid(2, 1);
const APPOINTMENT = exampleAppointment({}).id;

const appointmentAssign = (
  appointmentId: string,
  patientId: string,
  expectedPatientId?: string | null,
): NewChange => ({
  ...patient('unused'),
  kind: 'appointment.assign',
  payload: {
    appointmentId,
    patientId,
    ...(expectedPatientId === undefined ? {} : { expectedPatientId }),
  },
  subjectId: appointmentId,
});
const appointmentCancel = (appointmentId: string): NewChange => ({
  ...patient('unused'),
  kind: 'appointment.cancel',
  payload: { appointmentId },
  subjectId: appointmentId,
});

function save(...changes: Parameters<typeof saveChanges>[1][]): OutboxRow {
  return saveChanges(store, ...changes).at(-1) as OutboxRow;
}

describe('creating a patient', () => {
  const sent = {
    first_name: 'James',
    last_name: 'Oliver',
    date_of_birth: '1984-03-15',
    foreign_id: 'desk-p',
  };

  it('is done when the answer is about the person who was sent, however the service writes the name', async () => {
    const answer = patientBody(1, { ...sent, last_name: 'ÓLIVER' });
    const { verdict, touched } = await attempt('send', save(patient('p')), [told(answer)]);
    expect(verdict.to).toBe('confirmed');
    expect(touched).toEqual([{ kind: 'patient', serverId: PATIENT }]);
    expect(serverIdOf(store.db, 'patient', 'p')).toBe(PATIENT);
  });

  it.each([
    ['another reference', { foreign_id: 'somebody-else' }],
    ['another first name', { first_name: 'John' }],
    ['another last name', { last_name: 'Olive' }],
    ['another date of birth', { date_of_birth: '1984-03-16' }],
  ])('waits for a person when the answer has %s', async (_what, change) => {
    const answer = patientBody(1, { ...sent, ...change });
    const { verdict } = await attempt('send', save(patient('p')), [told(answer)]);
    expect(verdict).toMatchObject({ to: 'needs-human', error: { reason: 'duplicate' }, answer });
    expect(serverIdOf(store.db, 'patient', 'p')).toBeNull();
  });

  it('that is refused says why; a conflict is for a person to look at', async () => {
    const row = save(patient('p'));
    expect((await attempt('send', row, [failed(rejected(''))])).verdict.to).toBe('refused');
    expect((await attempt('send', row, [failed(conflict('duplicate', ''))])).verdict.to).toBe('needs-human');
    expect((await attempt('send', row, [failed(timeout(''))])).verdict.to).toBe('unknown');
  });

  it('sends what is known of the person, and nothing for what is not', async () => {
    const known = save({
      ...patient('p'),
      kind: 'patient.create',
      payload: {
        patientId: 'p',
        foreignId: 'desk-p',
        firstName: 'James',
        lastName: 'Oliver',
        dateOfBirth: '1984-03-15',
        gender: 'male',
        email: 'james@example.org',
        phoneNumber: '0207 946 0000',
        ethnicity: 'White',
        address: {
          line1: '1 High Street',
          line2: null,
          line3: 'Floor 2',
          city: 'London',
          postalCode: 'W1A 1AA',
          countryCode: 'GB',
        },
      },
    });
    const body = (await attempt('send', known, [told(patientBody(1, sent))])).asked[0]?.[1];
    expect(body).toMatchObject({ phone_number: '0207 946 0000', ethnicity: 'White' });
    const { address } = body as { address: Record<string, string> };
    expect(address).toMatchObject({ line1: '1 High Street', line3: 'Floor 2', country_code: 'GB' });
    expect(address).not.toHaveProperty('line2');
    const bare = (await attempt('send', save(patient('q')), [told(patientBody(1, sent))])).asked[0]?.[1];
    for (const field of ['phone_number', 'ethnicity', 'address']) expect(bare).not.toHaveProperty(field);
  });

  it('is sent again after a doubt: the reference is taken once', async () => {
    expect((await attempt('verify', save(patient('p')), [])).verdict).toMatchObject({ to: 'pending' });
  });
});

describe('a change of a record that the service never got', () => {
  const person = patient('here-only');
  const held = hold('held-here');

  it.each([
    ['a registration for the person', registration('r', 'here-only', APPOINTMENT)],
    ['a registration at the appointment', registration('r', PATIENT, 'held-here')],
    ['an assignment of the person', assignment(REGISTRATION, 'here-only')],
    ['an assignment to the appointment', appointmentAssign('held-here', PATIENT)],
    ['an appointment for the person', appointmentAssign(APPOINTMENT, 'here-only')],
    ['a cancellation of the appointment', appointmentCancel('held-here')],
    ['a confirmation of the appointment', confirm('held-here', PATIENT)],
    ['a confirmation for the person', confirm(APPOINTMENT, 'here-only')],
  ])('waits for a person and is not sent: %s', async (_what, change) => {
    const { verdict, asked } = await attempt('send', save(person, held, change), []);
    expect(verdict).toMatchObject({ to: 'needs-human', error: { kind: 'conflict', reason: 'state' } });
    expect(asked).toEqual([]);
  });
});

describe('confirming an appointment', () => {
  const answer = (change: Parameters<typeof exampleAppointment>[0] = {}) =>
    told(exampleAppointment({ confirmed: true, patient_id: PATIENT, ...change }));
  const row = (): OutboxRow => save(confirm(APPOINTMENT, PATIENT));
  /** A hold that the service has, for somebody who stands at the desk or not, and its confirmation. */
  function heldHere(personIsHere: boolean): { held: OutboxRow; confirmation: OutboxRow } {
    const change = hold('held-here');
    const [held, confirmation] = saveChanges(
      store,
      { ...change, payload: { ...change.payload, personIsHere } } as typeof change,
      confirm('held-here', PATIENT),
    ) as [OutboxRow, OutboxRow];
    finishRow(store, held);
    transaction(store.db, () => mapId(store.db, 'appointment', 'held-here', APPOINTMENT));
    upsertAppointments(store.db, [exampleAppointment()], 1);
    return { held, confirmation };
  }
  // The confirmation, and the look whether it is the appointment that is not there.
  const gone = [failed(notFound('')), failed(notFound(''))];

  it('is done when the answer is confirmed and for the person', async () => {
    expect(await attempt('send', row(), [answer()])).toMatchObject({
      verdict: { to: 'confirmed' },
      asked: [['appointments.update', { confirmed: true, patient_id: PATIENT }]],
      touched: [{ kind: 'appointment', serverId: APPOINTMENT }],
    });
    expect(storedAppointment(store.db, APPOINTMENT)?.confirmed).toBe(true);
  });

  it('names nobody where nobody is known', async () => {
    const change = confirm(APPOINTMENT, PATIENT);
    const nobody = save({ ...change, payload: { ...change.payload, patientId: null } } as typeof change);
    expect(await attempt('send', nobody, [answer({ patient_id: null })])).toMatchObject({
      verdict: { to: 'confirmed' },
      asked: [['appointments.update', { confirmed: true }]],
    });
  });

  it.each([
    ['not confirmed', { confirmed: false }, 'needs-human', 'not confirmed'],
    ['for somebody else', { patient_id: OTHER }, 'conflict', 'person'],
    ['at another location', { test_location_id: uuid(5, 9) }, 'conflict', 'location'],
    ['at another time', { starts_at: '2026-03-03T10:30:00+00:00' }, 'conflict', 'time'],
  ])('that comes back %s is sent once more, then waits for a person', async (_what, change, to, detail) => {
    const { confirmation } = heldHere(true);
    const first = await attempt('send', confirmation, [answer(change)]);
    expect(first.verdict).toMatchObject({ to: 'unknown', resolution: { notAsAsked: true } });
    const once = { row: { resolution: { notAsAsked: true } } };
    expect((await attempt('send', confirmation, [answer(change)], once)).verdict).toMatchObject({
      to,
      error: { detail: expect.stringContaining(detail) as unknown },
      answer: change,
    });
    // The one answer was damaged on its way.
    expect((await attempt('send', heldHere(true).confirmation, [answer()], once)).verdict.to).toBe(
      'confirmed',
    );
  });

  it('at another time is shown there, and is taken so when a person sends it again', async () => {
    const { confirmation } = heldHere(false);
    const later = answer({ starts_at: '2026-03-03T10:30:00+00:00' });
    const once = { row: { resolution: { notAsAsked: true } } };
    await attempt('send', confirmation, [later], once);
    expect(storedAppointment(store.db, APPOINTMENT)?.starts_at).toBe('2026-03-03T10:30:00+00:00');
    expect((await attempt('send', confirmation, [later], once)).verdict.to).toBe('confirmed');
  });

  it('of a hold that is gone holds the slot again for somebody who stands at the desk, three times at most', async () => {
    const { held, confirmation } = heldHere(true);
    const { verdict } = await attempt('send', confirmation, gone);
    expect(verdict).toMatchObject({ to: 'pending', delayMs: 0, counted: true });
    if (verdict.to === 'pending') transaction(store.db, () => verdict.apply?.());
    expect(findRow(store.db, held.id)).toMatchObject({ state: 'pending', resolution: { heldAgain: 1 } });
    expect(findRow(store.db, confirmation.id)?.waiting).toBe(true);
    transaction(store.db, () => {
      moveRow(store.db, held.sequence, 'sending');
      moveRow(store.db, held.sequence, 'confirmed', { resolution: { heldAgain: 3 } });
    });
    expect((await attempt('send', confirmation, gone)).verdict.to).toBe('conflict');
  });

  it.each([
    { heldForMs: 0, doubted: true },
    { heldForMs: 779_999, doubted: true },
    // Ten minutes of a hold, two in which a request can be carried out late, and one in which clocks may disagree.
    { heldForMs: 780_000, doubted: false },
  ])(
    'of a hold that is gone after $heldForMs ms knows whether a lost try can stand in its own way: $doubted',
    async ({ heldForMs, doubted }) => {
      const { held, confirmation } = heldHere(true);
      const heldAtMs = 1_000 - heldForMs;
      transaction(store.db, () =>
        store.db.exec(
          `UPDATE outbox SET resolution = '{"doubted":true}', finished_at_ms = ${heldAtMs} WHERE id = '${held.id}'`,
        ),
      );
      const { verdict } = await attempt('send', confirmation, gone);
      if (verdict.to === 'pending') transaction(store.db, () => verdict.apply?.());
      expect(findRow(store.db, held.id)).toMatchObject({ state: 'pending', resolution: { doubted } });
    },
  );

  it('of a hold that is gone is for a person when nobody stands at the desk, or it was refused for another reason', async () => {
    expect((await attempt('send', heldHere(false).confirmation, gone)).verdict.to).toBe('conflict');
  });

  it.each([
    ['of somebody who stands at the desk', true],
    ['for another day', false],
  ])(
    'whose patient the service does not know is for a person, and nothing is held again: %s',
    async (_who, personIsHere) => {
      const { held, confirmation } = heldHere(personIsHere);
      const there = answer({ confirmed: false, patient_id: null });
      const { verdict, asked } = await attempt('send', confirmation, [failed(notFound('')), there]);
      expect(verdict).toMatchObject({ to: 'conflict', resolution: { patientUnknown: true, gone: false } });
      expect(asked).toEqual([
        ['appointments.update', { confirmed: true, patient_id: PATIENT }],
        ['appointments.update', { confirmed: false }],
      ]);
      expect(findRow(store.db, held.id)?.state).toBe('confirmed');
    },
  );

  it('that an earlier try may have confirmed is never told to be not confirmed, to see whether it is there', async () => {
    const { confirmation } = heldHere(true);
    const doubted = { row: { resolution: { doubted: true } } };
    const { asked } = await attempt('send', confirmation, [failed(notFound(''))], doubted);
    expect(asked).toEqual([['appointments.update', { confirmed: true, patient_id: PATIENT }]]);
  });

  it('that was not found waits while it is not told whether the appointment is there', async () => {
    const { held, confirmation } = heldHere(true);
    const lost = [failed(notFound('')), failed(timeout('no answer'))];
    expect((await attempt('send', confirmation, lost)).verdict).toMatchObject({
      to: 'pending',
      delayMs: null,
    });
    expect(findRow(store.db, held.id)?.state).toBe('confirmed');
  });

  it('from a backup is for a person: whoever stood at the desk was held for anew long ago, or has left', async () => {
    const { held, confirmation } = heldHere(true);
    const restored = { row: { resolution: { restored: true, doubted: true, goneOnce: true } } };
    const { verdict } = await attempt('send', confirmation, gone, restored);
    expect(verdict.to).toBe('needs-human');
    expect(findRow(store.db, held.id)?.state).toBe('confirmed');
    // Sent again by a person, who wants it confirmed and not booked anew, it is looked at in the same way.
    const looked = await attempt('verify', confirmation, [], restored);
    if (looked.verdict.to !== 'pending') throw new Error('it is sent again after a doubt');
    const resolution = { ...looked.verdict.resolution, restored: false };
    expect((await attempt('send', confirmation, gone, { row: { resolution } })).verdict.to).toBe(
      'needs-human',
    );
    // Where the service has it still, it is confirmed as any other.
    expect((await attempt('send', confirmation, [answer()], restored)).verdict.to).toBe('confirmed');
  });

  it('that was refused is for a person, and in doubt when no answer came', async () => {
    const { confirmation } = heldHere(true);
    expect((await attempt('send', confirmation, [failed(rejected(''))])).verdict.to).toBe('conflict');
    expect((await attempt('send', confirmation, [failed(timeout(''))])).verdict.to).toBe('unknown');
  });

  it('after a doubt does not believe a first “not found”', async () => {
    const { confirmation } = heldHere(true);
    expect((await attempt('verify', confirmation, [])).verdict).toMatchObject({
      to: 'pending',
      resolution: { doubted: true },
    });
    expect(
      (await attempt('send', confirmation, gone, { row: { resolution: { doubted: true } } })).verdict,
    ).toMatchObject({ to: 'pending', delayMs: 30_000, resolution: { doubted: true, goneOnce: true } });
    expect(
      (await attempt('send', confirmation, gone, { row: { resolution: { doubted: true, goneOnce: true } } }))
        .verdict,
    ).toMatchObject({ to: 'pending', delayMs: 0, resolution: { doubted: false, goneOnce: false } });
  });
});

describe('holding a slot that is taken, for somebody who stands at the desk', () => {
  const SLOT_MS = 6_000_000;
  const held = (createdAtMs: number, toldNowMs?: number, asked: { readonly slotId?: null } = {}) =>
    attempt(
      'send',
      save({
        ...hold('here'),
        payload: { ...hold('here').payload, startsAtMs: SLOT_MS, ...asked },
      } as NewChange),
      [failed(conflict('taken', ''))],
      { row: { createdAtMs }, ...(toldNowMs === undefined ? {} : { toldNowMs }) },
    );

  it('books over it for the present moment, also after the clock was put back since it was asked for', async () => {
    expect((await held(SLOT_MS - 1_000)).verdict).toMatchObject({
      to: 'pending',
      delayMs: 0,
      resolution: { override: true },
    });
  });

  it('goes by the time that the refusal tells, however wrong this machine’s clock is', async () => {
    expect((await held(1, SLOT_MS - 1_000)).verdict).toMatchObject({ resolution: { override: true } });
    expect((await held(SLOT_MS - 1_000, SLOT_MS - 3_600_000)).verdict.to).toBe('conflict');
  });

  it('asks a person where it lies ahead', async () => {
    expect((await held(1)).verdict.to).toBe('conflict');
  });

  it('keeps a time without a slot that was asked for as “now” the present one, by how much the clock was fast', async () => {
    const hourFast = SLOT_MS - 3_600_000;
    expect((await held(SLOT_MS - 2_000, hourFast, { slotId: null })).verdict).toMatchObject({
      to: 'pending',
      resolution: { override: true },
    });
    expect((await held(hourFast, hourFast, { slotId: null })).verdict.to).toBe('conflict');
  });
});

describe('a hold that is answered with an appointment', () => {
  const answered = (appointment: Parameters<typeof exampleAppointment>[0]) =>
    attempt('send', save(hold('here')), [
      told(
        exampleAppointment({
          confirmed: false,
          patient_id: null,
          test_location_id: 'location',
          starts_at: '1970-01-01T00:00:05+00:00',
          ends_at: '1970-01-01T00:10:05+00:00',
          ...appointment,
        }),
      ),
    ]);
  const known = () => upsertAppointments(store.db, [exampleAppointment({ patient_id: OTHER })], 1);

  it('that is new is done', async () => {
    expect((await answered({})).verdict.to).toBe('confirmed');
    expect(serverIdOf(store.db, 'appointment', 'here')).toBe(APPOINTMENT);
  });

  it('that was held for it before is done', async () => {
    known();
    transaction(store.db, () => mapId(store.db, 'appointment', 'here', APPOINTMENT));
    expect((await answered({})).verdict.to).toBe('confirmed');
  });

  it.each([
    ['that is known here as another one', {}, known],
    ['that is known here and elsewhere', { test_location_id: uuid(6, 6) }, known],
    [
      'that was made here for another visit',
      {},
      () => transaction(store.db, () => mapId(store.db, 'appointment', 'there', APPOINTMENT)),
    ],
    ['of somebody whom nobody asked it for', { patient_id: OTHER }, () => {}],
  ])('%s takes it over from nobody, and cancels it for nobody', async (_what, appointment, prepare) => {
    prepare();
    const { verdict, asked } = await answered(appointment);
    expect(verdict).toMatchObject({ to: 'needs-human', error: { kind: 'conflict', reason: 'changed' } });
    expect(asked.map(([endpoint]) => endpoint)).toEqual(['appointments.create']);
    expect(serverIdOf(store.db, 'appointment', 'here')).toBeNull();
  });
});

describe('a hold that a copy of the data says was never sent, whose booking the service has registered since', () => {
  const restored = { row: { resolution: { restored: true } } };
  /** The whole booking, each of it in doubt, with the patient known to the service unless a test says otherwise. */
  const booking = ({ patientKnown = true } = {}): OutboxRow => {
    const rows = saveChanges(store, patient('p'), hold('a'), confirm('a', 'p'), registration('r', 'p', 'a'));
    doubtUnfinishedRows(store.db, 1_000);
    if (patientKnown) mapId(store.db, 'patient', 'p', PATIENT);
    return rows[1] as OutboxRow;
  };
  const registered = (change: object = {}): Told =>
    told(registrationBody(1, { foreign_id: 'desk-r', appointment_id: APPOINTMENT, ...change }));

  it('is found by its registration, and not held a second time', async () => {
    const { verdict, asked } = await attempt('verify', booking(), [registered()], restored);
    expect(verdict).toMatchObject({ to: 'confirmed', looked: true });
    expect(asked).toEqual([['registrations.get']]);
    expect(serverIdOf(store.db, 'appointment', 'a')).toBe(APPOINTMENT);
    expect(serverIdOf(store.db, 'registration', 'r')).toBe(REGISTRATION);
  });

  it('is looked for also when a person has it sent again', async () => {
    const { verdict } = await attempt('verify', booking(), [registered()], { row: { resolution: {} } });
    expect(verdict.to).toBe('confirmed');
  });

  it.each([
    ['the service knows no such registration', failed(notFound(''))],
    ['the registration has no appointment any more', registered({ appointment_id: null })],
    ['the registration is somebody else’s by now', registered({ patient_id: OTHER })],
    ['another registration was answered', registered({ foreign_id: 'desk-other' })],
  ])('is for a person where %s', async (_why, answer) => {
    const { verdict } = await attempt('verify', booking(), [answer], restored);
    expect(verdict.to).toBe('needs-human');
    expect(serverIdOf(store.db, 'appointment', 'a')).toBeNull();
  });

  it('stays in doubt while the service cannot be asked', async () => {
    expect((await attempt('verify', booking(), [failed(timeout(''))], restored)).verdict.to).toBe('unknown');
  });

  it('stays in doubt until the service’s record of the person is known', async () => {
    const row = booking({ patientKnown: false });
    const early = await attempt('verify', row, [registered()], restored);
    expect(early.verdict).toMatchObject({ to: 'unknown', delayMs: 5_000, counted: false });
    // Somebody has to say who they are, and is at lunch.
    const later = await attempt('verify', row, [registered()], { ...restored, doubtAgeMs: 3_600_000 });
    expect(later.verdict).toMatchObject({ to: 'unknown', delayMs: 60_000 });
  });
});

describe('creating a registration', () => {
  const row = (): OutboxRow => save({ ...registration('r', PATIENT, APPOINTMENT), subjectId: 'r' });
  const asAsked = registrationBody(1, {
    foreign_id: 'desk-r',
    appointment_id: APPOINTMENT,
    product_ids: ['product'],
  });

  it('is done when the service has what was asked for', async () => {
    const { verdict, asked } = await attempt('send', row(), [told(asAsked)]);
    expect(verdict.to).toBe('confirmed');
    expect(asked).toEqual([
      [
        'registrations.create',
        {
          patient_id: PATIENT,
          product_ids: ['product'],
          foreign_id: 'desk-r',
          appointment_id: APPOINTMENT,
        },
      ],
    ]);
    expect(serverIdOf(store.db, 'registration', 'r')).toBe(REGISTRATION);
  });

  it('names no appointment where there is none', async () => {
    const change = registration('r', PATIENT, APPOINTMENT);
    const without = save({ ...change, payload: { ...change.payload, appointmentId: null } } as typeof change);
    const { verdict, asked } = await attempt('send', without, [told({ ...asAsked, appointment_id: null })]);
    expect(verdict.to).toBe('confirmed');
    expect(asked[0]?.[1]).not.toHaveProperty('appointment_id');
  });

  it.each([
    ['of another patient', { patient_id: OTHER }],
    ['at another appointment', { appointment_id: uuid(3, 9) }],
    ['for one test more', { product_ids: ['product', 'more'] }],
    ['for another test', { product_ids: ['other'] }],
    ['with another reference', { foreign_id: 'desk-x' }],
  ])('is read once more when the answer is %s, then a person decides', async (_what, change) => {
    const answer = told({ ...asAsked, ...change });
    expect((await attempt('send', row(), [answer])).verdict).toMatchObject({
      to: 'unknown',
      error: { reason: 'changed' },
    });
    if ('foreign_id' in change) return;
    const again = await attempt('verify', row(), [answer], {
      row: { lastError: conflict('changed', '') },
    });
    expect(again.verdict.to).toBe('conflict');
  });

  it('that is refused as in use is looked for by its reference', async () => {
    const inUse = failed(conflict('duplicate', ''));
    expect((await attempt('send', row(), [inUse, told(asAsked)])).verdict.to).toBe('confirmed');
    const theirs = told({ ...asAsked, foreign_id: 'another' });
    expect((await attempt('send', row(), [inUse, theirs])).verdict.to).toBe('conflict');
    expect((await attempt('send', row(), [inUse, failed(notFound(''))])).verdict.to).toBe('conflict');
    expect((await attempt('send', row(), [failed(rejected('')), failed(notFound(''))])).verdict.to).toBe(
      'refused',
    );
    expect((await attempt('send', row(), [inUse, failed(timeout(''))])).verdict.to).toBe('unknown');
    expect((await attempt('send', row(), [inUse, failed(forbidden(''))])).verdict.to).toBe('needs-human');
  });

  it('in doubt is looked for, and sent again only when the first request cannot arrive any more', async () => {
    const missing = [failed(notFound(''))];
    expect((await attempt('verify', row(), [told(asAsked)])).verdict.to).toBe('confirmed');
    expect((await attempt('verify', row(), missing, { doubtAgeMs: 119_000 })).verdict).toMatchObject({
      to: 'unknown',
      delayMs: 1_000,
    });
    expect((await attempt('verify', row(), missing, { doubtAgeMs: 1_000 })).verdict).toMatchObject({
      to: 'unknown',
      delayMs: 10_000,
    });
    expect((await attempt('verify', row(), missing, { doubtAgeMs: 120_000 })).verdict.to).toBe('pending');
    expect((await attempt('verify', row(), [failed(forbidden(''))])).verdict.to).toBe('needs-human');
  });
});

describe('assigning a patient to a registration', () => {
  const row = (): OutboxRow => save(assignment(REGISTRATION, PATIENT));
  const nobody = told(registrationBody(1, { patient_id: null }));
  const theirs = told(registrationBody(1, { patient_id: PATIENT }));
  const others = told(registrationBody(1, { patient_id: OTHER }));

  it('looks first, changes, and looks whether it was kept', async () => {
    const { verdict, asked } = await attempt('send', row(), [nobody, theirs, theirs]);
    expect(verdict.to).toBe('confirmed');
    expect(asked).toEqual([
      ['registrations.get'],
      ['registrations.update', { patient_id: PATIENT }],
      ['registrations.get'],
    ]);
  });

  it('is done without a request when the service has the patient already', async () => {
    expect(await attempt('send', row(), [theirs])).toMatchObject({
      verdict: { to: 'confirmed' },
      asked: [['registrations.get']],
      touched: [{ kind: 'registration', serverId: REGISTRATION }],
    });
    expect((await attempt('verify', row(), [theirs])).verdict.to).toBe('confirmed');
  });

  it('does not take a registration away from somebody whom the desk did not see on it', async () => {
    const said = { row: { lastError: conflict('changed', 'another patient was assigned meanwhile') } };
    for (const how of ['send', 'verify'] as const) {
      expect(await attempt(how, row(), [others], said)).toMatchObject({
        verdict: { to: 'conflict', error: { reason: 'changed' } },
        asked: [['registrations.get']],
      });
    }
  });

  it('looks once more before a person is told of somebody else on it: one answer can be damaged', async () => {
    expect(await attempt('send', row(), [others])).toMatchObject({
      verdict: { to: 'pending', error: { reason: 'changed' }, counted: false },
      asked: [['registrations.get']],
    });
    // What was in doubt stays so: an earlier request may still be carried out late.
    expect((await attempt('verify', row(), [others])).verdict).toMatchObject({ to: 'unknown' });
  });

  it('takes it from whom the desk did see on it', async () => {
    const change = assignment(REGISTRATION, PATIENT);
    const seen = save({
      ...change,
      payload: { ...change.payload, expectedPatientId: OTHER },
    } as typeof change);
    expect((await attempt('send', seen, [others, theirs, theirs])).verdict.to).toBe('confirmed');
  });

  it('that the service answers and does not show is looked for once more, then a person is told', async () => {
    const answers = [nobody, theirs, nobody];
    expect((await attempt('send', row(), answers)).verdict).toMatchObject({ to: 'unknown', delayMs: 30_000 });
    const again = await attempt('send', row(), answers, { row: { resolution: { notAsAsked: true } } });
    expect(again.verdict.to).toBe('conflict');
    expect((await attempt('send', row(), [nobody, theirs, failed(timeout(''))])).verdict.to).toBe('unknown');
  });

  it('was certainly not carried out when the first look fails', async () => {
    expect((await attempt('send', row(), [failed(timeout(''))])).verdict).toMatchObject({
      to: 'pending',
      counted: true,
      delayMs: null,
    });
    expect(
      (await attempt('send', row(), [failed(offline('refused', 'not-sent', ''))])).verdict,
    ).toMatchObject({
      to: 'pending',
      counted: false,
    });
    expect((await attempt('verify', row(), [failed(timeout(''))])).verdict.to).toBe('unknown');
    expect((await attempt('send', row(), [failed(notFound(''))])).verdict.to).toBe('conflict');
  });

  it('that is refused says so', async () => {
    expect((await attempt('send', row(), [nobody, failed(rejected(''))])).verdict.to).toBe('refused');
    expect((await attempt('send', row(), [nobody, failed(conflict('state', ''))])).verdict.to).toBe(
      'conflict',
    );
  });

  it('in doubt is sent again when the registration still has nobody', async () => {
    expect((await attempt('verify', row(), [nobody])).verdict.to).toBe('pending');
  });
});

describe('saying who an appointment is for', () => {
  const row = (): OutboxRow => save(appointmentAssign(APPOINTMENT, PATIENT));

  it('is done when the answer has the patient, and a conflict when it has another', async () => {
    const answer = exampleAppointment({ patient_id: PATIENT });
    expect(await attempt('send', row(), [told(answer)])).toMatchObject({
      verdict: { to: 'confirmed' },
      asked: [['appointments.update', { patient_id: PATIENT }]],
      touched: [{ kind: 'appointment', serverId: APPOINTMENT }],
    });
    expect(storedAppointment(store.db, APPOINTMENT)).not.toBeNull();
    const other = told(exampleAppointment({ patient_id: OTHER }));
    // One answer can be damaged on its way.
    expect((await attempt('send', row(), [other])).verdict.to).toBe('unknown');
    const once = { row: { resolution: { notAsAsked: true } } };
    expect((await attempt('send', row(), [other], once)).verdict.to).toBe('conflict');
  });

  it('that is refused says so; after a doubt it is sent again', async () => {
    expect((await attempt('send', row(), [failed(rejected(''))])).verdict.to).toBe('refused');
    expect((await attempt('send', row(), [failed(notFound(''))])).verdict.to).toBe('conflict');
    expect((await attempt('send', row(), [failed(timeout(''))])).verdict.to).toBe('unknown');
    expect((await attempt('verify', row(), [])).verdict.to).toBe('pending');
  });

  describe('that was shown to be for nobody', () => {
    const look = 'registrations.appointment';
    const isFor = (patientId: string | null) => told(exampleAppointment({ patient_id: patientId }));
    /** A registration leads to the appointment, so that it can be looked at. */
    function shown(): OutboxRow {
      const led = { ...registrationBody(1), appointment_id: APPOINTMENT };
      transaction(store.db, () => upsertRegistrations(store.db, [led], 1));
      return save(appointmentAssign(APPOINTMENT, PATIENT, null));
    }

    it('is sent when it is for nobody still, and is done when it is for the patient already', async () => {
      const sent = await attempt('send', shown(), [isFor(null), isFor(PATIENT)]);
      expect(sent).toMatchObject({
        verdict: { to: 'confirmed' },
        asked: [[look], ['appointments.update', { patient_id: PATIENT }]],
      });
      for (const how of ['send', 'verify'] as const) {
        expect(await attempt(how, shown(), [isFor(PATIENT)])).toMatchObject({
          verdict: { to: 'confirmed' },
          asked: [[look]],
        });
      }
    });

    it('is for a person to decide when it is somebody else’s by now, said twice, and is shown as it is', async () => {
      const row = shown();
      const first = await attempt('send', row, [isFor(OTHER)]);
      expect(first).toMatchObject({
        verdict: { to: 'pending', counted: false, error: { reason: 'changed' } },
        asked: [[look]],
      });
      const again = { row: { lastError: conflict('changed', '') } };
      const second = await attempt('verify', row, [isFor(OTHER)], again);
      expect(second).toMatchObject({ verdict: { to: 'conflict' }, asked: [[look]] });
      expect(storedAppointment(store.db, APPOINTMENT)?.patient_id).toBe(OTHER);
    });

    it('is no conflict when an earlier change of this desk put that patient there', async () => {
      shown();
      const later = save(appointmentAssign(APPOINTMENT, OTHER, PATIENT));
      const sent = await attempt('send', later, [isFor(null), isFor(OTHER)]);
      expect(sent.verdict.to).toBe('confirmed');
    });

    it('waits when it cannot be looked at: nothing is sent unseen', async () => {
      const sent = await attempt('send', shown(), [failed(timeout(''))]);
      expect(sent).toMatchObject({ verdict: { to: 'pending' }, asked: [[look]] });
    });
  });
});

describe('giving a held slot back', () => {
  const row = (): OutboxRow => save(release(APPOINTMENT));
  const gone = [failed(notFound(''))];

  it('is done when the service says so', async () => {
    expect(await attempt('send', row(), [told(null)])).toMatchObject({
      verdict: { to: 'confirmed' },
      touched: [{ kind: 'appointment', serverId: APPOINTMENT }],
    });
  });

  it('needs no request when the slot was never held', async () => {
    const held = {
      ...patient('unused'),
      kind: 'appointment.hold',
      payload: {
        appointmentId: 'held-here',
        locationId: 'location',
        slotId: 'slot',
        startsAtMs: 5_000,
        overrideAvailability: false,
        personIsHere: false,
        patientId: null,
      },
      subjectId: 'held-here',
    } as const;
    expect(await attempt('send', save(held, release('held-here')), [])).toMatchObject({
      verdict: { to: 'confirmed' },
      asked: [],
    });
  });

  it('is done when the hold has ended by itself, or an earlier try may have ended it', async () => {
    const seen = (isConfirmed: boolean): void => {
      transaction(store.db, () =>
        upsertAppointments(store.db, [exampleAppointment({ confirmed: isConfirmed })], 1),
      );
    };
    seen(false);
    expect((await attempt('send', row(), gone, { row: { attempts: 1 } })).verdict.to).toBe('confirmed');
    seen(true);
    expect((await attempt('send', row(), gone, { row: { attempts: 1 } })).verdict.to).toBe('conflict');
    expect((await attempt('send', row(), gone, { row: { attempts: 2 } })).verdict.to).toBe('confirmed');
    expect(
      (await attempt('send', row(), [failed(conflict('state', ''))], { row: { attempts: 2 } })).verdict.to,
    ).toBe('conflict');
  });

  it('after a doubt is asked for again', async () => {
    expect((await attempt('send', row(), [failed(timeout(''))])).verdict.to).toBe('unknown');
    expect((await attempt('verify', row(), [])).verdict.to).toBe('pending');
  });
});

describe('cancelling an appointment', () => {
  const row = (): OutboxRow => save(appointmentCancel(APPOINTMENT));

  it('is done when it is cancelled or was so already', async () => {
    for (const answer of [told(null), failed(notFound(''))]) {
      expect(await attempt('send', row(), [answer])).toMatchObject({
        verdict: { to: 'confirmed' },
        touched: [{ kind: 'appointment', serverId: APPOINTMENT }],
      });
    }
  });

  it('that is refused says so; after a doubt it is asked for again', async () => {
    expect((await attempt('send', row(), [failed(rejected(''))])).verdict.to).toBe('refused');
    expect((await attempt('send', row(), [failed(conflict('state', ''))])).verdict.to).toBe('conflict');
    expect((await attempt('send', row(), [failed(timeout(''))])).verdict.to).toBe('unknown');
    expect((await attempt('verify', row(), [])).verdict.to).toBe('pending');
  });
});
