// Finds registrations by a code. What nothing here has is asked for at the service and kept.
import type { Output } from '../../../contract/index.ts';
import { DEFAULT_ACTOR } from '../../../contract/operation.ts';
import { AppException, offline } from '../../../domain/app-error.ts';
import { isNhsNumber } from '../../../domain/nhs-number.ts';
import { instantOf, wallClockAt } from '../../../domain/site-time.ts';
import { parseTrfCode } from '../../../domain/trf-code.ts';
import type { Registration } from '../../../wire/registration.ts';
import { recogniseScan, signsAlone } from '../../scanning/scan-text.ts';
import { attachVisits } from '../../store/desk/visits-of-appointments.ts';
import { visitIdOfRegistration } from '../../store/desk/visits.ts';
import { upsertAppointments } from '../../store/mirror/appointments.ts';
import { registrationsLedTo, saveBarcodeAnswer } from '../../store/mirror/barcode-answers.ts';
import { findRegistrations } from '../../store/mirror/find-registrations.ts';
import { takeDate } from '../../store/mirror/people.ts';
import { storedAppointments, unknownRegistrations } from '../../store/mirror/pull-needs.ts';
import { isPrefixKnown } from '../../store/mirror/registration-facts.ts';
import { upsertRegistrations } from '../../store/mirror/registrations.ts';
import { holderOfBadge } from '../badges.ts';
import { connectionIsUp } from '../handler.ts';
import type { CommandContext, Context, ParsedInput } from '../handler.ts';
import { scannerOf } from '../scanner.ts';
import { localRegistrationIds, registrationRows } from './view.ts';

type Found = Output<'registrations.find'>;

/** An order of more kits than this is shown in part; each of them can be found by its own code. */
const MOST_FOUND = 100;
/** Of an order for many people the first few appointments are read at once, the others with the next reading. */
const MOST_APPOINTMENTS = 10;

/** Answers `registrations.find`; see the contract. */
export async function findRegistration(
  context: CommandContext,
  input: ParsedInput<'registrations.find'>,
): Promise<Found> {
  const { text, candidates } = recogniseScan(input.text, signsAlone(scannerOf(context)));
  // The codes of a wristband have the NHS number in them.
  const nhsNumber = candidates.find(isNhsNumber)?.replace(/\D/g, '');
  const mayBeSent = (code: string): boolean =>
    isCode(context, text, code) && (nhsNumber === undefined || !code.includes(nhsNumber));
  const codes = candidates.filter(mayBeSent);
  const here = findRegistrations(context.db, candidates).map(({ registrationId }) => registrationId);
  // An order may have more registrations at the service than are known here, so these end no search.
  const ledTo = here.length > 0 ? [] : registrationsLedTo(context.db, candidates);
  const known = {
    text,
    rows: rowsWithVisits(context, [...here, ...ledTo]),
    askedService: false,
    badgeOf: null,
  };
  if (here.length > 0) return known;
  // A colleague's badge, scanned at a window that is open: with its code somebody could sign in.
  const holder = await holderOfBadge(context, input.text);
  if (holder) return { ...known, badgeOf: holder };
  if (codes.length === 0) return known;
  if (!connectionIsUp(context)) {
    if (ledTo.length > 0) return known;
    throw new AppException(
      offline('connection-lost', 'not-sent', 'The service cannot be asked for this code now.'),
    );
  }
  const found = await askFor(context, codes);
  await readAppointmentsOf(context, keep(context, found));
  const ids = localRegistrationIds(
    context,
    found.map(({ id }) => id),
  );
  return {
    text,
    rows: rowsWithVisits(context, [...new Set([...ids, ...registrationsLedTo(context.db, candidates)])]),
    askedService: true,
    badgeOf: null,
  };
}

/** Registrations as lines of a list, each with the visit here that it belongs to. */
export function rowsWithVisits(context: Context, ids: readonly string[]): Found['rows'] {
  return registrationRows(context, ids).map((row) => ({
    ...row,
    visitId: visitIdOfRegistration(context.db, row.id),
  }));
}

/**
 * Whether a text may go into an address of the service: a code or a reference. A person's name, date of birth, e-mail
 * address or NHS number never does. A code has a digit, is written in capitals without blanks, or begins as the forms' codes here do.
 */
function isCode({ db }: Pick<Context, 'db'>, typed: string, code: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(code) || /@.*\./.test(code) || isNhsNumber(code)) return false;
  const { dates, rest } = takeDate(typed);
  if (dates !== null && rest.trim() === '' && /[/. -]/.test(typed.trim())) return false;
  if (/\d/.test(code)) return true;
  const prefix = parseTrfCode(code)?.prefix;
  if (prefix !== undefined && isPrefixKnown(db, prefix)) return true;
  return /^[A-Z-]{6,}$/.test(code) && !/[a-z\s]/.test(typed.trim());
}

/** What the service has under one of these codes: a registration's own names first, then codes of labels and orders. */
async function askFor(context: Context, codes: readonly string[]): Promise<readonly Registration[]> {
  for (const code of codes) {
    const one = await registrationUnder(context, code);
    if (one) return [one];
    const page = await unlessMissing(
      context.service.registrations.getByBarcode(code, { query: { results_per_page: MOST_FOUND } }),
    );
    // An order of two equal kits may list one registration twice.
    const found = [...new Map(page?.items.map((item) => [item.id, item])).values()];
    saveBarcodeAnswer(
      context.db,
      code,
      found.map(({ id }) => id),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The registration under a code. The service may know it by one that it does not show any more, such as the form's code before it was
 * changed; but an answer can also be about somebody else's. One that does not show the code is believed when it is said twice.
 */
async function registrationUnder(context: Context, code: string): Promise<Registration | null> {
  const ask = () => unlessMissing(context.service.registrations.get(code));
  const one = await ask();
  if (one === null || showsCode(one, code)) return one;
  const again = await ask();
  return again?.id === one.id || (again && showsCode(again, code)) ? again : null;
}

const showsCode = ({ id, trf_code, short_code, foreign_id }: Registration, code: string): boolean =>
  [id, trf_code, short_code, foreign_id].some((known) => known?.toUpperCase() === code.toUpperCase());

async function unlessMissing<Value>(request: Promise<Value>): Promise<Value | null> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof AppException && thrown.error.kind === 'not-found') return null;
    throw thrown;
  }
}

/** Stores what this desk had not seen, and returns it. What it knows already is not touched: it may have changed since it was asked for. */
function keep(context: CommandContext, found: readonly Registration[]): readonly Registration[] {
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
  return found.filter(({ id }) => stored.has(id));
}

/**
 * Reads the appointments of what was found, so that somebody who was booked a moment ago is on the board at once. It is
 * more than was asked for: where the service does not give one, the next reading asks again.
 */
async function readAppointmentsOf(context: CommandContext, found: readonly Registration[]): Promise<void> {
  const { db, today } = context;
  const { timeZone } = context.site;
  const stored = storedAppointments(
    db,
    found.flatMap(({ appointment_id }) => appointment_id ?? []),
  );
  const missing = found.filter(
    ({ appointment_id }) => appointment_id !== null && !stored.has(appointment_id),
  );
  const stillCurrent = context.sync.asking();
  const read = await Promise.all(
    missing.slice(0, MOST_APPOINTMENTS).map(({ id }) =>
      context.service.registrations.appointment(id).catch((thrown: unknown) => {
        if (thrown instanceof AppException) return null;
        throw thrown;
      }),
    ),
  );
  const appointments = stillCurrent(
    'appointment',
    read.filter((appointment) => appointment !== null),
  );
  if (upsertAppointments(db, appointments, context.nowMs).size === 0) return;
  const days = { fromMs: instantOf(today, '00:00', timeZone) };
  const at = { nowMs: context.nowMs, dateOf: (ms: number) => wallClockAt(ms, timeZone).date };
  for (const locationId of new Set(appointments.map(({ test_location_id }) => test_location_id))) {
    attachVisits(db, { ...days, locationId }, at, {
      appointmentReplaced: (about) => context.recordAs(DEFAULT_ACTOR, 'appointment-replaced', about),
      registrationMoved: (about) => context.recordAs(DEFAULT_ACTOR, 'registration-moved', about),
      awaitedAgain: (about) => context.recordAs(DEFAULT_ACTOR, 'moved', about),
      appointmentBack: (about) => context.recordAs(DEFAULT_ACTOR, 'appointment-back', about),
    });
  }
  context.changed('board', 'slots');
}
