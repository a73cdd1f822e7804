// Test registrations of all days: the list, one of them, its parts at the service, and finding one that is not here.
import type { RegistrationRowView } from '../../../contract/registration-views.ts';
import type { registrationOperations } from '../../../contract/registrations.ts';
import { AppException, notFound } from '../../../domain/app-error.ts';
import { searchableName } from '../../../domain/person-name.ts';
import { recogniseScan } from '../../scanning/scan-text.ts';
import {
  countByStatus,
  countListed,
  listNotYetListed,
  listPositions,
} from '../../store/mirror/registration-list.ts';
import type { RegistrationFilter } from '../../store/mirror/registration-list.ts';
import { readAppointments } from '../../store/mirror/appointment-records.ts';
import { readRegistration, readRegistrations } from '../../store/mirror/registration-records.ts';
import { localIdOf } from '../../store/outbox/id-map.ts';
import type { Context, Handlers, ParsedInput } from '../handler.ts';
import { findRegistration } from './find-at-service.ts';
import { partOf } from './parts.ts';
import { localRegistrationIds, registrationRows, toRegistrationDetail } from './view.ts';
import { scannerOf } from '../scanner.ts';

type ReadingName =
  | 'registrations.list'
  | 'registrations.statuses'
  | 'registrations.get'
  | 'registrations.part'
  | 'registrations.find';

export const registrationReading: Pick<Handlers<typeof registrationOperations>, ReadingName> = {
  'registrations.list': (context, { filter, from, count }) => {
    const { db } = context;
    const wanted = toFilter(context, filter);
    const waiting = waitingIds(context, wanted);
    const waitingHere = waiting.slice(from, from + count);
    const listed = listPositions(db, wanted, {
      from: Math.max(0, from - waiting.length),
      count: count - waitingHere.length,
    });
    return {
      total: waiting.length + countListed(db, wanted),
      from,
      rows: registrationRows(context, [...waitingHere, ...localRegistrationIds(context, listed)]),
      asOfMs: context.sync.freshness().everythingAsOfMs,
      reading: context.sync.isReading(),
    };
  },

  'registrations.statuses': (context) => ({ statuses: countByStatus(context.db) }),

  'registrations.get': (context, { registrationId }) =>
    toRegistrationDetail(context, needRegistration(context, registrationId)),

  'registrations.part': (context, { registrationId, part }) =>
    partOf(context, needRegistration(context, registrationId), part),

  'registrations.find': { effect: findRegistration },
};

function needRegistration(context: Pick<Context, 'db'>, id: string) {
  const registration =
    readRegistration(context.db, id) ??
    // An address may hold the service's id of a registration that was made here.
    readRegistration(context.db, localIdOf(context.db, 'registration', id));
  if (!registration) throw new AppException(notFound('There is no such registration.'));
  return registration;
}

function toFilter(context: Context, filter: ParsedInput<'registrations.list'>['filter']): RegistrationFilter {
  return { ...filter, codes: recogniseScan(filter.text, scannerOf(context)).candidates };
}

/** Registrations that wait to be sent and that the filter leaves. They are few, so they are compared one by one. */
function waitingIds(context: Context, filter: RegistrationFilter): string[] {
  const { db, today } = context;
  const ids = listNotYetListed(db);
  if (ids.length === 0) return [];
  const records = readRegistrations(db, ids);
  const appointments = readAppointments(
    db,
    [...records.values()].flatMap(({ appointmentId }) => appointmentId ?? []),
  );
  const text = searchableName(filter.text);
  const isLeft = (row: RegistrationRowView): boolean => {
    const record = records.get(row.id);
    if (!record) return false;
    const names = searchableName(
      `${row.person?.lastName ?? ''} ${row.person?.firstName ?? ''} ${row.foreignId ?? ''}`,
    );
    return (
      !filter.resultsReady &&
      (filter.status === null || filter.status === record.status) &&
      (filter.productId === null || record.productIds.includes(filter.productId)) &&
      (filter.locationId === null ||
        appointments.get(record.appointmentId ?? '')?.locationId === filter.locationId) &&
      (!filter.noPatient || record.patientId === null) &&
      (filter.createdFrom === null || filter.createdFrom <= today) &&
      (filter.createdTo === null || filter.createdTo >= today) &&
      text.split(' ').every((word) => names.includes(word))
    );
  };
  return registrationRows(context, ids)
    .filter(isLeft)
    .map(({ id }) => id);
}
