// The table of appointments. Its index `one_taker` makes it impossible to book a slot twice.
import type { SqlDatabase } from './database.ts';

export interface AppointmentRow {
  readonly id: string;
  readonly location_id: string;
  readonly starts_ms: number;
  readonly ends_ms: number;
  readonly patient_id: string | null;
  readonly confirmed: 0 | 1;
  readonly expires_ms: number | null;
  /** 1: booked although the slot was taken or closed. Another appointment may have the same slot. */
  readonly overriding: 0 | 1;
  readonly purchase_id: string | null;
}

export interface AppointmentStore {
  appointment(id: string): AppointmentRow | undefined;
  addAppointment(row: AppointmentRow): void;
  saveAppointment(row: AppointmentRow): void;
  removeAppointment(id: string): void;
  /** Whether any appointment except the one with the id `except` has this time at this location. */
  isTaken(locationId: string, startsMs: number, except?: string): boolean;
  /** The start times in [fromMs, toMs) that are booked or held, in milliseconds since the epoch. */
  takenTimes(locationId: string, fromMs: number, toMs: number): Set<number>;
  appointmentsOfOrder(orderId: string): AppointmentRow[];
  /** Ids of the holds that have ended. */
  expiredHolds(nowMs: number): string[];
  /** When the next hold ends, in milliseconds since the epoch; null when there is no hold. */
  nextExpiryMs(): number | null;
  countAppointments(): number;
}

export function createAppointmentStore(db: SqlDatabase): AppointmentStore {
  const byId = db.prepare<[string], AppointmentRow>('SELECT * FROM appointment WHERE id = ?');
  const add = db.prepare(
    `INSERT INTO appointment (id, location_id, starts_ms, ends_ms, patient_id, confirmed, expires_ms, overriding,
       purchase_id)
     VALUES (@id, @location_id, @starts_ms, @ends_ms, @patient_id, @confirmed, @expires_ms, @overriding, @purchase_id)`,
  );
  const save = db.prepare(
    `UPDATE appointment SET location_id = @location_id, starts_ms = @starts_ms, ends_ms = @ends_ms,
       patient_id = @patient_id, confirmed = @confirmed, expires_ms = @expires_ms, overriding = @overriding
     WHERE id = @id`,
  );
  const remove = db.prepare('DELETE FROM appointment WHERE id = ?');
  const taken = db
    .prepare<[string, number, string], number>(
      'SELECT 1 FROM appointment WHERE location_id = ? AND starts_ms = ? AND id <> ? LIMIT 1',
    )
    .pluck();
  const takenTimes = db
    .prepare<[string, number, number], number>(
      'SELECT starts_ms FROM appointment WHERE location_id = ? AND starts_ms >= ? AND starts_ms < ?',
    )
    .pluck();
  const ofOrder = db.prepare<[string], AppointmentRow>(
    'SELECT * FROM appointment WHERE purchase_id = ? ORDER BY seq',
  );
  const expired = db
    .prepare<[number], string>('SELECT id FROM appointment WHERE expires_ms <= ? ORDER BY expires_ms')
    .pluck();
  const nextExpiry = db
    .prepare<[], number | null>('SELECT min(expires_ms) FROM appointment WHERE expires_ms IS NOT NULL')
    .pluck();
  const count = db.prepare<[], number>('SELECT count(*) FROM appointment').pluck();
  return {
    appointment: (id) => byId.get(id.toLowerCase()),
    addAppointment: (row) => void add.run(row),
    saveAppointment: (row) => void save.run(row),
    removeAppointment: (id) => void remove.run(id),
    isTaken: (locationId, startsMs, except = '') => taken.get(locationId, startsMs, except) !== undefined,
    takenTimes: (locationId, fromMs, toMs) => new Set(takenTimes.all(locationId, fromMs, toMs)),
    appointmentsOfOrder: (orderId) => ofOrder.all(orderId),
    expiredHolds: (nowMs) => expired.all(nowMs),
    nextExpiryMs: () => nextExpiry.get() ?? null,
    countAppointments: () => count.get() as number,
  };
}
