// Changes the mobile number or the reference of a registration. The values are absolute, so a repeated request does no
// harm. The service wants the patient named with each, and would put that patient on the registration: so it is read
// first, and another patient there is a conflict.
import { conflict } from '../../../domain/app-error.ts';
import type { Registration } from '../../../wire/registration.ts';
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
import { again, confirmed, conflictOnceSaidTwice, forHuman, looked } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

type Update = Attempt<'registration.update'>;

interface Standing {
  readonly registration: Registration;
  readonly patientId: string;
}

function confirmUpdate({ db, nowMs }: Update, registration: Registration): Verdict {
  return confirmed(() => {
    upsertRegistrations(db, [registration], nowMs);
    return [{ kind: 'registration', serverId: registration.id }];
  });
}

/**
 * Reads the registration and compares it with what was seen at the desk. Returns a verdict when nothing must be sent,
 * else what is needed for sending.
 */
async function compare(attempt: Update): Promise<Verdict | Standing> {
  const { payload } = attempt.row.change;
  const serverId = needServerId(attempt, 'registration', payload.registrationId);
  if (typeof serverId !== 'string') return serverId;
  const patientId = needServerId(attempt, 'patient', payload.expectedPatientId);
  if (typeof patientId !== 'string') return patientId;
  const read = await outcomeAbout(
    serverId,
    attempt.gateway.call('registrations.get', { params: { id: serverId } }),
  );
  if (!read.ok) {
    if (read.error.kind === 'not-found') return forHuman('conflict', read.error);
    return firstLookFailed(attempt, read.error);
  }
  const registration = read.value.value;
  if (registration.patient_id !== patientId) return differs(attempt, 'patient', registration);
  const { foreignId } = payload;
  if (foreignId !== null) {
    const known = [foreignId.to, foreignId.expected, attempt.row.resolution.toldReference];
    if (!known.includes(registration.foreign_id)) return differs(attempt, 'reference', registration);
  }
  return { registration, patientId };
}

/**
 * The registration at the service is not as it was seen here. It is read once more before a person has to decide: one
 * answer can be damaged on its way.
 */
function differs(attempt: Update, what: 'patient' | 'reference', registration: Registration): Verdict {
  const error = conflict('changed', `the registration has another ${what}`);
  if (wasSaidBefore(attempt)) {
    const verdict = forHuman('conflict', error, registration);
    return what === 'patient'
      ? verdict
      : {
          ...verdict,
          resolution: { ...attempt.row.resolution, toldReference: registration.foreign_id },
        };
  }
  return lookOnceMore(attempt, error);
}

export const registrationUpdate: Executor<'registration.update'> = {
  async send(attempt: Update): Promise<Verdict> {
    const standing = await compare(attempt);
    if ('to' in standing) return standing;
    const { foreignId, mobileNumber } = attempt.row.change.payload;
    const { id } = standing.registration;
    const changed = await outcomeOf(
      attempt.gateway.call('registrations.update', {
        params: { id },
        body: {
          patient_id: standing.patientId,
          ...(mobileNumber === null ? {} : { mobile_phone_number: mobileNumber }),
          ...(foreignId === null ? {} : { foreign_id: foreignId.to }),
        },
      }),
    );
    if (!changed.ok) {
      return (
        commonVerdict(attempt, changed.error) ??
        forHuman(changed.error.kind === 'rejected' ? 'refused' : 'conflict', changed.error)
      );
    }
    // The answer to a change does not always show what the service stored, so the registration is read again. It does
    // not show the mobile number, of which nothing more can be known than that the service took it.
    const read = await outcomeAbout(id, attempt.gateway.call('registrations.get', { params: { id } }));
    if (!read.ok) return lookFailed(read.error);
    const { value: kept } = read.value;
    if (kept.patient_id === standing.patientId && (foreignId === null || kept.foreign_id === foreignId.to)) {
      return confirmUpdate(attempt, kept);
    }
    const error = conflict('changed', 'the service answered the change but did not keep it');
    return conflictOnceSaidTwice(attempt.row, error, { answer: kept, delayMs: SHOWN_WITHIN_MS });
  },

  async verify(attempt: Update): Promise<Verdict> {
    const standing = await compare(attempt);
    if ('to' in standing) return standing;
    const { foreignId, mobileNumber } = attempt.row.change.payload;
    const isKept = mobileNumber === null && foreignId?.to === standing.registration.foreign_id;
    // The registration does not show its mobile number. Sending the same number once more changes nothing.
    return isKept ? confirmUpdate(attempt, standing.registration) : looked(again());
  },
};
