// Creates a patient. The service takes each foreign_id once and matches people by name and date of birth, so a repeated
// request makes no second patient.
import { conflict } from '../../../domain/app-error.ts';
import { searchableName } from '../../../domain/person-name.ts';
import type { Patient } from '../../../wire/patient.ts';
import { mapId } from '../../store/outbox/id-map.ts';
import { upsertPatients } from '../../store/mirror/patients.ts';
import { commonVerdict, outcomeOf } from '../attempt.ts';
import type { Attempt, Executor } from '../attempt.ts';
import { again, confirmed, forHuman } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

/**
 * True when the answer describes the person who was sent. The service may change case, accents and spaces of a name.
 */
function isAsSent(sent: Attempt<'patient.create'>['row']['change']['payload'], patient: Patient): boolean {
  return (
    searchableName(sent.firstName) === searchableName(patient.first_name) &&
    searchableName(sent.lastName) === searchableName(patient.last_name) &&
    sent.dateOfBirth === patient.date_of_birth
  );
}

type EnteredAddress = NonNullable<Attempt<'patient.create'>['row']['change']['payload']['address']>;

/** In the form in which the service takes the address of an order; it publishes none for patients. */
function addressBody(address: EnteredAddress): Record<string, string> {
  const { line1, line2, line3, city, postalCode, countryCode } = address;
  return {
    line1,
    ...(line2 === null ? {} : { line2 }),
    ...(line3 === null ? {} : { line3 }),
    city,
    postal_code: postalCode,
    country_code: countryCode,
  };
}

export const patientCreation: Executor<'patient.create'> = {
  async send(attempt: Attempt<'patient.create'>): Promise<Verdict> {
    const { db, gateway, row, nowMs } = attempt;
    const { payload } = row.change;
    const created = await outcomeOf(
      gateway.call('patients.create', {
        body: {
          first_name: payload.firstName,
          last_name: payload.lastName,
          email: payload.email,
          date_of_birth: payload.dateOfBirth,
          gender: payload.gender,
          foreign_id: payload.foreignId,
          ...(payload.phoneNumber === null ? {} : { phone_number: payload.phoneNumber }),
          ...(payload.ethnicity == null ? {} : { ethnicity: payload.ethnicity }),
          ...(payload.address == null ? {} : { address: addressBody(payload.address) }),
        },
      }),
    );
    if (!created.ok) {
      const verdict = commonVerdict(attempt, created.error);
      if (verdict) return verdict;
      return forHuman(created.error.kind === 'conflict' ? 'needs-human' : 'refused', created.error);
    }
    const { value: patient } = created.value;
    if (patient.foreign_id !== payload.foreignId || !isAsSent(payload, patient)) {
      // The service already knew somebody with this name and date of birth, or the answer is about somebody else. Only
      // a person can say whether it is the same person.
      return forHuman(
        'needs-human',
        conflict('duplicate', 'the service already knows a person like this one'),
        patient,
      );
    }
    return confirmed(() => {
      mapId(db, 'patient', payload.patientId, patient.id);
      upsertPatients(db, [patient], nowMs);
      return [{ kind: 'patient', serverId: patient.id }];
    });
  },
  // A patient cannot be looked up by foreign_id, and need not be: a repeated request makes no second one.
  verify: async () => again(),
};
