// The tables of patients and customers.
import type { SqlDatabase } from './database.ts';

/** A row of the table of patients. */
export interface PatientRow {
  readonly id: string;
  /** First name, last name and date of birth in the form in which they are compared; unique. */
  readonly identity: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly gender: 'male' | 'female' | 'other';
  readonly date_of_birth: string;
  readonly ethnicity: string | null;
  readonly email: string;
  readonly foreign_id: string | null;
  readonly phone_number: string | null;
  readonly address_id: string | null;
  /** The address as JSON, as it was received. */
  readonly address: string | null;
}

export interface CustomerRow {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone_number: string | null;
  readonly foreign_id: string | null;
  readonly nhs_number: string | null;
}

export interface PeopleStore {
  patient(id: string): PatientRow | undefined;
  patientByIdentity(identity: string): PatientRow | undefined;
  patientByForeignId(foreignId: string): PatientRow | undefined;
  addPatient(row: PatientRow): void;
  countPatients(): number;
  customer(id: string): CustomerRow | undefined;
  customerByForeignId(foreignId: string): CustomerRow | undefined;
  addCustomer(row: CustomerRow): void;
}

export function createPeopleStore(db: SqlDatabase): PeopleStore {
  const patient = db.prepare<[string], PatientRow>('SELECT * FROM patient WHERE id = ?');
  const byIdentity = db.prepare<[string], PatientRow>('SELECT * FROM patient WHERE identity = ?');
  const byForeignId = db.prepare<[string], PatientRow>('SELECT * FROM patient WHERE foreign_id = ?');
  const addPatient = db.prepare(
    `INSERT INTO patient (id, identity, first_name, last_name, gender, date_of_birth, ethnicity, email, foreign_id,
       phone_number, address_id, address)
     VALUES (@id, @identity, @first_name, @last_name, @gender, @date_of_birth, @ethnicity, @email, @foreign_id,
       @phone_number, @address_id, @address)`,
  );
  const countPatients = db.prepare<[], number>('SELECT count(*) FROM patient').pluck();
  const customer = db.prepare<[string], CustomerRow>('SELECT * FROM customer WHERE id = ?');
  const customerByForeignId = db.prepare<[string], CustomerRow>(
    'SELECT * FROM customer WHERE foreign_id = ?',
  );
  const addCustomer = db.prepare(
    `INSERT INTO customer (id, email, first_name, last_name, phone_number, foreign_id, nhs_number)
     VALUES (@id, @email, @first_name, @last_name, @phone_number, @foreign_id, @nhs_number)`,
  );
  return {
    patient: (id) => patient.get(id.toLowerCase()),
    patientByIdentity: (identity) => byIdentity.get(identity),
    patientByForeignId: (foreignId) => byForeignId.get(foreignId),
    addPatient: (row) => void addPatient.run(row),
    countPatients: () => countPatients.get() as number,
    customer: (id) => customer.get(id.toLowerCase()),
    customerByForeignId: (foreignId) => customerByForeignId.get(foreignId),
    addCustomer: (row) => void addCustomer.run(row),
  };
}
