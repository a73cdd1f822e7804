// The slots of a day and the days of a month at a location, and which slots this desk holds.
import type { Output } from '../../contract/index.ts';
import type { slotOperations } from '../../contract/slots.ts';
import { AppException, notFound } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import { addDays } from '../../domain/site-time.ts';
import { listVisits } from '../store/desk/visits.ts';
import { readAppointments } from '../store/mirror/appointment-records.ts';
import type { AppointmentRecord } from '../store/mirror/appointment-records.ts';
import { readCalendar, saveCalendar } from '../store/mirror/calendars.ts';
import { listLocations } from '../store/mirror/locations.ts';
import { readSlots, saveSlots, slotStarts } from '../store/mirror/slots.ts';
import type { StoredSlots } from '../store/mirror/slots.ts';
import { askWhileUp } from './asked-or-kept.ts';
import type { Context, Handlers } from './handler.ts';
import { locationNeeded } from './location.ts';

/** The service's clock is known to about a second. */
const CLOCK_MARGIN_MS = 2_000;

export interface LocationDay {
  readonly locationId: string;
  readonly date: string;
}

/**
 * Asks the service and stores its answer. While the service does not tell, the result is what was stored last, and
 * `live` is false; the screens show how old it is and, by `problem`, whether the service was asked at all.
 */
async function toldOrKept<Told, Kept>(
  context: Context,
  ways: { ask: () => Promise<Told>; keep: (told: Told) => void; kept: () => Kept },
): Promise<{ readonly stored: Kept; readonly live: boolean; readonly problem: AppError | null }> {
  const { live, problem } = await askWhileUp(context, async () => ways.keep(await ways.ask()));
  return { stored: ways.kept(), live, problem };
}

export interface SlotTime {
  readonly id: string;
  readonly startsAtMs: number;
  /** Whether it was free when the service was last read. */
  readonly available: boolean;
}

function slotTimes(context: Context, { slots }: StoredSlots): SlotTime[] {
  const starts = slotStarts(slots, context.site.timeZone);
  return slots
    .map(({ id, available }, index) => ({ id, available, startsAtMs: starts[index] ?? 0 }))
    .sort((a, b) => a.startsAtMs - b.startsAtMs);
}

/** The slots of a day as they were last read, sorted by time; null when they were never read. */
export function storedSlots(context: Context, day: LocationDay): SlotTime[] | null {
  const stored = readSlots(context.db, day);
  return stored && slotTimes(context, stored);
}

/**
 * The start times (milliseconds since the epoch) of the slots that this desk holds, has asked for, or wants to move an
 * appointment to. The service's list may not show them as taken yet. Those of the list that are booked are among them, unless
 * the service has called them free since: of two desks that saw the same list, the second would else book what the first has.
 */
export function startsHeldHere(context: Context, day: LocationDay): Set<number> {
  const visits = listVisits(context.db, day.locationId, day.date);
  const appointments = readAppointments(
    context.db,
    visits.flatMap((visit) => visit.appointmentId ?? []),
  );
  const list = readSlots(context.db, day);
  const listed = new Map(
    (list ? slotTimes(context, list) : []).map(({ startsAtMs, available }) => [startsAtMs, available]),
  );
  const isTaken = ({ startsAtMs, toldAtMs }: AppointmentRecord): boolean => {
    const available = listed.get(startsAtMs);
    if (available === undefined || !list) return false;
    return !available || list.fetchedAtMs - CLOCK_MARGIN_MS < (toldAtMs ?? 0);
  };
  const held = [...appointments.values()].filter((appointment) => {
    const { state, holdExpiresAtMs, movedFrom } = appointment;
    if (movedFrom !== null || state === 'requested' || state === 'unsure') return true;
    if (state === 'held') return (holdExpiresAtMs ?? Infinity) > context.nowMs;
    return state === 'confirmed' && isTaken(appointment);
  });
  return new Set(held.map((appointment) => appointment.startsAtMs));
}

/** The location that is shown: the one named, else this desk's. @throws AppException `not-found` */
function locationIdOf(context: Context, named: string | undefined): string {
  if (named === undefined) return locationNeeded(context).id;
  if (!listLocations(context.db).some(({ id }) => id === named)) {
    throw new AppException(notFound('There is no such location.'));
  }
  return named;
}

type MonthDay = Output<'slots.month'>['days'][number];

/** All days of a month `YYYY-MM`. */
function daysOf(month: string): string[] {
  const days: string[] = [];
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) days.push(date);
  return days;
}

export const slotHandlers: Handlers<typeof slotOperations> = {
  'slots.list': async (context, { date, locationId: named }) => {
    const day = { locationId: locationIdOf(context, named), date };
    const { stored, live, problem } = await toldOrKept(context, {
      ask: () => context.service.locations.slots(day),
      keep: (slots) => saveSlots(context.db, day, slots, context.nowMs),
      kept: () => readSlots(context.db, day),
    });
    const heldHere = startsHeldHere(context, day);
    return {
      date,
      locationId: day.locationId,
      live,
      problem,
      asOfMs: stored?.fetchedAtMs ?? null,
      slots: (stored ? slotTimes(context, stored) : []).map((slot) => ({
        ...slot,
        available: slot.available && !heldHere.has(slot.startsAtMs),
        past: slot.startsAtMs < context.nowMs,
      })),
    };
  },

  'slots.month': async (context, { month, locationId: named }) => {
    const of = { locationId: locationIdOf(context, named), month };
    const { stored, live, problem } = await toldOrKept(context, {
      ask: () => context.service.locations.calendar(of),
      keep: (calendar) => saveCalendar(context.db, of, calendar, context.nowMs),
      kept: () => readCalendar(context.db, of),
    });
    const today = { locationId: of.locationId, date: context.today };
    const noneToday = stored?.availability[context.today] === false;
    // The calendar does not tell a day that is booked out from one whose times are over: its slots do.
    if (live && noneToday && storedSlots(context, today) === null)
      await askWhileUp(context, async () =>
        saveSlots(context.db, today, await context.service.locations.slots(today), context.nowMs),
      );
    const lastMs = storedSlots(context, today)?.at(-1)?.startsAtMs ?? null;
    const hasEnded = lastMs !== null && lastMs <= context.nowMs;
    const availabilityOf = (date: string): MonthDay['availability'] => {
      if (date < context.today) return 'past';
      const told = stored?.availability[date];
      if (date === context.today && !(told === true && live) && hasEnded) return 'ended';
      if (told === undefined) return 'unknown';
      return told ? 'available' : 'full';
    };
    return {
      month,
      today: context.today,
      locationId: of.locationId,
      live,
      problem,
      asOfMs: stored?.fetchedAtMs ?? null,
      days: daysOf(month).map((date) => ({ date, availability: availabilityOf(date) })),
    };
  },
};
