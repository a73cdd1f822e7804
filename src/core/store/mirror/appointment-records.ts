// Appointments as the desk knows them: the service's record with the changes that wait laid over it.
import type { AppointmentState, BookedOver } from '../../../domain/appointment-state.ts';
import type { PayloadOf } from '../../../domain/change.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import { appointmentState } from './appointment-state.ts';
import type { Db } from '../db/database.ts';
import { localIdsOf } from '../outbox/id-map.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { gather, isStanding, tagOf, withCanonicalPatients } from './overlay.ts';
import type { RecordBase } from './overlay.ts';

/** An appointment as the desk knows it. Ids of other records are the desk's own; times are milliseconds since the epoch. */
export interface AppointmentRecord extends RecordBase {
  readonly state: AppointmentState;
  /** Where it is to be once the changes that wait are sent; see `movedFrom`. */
  readonly locationId: string;
  readonly startsAtMs: number;
  /** Where it stands at the service while a move of it waits; null otherwise. */
  readonly movedFrom: { readonly locationId: string; readonly startsAtMs: number } | null;
  /** The service has answered its newest move that it has no such appointment, and a person is to decide about that. */
  readonly goneWhenMoved: boolean;
  readonly endsAtMs: number | null;
  readonly holdExpiresAtMs: number | null;
  readonly overridesAvailability: boolean;
  /** Null where nobody was booked over, and where a person asked for a taken or closed time. */
  readonly bookedOver: BookedOver | null;
  readonly patientId: string | null;
  /** When the service last told something new about it, by the service's clock; null while the service has no record of it. */
  readonly toldAtMs: number | null;
}

/**
 * Appointments by the local ids asked for, with a fixed number of statements for any number of them. Unknown ids are
 * left out.
 *
 *     readAppointments(db, ids).get(id)?.state // 'held'
 */
export function readAppointments(db: Db, ids: Iterable<string>): Map<string, AppointmentRecord> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, AppointmentRecord>();
  if (wanted.length === 0) return found;
  const gathered = gather<Appointment>(db, 'appointment', wanted);
  const patients = localIdsOf(
    db,
    'patient',
    new Set([...gathered.bodies.values()].flatMap((body) => body.patient_id ?? [])),
  );
  for (const id of wanted) {
    const rows = gathered.rows.get(id) ?? [];
    const body = gathered.bodies.get(gathered.serverIds.get(id) as string) ?? null;
    const hold = rows.findLast((row) => row.change?.kind === 'appointment.hold');
    const held = hold?.change?.kind === 'appointment.hold' ? hold.change.payload : null;
    if (!body && !held) continue;
    const told = {
      locationId: body?.test_location_id ?? held?.locationId ?? '',
      startsAtMs: body
        ? Date.parse(body.starts_at)
        : (hold?.resolution.otherSlot?.startsAtMs ?? held?.startsAtMs ?? 0),
    };
    const moved = waitingMove(rows);
    const { locationId, startsAtMs } = moved ?? told;
    found.set(id, {
      id,
      serverId: body?.id ?? null,
      state: appointmentState(body, rows),
      locationId,
      startsAtMs,
      movedFrom: moved && told,
      goneWhenMoved: wasGoneWhenMoved(rows),
      // An appointment that is moved keeps its length.
      endsAtMs: body ? Date.parse(body.ends_at) - told.startsAtMs + startsAtMs : null,
      holdExpiresAtMs: body?.expires_at ? Date.parse(body.expires_at) : null,
      overridesAvailability: hold?.resolution.override ?? held?.overrideAvailability ?? false,
      bookedOver: bookedOver(hold, held),
      patientId: waitingPatient(body ? rows.filter(isOpen) : rows) ?? toldPatient(body, patients),
      sync: tagOf(rows),
      toldAtMs: body ? (gathered.changedAtMs.get(body.id) ?? null) : null,
    });
  }
  withCanonicalPatients(db, found);
  return found;
}

/** Only what was free when it was chosen; who chose a taken or closed time asked for it from the first try on. */
function bookedOver(
  hold: OutboxRow | undefined,
  asked: PayloadOf<'appointment.hold'> | null,
): BookedOver | null {
  if (hold?.resolution.override !== true || asked?.overrideAvailability === true) return null;
  return hold.resolution.doubted === true || hold.resolution.overGivenBack === true
    ? 'perhaps-own'
    : 'somebody';
}

function toldPatient(body: Appointment | null, patients: ReadonlyMap<string, string>): string | null {
  return body?.patient_id ? (patients.get(body.patient_id) ?? body.patient_id) : null;
}

/** Where the newest move wants the appointment, unless the service has refused it or a person has to decide. */
function waitingMove(rows: readonly OutboxRow[]): PayloadOf<'appointment.move'>['to'] | null {
  const move = rows.findLast((row) => row.change?.kind === 'appointment.move');
  const waits = move?.state === 'pending' || move?.state === 'sending' || move?.state === 'unknown';
  return waits && move.change?.kind === 'appointment.move' ? move.change.payload.to : null;
}

function wasGoneWhenMoved(rows: readonly OutboxRow[]): boolean {
  const move = rows.findLast((row) => row.change?.kind === 'appointment.move');
  return move?.state === 'conflict' && move.lastError?.kind === 'not-found';
}

/** A confirmed change is part of the service's record, which the service may have changed again since. */
const isOpen = (row: OutboxRow): boolean => row.state !== 'confirmed';

/** The patient that the newest change names for this appointment; null when no change names one. */
function waitingPatient(rows: readonly OutboxRow[]): string | null {
  let patientId: string | null = null;
  for (const row of rows) {
    if (!isStanding(row) || !row.change || !row.change.kind.startsWith('appointment.')) continue;
    if ('patientId' in row.change.payload) patientId = row.change.payload.patientId ?? patientId;
  }
  return patientId;
}

/** One appointment by its local id; null when it is not known. */
export function readAppointment(db: Db, id: string): AppointmentRecord | null {
  return readAppointments(db, [id]).get(id) ?? null;
}
