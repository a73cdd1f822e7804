// The simulation is worth what it notices: each mistake here is one that somebody could make in the sender, and each must
// break a promise within a few days.
import { describe, expect, it } from 'vitest';
import { conflict } from '../../src/domain/app-error.ts';
import type { AppError } from '../../src/domain/app-error.ts';
import { run } from '../../src/core/store/db/database.ts';
import { listReadyRows, listRows, listRowsOfSubjects, moveRow } from '../../src/core/store/outbox/outbox.ts';
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

const DAYS_TO_NOTICE = 400;

/** The rules with one executor changed. */
function withExecutor<Kind extends ChangeKind>(kind: Kind, change: Partial<Executor<Kind>>): SendingRules {
  const { executors } = SENDING_RULES;
  return { ...SENDING_RULES, executors: { ...executors, [kind]: { ...executors[kind], ...change } } };
}

/** The rules with the same change made to each executor. */
function everyExecutor(
  change: <Kind extends ChangeKind>(executor: Executor<Kind>) => Executor<Kind>,
): Executors {
  const { executors } = SENDING_RULES;
  return {
    'patient.create': change(executors['patient.create']),
    'appointment.hold': change(executors['appointment.hold']),
    'appointment.confirm': change(executors['appointment.confirm']),
    'appointment.release': change(executors['appointment.release']),
    'appointment.assign': change(executors['appointment.assign']),
    'registration.create': change(executors['registration.create']),
    'registration.assign': change(executors['registration.assign']),
  };
}

const tryAgain: Verdict = { to: 'pending', error: null, delayMs: 0, counted: true };

function asked<Kind extends ChangeKind>(attempt: Attempt<Kind>): Promise<Verdict> {
  return execute(SENDING_RULES.executors, attempt, 'send');
}

/** The same attempt under a new reference for each try. */
function underNewReference<Kind extends 'patient.create' | 'registration.create'>(
  attempt: Attempt<Kind>,
): Attempt<Kind> {
  const { change, attempts } = attempt.row;
  if (attempts < 2) return attempt;
  const payload = { ...change.payload, foreignId: `${change.payload.foreignId}-${attempts}` };
  return { ...attempt, row: { ...attempt.row, change: { ...change, payload } } };
}

const PLANTED: Readonly<Record<string, SendingRules>> = {
  'what a crash left under way is sent again without a look': {
    ...SENDING_RULES,
    recover: (db) => void run(db, `UPDATE outbox SET state = 'pending' WHERE state = 'sending'`),
  },
  'a row is not on disk as being sent when its bytes leave': {
    ...SENDING_RULES,
    begin: (_db, row) => ({ ...row, attempts: row.attempts + 1 }),
  },
  'a lost answer counts as a request that never left': {
    ...SENDING_RULES,
    judge: (error: AppError) =>
      error.kind === 'timeout' || error.kind === 'offline' ? 'not-sent' : judgeWrite(error),
  },
  'a server error counts as nothing done': {
    ...SENDING_RULES,
    judge: (error: AppError) => (error.kind === 'busy' ? 'not-sent' : judgeWrite(error)),
  },
  'a creation in doubt is looked for once and repeated at once': { ...SENDING_RULES, lateWriteMs: 0 },
  'a creation in doubt is repeated without a look': withExecutor('registration.create', {
    verify: async () => tryAgain,
  }),
  'a garbled answer counts as a refusal': {
    ...SENDING_RULES,
    judge: (error: AppError) => (error.kind === 'bug' ? 'rejected' : judgeWrite(error)),
  },
  'being asked to wait counts as a refusal': {
    ...SENDING_RULES,
    judge: (error: AppError) =>
      error.kind === 'busy' && error.reason === 'rate-limited' ? 'rejected' : judgeWrite(error),
  },
  'somebody the service knew is taken for the person made here': withExecutor('patient.create', {
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
  'a person is confirmed and nobody remembers as whom': withExecutor('patient.create', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      return verdict.to === 'confirmed' ? confirmed() : verdict;
    },
  }),
  'a person gets a new reference for each try': withExecutor('patient.create', {
    send: (attempt) => asked(underNewReference(attempt)),
  }),
  'a registration gets a new reference for each try': withExecutor('registration.create', {
    send: (attempt) => asked(underNewReference(attempt)),
    verify: (attempt) => SENDING_RULES.executors['registration.create'].verify(underNewReference(attempt)),
  }),
  'a row does not wait for what it builds on': {
    ...SENDING_RULES,
    ready: (db) => listRows(db, 'open').filter((row) => row.state === 'pending' || row.state === 'unknown'),
  },
  'one row that fails for ever stops all others': {
    ...SENDING_RULES,
    ready: (db) => listReadyRows(db).slice(0, 1),
  },
  'a taken slot sends somebody away who is here': withExecutor('appointment.hold', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      return verdict.to === 'pending' && verdict.resolution?.override && verdict.error
        ? forHuman('conflict', verdict.error)
        : verdict;
    },
  }),
  'a confirmation in doubt books once more': withExecutor('appointment.confirm', {
    verify: async (attempt) => ({
      ...tryAgain,
      apply: () => {
        const hold = listRowsOfSubjects(attempt.db, [attempt.row.subjectId])[0] as OutboxRow;
        return moveRow(attempt.db, hold.sequence, 'pending', { resolution: { override: true } });
      },
    }),
  }),
  'a lost answer is handed to a person': {
    ...SENDING_RULES,
    executors: everyExecutor((executor) => ({
      ...executor,
      verify: async (attempt) =>
        forHuman('needs-human', attempt.row.lastError ?? conflict('state', 'not known')),
    })),
  },
  'a hold that ran out is not made again': withExecutor('appointment.confirm', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      return verdict.to === 'pending' && verdict.apply && verdict.error
        ? forHuman('conflict', verdict.error)
        : verdict;
    },
  }),
  'a confirmation leaves its patient out': withExecutor('appointment.confirm', {
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
  'a slot is called given back without the service being told': withExecutor('appointment.release', {
    send: async () => confirmed(),
  }),
  'a lost hold counts the tries of the line against being made again': withExecutor('appointment.confirm', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      const hold = listRowsOfSubjects(attempt.db, [attempt.row.subjectId])[0];
      return verdict.to === 'pending' && verdict.apply && verdict.error && (hold?.attempts ?? 0) > 2
        ? forHuman('conflict', verdict.error)
        : verdict;
    },
  }),
  'an assignment does not look at who is there': withExecutor('registration.assign', {
    send: async (attempt) => {
      const { payload } = attempt.row.change;
      const answer = await attempt.gateway.call('registrations.update', {
        params: { id: payload.registrationId },
        body: { patient_id: payload.patientId },
      });
      return confirmed(() => [{ kind: 'registration', serverId: answer.value.id }]);
    },
  }),
  'older answers are believed over a confirmed change': withExecutor('registration.assign', {
    send: async (attempt) => {
      const verdict = await asked(attempt);
      if (verdict.to !== 'confirmed') return verdict;
      // Says nothing of what it touched, so an answer asked for before counts as news.
      return confirmed(() => {
        verdict.apply?.();
        return [];
      });
    },
  }),
};

describe('a mistake planted in the sender is noticed', () => {
  for (const [mistake, rules] of Object.entries(PLANTED)) {
    it(mistake, { timeout: 120_000 }, async () => {
      const result = await runDays({ firstSeed: 1, days: DAYS_TO_NOTICE, rules, stopAfter: 1 });
      expect(result.failures, `not noticed in ${result.days} days`).toHaveLength(1);
    });
  }
});
