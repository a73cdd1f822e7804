// Makes visits of the appointments that were read, and takes a visit off when the service does not know its
// registrations any more.
import type { ActivityAbout } from '../../../domain/activity.ts';
import { all, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { forgetDocuments } from '../mirror/documents.ts';
import type { Days } from '../mirror/pull-needs.ts';
import { localIdsOf } from '../outbox/id-map.ts';
import { FINISHED } from '../outbox/state-lists.ts';
import { endVisitOfMovedAppointment } from './end-visit.ts';
import { followAppointment, visitThatKeeps } from './keep-registration.ts';
import { rejoinVisits } from './rejoin-visit.ts';
import { ensureVisitForAppointment, linkRegistration, visitIdOfRegistration } from './visits.ts';

/**
 * Whether the desk itself has taken the visit off because the service did not know its registration, and nobody has decided about it since.
 * Only the activity tells that apart from a visit that somebody cancelled.
 */
const TAKEN_OFF = `coalesce(visit.desk_state = 'cancelled' AND (
    SELECT kind FROM activity WHERE activity.visit_id = visit.id AND kind IN ('visit-off', 'moved', 'appointment-cancelled')
    ORDER BY number DESC LIMIT 1) = 'visit-off', 0)`;

/** What the activity is to say of visits that got other appointments; called in the transaction of the change. */
export interface AttachedNews {
  readonly appointmentReplaced: (about: ActivityAbout<'appointment-replaced'>) => void;
  readonly registrationMoved: (about: ActivityAbout<'registration-moved'>) => void;
  /** Nobody had come, and now they are expected again. */
  readonly awaitedAgain: (about: ActivityAbout<'moved'>) => void;
  readonly appointmentBack: (about: ActivityAbout<'appointment-back'>) => void;
}

/**
 * Makes the visits of the appointments that begin at or after `fromMs` (milliseconds since the epoch) at the location,
 * and links their registrations. A visit whose person is here keeps its registration, see `keep-registration.ts`; one that gave its
 * appointment up has it back with it, see `rejoin-visit.ts`. Returns whether anything changed.
 */
export function attachVisits(
  db: Db,
  days: Omit<Days, 'untilMs'>,
  at: { readonly nowMs: number; readonly dateOf: (instantMs: number) => string },
  tell?: AttachedNews,
): boolean {
  const today = at.dateOf(at.nowMs);
  const rejoined = rejoinVisits(
    db,
    { locationId: days.locationId, fromDate: at.dateOf(days.fromMs) },
    { today, dateOf: at.dateOf },
    tell?.appointmentBack,
  );
  const rows = all<{
    registration_id: string;
    appointment_id: string;
    starts_at_ms: number;
    visit_date: string | null;
    /** Null or 0 unless the visit of this appointment was taken off and is to come back. */
    taken_off: number | null;
    linked: number;
  }>(
    db,
    `SELECT registration.id AS registration_id, appointment.id AS appointment_id, appointment.starts_at_ms,
       visit.date AS visit_date,
       ${TAKEN_OFF} AND visit.appointment_id = coalesce(booked.local_id, appointment.id) AS taken_off,
       coalesce(visit.appointment_id = coalesce(booked.local_id, appointment.id)
         AND (visit.location_id = appointment.test_location_id OR visit.collected_at_ms IS NOT NULL
           OR visit.desk_state NOT IN ('expected', 'no-show', 'arrived', 'left'))
         AND (visit.desk_state NOT IN ('no-show', 'left') OR visit.collected_at_ms IS NOT NULL
           OR appointment.starts_at_ms <= coalesce(visit.ended_for_ms, appointment.starts_at_ms)), 0) AS linked
     FROM mirror_appointment AS appointment
     JOIN mirror_registration AS registration ON registration.appointment_id = appointment.id
     LEFT JOIN id_map AS known ON known.kind = 'registration' AND known.server_id = registration.id AND known.alias = 0
     LEFT JOIN visit_registration ON visit_registration.registration_id = coalesce(known.local_id, registration.id)
     LEFT JOIN visit ON visit.id = visit_registration.visit_id
     LEFT JOIN id_map AS booked ON booked.kind = 'appointment' AND booked.server_id = appointment.id AND booked.alias = 0
     WHERE appointment.test_location_id = @locationId AND appointment.starts_at_ms >= @fromMs
     ORDER BY appointment.starts_at_ms, registration.rowid`,
    { ...days },
  ).filter(
    (row) => row.linked === 0 || row.taken_off === 1 || row.visit_date !== at.dateOf(row.starts_at_ms),
  );
  if (rows.length === 0) return rejoined;
  const appointments = localIdsOf(
    db,
    'appointment',
    rows.map((row) => row.appointment_id),
  );
  const registrations = localIdsOf(
    db,
    'registration',
    rows.map((row) => row.registration_id),
  );
  return transaction(db, () => {
    let news = rejoined;
    for (const row of rows) {
      const named = {
        registrationId: registrations.get(row.registration_id) ?? row.registration_id,
        appointmentId: appointments.get(row.appointment_id) ?? row.appointment_id,
        locationId: days.locationId,
        date: at.dateOf(row.starts_at_ms),
        startsAtMs: row.starts_at_ms,
      };
      endVisitOfMovedAppointment(db, named, today);
      const keeper = visitThatKeeps(db, named);
      if (keeper) {
        const replaced = followAppointment(db, keeper, named);
        if (replaced) tell?.appointmentReplaced(replaced);
        news ||= replaced !== null;
        continue;
      }
      if (row.taken_off === 1) {
        const visitId = putBackOn(db, named);
        if (visitId !== null) tell?.awaitedAgain({ visitId, from: 'cancelled', to: 'expected' });
        news ||= visitId !== null;
      }
      const visit = ensureVisitForAppointment(db, { ...named, nowMs: at.nowMs });
      if (visit.isAwaitedAgain) {
        tell?.awaitedAgain({ visitId: visit.visitId, from: 'no-show', to: 'expected' });
      }
      const before = visitIdOfRegistration(db, named.registrationId);
      const linked = linkRegistration(db, visit.visitId, named.registrationId);
      if (linked && before !== null) {
        const { registrationId } = named;
        tell?.registrationMoved({ visitId: before, registrationId, toVisitId: visit.visitId });
      }
      news ||= visit.changed || linked;
    }
    return news;
  });
}

/**
 * The service has a registration again whose visit was taken off without it, as one does that was put back from a backup or was empty for a
 * while: whoever is booked would come and find themselves cancelled. Returns the id of the visit; null where that is done.
 */
function putBackOn(
  db: Db,
  { appointmentId, locationId, date }: { appointmentId: string; locationId: string; date: string },
): string | null {
  const visit = get<{ id: string }>(
    db,
    `UPDATE visit SET desk_state = 'expected', date = ?, location_id = ?, version = version + 1
     WHERE appointment_id = ? AND desk_state = 'cancelled' RETURNING id`,
    [date, locationId, appointmentId],
  );
  return visit?.id ?? null;
}

/** Of a visit that is over it changes nothing here: a laboratory may tidy up thousands of those. */
const GOES_ON: ReadonlySet<string> = new Set(['expected', 'arrived', 'collecting']);

/** What the activity is to say of a visit whose registration is gone; called in the transaction of the change. */
export interface LostNews {
  /** The visit is taken off the board: by that alone it is known to come back with its registration. */
  readonly visitOff: (visitId: string) => void;
  /** It goes on: the person is here, or comes for another registration. */
  readonly registrationLost: (about: ActivityAbout<'registration-lost'>) => void;
}

/**
 * The service does not know a registration any more. A visit that has no other one that the service has, or is still to make, and for which
 * nobody has come yet, is cancelled; everything else is left as it is. Returns the id of that visit, or null.
 */
export function dropRegistration(db: Db, serverId: string, tell?: LostNews): string | null {
  return transaction(db, () => {
    const localId = localIdsOf(db, 'registration', [serverId]).get(serverId) ?? serverId;
    const lost = get<{ code: string | null }>(
      db,
      'SELECT trf_code AS code FROM mirror_registration WHERE id = ?',
      [serverId],
    );
    const visit = get<{ id: string; desk_state: string; has_another: number }>(
      db,
      `SELECT visit.id, visit.desk_state, EXISTS (SELECT 1 FROM visit_registration AS other
           LEFT JOIN id_map ON id_map.local_id = other.registration_id
         WHERE other.visit_id = visit.id AND other.registration_id <> @localId AND (
           coalesce(id_map.server_id, other.registration_id) IN (SELECT id FROM mirror_registration)
           OR coalesce(id_map.server_id, other.registration_id) IN (SELECT id FROM odd_record WHERE kind = 'registration')
           OR EXISTS (SELECT 1 FROM outbox WHERE subject_id = other.registration_id
             AND kind = 'registration.create' AND state NOT IN ${FINISHED}))) AS has_another
       FROM visit_registration JOIN visit ON visit.id = visit_registration.visit_id
       WHERE visit_registration.registration_id = @localId`,
      { localId },
    );
    const isOff = visit?.desk_state === 'expected' && visit.has_another === 0;
    // While it is still known whose it was.
    if (visit && lost && !isOff && GOES_ON.has(visit.desk_state)) {
      tell?.registrationLost({ visitId: visit.id, ...lost });
    }
    run(db, 'DELETE FROM mirror_registration WHERE id = ?', [serverId]);
    forgetDocuments(db, serverId);
    if (!visit || !isOff) return null;
    run(db, `UPDATE visit SET desk_state = 'cancelled', version = version + 1 WHERE id = ?`, [visit.id]);
    tell?.visitOff(visit.id);
    return visit.id;
  });
}
