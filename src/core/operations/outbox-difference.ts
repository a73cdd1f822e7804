// What the service has instead of what a change was made for, as far as its answer told.
import type { Difference } from '../../domain/difference.ts';
import { formatName } from '../../domain/person-name.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { appointment as appointmentSchema } from '../../wire/appointment.ts';
import type { Appointment } from '../../wire/appointment.ts';
import { registration as registrationSchema } from '../../wire/registration.ts';
import { isOfSomebodyElse } from '../outbox/executors/appointment-look.ts';
import { listLocations } from '../store/mirror/locations.ts';
import { readPatients } from '../store/mirror/patient-records.ts';
import { localIdOf, serverIdOf } from '../store/outbox/id-map.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { Context } from './handler.ts';

/** Of these, "not found" says that the service does not know the record itself any more. */
const ABOUT_ONE_RECORD: ReadonlySet<string> = new Set([
  'appointment.confirm',
  'appointment.move',
  'appointment.assign',
  'registration.assign',
  'registration.update',
  'registration.retest',
  'registration.sendCompleteEmail',
  'order.cancel',
  'order.refund',
  'order.reship',
]);

/**
 * Null where the change does not stand in conflict, or nothing more is known of it. Of one that ended in conflict it is told what the
 * service does not have: that stays true, and what it had otherwise may have changed since.
 */
export function differenceOf(context: Context, row: OutboxRow): Difference | null {
  const { change, lastError: error } = row;
  if ((row.state !== 'conflict' && row.state !== 'discarded') || change === null || error === null)
    return null;
  if (error.kind === 'not-found') {
    if (row.resolution.patientUnknown === true) return { what: 'patient-unknown' };
    return ABOUT_ONE_RECORD.has(change.kind) ? { what: 'gone' } : null;
  }
  if (error.kind !== 'conflict' || row.state !== 'conflict') return null;
  switch (error.reason) {
    case 'changed':
      return changedTo(context, row);
    case 'taken':
      return change.kind === 'appointment.move' ? { what: 'taken' } : null;
    case 'duplicate':
      return change.kind === 'registration.update' && change.payload.foreignId !== null
        ? { what: 'in-use', reference: change.payload.foreignId.to }
        : null;
    case 'state':
      return null;
  }
}

function changedTo(context: Context, { change, answer, resolution }: OutboxRow): Difference | null {
  const { db } = context;
  switch (change?.kind) {
    case 'registration.assign': {
      const { data: there } = registrationSchema.safeParse(answer);
      if (!there) return null;
      const { expectedPatientId } = change.payload;
      const seen = expectedPatientId === null ? null : serverIdOf(db, 'patient', expectedPatientId);
      // Whom the desk had seen there is nobody's change: the service did not keep what it took.
      const isAsBefore = there.patient_id === seen && resolution.notAsAsked === true;
      const name = nameOf(context, there.patient_id);
      return { what: isAsBefore ? 'patient-not-kept' : 'patient', name };
    }
    case 'registration.update': {
      const { data: there } = registrationSchema.safeParse(answer);
      if (!there) return null;
      const isAsSeen = there.patient_id === serverIdOf(db, 'patient', change.payload.expectedPatientId);
      if (!isAsSeen) return { what: 'patient', name: nameOf(context, there.patient_id) };
      const { foreignId } = change.payload;
      // Whether others have changed it is not known where the service does not keep what it takes.
      const what = resolution.notAsAsked === true ? 'not-kept' : 'reference';
      return foreignId && { what, there: there.foreign_id, asked: foreignId.to };
    }
    case 'appointment.assign': {
      const { data: there } = appointmentSchema.safeParse(answer);
      return there ? { what: 'patient', name: nameOf(context, there.patient_id) } : null;
    }
    case 'appointment.confirm': {
      const { data: there } = appointmentSchema.safeParse(answer);
      if (!there) return null;
      const { patientId } = change.payload;
      return patientId !== null && there.patient_id !== serverIdOf(db, 'patient', patientId)
        ? { what: 'patient', name: nameOf(context, there.patient_id) }
        : placeIn(context, there);
    }
    case 'appointment.move':
    case 'appointment.cancel': {
      const { data: there } = appointmentSchema.safeParse(answer);
      if (!there) return null;
      return isOfSomebodyElse(db, change.payload.seenPatientId, there)
        ? { what: 'patient', name: nameOf(context, there.patient_id) }
        : placeIn(context, there);
    }
    default:
      return null;
  }
}

function placeIn({ db, site }: Context, there: Appointment): Difference {
  const { date, time } = wallClockAt(Date.parse(there.starts_at), site.timeZone);
  const location = listLocations(db).find(({ id }) => id === there.test_location_id)?.name ?? null;
  return { what: 'place', date, time, location };
}

/** The name of a patient by the service's id, empty for somebody whom this desk has not read; null for nobody. */
function nameOf({ db }: Context, serverId: string | null): string | null {
  if (serverId === null) return null;
  const id = localIdOf(db, 'patient', serverId);
  const person = readPatients(db, [id]).get(id);
  return person ? formatName(person) : '';
}
