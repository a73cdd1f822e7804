// The table of test registrations. Each row also holds the record as answers send it, so that a long list is quick to
// read.
import type { SqlDatabase } from './database.ts';

/** A row of the table of registrations. Fields that end in `_ms` are milliseconds since the epoch. */
export interface RegistrationRow {
  readonly id: string;
  readonly trf_code: string;
  readonly label_code: string;
  readonly foreign_id: string | null;
  readonly status: string;
  readonly patient_id: string | null;
  readonly appointment_id: string | null;
  readonly purchase_id: string | null;
  readonly parent_id: string | null;
  /** JSON list of SKUs. */
  readonly product_skus: string;
  /** JSON list of codes when only some biomarkers are tested; null when all are. */
  readonly biomarker_codes: string | null;
  readonly scenario: string;
  /** JSON list of the biomarker codes that the scenario pushes out of range. */
  readonly targets: string;
  /** 0 begun, 1 sample received, 2 laboratory id given, 3 finished. */
  readonly stage: number;
  readonly begun_ms: number | null;
  readonly delay_ms: number;
  /** When it reaches its next stage; null when there is none. */
  readonly due_ms: number | null;
  readonly results_ready: 0 | 1;
  readonly lab_id: string | null;
  readonly mobile_phone: string | null;
  readonly created_ms: number;
  readonly registered_ms: number | null;
  readonly completed_ms: number | null;
  /** The record as answers send it, as JSON. */
  readonly record: string;
}

export interface RegistrationStore {
  registration(id: string): RegistrationRow | undefined;
  registrationByTrfCode(code: string): RegistrationRow | undefined;
  registrationByForeignId(foreignId: string): RegistrationRow | undefined;
  registrationByLabelCode(code: string): RegistrationRow | undefined;
  registrationsOfOrder(orderId: string): RegistrationRow[];
  registrationsOfAppointment(appointmentId: string): RegistrationRow[];
  addRegistration(row: RegistrationRow): void;
  saveRegistration(row: RegistrationRow): void;
  removeRegistration(id: string): void;
  /** The records of one page, newest first, as JSON text without the surrounding `[` and `]`. */
  pageOfRecords(offset: number, limit: number): string;
  countRegistrations(): number;
  dueRegistrations(nowMs: number): RegistrationRow[];
  nextRegistrationDueMs(): number | null;
}

const COLUMNS = [
  'id',
  'trf_code',
  'label_code',
  'foreign_id',
  'status',
  'patient_id',
  'appointment_id',
  'purchase_id',
  'parent_id',
  'product_skus',
  'biomarker_codes',
  'scenario',
  'targets',
  'stage',
  'begun_ms',
  'delay_ms',
  'due_ms',
  'results_ready',
  'lab_id',
  'mobile_phone',
  'created_ms',
  'registered_ms',
  'completed_ms',
  'record',
] as const satisfies readonly (keyof RegistrationRow)[];

const BLOCK_BITS = 9;

export function createRegistrationStore(db: SqlDatabase): RegistrationStore {
  const by = (column: string) =>
    db.prepare<[string], RegistrationRow>(`SELECT * FROM registration WHERE ${column} = ?`);
  const byId = by('id');
  const byTrfCode = by('trf_code');
  const byForeignId = by('foreign_id');
  const byLabelCode = by('label_code');
  const list = (column: string) =>
    db.prepare<[string], RegistrationRow>(`SELECT * FROM registration WHERE ${column} = ? ORDER BY seq`);
  const ofOrder = list('purchase_id');
  const ofAppointment = list('appointment_id');
  const add = db.prepare(
    `INSERT INTO registration (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`,
  );
  const save = db.prepare(
    `UPDATE registration SET ${COLUMNS.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  );
  const remove = db.prepare('DELETE FROM registration WHERE id = ?');
  const blocks = db
    .prepare<[], [number, number]>(
      'SELECT block, live FROM registration_block WHERE live > 0 ORDER BY block DESC',
    )
    .raw();
  const count = db.prepare<[], number>('SELECT coalesce(sum(live), 0) FROM registration_block').pluck();
  const page = db
    .prepare<[number, number, number], string | null>(
      // Not ordered a second time: the inner query's LIMIT keeps the order, and sorting again would double the time.
      `SELECT group_concat(record, ',') FROM
         (SELECT record FROM registration WHERE seq < ? ORDER BY seq DESC LIMIT ? OFFSET ?)`,
    )
    .pluck();
  const due = db.prepare<[number], RegistrationRow>(
    'SELECT * FROM registration WHERE due_ms <= ? ORDER BY due_ms, seq LIMIT 500',
  );
  const nextDue = db
    .prepare<[], number | null>('SELECT min(due_ms) FROM registration WHERE due_ms IS NOT NULL')
    .pluck();

  return {
    registration: (id) => byId.get(id.toLowerCase()),
    registrationByTrfCode: (code) => byTrfCode.get(code),
    registrationByForeignId: (foreignId) => byForeignId.get(foreignId),
    registrationByLabelCode: (code) => byLabelCode.get(code),
    registrationsOfOrder: (orderId) => ofOrder.all(orderId),
    registrationsOfAppointment: (appointmentId) => ofAppointment.all(appointmentId),
    addRegistration: (row) => void add.run(row),
    saveRegistration: (row) => void save.run(row),
    removeRegistration: (id) => void remove.run(id),
    pageOfRecords: (offset, limit) => {
      let above = 0;
      for (const [block, live] of blocks.all()) {
        if (above + live > offset) {
          return page.get((block + 1) << BLOCK_BITS, limit, offset - above) ?? '';
        }
        above += live;
      }
      return '';
    },
    countRegistrations: () => count.get() as number,
    dueRegistrations: (nowMs) => due.all(nowMs),
    nextRegistrationDueMs: () => nextDue.get() ?? null,
  };
}
