// Creating a person. Our foreign_id is unique and people are matched by name and birthday, so a repeat makes nobody twice.
import { conflict } from '../../../domain/app-error.ts';
import { searchableName } from '../../../domain/person-name.ts';
import type { Patient } from '../../../wire/patient.ts';
import { mapId } from '../../store/outbox/id-map.ts';
import { upsertPatients } from '../../store/mirror/patients.ts';
import { commonVerdict, outcomeOf } from '../attempt.ts';
import type { Attempt, Executor } from '../attempt.ts';
import { again, confirmed, forHuman } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

/** Whether the answer describes the person that was sent; the service may tidy case, accents and blanks of a name. */
function isAsSent(sent: Attempt<'patient.create'>['row']['change']['payload'], patient: Patient): boolean {
  return (
    searchableName(sent.firstName) === searchableName(patient.first_name) &&
    searchableName(sent.lastName) === searchableName(patient.last_name) &&
    sent.dateOfBirth === patient.date_of_birth
  );
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
      // Somebody of this name and birthday was known already, or the answer is about somebody else. Whether that is this
      // person, a person decides.
      return forHuman(
        'needs-human',
        conflict('duplicate', 'the service knows a person like this one'),
        patient,
      );
    }
    return confirmed(() => {
      mapId(db, 'patient', payload.patientId, patient.id);
      upsertPatients(db, [patient], nowMs);
      return [{ kind: 'patient', serverId: patient.id }];
    });
  },
  // There is no way to look a person up, and none is needed.
  verify: async () => again(),
};
