// Changes records of a test desk as if the service had changed them: writes them to the mirror, as a reading does.
import { all } from '../../src/core/store/db/database.ts';
import { storedAppointment, upsertAppointments } from '../../src/core/store/mirror/appointments.ts';
import { saveLabelCode } from '../../src/core/store/mirror/label-codes.ts';
import { upsertPatients } from '../../src/core/store/mirror/patients.ts';
import { upsertRegistrations } from '../../src/core/store/mirror/registrations.ts';
import type { Patient } from '../../src/wire/patient.ts';
import type { Registration } from '../../src/wire/registration.ts';
import { NINE_O_CLOCK_MS, uuidOf } from './test-desk.ts';
import type { TestDesk } from './test-desk.ts';
import { examplePatient, exampleRegistration } from './wire-examples.ts';

/**
 * Changes the patient of the visit with this number: their own record, and the copies of it on registrations.
 *
 * @example patientIs(desk, 1, { last_name: 'Brontë' })
 */
export function patientIs(desk: TestDesk, number: number, change: Partial<Patient>): void {
  const patient = ownRecordIs(desk, number, change);
  const { db } = desk.parts.store;
  const copies = all<{ body: string }>(db, 'SELECT body FROM mirror_registration WHERE patient_id = ?', [
    patient.id,
  ]).map(({ body }) => JSON.parse(body) as Registration);
  const { first_name, last_name, date_of_birth } = patient;
  upsertRegistrations(
    db,
    copies.map((copy) => ({ ...copy, first_name, last_name, date_of_birth })),
    NINE_O_CLOCK_MS,
  );
}

/** Changes the own record of the patient of the visit with this number; the copies on registrations stay as they are. */
export function ownRecordIs(desk: TestDesk, number: number, change: Partial<Patient>): Patient {
  const patient = examplePatient({
    id: uuidOf(30_000 + number),
    first_name: 'Ada',
    last_name: 'Oliver',
    date_of_birth: '1984-03-15',
    ...change,
  });
  upsertPatients(desk.parts.store.db, [patient], NINE_O_CLOCK_MS);
  return patient;
}

/** Gives the appointment of the visit with this number to the patient of another visit, or to nobody (null). */
export function appointmentIsFor(desk: TestDesk, number: number, patientOfVisit: number | null): void {
  const { db } = desk.parts.store;
  const stored = storedAppointment(db, uuidOf(10_000 + number));
  if (!stored) return;
  const patientId = patientOfVisit === null ? null : uuidOf(30_000 + patientOfVisit);
  upsertAppointments(db, [{ ...stored, patient_id: patientId }], NINE_O_CLOCK_MS);
}

/**
 * Assigns the registration of the visit with this number, and its appointment, to the patient of another visit, or to nobody
 * (null).
 */
export function registrationBelongsTo(desk: TestDesk, number: number, patientOfVisit: number | null): void {
  appointmentIsFor(desk, number, patientOfVisit);
  registrationIs(desk, number, {
    patient_id: patientOfVisit === null ? null : uuidOf(30_000 + patientOfVisit),
    first_name: null,
    last_name: null,
    date_of_birth: null,
    gender: null,
  });
}

/**
 * Changes the registration of the visit with this number.
 *
 * @example registrationIs(desk, 1, { status: 'success' })
 */
export function registrationIs(desk: TestDesk, number: number, change: Partial<Registration>): void {
  const registration = exampleRegistration({
    id: uuidOf(20_000 + number),
    trf_code: `DRW-AAA${String(number).padStart(3, '0')}`,
    short_code: `AAA${String(number).padStart(3, '0')}`,
    patient_id: uuidOf(30_000 + number),
    first_name: 'Ada',
    last_name: 'Oliver',
    date_of_birth: '1984-03-15',
    email: null,
    gender: 'female',
    appointment_id: uuidOf(10_000 + number),
    ...change,
  });
  upsertRegistrations(desk.parts.store.db, [registration], NINE_O_CLOCK_MS);
}

/** Changes the label code of the visit with this number, as in `labelCodeIs(desk, 1, 'NEWCODE1')`. */
export function labelCodeIs(desk: TestDesk, number: number, code: string): void {
  saveLabelCode(desk.parts.store.db, uuidOf(20_000 + number), code, 'service');
}
