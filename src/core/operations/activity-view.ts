// Entries of the activity as screens show them. The people they are about are named as they are called now.
import type { ActivityView, PersonNamedView } from '../../contract/views.ts';
import { activityKindOf } from '../../domain/activity.ts';
import { namesOfStaff } from '../store/desk/staff.ts';
import { readPatients } from '../store/mirror/patient-records.ts';
import type { ActivityDetail, RecordedActivity } from '../store/desk/activity.ts';
import { patientIdOfVisit } from '../store/desk/visit-patient.ts';
import type { Context } from './handler.ts';
import { toPersonNamedView } from './person-view.ts';

function textIn(detail: ActivityDetail, name: string): string | null {
  const value = detail[name];
  return typeof value === 'string' ? value : null;
}

export function activityViews(context: Context, entries: readonly RecordedActivity[]): ActivityView[] {
  const { db } = context;
  const ofVisits = new Map<string, string | null>();
  // Entries of older versions do not name the patient. The patient that the visit has now is the best guess.
  const patientOf = (visitId: string | null): string | null => {
    if (visitId === null) return null;
    const known = ofVisits.get(visitId);
    if (known !== undefined) return known;
    const found = patientIdOfVisit(db, visitId);
    ofVisits.set(visitId, found);
    return found;
  };
  const about = entries.map((entry) => ({
    entry,
    patientId:
      entry.detail['patientId'] === undefined ? patientOf(entry.visitId) : textIn(entry.detail, 'patientId'),
    otherPatientId: textIn(entry.detail, 'otherPatientId') ?? patientOf(textIn(entry.detail, 'otherVisitId')),
  }));
  const patients = readPatients(
    db,
    about.flatMap(({ patientId, otherPatientId }) => [patientId, otherPatientId].filter((id) => id !== null)),
  );
  const named = (patientId: string | null): PersonNamedView | null => {
    const patient = patientId === null ? undefined : patients.get(patientId);
    return patient ? toPersonNamedView(patient) : null;
  };
  const names = namesOfStaff(db);
  return about.map(({ entry, patientId, otherPatientId }) => ({
    number: entry.number,
    atMs: entry.atMs,
    actor: entry.actor,
    actorName: names.get(entry.actor) ?? null,
    desk: entry.desk,
    visitId: entry.visitId,
    kind: activityKindOf(entry.kind) ?? 'unknown',
    writtenAs: entry.kind,
    person: named(patientId),
    otherPerson: named(otherPatientId),
    detail: { ...entry.detail },
  }));
}
