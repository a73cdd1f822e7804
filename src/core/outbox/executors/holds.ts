// Holds a slot. The service ends a hold after ten minutes, so a hold whose answer was lost blocks its slot only that
// long. A person who stands at the desk for the present moment is not sent away: if the slot is taken, it is booked with
// override or the next free slot is taken, and the activity says so. A slot that lies ahead is somebody else's time, so the
// desk asks whether it is to be taken all the same.
import { conflict } from '../../../domain/app-error.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { ChangeOf } from '../../../domain/change.ts';
import { FINISHED_STATES, isGivenUp } from '../../../domain/outbox-state.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import { SAME_TIME_MS } from '../../store/mirror/appointment-place.ts';
import { storedAppointment, upsertAppointments } from '../../store/mirror/appointments.ts';
import { upsertRegistrations } from '../../store/mirror/registrations.ts';
import { isSlotOf, slotStarts } from '../../store/mirror/slots.ts';
import { localIdOf, mapId, serverIdOf } from '../../store/outbox/id-map.ts';
import { listDescendants, listRowsOfSubjects } from '../../store/outbox/outbox.ts';
import { commonVerdict, lookFailed, outcomeOf } from '../attempt.ts';
import type { Attempt, Executor } from '../attempt.ts';
import { learnMainLocation, mainLocationId } from '../main-location.ts';
import { holdBlocksForMs } from '../retry-policy.ts';
import { again, confirmed, forHuman, inDoubt, looked, tooEarly } from '../verdict.ts';
import type { Entry, Verdict } from '../verdict.ts';
import { isBeingGivenBack } from './giving-back.ts';

type Hold = Attempt<'appointment.hold'>;

/** Another free slot is chosen at most so often; after that a person has to decide. */
const OTHER_SLOTS_TRIED = 3;

/**
 * A slot that begins within this time is for whoever stands at the desk now. One that begins later lies ahead: there is time to
 * choose another one, and booking over it would have two people come at the same time.
 */
const NOW_MS = 15 * 60_000;

/** The pauses double from a second on, so four tries are made within some fifteen seconds. */
const WAITS_AT_MOST = 4;

/** The change that makes the person is looked up at the same time as the hold. */
const PERSON_KNOWN_WITHIN_MS = 5_000;
/** It may wait for somebody to decide about it, for hours: then it is asked for more and more seldom, down to this pause. */
const PERSON_ASKED_EVERY_MS = 60_000;

/** What this try asks for: the slot that was chosen at the desk, or another one that replaces it. */
interface Asked {
  /** Null: only the time is named, and the service books it at its main location. */
  readonly slotId: string | null;
  readonly startsAtMs: number;
  readonly override: boolean;
}

function askedNow({ row }: Hold): Asked {
  const { payload } = row.change;
  const { override = false, withoutSlot = false, otherSlot } = row.resolution;
  return {
    slotId: withoutSlot ? null : (otherSlot ?? payload).slotId,
    startsAtMs: (otherSlot ?? payload).startsAtMs,
    override: override || (otherSlot === undefined && payload.overrideAvailability),
  };
}

export const appointmentHold: Executor<'appointment.hold'> = {
  async send(attempt: Hold): Promise<Verdict> {
    const { db, gateway, row } = attempt;
    const { payload } = row.change;
    const asked = askedNow(attempt);
    const patientId = payload.patientId === null ? null : serverIdOf(db, 'patient', payload.patientId);
    const place = { locationId: payload.locationId, startsAtMs: asked.startsAtMs };
    const wasBeingGivenBack = isBeingGivenBack(attempt, place);
    const held = await outcomeOf(
      gateway.call('appointments.create', {
        body: {
          ...(asked.slotId === null
            ? { starts_at: new Date(asked.startsAtMs).toISOString() }
            : { slot_id: asked.slotId }),
          confirmed: false,
          ...(patientId === null ? {} : { patient_id: patientId }),
          ...(asked.override ? { override_availability: true } : {}),
        },
      }),
    );
    if (held.ok) return takeAnswer(attempt, asked, held.value.value);
    const { error } = held;
    const common = commonVerdict(attempt, error);
    if (common) return common;
    // Nobody need decide about a slot that is wanted no more: see `verify`.
    if (isReleased(attempt)) return inDoubt(error, 0);
    const isFreeSoon = wasBeingGivenBack || isBeingGivenBack(attempt, place);
    if (isFreeSoon && mayWait(attempt, asked)) {
      return { to: 'pending', error, delayMs: null, counted: true };
    }
    return (
      (payload.personIsHere ? await bookAnyway(attempt, asked, { error, isFreeSoon }) : null) ??
      forHuman(error.kind === 'rejected' ? 'refused' : 'conflict', error)
    );
  },

  // The service has no list of appointments, so a hold cannot be looked up by itself. If it was made, it ends by itself.
  async verify(attempt: Hold): Promise<Verdict> {
    const { row, doubtAgeMs, lateWriteMs } = attempt;
    const { payload } = row.change;
    if (isReleased(attempt)) return { to: 'discarded', resolution: { ...row.resolution, lapsed: true } };
    const registered = await lookForRegistration(attempt);
    if (registered !== null) return registered;
    if (row.resolution.restored) {
      return forHuman(
        'needs-human',
        conflict('state', 'it is not known whether this slot was booked before the backup was restored'),
      );
    }
    const resolution = { ...row.resolution, doubted: true };
    if (payload.personIsHere) return again(0, resolution);
    const restMs = holdBlocksForMs(lateWriteMs) - doubtAgeMs;
    return restMs > 0 ? tooEarly(row, restMs) : again(0, resolution);
  },
};

/** The unfinished registration that waits for this hold and may have been made all the same, as after a copy was put back. */
function registrationInDoubt({ db, row }: Hold): ChangeOf<'registration.create'>['payload'] | null {
  const { appointmentId } = row.change.payload;
  for (const { change, state, attempts } of listDescendants(db, row.sequence)) {
    if (change?.kind !== 'registration.create' || change.payload.appointmentId !== appointmentId) continue;
    if (attempts > 0 && !FINISHED_STATES.some((end) => end === state)) return change.payload;
  }
  return null;
}

/**
 * What the service's registration of the same booking tells: it is made on the appointment that was held, so where there is one, the hold was
 * made and confirmed after the copy that was put back. Held again, the person would be booked a second time. Null: it tells nothing.
 */
async function lookForRegistration(attempt: Hold): Promise<Verdict | null> {
  const { db, gateway, row, nowMs, doubtAgeMs } = attempt;
  const { appointmentId } = row.change.payload;
  const asked = registrationInDoubt(attempt);
  if (asked === null) return null;
  const read = await outcomeOf(gateway.call('registrations.get', { params: { id: asked.foreignId } }));
  if (!read.ok) return read.error.kind === 'not-found' ? null : lookFailed(read.error);
  const found = read.value.value;
  // The same path also takes TRF codes and UUIDs, so only an answer with our own foreign_id counts.
  if (found.foreign_id !== asked.foreignId || found.appointment_id === null) return null;
  const patientId = serverIdOf(db, 'patient', asked.patientId);
  // Whether it is still for the person of this booking is known once their own change is looked up.
  if (patientId === null) {
    const restMs = Math.max(PERSON_KNOWN_WITHIN_MS, Math.min(PERSON_ASKED_EVERY_MS, doubtAgeMs / 4));
    return looked(tooEarly(row, restMs));
  }
  const known = localIdOf(db, 'appointment', found.appointment_id);
  const isOurs = known === appointmentId || known === found.appointment_id;
  if (found.patient_id !== patientId || !isOurs) return null;
  const serverId = found.appointment_id;
  return looked(
    confirmed(() => {
      mapId(db, 'appointment', appointmentId, serverId);
      upsertRegistrations(db, [found], nowMs);
      return [
        { kind: 'appointment', serverId },
        { kind: 'registration', serverId: found.id },
      ];
    }),
  );
}

/** Whoever stands here for the present moment waits some seconds for a slot that becomes free; then it is booked all the same. */
const mayWait = (attempt: Hold, asked: Asked): boolean =>
  !attempt.row.change.payload.personIsHere || !isNow(attempt, asked) || attempt.row.attempts <= WAITS_AT_MOST;

/** Whether the slot was given back at the desk while the hold waited, or was under way. */
function isReleased({ db, row }: Hold): boolean {
  return listRowsOfSubjects(db, [row.change.payload.appointmentId]).some(
    ({ kind, state }) => kind === 'appointment.release' && !isGivenUp(state),
  );
}

/**
 * Whether the service answered with an appointment that is none of this hold: one that is known here as another one, or is for somebody whom
 * it was not asked for. Taken over, it would be given to this visit's person; released as held elsewhere, whoever it is for would lose it.
 */
function isOfAnother({ db, row }: Hold, appointment: Appointment): boolean {
  const { appointmentId, patientId } = row.change.payload;
  const heldFor = patientId === null ? null : serverIdOf(db, 'patient', patientId);
  if (appointment.patient_id !== null && appointment.patient_id !== heldFor) return true;
  const localId = localIdOf(db, 'appointment', appointment.id);
  if (localId === appointmentId) return false;
  return localId !== appointment.id || storedAppointment(db, appointment.id) !== null;
}

async function takeAnswer(attempt: Hold, asked: Asked, appointment: Appointment): Promise<Verdict> {
  const { db, gateway, row, nowMs } = attempt;
  const { payload } = row.change;
  if (isOfAnother(attempt, appointment)) {
    return forHuman(
      'needs-human',
      conflict('changed', 'the service answered the hold with an appointment that it had before'),
      appointment,
    );
  }
  if (asked.slotId === null) learnMainLocation(db, appointment.test_location_id);
  if (appointment.test_location_id !== payload.locationId) {
    // It is released at once. If that fails, the hold ends by itself after ten minutes.
    await outcomeOf(gateway.call('appointments.cancel', { params: { id: appointment.id } }));
    return {
      ...forHuman(
        'needs-human',
        conflict('changed', 'the service held a slot at another location than was asked for'),
        appointment,
      ),
      resolution: { ...row.resolution, heldElsewhere: appointment.test_location_id },
      entry: { kind: 'slot-held-elsewhere', about: { locationId: appointment.test_location_id } },
    };
  }
  const heldAtMs = Date.parse(appointment.starts_at);
  // A time without a slot may be put to the next one of the timetable.
  const isOtherTime = Math.abs(heldAtMs - asked.startsAtMs) > (asked.slotId === null ? NOW_MS : SAME_TIME_MS);
  if (isOtherTime && !isSeenNow(attempt, heldAtMs)) {
    // Whoever was told the time that was asked for would come at another one than the service books.
    await outcomeOf(gateway.call('appointments.cancel', { params: { id: appointment.id } }));
    return {
      ...forHuman(
        'needs-human',
        conflict('changed', 'the service held a slot at another time than was asked for'),
        appointment,
      ),
      resolution: { ...row.resolution, heldAtMs },
    };
  }
  return {
    ...confirmed(() => {
      mapId(db, 'appointment', payload.appointmentId, appointment.id);
      upsertAppointments(db, [appointment], nowMs);
      return [{ kind: 'appointment', serverId: appointment.id }];
    }),
    ...entryOf(attempt, isOtherTime ? heldAtMs : null),
  };
}

/**
 * Whether the person is seen now whatever time of this day the service holds: they stand at the desk and asked for the present moment, so
 * its time is no promise to anybody. A service may put a time without a slot to the next one of its timetable, or one that was asked for
 * while the line was down to when it heard of it.
 */
function isSeenNow(attempt: Hold, heldAtMs: number): boolean {
  const { payload } = attempt.row.change;
  const dateOf = (atMs: number): string => wallClockAt(atMs, attempt.timeZone).date;
  return payload.personIsHere && isNow(attempt, payload) && dateOf(heldAtMs) === dateOf(payload.startsAtMs);
}

/** The entry of the activity for a hold that differs from what was asked for first. `otherTimeMs`: when it begins, where that differs. */
function entryOf({ row }: Hold, otherTimeMs: number | null): { readonly entry?: Entry } {
  const { override, otherSlot, doubted, overGivenBack } = row.resolution;
  if (override === true) {
    if (overGivenBack === true)
      return { entry: { kind: 'slot-held-again', about: { reason: 'given-back' } } };
    // After a lost answer the slot may well be taken by this desk's own first try.
    return { entry: { kind: doubted ? 'slot-held-again' : 'slot-booked-over', about: { reason: 'taken' } } };
  }
  const startsAtMs = otherTimeMs ?? otherSlot?.startsAtMs;
  if (startsAtMs !== undefined) {
    return { entry: { kind: 'slot-moved', about: { startsAtMs, before: row.change.payload.startsAtMs } } };
  }
  return {};
}

/**
 * The present, in ms: what the service says it is, also in the answer that refuses the slot. A machine's clock can be wrong by
 * hours, and after a start nothing else is known. Where the service does not tell, it is not before the hold was asked for:
 * else a slot of the present moment would lie ahead once the clock was put back, and whoever stands at the desk be sent away.
 */
const presentMs = ({ row, nowMs, toldNowMs }: Hold): number =>
  toldNowMs() ?? Math.max(nowMs, row.createdAtMs);

/**
 * Whether a time without a slot was asked for as the present one. Both times are of one clock, so it does not matter how wrong
 * that was: once the service tells the time, what was "now" on a fast clock would lie ahead, and whoever stands at the desk be
 * sent away.
 */
const isAskedForAsNow = ({ row }: Hold): boolean =>
  row.change.payload.slotId === null && Math.abs(row.change.payload.startsAtMs - row.createdAtMs) <= NOW_MS;

const isNow = (attempt: Hold, { startsAtMs }: { readonly startsAtMs: number }): boolean =>
  startsAtMs - presentMs(attempt) <= NOW_MS ||
  (startsAtMs === attempt.row.change.payload.startsAtMs && isAskedForAsNow(attempt));

/**
 * The slot is taken and the person is at the desk. Tries, in this order: the same slot with override, its time without
 * a slot, the next free slot. Null: a person decides. Where the chosen slot lies ahead, that is asked first, and no other
 * slot is taken in its place.
 */
async function bookAnyway(
  attempt: Hold,
  asked: Asked,
  { error, isFreeSoon }: { readonly error: AppError; readonly isFreeSoon: boolean },
): Promise<Verdict | null> {
  const { db, row } = attempt;
  const { payload } = row.change;
  const { resolution } = row;
  const otherwise = (change: typeof resolution): Verdict => ({
    to: 'pending',
    error,
    delayMs: 0,
    counted: true,
    resolution: { ...resolution, ...change },
  });
  const mayOverride = resolution.overrideChosen === true || isNow(attempt, asked);
  if (!asked.override && mayOverride) return otherwise({ override: true, overGivenBack: isFreeSoon });
  // If the slot does not exist any more, its time can still be booked at the one location that takes times without a
  // slot.
  if (asked.override && asked.slotId !== null && payload.locationId === mainLocationId(db)) {
    return otherwise({ override: true, withoutSlot: true });
  }
  if (!isNow(attempt, payload)) return null;
  const tried = resolution.otherSlot?.tried ?? 0;
  if (tried >= OTHER_SLOTS_TRIED) return null;
  const found = await nextFreeSlot(attempt);
  if ('failed' in found) {
    // The slots could not be read, which says nothing about this slot. They are read again later.
    return { to: 'pending', error: found.failed, delayMs: null, counted: true };
  }
  if (!found.slot) return null;
  return otherwise({ override: false, withoutSlot: false, otherSlot: { ...found.slot, tried: tried + 1 } });
}

interface FreeSlot {
  readonly slotId: string;
  readonly startsAtMs: number;
}

/** The first free slot that is still to come today at the asked location, read from the service now. */
async function nextFreeSlot(
  attempt: Hold,
): Promise<{ readonly slot: FreeSlot | null } | { readonly failed: AppError }> {
  const { gateway, row, timeZone } = attempt;
  const nowMs = presentMs(attempt);
  const { date } = wallClockAt(nowMs, timeZone);
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const read = await outcomeOf(
    gateway.call('locations.slots', {
      params: { year, month, day },
      query: { test_location_id: row.change.payload.locationId },
    }),
  );
  if (!read.ok) return read.error.kind === 'not-found' ? { slot: null } : { failed: read.error };
  const slots = read.value.value.filter((slot) => isSlotOf(date, slot));
  const starts = slotStarts(slots, timeZone);
  const free = slots
    .map(({ id, available, is_past }, index) => ({
      slotId: id,
      startsAtMs: starts[index] ?? 0,
      isFree: available && !is_past,
    }))
    .filter(({ isFree }) => isFree)
    .map(({ slotId, startsAtMs }) => ({ slotId, startsAtMs }))
    .filter((slot) => slot.startsAtMs > nowMs && slot.slotId !== row.resolution.otherSlot?.slotId)
    .sort((a, b) => a.startsAtMs - b.startsAtMs);
  return { slot: free[0] ?? null };
}
