// Outbox rows as the screens show them: with the person or the code they are about.
import type { OutboxRowView, PersonView } from '../../contract/views.ts';
import { isChangeKind } from '../../domain/change.ts';
import { formatName } from '../../domain/person-name.ts';
import { listLocations } from '../store/mirror/locations.ts';
import { shownState, syncTagOf } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { existingPatientOf, readPatient } from '../store/mirror/patient-records.ts';
import { readRegistration } from '../store/mirror/registration-records.ts';
import { findVisit } from '../store/desk/visits.ts';
import type { Context } from './handler.ts';
import { assembleVisits } from './visit/read.ts';
import { toPersonView } from './person-view.ts';

function subjectOf(context: Context, row: OutboxRow): string {
  const patient = readPatient(context.db, row.subjectId);
  if (patient) return formatName(patient);
  const visit = row.visitId === null ? null : findVisit(context.db, row.visitId);
  const person = visit ? assembleVisits(context, [visit])[0]?.person : null;
  if (person) return formatName(person);
  return readRegistration(context.db, row.subjectId)?.trfCode ?? '';
}

/** The person whom a row makes, as entered: found by the row itself, since two people may bear one name. */
function enteredPersonOf(context: Context, row: OutboxRow): PersonView | null {
  if (row.change?.kind !== 'patient.create') return null;
  const { payload } = row.change;
  const sync = readPatient(context.db, payload.patientId)?.sync ?? syncTagOf(row.state);
  return toPersonView({ id: payload.patientId, ...payload, sync });
}

function heldElsewhere(context: Context, row: OutboxRow): OutboxRowView['heldElsewhere'] {
  const id = row.resolution.heldElsewhere;
  if (id === undefined) return null;
  return { id, name: listLocations(context.db).find((location) => location.id === id)?.name ?? null };
}

export function outboxViews(context: Context, rows: readonly OutboxRow[]): OutboxRowView[] {
  return rows.map((row) => {
    const existing = existingPatientOf(row);
    return {
      id: row.id,
      sequence: row.sequence,
      kind: isChangeKind(row.kind) ? row.kind : 'unknown',
      state: shownState(row),
      subject: subjectOf(context, row),
      visitId: row.visitId,
      attempts: row.attempts,
      nextAttemptAtMs: row.nextAttemptAtMs,
      error: row.lastError,
      person: enteredPersonOf(context, row),
      existingPerson: existing && toPersonView(existing),
      heldElsewhere: heldElsewhere(context, row),
      createdAtMs: row.createdAtMs,
      actor: row.actor,
    };
  });
}
