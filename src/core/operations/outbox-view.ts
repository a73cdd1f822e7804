// Outbox rows as the screens show them: with the person or the code they are about.
import type { OutboxRowView, PersonView } from '../../contract/views.ts';
import { isChangeKind } from '../../domain/change.ts';
import { formatName } from '../../domain/person-name.ts';
import { listLocations } from '../store/mirror/locations.ts';
import { shownState, syncTagOf } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { existingPersonOf, readPatients, readRegistrations } from '../store/mirror/records.ts';
import { findVisit } from '../store/desk/visits.ts';
import type { Context } from './handler.ts';
import { assembleVisits } from './visit/read.ts';
import { toPersonView } from './visit/view.ts';

function subjectOf(context: Context, row: OutboxRow): string {
  const patient = readPatients(context.db, [row.subjectId]).get(row.subjectId);
  if (patient) return formatName(patient);
  const visit = row.visitId === null ? null : findVisit(context.db, row.visitId);
  const person = visit ? assembleVisits(context, [visit])[0]?.patient : null;
  if (person) return formatName(person);
  return readRegistrations(context.db, [row.subjectId]).get(row.subjectId)?.trfCode ?? '';
}

/** The person whom a row makes, as entered: found by the row itself, since two people may bear one name. */
function patientOf(context: Context, row: OutboxRow): PersonView | null {
  if (row.change?.kind !== 'patient.create') return null;
  const { patientId, firstName, lastName, dateOfBirth, gender, email, phoneNumber } = row.change.payload;
  const sync = readPatients(context.db, [patientId]).get(patientId)?.sync ?? syncTagOf(row.state);
  return { id: patientId, firstName, lastName, dateOfBirth, gender, email, phoneNumber, sync };
}

function heldElsewhere(context: Context, row: OutboxRow): OutboxRowView['heldElsewhere'] {
  const id = row.resolution.heldElsewhere;
  if (id === undefined) return null;
  return { id, name: listLocations(context.db).find((location) => location.id === id)?.name ?? null };
}

export function outboxViews(context: Context, rows: readonly OutboxRow[]): OutboxRowView[] {
  return rows.map((row) => {
    const existing = existingPersonOf(row);
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
      patient: patientOf(context, row),
      existingPerson: existing && toPersonView(existing),
      heldElsewhere: heldElsewhere(context, row),
      createdAtMs: row.createdAtMs,
      actor: row.actor,
    };
  });
}
