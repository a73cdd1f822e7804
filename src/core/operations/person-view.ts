// People as screens show them.
import type { PersonNamedView, PersonView } from '../../contract/views.ts';
import { namedOf, personOf } from '../../domain/person.ts';
import type { PatientRecord } from '../store/mirror/patient-records.ts';

/** A patient as a person on a screen. Of the record nothing else is shown. */
export function toPersonView(patient: Pick<PatientRecord, keyof PersonView>): PersonView {
  return { id: patient.id, ...personOf(patient), sync: patient.sync };
}

/** A patient where a screen only names the person. */
export function toPersonNamedView(patient: Pick<PatientRecord, keyof PersonNamedView>): PersonNamedView {
  return { id: patient.id, ...namedOf(patient) };
}
