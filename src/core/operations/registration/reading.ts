// Test registrations of all days: the list, one of them, its parts at the service, and finding one that is not here.
import type { RegistrationRowView } from '../../../contract/registration-views.ts';
import type { registrationOperations } from '../../../contract/registrations.ts';
import { AppException, notFound, offline } from '../../../domain/app-error.ts';
import { searchableName } from '../../../domain/person-name.ts';
import { parseTrfCode } from '../../../domain/trf-code.ts';
import type { Registration } from '../../../wire/registration.ts';
import { recogniseScan } from '../../scanning/scan-text.ts';
import { findRegistrations } from '../../store/mirror/find-registrations.ts';
import { isPrefixKnown } from '../../store/mirror/registration-facts.ts';
import { takeDate } from '../../store/mirror/people.ts';
import { unknownRegistrations } from '../../store/mirror/pull-needs.ts';
import {
  countByStatus,
  countListed,
  listNotYetListed,
  listPositions,
} from '../../store/mirror/registration-list.ts';
import type { RegistrationFilter } from '../../store/mirror/registration-list.ts';
import { readAppointments } from '../../store/mirror/appointment-records.ts';
import { readRegistration, readRegistrations } from '../../store/mirror/registration-records.ts';
import { upsertRegistrations } from '../../store/mirror/registrations.ts';
import { localIdOf } from '../../store/outbox/id-map.ts';
import { connectionIsUp } from '../handler.ts';
import type { CommandContext, Context, Handlers, ParsedInput } from '../handler.ts';
import { partOf } from './parts.ts';
import { localRegistrationIds, registrationRows, toRegistrationDetail } from './view.ts';
import { scannerOf } from '../scanner.ts';

type ReadingName =
  | 'registrations.list'
  | 'registrations.statuses'
  | 'registrations.get'
  | 'registrations.part'
  | 'registrations.find';

/** An order of more kits than this is shown in part; each of them can be found by its own code. */
const MOST_FOUND = 100;

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

  'registrations.find': {
    effect: async (context, input) => {
      const { text, candidates } = recogniseScan(input.text, scannerOf(context));
      const codes = candidates.filter((code) => isCode(context, text, code));
      const here = findRegistrations(context.db, candidates).map(({ registrationId }) => registrationId);
      if (here.length > 0 || codes.length === 0) {
        return { text, rows: registrationRows(context, here), askedService: false };
      }
      if (!connectionIsUp(context)) {
        throw new AppException(
          offline('connection-lost', 'not-sent', 'The service cannot be asked for this code now.'),
        );
      }
      const found = await askFor(context, codes);
      keep(context, found);
      return {
        text,
        rows: registrationRows(
          context,
          localRegistrationIds(
            context,
            found.map(({ id }) => id),
          ),
        ),
        askedService: true,
      };
    },
  },
};

/**
 * Whether a text may go into an address of the service: a code or a reference. A person's name, date of birth or e-mail
 * address never does. A code has a digit, is written in capitals without blanks, or begins as the forms' codes here do.
 */
function isCode({ db }: Pick<Context, 'db'>, typed: string, code: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(code) || /@.*\./.test(code)) return false;
  const { dates, rest } = takeDate(typed);
  if (dates !== null && rest.trim() === '' && /[/. -]/.test(typed.trim())) return false;
  if (/\d/.test(code)) return true;
  const prefix = parseTrfCode(code)?.prefix;
  if (prefix !== undefined && isPrefixKnown(db, prefix)) return true;
  return /^[A-Z-]{6,}$/.test(code) && !/[a-z\s]/.test(typed.trim());
}

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

/** What the service has under one of these codes: a registration's own names first, then codes of labels and orders. */
async function askFor(context: Context, codes: readonly string[]): Promise<readonly Registration[]> {
  for (const code of codes) {
    const one = await unlessMissing(context.service.registrations.get(code));
    if (one) return [one];
    const page = await unlessMissing(
      context.service.registrations.getByBarcode(code, { query: { results_per_page: MOST_FOUND } }),
    );
    // An order of two equal kits may list one registration twice.
    if (page && page.items.length > 0)
      return [...new Map(page.items.map((item) => [item.id, item])).values()];
  }
  return [];
}

async function unlessMissing<Value>(request: Promise<Value>): Promise<Value | null> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof AppException && thrown.error.kind === 'not-found') return null;
    throw thrown;
  }
}

/** Stores what this desk had not seen. What it knows already is not touched: it may have changed since it was asked for. */
function keep(context: CommandContext, found: readonly Registration[]): void {
  const unknown = new Set(
    unknownRegistrations(
      context.db,
      found.map(({ id }) => id),
    ),
  );
  const stored = upsertRegistrations(
    context.db,
    found.filter(({ id }) => unknown.has(id)),
    context.nowMs,
  );
  if (stored.size > 0) context.changed('board', 'patients');
}
