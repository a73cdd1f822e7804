// Checks that the simulation can find mistakes. Each entry plants a mistake that a person could make in the outbox, and
// the simulation must report a broken promise within 400 days.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppException, conflict } from '../../src/domain/app-error.ts';
import type { AppError } from '../../src/domain/app-error.ts';
import { get, run } from '../../src/core/store/db/database.ts';
import { moveRow } from '../../src/core/store/outbox/outbox-moves.ts';
import { listRows, listRowsOfSubjects } from '../../src/core/store/outbox/outbox.ts';
import type { OutboxRow } from '../../src/core/store/outbox/outbox.ts';
import { mapId, serverIdOf } from '../../src/core/store/outbox/id-map.ts';
import { execute } from '../../src/core/outbox/attempt.ts';
import type { Attempt, Executor, Executors } from '../../src/core/outbox/attempt.ts';
import { judgeWrite } from '../../src/core/outbox/judge.ts';
import type { ChangeKind } from '../../src/domain/change.ts';
import { SENDING_RULES } from '../../src/core/outbox/sending-rules.ts';
import type { SendingRules } from '../../src/core/outbox/sending-rules.ts';
import { confirmed, forHuman } from '../../src/core/outbox/verdict.ts';
import type { Verdict } from '../../src/core/outbox/verdict.ts';
import { runDays } from './support/run-days.ts';
import { MAIN_LOCATION_ID } from './support/simulated-service.ts';

const DAYS_TO_NOTICE = 400;

/** The sending rules with one executor changed. */
function withExecutor<Kind extends ChangeKind>(kind: Kind, change: Partial<Executor<Kind>>): SendingRules {
  const { executors } = SENDING_RULES;
  return { ...SENDING_RULES, executors: { ...executors, [kind]: { ...executors[kind], ...change } } };
}

/** All executors with the same change made to each. */
function everyExecutor(
  change: <Kind extends ChangeKind>(executor: Executor<Kind>) => Executor<Kind>,
): Executors {
  const { executors } = SENDING_RULES;
  return {
    'patient.create': change(executors['patient.create']),
    'appointment.hold': change(executors['appointment.hold']),
    'appointment.confirm': change(executors['appointment.confirm']),
    'appointment.release': change(executors['appointment.release']),
    'appointment.cancel': change(executors['appointment.cancel']),
    'appointment.move': change(executors['appointment.move']),
    'appointment.assign': change(executors['appointment.assign']),
    'registration.create': change(executors['registration.create']),
    'registration.assign': change(executors['registration.assign']),
    'registration.update': change(executors['registration.update']),
    'registration.retest': change(executors['registration.retest']),
    'registration.sendCompleteEmail': change(executors['registration.sendCompleteEmail']),
    'order.create': change(executors['order.create']),
    'order.cancel': change(executors['order.cancel']),
    'order.refund': change(executors['order.refund']),
    'order.reship': change(executors['order.reship']),
  };
}

const tryAgain: Verdict = { to: 'pending', error: null, delayMs: 0, counted: true };

function asked<Kind extends ChangeKind>(attempt: Attempt<Kind>): Promise<Verdict> {
  return execute(SENDING_RULES.executors, attempt, 'send');
}

/** The same attempt, but each try uses another `foreign_id`. */
function underNewReference<Kind extends 'patient.create' | 'registration.create'>(
  attempt: Attempt<Kind>,
): Attempt<Kind> {
  const { change, attempts } = attempt.row;
  if (attempts < 2) return attempt;
  const payload = { ...change.payload, foreignId: `${change.payload.foreignId}-${attempts}` };
  return { ...attempt, row: { ...attempt.row, change: { ...change, payload } } };
}

function atMainLocation(attempt: Attempt<'appointment.hold'>): Attempt<'appointment.hold'> {
  const { change } = attempt.row;
  if (change.payload.locationId === MAIN_LOCATION_ID) return attempt;
  const payload = { ...change.payload, locationId: MAIN_LOCATION_ID, slotId: null };
  return { ...attempt, row: { ...attempt.row, change: { ...change, payload } } };
}

/** The same attempt, but without an appointment it asks for one that the patient has. */
function withAppointmentOfPatient(attempt: Attempt<'registration.create'>): Attempt<'registration.create'> {
  const { change } = attempt.row;
  if (change.payload.appointmentId !== null) return attempt;
  const theirs = get<{ id: string }>(attempt.db, 'SELECT id FROM mirror_appointment WHERE patient_id = ?', [
    change.payload.patientId,
  ]);
  const payload = { ...change.payload, appointmentId: theirs?.id ?? null };
  return { ...attempt, row: { ...attempt.row, change: { ...change, payload } } };
}

const PLANTED: Readonly<Record<string, SendingRules>> = {
  'a change that was being sent at a crash is sent again without a check': {
    ...SENDING_RULES,
    recover: (db) => void run(db, `UPDATE outbox SET state = 'pending' WHERE state = 'sending'`),
  },
  'a change is not marked as sending on disk before its request leaves': {
    ...SENDING_RULES,
    begin: (_db, row) => ({ ...row, attempts: row.attempts + 1 }),
  },
  'a lost answer counts as a request that was never sent': {
    ...SENDING_RULES,
    judge: (error: AppError) =>
      error.kind === 'timeout' || error.kind === 'offline' ? 'not-sent' : judgeWrite(error),
  },
  'a server error counts as nothing done': {
    ...SENDING_RULES,
    judge: (error: AppError) => (error.kind === 'busy' ? 'not-sent' : judgeWrite(error)),
  },
  'a creation in doubt is checked once and repeated at once': { ...SENDING_RULES, lateWriteMs: 0 },
  'a creation in doubt is repeated without a check': withExecutor('registration.create', {
    verify: async () => tryAgain,
  }),
  'an invalid answer counts as a refusal': {
    ...SENDING_RULES,
    judge: (error: AppError) => (error.kind === 'bug' ? 'rejected' : judgeWrite(error)),
  },
  'being asked to wait counts as a refusal': {
    ...SENDING_RULES,
    judge: (error: AppError) =>
      error.kind === 'busy' && error.reason === 'rate-limited' ? 'rejected' : judgeWrite(error),
  },
  'a patient whom the service knew is linked without asking': withExecutor('patient.create', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      if (verdict.to !== 'needs-human' || !verdict.answer) return verdict;
      const { patientId } = attempt.row.change.payload;
      const known = verdict.answer as { id: string };
      return confirmed(() => {
        mapId(attempt.db, 'patient', patientId, known.id);
        return [];
      });
    },
  }),
  'the id that the service gave to a new person is not kept': withExecutor('patient.create', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      return verdict.to === 'confirmed' ? confirmed() : verdict;
    },
  }),
  'a new person gets another foreign_id at each try': withExecutor('patient.create', {
    send: (attempt) => asked(underNewReference(attempt)),
  }),
  'a registration without an appointment counts as made, but the service was not told': withExecutor(
    'registration.create',
    {
      send: async (attempt) =>
        attempt.row.change.payload.appointmentId === null ? confirmed() : asked(attempt),
    },
  ),
  'a registration without an appointment takes the one that the person has': withExecutor(
    'registration.create',
    { send: (attempt) => asked(withAppointmentOfPatient(attempt)) },
  ),
  'a new registration gets another foreign_id at each try': withExecutor('registration.create', {
    send: (attempt) => asked(underNewReference(attempt)),
    verify: (attempt) => SENDING_RULES.executors['registration.create'].verify(underNewReference(attempt)),
  }),
  'a change does not wait for the change that it depends on': {
    ...SENDING_RULES,
    ready: (db) => listRows(db, 'open').filter((row) => row.state === 'pending' || row.state === 'unknown'),
  },
  'a person who is at the desk is sent away because the slot is taken': withExecutor('appointment.hold', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      return verdict.to === 'pending' && verdict.resolution?.override && verdict.error
        ? forHuman('conflict', verdict.error)
        : verdict;
    },
  }),
  'a slot that lies ahead is booked over by the desk itself': withExecutor('appointment.hold', {
    send: (attempt) => asked({ ...attempt, toldNowMs: () => attempt.row.change.payload.startsAtMs }),
  }),
  'a confirmation in doubt makes a second booking': withExecutor('appointment.confirm', {
    verify: async (attempt) => ({
      ...tryAgain,
      apply: () => {
        const hold = listRowsOfSubjects(attempt.db, [attempt.row.subjectId])[0] as OutboxRow;
        return moveRow(attempt.db, hold.sequence, 'pending', { resolution: { override: true } });
      },
    }),
  }),
  'every lost answer is left to a person to decide': {
    ...SENDING_RULES,
    executors: everyExecutor((executor) => ({
      ...executor,
      verify: async (attempt) =>
        forHuman('needs-human', attempt.row.lastError ?? conflict('state', 'not known')),
    })),
  },
  'a hold that has expired is not made again': withExecutor('appointment.confirm', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      return verdict.to === 'pending' && verdict.apply && verdict.error
        ? forHuman('conflict', verdict.error)
        : verdict;
    },
  }),
  'a confirmation does not name the patient': withExecutor('appointment.confirm', {
    send: async (attempt) => {
      const serverId = serverIdOf(attempt.db, 'appointment', attempt.row.subjectId);
      if (serverId === null) return asked(attempt);
      try {
        const answer = await attempt.gateway.call('appointments.update', {
          params: { id: serverId },
          body: { confirmed: true },
        });
        return confirmed(() => [{ kind: 'appointment', serverId: answer.value.id }]);
      } catch {
        return asked(attempt);
      }
    },
  }),
  'some confirmations become conflicts': withExecutor('appointment.confirm', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      return verdict.to === 'confirmed' && attempt.random.fraction() < 0.25
        ? forHuman('conflict', conflict('changed', 'planted'))
        : verdict;
    },
  }),
  'a walk-in at another location is booked at the main one': {
    ...SENDING_RULES,
    executors: {
      ...SENDING_RULES.executors,
      'appointment.hold': {
        ...SENDING_RULES.executors['appointment.hold'],
        // Its time is asked for without a slot, and the place in the answer is not looked at.
        send: (attempt) => asked(atMainLocation(attempt)),
      },
      'appointment.confirm': {
        ...SENDING_RULES.executors['appointment.confirm'],
        send: async (attempt) => {
          const verdict = await asked(attempt);
          return verdict.to === 'conflict' ? confirmed() : verdict;
        },
      },
    },
  },
  'a slot counts as released, but the service was not told': withExecutor('appointment.release', {
    send: async () => confirmed(),
  }),
  'an appointment counts as cancelled, but the service was not told': withExecutor('appointment.cancel', {
    send: async () => confirmed(),
  }),
  'an appointment that is gone already cannot be cancelled': withExecutor('appointment.cancel', {
    send: async (attempt) => {
      try {
        const serverId = serverIdOf(attempt.db, 'appointment', attempt.row.subjectId) ?? '';
        await attempt.gateway.call('appointments.cancel', { params: { id: serverId } });
        return confirmed();
      } catch (thrown) {
        if (!(thrown instanceof AppException)) throw thrown;
        return thrown.error.kind === 'not-found' ? forHuman('conflict', thrown.error) : asked(attempt);
      }
    },
  }),
  'an appointment counts as moved, but the service was not told': withExecutor('appointment.move', {
    send: async () => confirmed(),
  }),
  'an appointment is moved to another time, but not to another location': withExecutor('appointment.move', {
    send: async (attempt) => {
      const serverId = serverIdOf(attempt.db, 'appointment', attempt.row.subjectId) ?? '';
      const { to } = attempt.row.change.payload;
      try {
        await attempt.gateway.call('appointments.update', {
          params: { id: serverId },
          body: { appointment_time: new Date(to.startsAtMs).toISOString() },
        });
        return confirmed();
      } catch {
        return asked(attempt);
      }
    },
  }),
  'a slot that the moved appointment has taken itself counts as taken': withExecutor('appointment.move', {
    send: async (attempt) => {
      const serverId = serverIdOf(attempt.db, 'appointment', attempt.row.subjectId) ?? '';
      const { to } = attempt.row.change.payload;
      try {
        await attempt.gateway.call('appointments.update', {
          params: { id: serverId },
          body: {
            appointment_time: new Date(to.startsAtMs).toISOString(),
            test_location_id: to.locationId,
          },
        });
        return await asked(attempt);
      } catch (thrown) {
        if (!(thrown instanceof AppException)) throw thrown;
        return thrown.error.kind === 'conflict' ? forHuman('conflict', thrown.error) : asked(attempt);
      }
    },
  }),
  'failed tries of sending count against making a lost hold again': withExecutor('appointment.confirm', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      const hold = listRowsOfSubjects(attempt.db, [attempt.row.subjectId])[0];
      return verdict.to === 'pending' && verdict.apply && verdict.error && (hold?.attempts ?? 0) > 2
        ? forHuman('conflict', verdict.error)
        : verdict;
    },
  }),
  'an assignment does not check which patient is assigned already': withExecutor('registration.assign', {
    send: async (attempt) => {
      const { payload } = attempt.row.change;
      const answer = await attempt.gateway.call('registrations.update', {
        params: { id: payload.registrationId },
        body: { patient_id: payload.patientId },
      });
      return confirmed(() => [{ kind: 'registration', serverId: answer.value.id }]);
    },
  }),
  'an appointment counts as named, but the service was not told': withExecutor('appointment.assign', {
    send: async () => confirmed(),
  }),
  'an appointment is named without a look whose it is': withExecutor('appointment.assign', {
    send: async (attempt) => {
      const { appointmentId, patientId } = attempt.row.change.payload;
      const answer = await attempt.gateway.call('appointments.update', {
        params: { id: serverIdOf(attempt.db, 'appointment', appointmentId) ?? '' },
        body: { patient_id: serverIdOf(attempt.db, 'patient', patientId) ?? '' },
      });
      return confirmed(() => [{ kind: 'appointment', serverId: answer.value.id }]);
    },
  }),
  'a retest in doubt is sent again by the desk itself': withExecutor('registration.retest', {
    verify: async () => tryAgain,
  }),
  'a retest in doubt counts as done': withExecutor('registration.retest', {
    verify: async () => confirmed(),
  }),
  'an e-mail in doubt is sent again by the desk itself': withExecutor('registration.sendCompleteEmail', {
    verify: async () => tryAgain,
  }),
  'an e-mail in doubt counts as sent': withExecutor('registration.sendCompleteEmail', {
    verify: async () => confirmed(),
  }),
  'an e-mail counts as sent, but the service was not told': withExecutor('registration.sendCompleteEmail', {
    send: async () => confirmed(),
  }),
  'an order in doubt is placed again by the desk itself': withExecutor('order.create', {
    verify: async () => tryAgain,
  }),
  'an order counts as placed, but the service was not told': withExecutor('order.create', {
    send: async () => confirmed(),
  }),
  'an order in doubt is taken for the newest order of anybody': withExecutor('order.create', {
    verify: async (attempt) => {
      const verdict = await SENDING_RULES.executors['order.create'].verify(attempt);
      if (verdict.to !== 'needs-human') return verdict;
      const { orderId } = attempt.row.change.payload;
      return confirmed(() => {
        mapId(attempt.db, 'order', orderId, attempt.random.uuid());
        return [];
      });
    },
  }),
  'a refund in doubt is asked for again by the desk itself': withExecutor('order.refund', {
    verify: async () => tryAgain,
  }),
  'a second parcel in doubt is asked for again by the desk itself': withExecutor('order.reship', {
    verify: async () => tryAgain,
  }),
  'an order counts as cancelled, but the service was not told': withExecutor('order.cancel', {
    send: async () => confirmed(),
  }),
  'a mobile number in doubt counts as changed': withExecutor('registration.update', {
    verify: async () => confirmed(),
  }),
  'a change of a number does not look whose registration it is': withExecutor('registration.update', {
    send: async (attempt) => {
      const { payload } = attempt.row.change;
      const patientId = serverIdOf(attempt.db, 'patient', payload.expectedPatientId) ?? '';
      const answer = await attempt.gateway.call('registrations.update', {
        params: { id: payload.registrationId },
        body: {
          patient_id: patientId,
          ...(payload.mobileNumber === null ? {} : { mobile_phone_number: payload.mobileNumber }),
          ...(payload.foreignId === null ? {} : { foreign_id: payload.foreignId.to }),
        },
      });
      return confirmed(() => [{ kind: 'registration', serverId: answer.value.id }]);
    },
  }),
};

/**
 * Days on which each mistake was noticed before, so that not all days up to it need be simulated anew. A change of the
 * simulation or of the desk can make other days of the same seeds: then the days are searched from the first one, which
 * takes long and proves the same. Write the days anew with DRAWDESK_PLANTED_WRITE=1 npx vitest run <this file>.
 */
const KNOWN_DAYS_FILE = join(import.meta.dirname, 'planted-days.json');
const knownDays = JSON.parse(readFileSync(KNOWN_DAYS_FILE, 'utf8')) as Readonly<Record<string, number>>;
const writesDays = process.env['DRAWDESK_PLANTED_WRITE'] === '1';

/** The first day from `firstSeed` on that breaks a promise; null when none of `days` does. */
async function dayOfFailure(rules: SendingRules, firstSeed: number, days: number): Promise<number | null> {
  const { failures } = await runDays({ firstSeed, days, rules, stopAfter: 1 });
  return failures[0]?.seed ?? null;
}

describe('a mistake planted in the outbox is noticed', () => {
  const noticedOn: Record<string, number> = {};

  for (const [mistake, rules] of Object.entries(PLANTED)) {
    // The days bound it; how long they take is the machine's, and two of the mistakes need many.
    it(mistake, { timeout: 400_000 }, async () => {
      const known = writesDays ? undefined : knownDays[mistake];
      const isKnown = known !== undefined && known >= 1 && known <= DAYS_TO_NOTICE;
      const atOnce = isKnown ? await dayOfFailure(rules, known, 1) : null;
      const day = atOnce ?? (await dayOfFailure(rules, 1, DAYS_TO_NOTICE));
      expect(day, `not noticed in ${DAYS_TO_NOTICE} days`).not.toBeNull();
      if (day !== null) noticedOn[mistake] = day;
      if (atOnce === null) console.log(`"${mistake}" was noticed on day ${day}, not on day ${known}`);
    });
  }

  afterAll(() => {
    if (writesDays) writeFileSync(KNOWN_DAYS_FILE, `${JSON.stringify(noticedOn, null, 2)}\n`);
  });
});
