// Which appointments must still be read. The service has no list of appointments: each one is requested through its
// registration.
import type { Appointment } from '../../wire/appointment.ts';
import type { Registration } from '../../wire/registration.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Db } from '../store/db/database.ts';
import { isSamePlace, placeOf } from '../store/mirror/appointment-place.ts';
import { storedAppointment } from '../store/mirror/appointments.ts';
import { appointmentNotFound } from '../store/mirror/odd-records.ts';
import type { Appointed } from '../store/mirror/pull-needs.ts';
import { storedAppointments } from '../store/mirror/pull-needs.ts';
import type { Ask } from './asker.ts';
import { forEachFewThenSingly } from './pool.ts';
import { asNamed, ofAnother } from './records.ts';
import type { Records } from './records.ts';
import { readRegistration } from './registration-reading.ts';
import type { Single, SingleRecords } from './single-records.ts';

/** Whether both are at the same place and time, for the same person or for nobody. */
const isAlike = (one: Appointment, other: Appointment): boolean =>
  isSamePlace(placeOf(one), placeOf(other)) && one.patient_id === other.patient_id;

/** An appointment that the service did not return is requested again after this time. */
const AGAIN_MS = 30 * 60_000;

export interface AppointmentsWantedOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly ask: Ask;
  readonly records: Records;
  readonly singles: SingleRecords;
  readonly readsAtOnce: number;
  /** A day at the site, `YYYY-MM-DD`: of registrations finished before it no appointment is read. */
  readonly finishedSince: () => string;
  /** A day at the site, `YYYY-MM-DD`. For registrations made before it, a missing appointment is not reported. */
  readonly recentFrom: () => string;
}

/** `isToCome`: false where nobody came for it, so that nobody has to be told when the service does not give it any more. */
export interface WantedAppointment extends Appointed {
  readonly isToCome?: boolean;
}

export interface AppointmentsWanted {
  /** Call with registrations that were read. Their appointments that are not stored yet will be read. */
  lookAt(registrations: readonly Registration[]): void;
  /** Reads the appointments that are still missing. Returns false when there were none. */
  readWanted(): Promise<boolean>;
  /** Reads one appointment now, also when it is stored already. */
  read(appointed: WantedAppointment): Promise<void>;
  /** Reads those of them for which it is not too early to ask again, a few at once. Returns how many these were. */
  readEach(appointed: readonly WantedAppointment[]): Promise<number>;
  /** When the appointment was last requested, by the gateway's clock; null when not since the start. */
  askedAt(appointmentId: string): number | null;
  /** Keeps the times of these requests only, so that the list of times does not grow. */
  remember(appointmentIds: ReadonlySet<string>): void;
}

export function createAppointmentsWanted(options: AppointmentsWantedOptions): AppointmentsWanted {
  const { db, gateway, ask, records, singles } = options;
  const wanted = new Map<string, string>();
  const withheld = new Map<string, number>();
  /** Appointments of registrations so old that a missing appointment is not reported. */
  const old = new Set<string>();
  const askedAtOf = new Map<string, number>();
  /** Stored appointments that the service did not find when it was last asked, and how many times in a row. */
  const notFoundTimes = new Map<string, number>();

  function isFinishedForLong({ completed_at }: Registration): boolean {
    return completed_at !== null && completed_at.slice(0, 10) < options.finishedSince();
  }

  const askFor = (
    { id: registrationId, appointmentId }: Appointed,
    isMissed: boolean,
  ): Promise<Single<Appointment>> =>
    singles.read(
      'appointment',
      appointmentId,
      () => ask('registrations.appointment', { params: { id: registrationId } }),
      { isMissed },
    );

  async function read(appointed: WantedAppointment): Promise<void> {
    const { appointmentId, isToCome = true } = appointed;
    const askedAt = gateway.nowMs();
    const isStored = storedAppointments(db, [appointmentId]).has(appointmentId);
    const isMissed = wanted.has(appointmentId) && !old.has(appointmentId);
    const read = await askFor(appointed, isToCome && (isStored || isMissed));
    wanted.delete(appointmentId);
    if (!read.found && read.why === 'unanswered') return;
    askedAtOf.set(appointmentId, askedAt);
    const isThere = read.found !== null && (await take(read.found, appointed, askedAt));
    if (isThere) withheld.delete(appointmentId);
    else withheld.set(appointmentId, askedAt);
    if (read.found || read.why === 'odd') notFoundTimes.delete(appointmentId);
    else if (isToCome) await noteNotFound(appointed, { isStored, isMissed });
  }

  /** Stores the appointment that its registration names. False where it is another one, which is then noted. */
  async function take(found: Appointment, appointed: Appointed, askedAt: number): Promise<boolean> {
    const { id: registrationId, appointmentId } = appointed;
    const named = asNamed(found, appointmentId);
    if (named) {
      if (await isSurelySo(named, appointed)) records.storeAppointment(named, askedAt);
      return true;
    }
    const registration = await readAnew(registrationId);
    const nowNamed = registration ? registration.appointment_id : appointmentId;
    const replacing = nowNamed === null ? null : asNamed(found, nowNamed);
    if (replacing) records.storeAppointment(replacing, askedAt);
    else if (nowNamed === appointmentId) records.noteOdd('appointment', [ofAnother(appointmentId)], []);
    else if (registration) lookAt([registration]);
    return false;
  }

  /**
   * Whether it stands where this answer has it, for whom it says. One that stood elsewhere, or was somebody else's, is asked for once more: an
   * answer can be damaged on its way, or be an old one, and the visit of somebody who has come would give up what was never moved.
   */
  async function isSurelySo(named: Appointment, appointed: Appointed): Promise<boolean> {
    const before = storedAppointment(db, named.id);
    if (before === null || isAlike({ ...before, patient_id: before.patient_id ?? named.patient_id }, named))
      return true;
    const again = await askFor(appointed, false);
    return again.found?.id === named.id && isAlike(again.found, named);
  }

  /** Stores the registration as it is now: since it was read it may have got another appointment, or none. Null: it was not told. */
  async function readAnew(registrationId: string): Promise<Registration | null> {
    const askedAt = gateway.nowMs();
    const read = await readRegistration({ db, ask, singles }, registrationId);
    const registration = read.found && asNamed(read.found, registrationId);
    if (registration) await records.storeRegistration(registration, askedAt);
    return registration;
  }

  async function noteNotFound(
    { id: registrationId, appointmentId }: Appointed,
    { isStored, isMissed }: { readonly isStored: boolean; readonly isMissed: boolean },
  ): Promise<void> {
    // One such answer proves nothing about an appointment that was there: the registration may be about to get another one.
    const times = (notFoundTimes.get(appointmentId) ?? 0) + 1;
    if (isStored) notFoundTimes.set(appointmentId, times);
    const isGone = isStored && times > 1;
    // Once it is noted, what else becomes of the registration is told by its own reading.
    if (isStored && times === 2) {
      const registration = await readAnew(registrationId);
      const named = registration?.appointment_id ?? null;
      if (registration && named !== appointmentId) {
        // It was cancelled or replaced as usual, and the list had not told so yet.
        notFoundTimes.delete(appointmentId);
        lookAt([registration]);
        return;
      }
    }
    // The registration says that it has an appointment. Without it the person is on no board, or on one where nobody expects them any
    // more, and a screen must say so.
    if (isGone || isMissed) records.noteOdd('appointment', [appointmentNotFound(appointmentId)], []);
  }

  function lookAt(registrations: readonly Registration[]): void {
    const candidates = registrations.filter(
      (registration) => registration.appointment_id !== null && !isFinishedForLong(registration),
    );
    const stored = storedAppointments(
      db,
      candidates.flatMap(({ appointment_id }) => appointment_id ?? []),
    );
    for (const { id, appointment_id, created_at } of candidates) {
      if (appointment_id === null || stored.has(appointment_id)) continue;
      const since = gateway.nowMs() - (withheld.get(appointment_id) ?? -Infinity);
      if (since < AGAIN_MS || singles.rests('appointment', appointment_id)) continue;
      wanted.set(appointment_id, id);
      if (created_at < options.recentFrom()) old.add(appointment_id);
      else old.delete(appointment_id);
    }
  }

  async function readEach(appointed: readonly WantedAppointment[]): Promise<number> {
    const due = appointed.filter(({ appointmentId }) => !singles.rests('appointment', appointmentId));
    await forEachFewThenSingly(
      due,
      {
        atOnce: options.readsAtOnce,
        isAlone: ({ appointmentId }) => singles.comesLast('appointment', appointmentId),
      },
      read,
    );
    return due.length;
  }

  return {
    lookAt,
    async readWanted() {
      if (wanted.size === 0) return false;
      return (await readEach([...wanted].map(([appointmentId, id]) => ({ id, appointmentId })))) > 0;
    },
    read,
    readEach,
    askedAt: (appointmentId) => askedAtOf.get(appointmentId) ?? null,
    remember(appointmentIds) {
      for (const id of askedAtOf.keys()) if (!appointmentIds.has(id)) askedAtOf.delete(id);
    },
  };
}
