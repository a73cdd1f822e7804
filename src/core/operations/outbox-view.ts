// Outbox rows as the screens show them: with the person or the code they are about.
import type { OutboxRowView } from '../../contract/views.ts';
import { formatName } from '../../domain/person-name.ts';
import { shownState } from '../store/outbox/outbox.ts';
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

export function outboxViews(context: Context, rows: readonly OutboxRow[]): OutboxRowView[] {
  return rows.map((row) => {
    const existing = existingPersonOf(row);
    return {
      id: row.id,
      sequence: row.sequence,
      kind: row.kind,
      state: shownState(row),
      subject: subjectOf(context, row),
      visitId: row.visitId,
      attempts: row.attempts,
      nextAttemptAtMs: row.nextAttemptAtMs,
      error: row.lastError,
      existingPerson: existing && toPersonView(existing),
      createdAtMs: row.createdAtMs,
      actor: row.actor,
    };
  });
}
