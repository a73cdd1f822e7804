// Says whose an appointment is. It is looked at first where a registration leads to it, so that somebody whom others put
// there meanwhile is not replaced unseen. The request says who it shall be, so repeating it changes nothing.
import { conflict } from '../../../domain/app-error.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import { upsertAppointments } from '../../store/mirror/appointments.ts';
import { serverIdOf } from '../../store/outbox/id-map.ts';
import { listRowsOfSubjects } from '../../store/outbox/outbox.ts';
import { commonVerdict, firstLookFailed, needServerId, outcomeAbout } from '../attempt.ts';
import type { Attempt, Executor } from '../attempt.ts';
import { again, confirmed, conflictOnceSaidTwice, forHuman } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import { lookAtAppointment, ofSomebodyElse } from './appointment-look.ts';

type Assignment = Attempt<'appointment.assign'>;

interface Wanted {
  readonly appointmentId: string;
  readonly patientId: string;
}

/** The service's ids of what the change names; a verdict when the service never got one of them. */
function wantedOf(attempt: Assignment): Wanted | Verdict {
  const { payload } = attempt.row.change;
  const appointmentId = needServerId(attempt, 'appointment', payload.appointmentId);
  if (typeof appointmentId !== 'string') return appointmentId;
  const patientId = needServerId(attempt, 'patient', payload.patientId);
  if (typeof patientId !== 'string') return patientId;
  return { appointmentId, patientId };
}

/** A verdict when nothing must be sent: it is as wanted already, or it is for somebody whom the screen did not show. */
async function standing(attempt: Assignment, wanted: Wanted): Promise<Verdict | null> {
  if (attempt.row.change.payload.expectedPatientId === undefined) return null;
  const seen = await lookAtAppointment(attempt, wanted.appointmentId);
  if ('failed' in seen) return firstLookFailed(attempt, seen.failed);
  const { appointment } = seen;
  if (appointment === null) return null;
  const now = appointment.patient_id;
  if (now === wanted.patientId) return confirmAssignment(attempt, appointment);
  if (knownPatients(attempt).includes(now)) return null;
  return ofSomebodyElse(attempt, appointment);
}

/** Whom this desk showed on the appointment, or asked for, in this change or another one; the service's ids. */
function knownPatients({ db, row }: Assignment): (string | null)[] {
  const localIds = listRowsOfSubjects(db, [row.subjectId]).flatMap(({ change }) =>
    change?.kind === 'appointment.assign' ? [change.payload.expectedPatientId, change.payload.patientId] : [],
  );
  return localIds
    .filter((id) => id !== undefined)
    .map((id) => (id === null ? null : serverIdOf(db, 'patient', id)));
}

function confirmAssignment({ db, nowMs }: Assignment, appointment: Appointment): Verdict {
  return confirmed(() => {
    upsertAppointments(db, [appointment], nowMs);
    return [{ kind: 'appointment', serverId: appointment.id }];
  });
}

export const appointmentAssignment: Executor<'appointment.assign'> = {
  async send(attempt: Assignment): Promise<Verdict> {
    const wanted = wantedOf(attempt);
    if ('to' in wanted) return wanted;
    const stands = await standing(attempt, wanted);
    if (stands) return stands;
    const changed = await outcomeAbout(
      wanted.appointmentId,
      attempt.gateway.call('appointments.update', {
        params: { id: wanted.appointmentId },
        body: { patient_id: wanted.patientId },
      }),
    );
    if (!changed.ok) {
      return (
        commonVerdict(attempt, changed.error) ??
        forHuman(changed.error.kind === 'rejected' ? 'refused' : 'conflict', changed.error)
      );
    }
    const appointment = changed.value.value;
    if (appointment.patient_id === wanted.patientId) return confirmAssignment(attempt, appointment);
    const error = conflict('changed', 'the appointment belongs to another patient');
    return conflictOnceSaidTwice(attempt.row, error, { answer: appointment });
  },

  async verify(attempt: Assignment): Promise<Verdict> {
    const wanted = wantedOf(attempt);
    if ('to' in wanted) return wanted;
    // Saying once more whose it is changes nothing.
    return (await standing(attempt, wanted)) ?? again();
  },
};
