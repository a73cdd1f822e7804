// What is asked of the service about a registration: another mobile number or reference, a retest, the e-mail with which a
// person completes it.
import type { RegistrationRequests, registrationOperations } from '../../contract/registrations.ts';
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { isGivenUp } from '../../domain/outbox-state.ts';
import { visitIdOfRegistration } from '../store/desk/visits.ts';
import { findRegistrations } from '../store/mirror/find-registrations.ts';
import { readRegistration } from '../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { retestsOf } from '../store/mirror/registrations.ts';
import { isSameRecord } from '../store/outbox/id-map.ts';
import { listRowsAbout } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';
import { outboxViews } from './outbox-view.ts';
import { assignAppointment } from './registration/assign-appointment.ts';
import { assignPatient } from './registration/assign.ts';
import { createRegistration } from './registration/create.ts';
import { standingOf } from './registration/known-gone.ts';
import { perhapsMade } from './registration/perhaps-made.ts';
import { registrationReading } from './registration/reading.ts';

type Obstacles = RegistrationRequests['obstacles'];

/** A registration with the changes about it, finished ones included, in the order in which they were saved. */
interface Asked {
  readonly registration: RegistrationRecord;
  readonly rows: readonly OutboxRow[];
}

function askedAbout({ db }: Context, registrationId: string): Asked {
  const registration = readRegistration(db, registrationId);
  if (!registration) throw new AppException(notFound('There is no such registration.'));
  return { registration, rows: listRowsAbout(db, registrationId) };
}

const versionOf = ({ rows }: Asked): number => rows.at(-1)?.sequence ?? 0;

function obstaclesTo(context: Context, asked: Asked): Obstacles {
  return {
    update: obstacleToUpdate(context, asked),
    retest: obstacleToRetest(context, asked),
    email: obstacleToEmail(asked),
  };
}

const isUnderWay = ({ rows }: Asked, kind: string): boolean =>
  rows.some((row) => row.kind === kind && row.state !== 'confirmed' && !isGivenUp(row.state));

function obstacleToUpdate(context: Context, { registration }: Asked): Obstacles['update'] {
  if (registration.patientId === null) return 'no-patient';
  if (registration.untaken) return perhapsMade(context, [registration]).size > 0 ? 'perhaps-made' : 'untaken';
  return registration.contested ? 'contested' : null;
}

/** Which tests failed, and whether an order is linked, is the service's to say: it refuses a retest otherwise. */
function obstacleToRetest({ db }: Context, asked: Asked): Obstacles['retest'] {
  const { gone, unread } = standingOf(db, asked.registration);
  if (gone) return 'gone';
  if (unread) return 'unread';
  if (asked.registration.serverId === null) return 'not-made';
  if (!asked.registration.resultsReady) return 'no-results';
  return isUnderWay(asked, 'registration.retest') ? 'under-way' : null;
}

function obstacleToEmail(asked: Asked): Obstacles['email'] {
  if (asked.registration.patientId !== null) return 'has-patient';
  return isUnderWay(asked, 'registration.sendCompleteEmail') ? 'under-way' : null;
}

function lastMobileNumber(rows: readonly OutboxRow[]): string | null {
  let number: string | null = null;
  for (const { change, state } of rows) {
    if (change?.kind !== 'registration.update' || isGivenUp(state)) continue;
    number = change.payload.mobileNumber ?? number;
  }
  return number;
}

function requestsOf(context: Context, registrationId: string): RegistrationRequests {
  const asked = askedAbout(context, registrationId);
  const { registration, rows } = asked;
  return {
    registrationId,
    version: versionOf(asked),
    trfCode: registration.trfCode,
    patientId: registration.patientId,
    foreignId: registration.foreignId,
    mobileNumber: lastMobileNumber(rows),
    obstacles: obstaclesTo(context, asked),
    retests:
      registration.serverId === null
        ? []
        : retestsOf(context.db, registration.serverId).map(({ id, trf_code }) => ({ id, trfCode: trf_code })),
    changes: outboxViews(context, rows),
  };
}

/** @throws AppException when the registration is not as the screen showed it, or something is in the way */
function readyFor(
  context: CommandContext,
  what: keyof Obstacles,
  input: { readonly registrationId: string; readonly seenVersion: number },
): { readonly registration: RegistrationRecord; readonly visitId: string | null } {
  const asked = askedAbout(context, input.registrationId);
  if (versionOf(asked) !== input.seenVersion) {
    throw new AppException(
      conflict('changed', 'Something was asked about this registration since it was shown.'),
    );
  }
  const obstacle = obstaclesTo(context, asked)[what];
  if (obstacle !== null) {
    throw new AppException(rejected('This cannot be asked for now.', { registration: obstacle }));
  }
  return {
    registration: asked.registration,
    visitId: visitIdOfRegistration(context.db, input.registrationId),
  };
}

/** @throws AppException when another registration that is known here has this reference, code or id */
function refuseTakenReference({ db }: Context, registration: RegistrationRecord, reference: string): void {
  const isTaken = findRegistrations(db, [reference]).some(
    (found) => !isSameRecord(db, 'registration', found.registrationId, registration.id),
  );
  if (!isTaken) return;
  throw new AppException(rejected('Another registration has this reference.', { foreignId: 'in-use' }));
}

export const registrationHandlers: Handlers<typeof registrationOperations> = {
  ...registrationReading,
  'registrations.assign': assignPatient,
  'registrations.assignAppointment': assignAppointment,
  'registrations.create': createRegistration,
  'registrations.requests': (context, { registrationId }) => requestsOf(context, registrationId),

  'registrations.update': {
    transaction: (context, input) => {
      const { registrationId, seenPatientId, mobileNumber, foreignId } = input;
      const { registration, visitId } = readyFor(context, 'update', input);
      if (!isSameRecord(context.db, 'patient', registration.patientId, seenPatientId)) {
        throw new AppException(conflict('changed', 'The registration has another patient by now.'));
      }
      if (foreignId !== undefined) refuseTakenReference(context, registration, foreignId);
      context.enqueue({
        kind: 'registration.update',
        payload: {
          registrationId,
          expectedPatientId: seenPatientId,
          mobileNumber: mobileNumber ?? null,
          foreignId: foreignId === undefined ? null : { to: foreignId, expected: registration.foreignId },
        },
        visitId,
      });
      context.record('registration-updated', {
        visitId,
        patientId: registration.patientId,
        code: registration.trfCode,
        mobileNumber: mobileNumber !== undefined,
        reference: foreignId !== undefined,
      });
      return requestsOf(context, registrationId);
    },
  },

  'registrations.retest': {
    transaction: (context, input) => {
      const { registrationId } = input;
      const { registration, visitId } = readyFor(context, 'retest', input);
      const knownRetestIds = retestsOf(context.db, registration.serverId ?? '').map(({ id }) => id);
      context.enqueue({
        kind: 'registration.retest',
        payload: { requestId: context.random.uuid(), registrationId, knownRetestIds },
        visitId,
      });
      const { patientId, trfCode } = registration;
      context.record('retest-asked-for', { visitId, patientId, code: trfCode });
      return requestsOf(context, registrationId);
    },
  },

  'registrations.sendCompleteEmail': {
    transaction: (context, input) => {
      const { registrationId, email } = input;
      const { registration, visitId } = readyFor(context, 'email', input);
      context.enqueue({
        kind: 'registration.sendCompleteEmail',
        payload: { requestId: context.random.uuid(), registrationId, email },
        visitId,
      });
      context.record('completion-email-asked-for', { visitId, patientId: null, code: registration.trfCode });
      return requestsOf(context, registrationId);
    },
  },
};
