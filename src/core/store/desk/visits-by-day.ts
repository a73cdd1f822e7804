// How many visits each day has, counted by SQLite: a week of full days is thousands of rows.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { WAITING_PLACES } from './waiting-places.ts';

export interface VisitsOfDay {
  /** People of that day; what was cancelled, and slots that were merely held, are left out. */
  readonly visits: number;
  /** Those of them who are neither collected, gone nor absent, and whose tests the laboratory has not finished. */
  readonly unfinished: number;
}

const REGISTRATIONS = `visit_registration
  LEFT JOIN id_map ON id_map.local_id = visit_registration.registration_id AND id_map.kind = 'registration'
  LEFT JOIN mirror_registration ON mirror_registration.id = coalesce(id_map.server_id, visit_registration.registration_id)
  WHERE visit_registration.visit_id = visit.id`;

/** By date (`YYYY-MM-DD`), from `from` to the day before `untilDate`; days without visits are left out. */
export function countVisitsByDay(
  db: Db,
  locationId: string,
  days: { readonly from: string; readonly untilDate: string },
): Map<string, VisitsOfDay> {
  const rows = all<{ shown_date: string; visits: number; unfinished: number }>(
    db,
    `SELECT coalesce(waiting.date, visit.date) AS shown_date, count(*) AS visits, sum(
       desk_state IN ('arrived', 'collecting') OR desk_state = 'expected' AND NOT (
         EXISTS (SELECT 1 FROM ${REGISTRATIONS})
         AND NOT EXISTS (SELECT 1 FROM ${REGISTRATIONS} AND coalesce(mirror_registration.completed, 0) = 0))
     ) AS unfinished
     FROM visit LEFT JOIN (${WAITING_PLACES}) AS waiting ON waiting.subject_id = visit.appointment_id
     WHERE (visit.location_id = @locationId AND visit.date >= @from AND visit.date < @untilDate
         OR visit.appointment_id IN (SELECT subject_id FROM (${WAITING_PLACES})))
       AND coalesce(waiting.location_id, visit.location_id) = @locationId
       AND coalesce(waiting.date, visit.date) >= @from AND coalesce(waiting.date, visit.date) < @untilDate
       AND desk_state <> 'cancelled'
       AND (origin = 'appointment' OR patient_id IS NOT NULL OR desk_state <> 'expected'
         OR EXISTS (SELECT 1 FROM visit_registration WHERE visit_registration.visit_id = visit.id))
     GROUP BY shown_date`,
    { locationId, ...days },
  );
  return new Map(rows.map(({ shown_date, visits, unfinished }) => [shown_date, { visits, unfinished }]));
}
