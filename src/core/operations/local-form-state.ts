// How the local form of a registration stands: whether it has to be replaced, and what became of it.
import type { RegistrationView } from '../../contract/views.ts';
import { changesOfPerson, shownOf } from '../../domain/identity.ts';
import type { LocalFormEnd } from '../../domain/local-form.ts';
import {
  findLocalForm,
  newestFormJobId,
  settleLocalForm,
  type LocalForm,
} from '../store/desk/local-forms.ts';
import { visitIdOfRegistration } from '../store/desk/visits.ts';
import { readPatient } from '../store/mirror/patient-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { isSameRecord } from '../store/outbox/id-map.ts';
import type { CommandContext, Context } from './handler.ts';

/** The local form of a registration as screens show it; null when none was made, or it is settled. */
export function localFormView(
  context: Pick<Context, 'db'>,
  registration: RegistrationRecord,
  form: LocalForm | undefined,
): RegistrationView['localForm'] {
  if (!form || form.settledAs !== null) return null;
  const person = registration.patientId === null ? null : readPatient(context.db, registration.patientId);
  const isSame = (one: string, other: string): boolean => isSameRecord(context.db, 'patient', one, other);
  const changed = changesOfPerson(form.madeFor, person && shownOf(person), isSame).length > 0;
  const visitId = visitIdOfRegistration(context.db, registration.id);
  return {
    code: form.code,
    madeAtMs: form.madeAtMs,
    jobId: newestFormJobId(context.db, { registrationId: registration.id, visitId }),
    replaceBecause: changed ? 'person-changed' : registration.trfStored ? 'form-there' : null,
  };
}

/**
 * The service's form was printed: a local one that stood in for it is not used any more, also where somebody had kept it. In the caller's
 * transaction.
 */
export function replaceLocalForm(context: CommandContext, registration: RegistrationRecord): void {
  const form = findLocalForm(context.db, registration.id);
  if (form !== null && form.settledAs !== 'replaced') settle(context, form, 'replaced');
}

/** Writes down what became of it, in the caller's transaction. */
export function settle(context: CommandContext, form: LocalForm, as: LocalFormEnd): void {
  settleLocalForm(context.db, form.registrationId, as);
  const visitId = visitIdOfRegistration(context.db, form.registrationId);
  context.record('local-form-settled', { visitId, patientId: form.madeFor.patientId, code: form.code, as });
  context.changed('board');
}
