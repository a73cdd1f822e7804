// Creates a registration, and assigns a patient to one.
import { conflict } from '../../../domain/app-error.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { Registration } from '../../../wire/registration.ts';
import { forgetDocuments } from '../../store/mirror/documents.ts';
import { mapId, serverIdOf } from '../../store/outbox/id-map.ts';
import { upsertRegistrations } from '../../store/mirror/registrations.ts';
import {
  commonVerdict,
  firstLookFailed,
  lookFailed,
  lookOnceMore,
  needServerId,
  outcomeAbout,
  outcomeOf,
  wasSaidBefore,
} from '../attempt.ts';
import type { Attempt, Executor } from '../attempt.ts';
import { SHOWN_WITHIN_MS } from '../retry-policy.ts';
import {
  again,
  confirmed,
  conflictOnceSaidTwice,
  forHuman,
  looked,
  notAsAsked,
  tooEarly,
} from '../verdict.ts';
import type { Touched } from '../../line/gateway.ts';
import type { Verdict } from '../verdict.ts';

type Creation = Attempt<'registration.create'>;
type Assignment = Attempt<'registration.assign'>;

function confirmCreation(attempt: Creation, registration: Registration): Verdict {
  const { db, nowMs, row } = attempt;
  return confirmed(() => {
    mapId(db, 'registration', row.change.payload.registrationId, registration.id);
    upsertRegistrations(db, [registration], nowMs);
    return [{ kind: 'registration', serverId: registration.id }];
  });
}

/** True when the registration with our foreign_id is the one that was asked for. */
function isAsAsked(attempt: Creation, found: Registration): boolean {
  const { payload } = attempt.row.change;
  const patientId = serverIdOf(attempt.db, 'patient', payload.patientId);
  const appointmentId =
    payload.appointmentId === null ? null : serverIdOf(attempt.db, 'appointment', payload.appointmentId);
  const products = new Set(found.product_ids);
  return (
    found.foreign_id === payload.foreignId &&
    found.patient_id === patientId &&
    (appointmentId === null || found.appointment_id === appointmentId) &&
    products.size === new Set(payload.productIds).size &&
    payload.productIds.every((id) => products.has(id))
  );
}

/**
 * The verdict on a registration that the service has. Where it is not the one that was asked for, it is read once more
 * before a person has to decide: one answer can be damaged on its way, or be given before everything was stored.
 */
function judgeFound(attempt: Creation, found: Registration): Verdict {
  if (isAsAsked(attempt, found)) return confirmCreation(attempt, found);
  const error = conflict('changed', 'the service has a different registration with this foreign_id');
  return wasSaidBefore(attempt) ? forHuman('conflict', error, found) : notAsAsked(attempt.row, error);
}

/**
 * The service has no registration with our foreign_id. Where it answered the creation with another one, that one was made: it keeps
 * our foreign_id in another form, or not at all. Each repetition would make one more, and none of them be found.
 */
function judgeMissing({ row }: Creation): Verdict {
  return row.resolution.notAsAsked === true
    ? forHuman('conflict', conflict('changed', 'the service made a registration without this foreign_id'))
    : again();
}

/**
 * Reads the registration with our foreign_id. `found` is null when there is none; `failed` when it could not be read.
 */
async function readBack(
  attempt: Creation,
): Promise<{ readonly found: Registration | null } | { readonly failed: AppError }> {
  const { foreignId } = attempt.row.change.payload;
  const read = await outcomeOf(attempt.gateway.call('registrations.get', { params: { id: foreignId } }));
  if (read.ok) {
    // The same path also takes TRF codes and UUIDs, so only an answer with our own foreign_id counts.
    return { found: read.value.value.foreign_id === foreignId ? read.value.value : null };
  }
  return read.error.kind === 'not-found' ? { found: null } : { failed: read.error };
}

export const registrationCreation: Executor<'registration.create'> = {
  async send(attempt: Creation): Promise<Verdict> {
    const { payload } = attempt.row.change;
    const patientId = needServerId(attempt, 'patient', payload.patientId);
    if (typeof patientId !== 'string') return patientId;
    const appointmentId =
      payload.appointmentId === null ? null : needServerId(attempt, 'appointment', payload.appointmentId);
    if (appointmentId !== null && typeof appointmentId !== 'string') return appointmentId;

    const created = await outcomeOf(
      attempt.gateway.call('registrations.create', {
        body: {
          patient_id: patientId,
          product_ids: [...payload.productIds],
          foreign_id: payload.foreignId,
          ...(payload.biomarkerCodes === undefined ? {} : { biomarker_codes: [...payload.biomarkerCodes] }),
          ...(appointmentId === null ? {} : { appointment_id: appointmentId }),
        },
      }),
    );
    if (created.ok) return judgeFound(attempt, created.value.value);
    const verdict = commonVerdict(attempt, created.error);
    if (verdict) return verdict;
    // The service has several errors for "already in use", so the registration with our foreign_id decides.
    const read = await readBack(attempt);
    if ('failed' in read) return lookFailed(read.failed);
    if (read.found) return judgeFound(attempt, read.found);
    return forHuman(created.error.kind === 'rejected' ? 'refused' : 'conflict', created.error);
  },

  async verify(attempt: Creation): Promise<Verdict> {
    const read = await readBack(attempt);
    if ('failed' in read) return lookFailed(read.failed);
    if (read.found) return judgeFound(attempt, read.found);
    // The service may still carry out the first request. It is repeated only when that can no longer happen, because a
    // second registration might be made.
    const restMs = attempt.lateWriteMs - attempt.doubtAgeMs;
    return looked(restMs > 0 ? tooEarly(attempt.row, Math.min(restMs, 10_000)) : judgeMissing(attempt));
  },
};

function confirmAssignment(attempt: Assignment, registration: Registration): Verdict {
  return confirmed((): Touched[] => {
    // Documents that were fetched before show no patient, or another one.
    forgetDocuments(attempt.db, registration.id);
    upsertRegistrations(attempt.db, [registration], attempt.nowMs);
    return [{ kind: 'registration', serverId: registration.id }];
  });
}

interface Standing {
  readonly registration: Registration;
  readonly wantedId: string;
}

/**
 * Reads the registration and compares its patient with the one that was seen at the desk and the one that is wanted.
 * Returns a verdict when nothing must be sent, else what is needed for sending.
 */
async function compare(attempt: Assignment): Promise<Verdict | Standing> {
  const { payload } = attempt.row.change;
  const registrationId = needServerId(attempt, 'registration', payload.registrationId);
  if (typeof registrationId !== 'string') return registrationId;
  const wantedId = needServerId(attempt, 'patient', payload.patientId);
  if (typeof wantedId !== 'string') return wantedId;
  const expectedId =
    payload.expectedPatientId === null ? null : serverIdOf(attempt.db, 'patient', payload.expectedPatientId);

  const read = await outcomeAbout(
    registrationId,
    attempt.gateway.call('registrations.get', { params: { id: registrationId } }),
  );
  if (!read.ok) {
    if (read.error.kind === 'not-found') return forHuman('conflict', read.error);
    return firstLookFailed(attempt, read.error);
  }
  const registration = read.value.value;
  if (registration.patient_id === wantedId) return confirmAssignment(attempt, registration);
  if (registration.patient_id !== expectedId) {
    // One answer can be damaged on its way.
    const error = conflict('changed', 'another patient was assigned meanwhile');
    return wasSaidBefore(attempt) ? forHuman('conflict', error, registration) : lookOnceMore(attempt, error);
  }
  return { registration, wantedId };
}

export const registrationAssignment: Executor<'registration.assign'> = {
  async send(attempt: Assignment): Promise<Verdict> {
    const standing = await compare(attempt);
    if ('to' in standing) return standing;
    const { id } = standing.registration;
    const changed = await outcomeOf(
      attempt.gateway.call('registrations.update', {
        params: { id },
        body: { patient_id: standing.wantedId },
      }),
    );
    if (!changed.ok) {
      return commonVerdict(attempt, changed.error) ?? forHuman(refusalOf(changed.error), changed.error);
    }
    // The answer to a change does not always show what the service stored, so the registration is read again.
    const read = await outcomeAbout(id, attempt.gateway.call('registrations.get', { params: { id } }));
    if (!read.ok) return lookFailed(read.error);
    const { value: kept } = read.value;
    if (kept.patient_id === standing.wantedId) return confirmAssignment(attempt, kept);
    const error = conflict('changed', 'the service answered the assignment but did not keep it');
    return conflictOnceSaidTwice(attempt.row, error, { answer: kept, delayMs: SHOWN_WITHIN_MS });
  },

  async verify(attempt: Assignment): Promise<Verdict> {
    const standing = await compare(attempt);
    // Assigning the same patient once more changes nothing.
    return 'to' in standing ? standing : looked(again());
  },
};

function refusalOf(error: AppError): 'conflict' | 'refused' {
  return error.kind === 'rejected' ? 'refused' : 'conflict';
}
