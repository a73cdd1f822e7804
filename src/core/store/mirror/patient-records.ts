// Patients as the desk knows them: the service's own record, else what was entered here, else the copy on a registration.
import { personOf } from '../../../domain/person.ts';
import type { Person } from '../../../domain/person.ts';
import type { NamingSource } from '../../../domain/person-doubt.ts';
import { patient } from '../../../wire/patient.ts';
import type { Patient } from '../../../wire/patient.ts';
import type { Registration } from '../../../wire/registration.ts';
import { all, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { gather, tagOf } from './overlay.ts';
import type { RecordBase } from './overlay.ts';
import { personOfPatient, personOfRegistration } from './person-mapping.ts';

/** A patient with their six facts as a person. `id` is the desk's own, also where the service has another. */
export interface PatientRecord extends RecordBase, Person {
  /** Where the facts come from. */
  readonly from: NamingSource;
}

/**
 * Patients by the local ids asked for, with a fixed number of statements for any number of them; ids of nobody are left out.
 *
 *     readPatients(db, ['p1', 'gone']).get('p1')?.lastName // 'Oliver'
 */
export function readPatients(db: Db, ids: Iterable<string>): Map<string, PatientRecord> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, PatientRecord>();
  if (wanted.length === 0) return found;
  const gathered = gather<Patient>(db, 'patient', wanted);
  const lacking: string[] = [];
  for (const id of wanted) {
    const rows = gathered.rows.get(id) ?? [];
    const serverId = gathered.serverIds.get(id) as string;
    const body = gathered.bodies.get(serverId);
    const created = rows.find((row) => row.change?.kind === 'patient.create')?.change;
    if (body) {
      found.set(id, { id, serverId: body.id, ...personOfPatient(body), from: 'patient', sync: tagOf(rows) });
    } else if (created?.kind === 'patient.create') {
      found.set(id, {
        id,
        serverId: serverId === id ? null : serverId,
        ...personOf(created.payload),
        from: 'desk',
        sync: tagOf(rows),
      });
    } else lacking.push(id);
  }
  for (const copied of copiedPatients(db, lacking, gathered.serverIds)) found.set(copied.id, copied);
  return found;
}

/** One patient by the local id; null when nobody goes by it. */
export function readPatient(db: Db, id: string): PatientRecord | null {
  return readPatients(db, [id]).get(id) ?? null;
}

/** The patient's own record at the service; null while it was not read. `serverId`: the service's id. */
export function patientBody(db: Db, serverId: string): Patient | null {
  const row = get<{ body: string }>(db, 'SELECT body FROM mirror_patient WHERE id = ?', [serverId]);
  return row && (JSON.parse(row.body) as Patient);
}

/** Patients whose own record was not read yet, as their registrations describe them. */
function copiedPatients(
  db: Db,
  ids: readonly string[],
  serverIds: ReadonlyMap<string, string>,
): PatientRecord[] {
  if (ids.length === 0) return [];
  const bodies = new Map(
    all<{ patient_id: string; body: string }>(
      db,
      `SELECT patient_id, body FROM mirror_registration
       WHERE patient_id IN (SELECT value FROM json_each(?)) GROUP BY patient_id`,
      [JSON.stringify(ids.map((id) => serverIds.get(id)))],
    ).map((row) => [row.patient_id, JSON.parse(row.body) as Registration]),
  );
  return ids.flatMap((id): PatientRecord[] => {
    const serverId = serverIds.get(id) as string;
    const copy = bodies.get(serverId);
    const person = copy && personOfRegistration(copy);
    return person ? [{ id, serverId, ...person, from: 'registration', sync: 'synced' }] : [];
  });
}

/**
 * The patient whom the service knew already and answered with, when this row asked it to create one. Null for rows of
 * other kinds, and once a person has decided about it.
 */
export function existingPatientOf(row: Pick<OutboxRow, 'kind' | 'state' | 'answer'>): PatientRecord | null {
  if (row.kind !== 'patient.create' || row.state !== 'needs-human') return null;
  const answer = patient.safeParse(row.answer);
  if (!answer.success) return null;
  const { id } = answer.data;
  return { id, serverId: id, ...personOfPatient(answer.data), from: 'patient', sync: 'synced' };
}
