// The rules that keep a change from being lost or done twice, gathered in one place so that each can be put to the test.
import type { AppError } from '../../domain/app-error.ts';
import type { Db } from '../store/db/database.ts';
import { moveRow } from '../store/outbox/outbox-moves.ts';
import { listReadyRows } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { doubtRowsUnderWay } from '../store/outbox/outbox-recovery.ts';
import {
  appointmentAssignment,
  appointmentConfirmation,
  appointmentRelease,
} from './executors/appointments.ts';
import { appointmentHold } from './executors/holds.ts';
import type { Executors } from './attempt.ts';
import { judgeWrite } from './judge.ts';
import type { Judgement } from './judge.ts';
import { patientCreation } from './executors/patients.ts';
import { registrationAssignment, registrationCreation } from './executors/registrations.ts';
import { LATE_WRITE_MS, pauseMs } from './retry-policy.ts';

export interface SendingRules {
  /** At start: what a crash left under way. */
  readonly recover: (db: Db) => void;
  /** Rows that may be tried without a person, those that wait for others left out. */
  readonly ready: (db: Db) => OutboxRow[];
  /** Puts the row on disk as being sent. */
  readonly begin: (db: Db, row: OutboxRow, nowMs: number) => OutboxRow;
  readonly judge: (error: AppError) => Judgement;
  readonly pauseMs: (attempts: number, fraction: number) => number;
  readonly lateWriteMs: number;
  readonly executors: Executors;
}

export const SENDING_RULES: SendingRules = {
  recover: doubtRowsUnderWay,
  ready: listReadyRows,
  begin: (db, row, nowMs) =>
    moveRow(db, row.sequence, 'sending', {
      attempts: row.attempts + 1,
      attemptedAtMs: nowMs,
      nextAttemptAtMs: null,
    }),
  judge: judgeWrite,
  pauseMs,
  lateWriteMs: LATE_WRITE_MS,
  executors: {
    'patient.create': patientCreation,
    'appointment.hold': appointmentHold,
    'appointment.confirm': appointmentConfirmation,
    'appointment.release': appointmentRelease,
    'appointment.assign': appointmentAssignment,
    'registration.create': registrationCreation,
    'registration.assign': registrationAssignment,
  },
};
