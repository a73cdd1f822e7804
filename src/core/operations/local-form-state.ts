// How the local form of a registration stands: whether it has to be replaced, and what became of it.
import type { RegistrationView } from '../../contract/views.ts';
import { changesOfPerson, shownOf } from '../../domain/identity.ts';
import type { PersonShown } from '../../domain/identity.ts';
import type { LocalFormEnd } from '../../domain/local-form.ts';
import {
  findLocalForm,
  newestFormJobId,
  noteKeptFor,
  settleLocalForm,
  type LocalForm,
} from '../store/desk/local-forms.ts';
import { visitIdOfRegistration } from '../store/desk/visits.ts';
import { readPatient } from '../store/mirror/patient-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { isSameRecord } from '../store/outbox/id-map.ts';
import type { CommandContext, Context } from './handler.ts';

/** Whom the registration names now; null where that is nobody. */
function personNow({ db }: Pick<Context, 'db'>, { patientId }: RegistrationRecord): PersonShown | null {
  const person = patientId === null ? null : readPatient(db, patientId);
  return person && shownOf(person);
}

/**
 * The local form of a registration as screens show it; null when none was made, or it is settled. One that a person kept is asked about
 * again once its person has changed since: what they kept names somebody as they are known no more.
 */
export function localFormView(
  context: Pick<Context, 'db'>,
  registration: RegistrationRecord,
  form: LocalForm | undefined,
): RegistrationView['localForm'] {
  if (!form || form.settledAs === 'replaced') return null;
  const isSame = (one: string, other: string): boolean => isSameRecord(context.db, 'patient', one, other);
  const now = personNow(context, registration);
  const changed = changesOfPerson(form.madeFor, now, isSame).length > 0;
  // Where nobody is named there is nobody to keep it for once more: it would be asked about for ever.
  if (form.settledAs === 'kept' && (now === null || !changed)) return null;
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
  if (form !== null && form.settledAs !== 'replaced') settle(context, registration, form, 'replaced');
}

/** Writes down what became of it, in the caller's transaction. */
export function settle(
  context: CommandContext,
  registration: RegistrationRecord,
  form: LocalForm,
  as: LocalFormEnd,
): void {
  settleLocalForm(context.db, form.registrationId, as);
  const keptFor = as === 'kept' ? personNow(context, registration) : null;
  if (keptFor) noteKeptFor(context.db, form.registrationId, keptFor);
  const visitId = visitIdOfRegistration(context.db, form.registrationId);
  context.record('local-form-settled', { visitId, patientId: form.madeFor.patientId, code: form.code, as });
  context.changed('board');
}
