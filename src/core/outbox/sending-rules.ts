// The rules by which no change is lost and none is done twice. They are values in one object, so that the simulation
// can break each rule on purpose and show that it notices.
import type { AppError } from '../../domain/app-error.ts';
import type { Db } from '../store/db/database.ts';
import { moveRow } from '../store/outbox/outbox-moves.ts';
import { listReadyRows } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { doubtRowsUnderWay } from '../store/outbox/outbox-recovery.ts';
import { appointmentAssignment } from './executors/appointment-assignment.ts';
import {
  appointmentCancellation,
  appointmentConfirmation,
  appointmentRelease,
} from './executors/appointments.ts';
import { appointmentHold } from './executors/holds.ts';
import { appointmentMove } from './executors/moves.ts';
import type { Executors } from './attempt.ts';
import { judgeWrite } from './judge.ts';
import type { Judgement } from './judge.ts';
import { patientCreation } from './executors/patients.ts';
import { registrationAssignment, registrationCreation } from './executors/registrations.ts';
import { orderCancellation, orderCreation, orderRefund, orderReshipment } from './executors/orders.ts';
import { completeEmail, registrationRetest } from './executors/registration-requests.ts';
import { registrationUpdate } from './executors/registration-update.ts';
import { LATE_WRITE_MS, pauseMs } from './retry-policy.ts';

/** How changes are sent: which rows, when, how often, and what an answer proves. */
export interface SendingRules {
  /** Called at start: rows that were being sent when the desk stopped become rows in doubt. */
  readonly recover: (db: Db) => void;
  /** The rows that can be sent or verified now: they wait for no person and no other row. */
  readonly ready: (db: Db) => OutboxRow[];
  /** Marks the row as being sent, on disk, and returns it. */
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
    'appointment.cancel': appointmentCancellation,
    'appointment.move': appointmentMove,
    'appointment.assign': appointmentAssignment,
    'registration.create': registrationCreation,
    'registration.assign': registrationAssignment,
    'registration.update': registrationUpdate,
    'registration.retest': registrationRetest,
    'registration.sendCompleteEmail': completeEmail,
    'order.create': orderCreation,
    'order.cancel': orderCancellation,
    'order.refund': orderRefund,
    'order.reship': orderReshipment,
  },
};
