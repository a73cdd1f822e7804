// Removes visits of long ago with all that belongs to them, and what was printed for no visit. Nothing goes that waits to be sent
// or that a later day needs; what was removed last is kept, so that screens can say how far back they go.
import { all, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { FINISHED } from '../outbox/state-lists.ts';
import { readSetting, writeSetting } from './settings.ts';

/** The registrations of a visit as the service knows them, as far as it does. */
const REGISTRATIONS = `
  visit_registration LEFT JOIN id_map ON id_map.local_id = visit_registration.registration_id AND id_map.kind = 'registration'
  JOIN mirror_registration ON mirror_registration.id = coalesce(id_map.server_id, visit_registration.registration_id)`;

/**
 * Nobody needs the visit any more. Whether it was ended says nothing: nobody is still here by a visit of years ago, and what was left
 * open in the evening would stay for good, with the person's name.
 * - its appointment was not moved to a later day;
 * - no change about it, its registrations, its appointment or its patient is unfinished, and no job of it is;
 * - no label of it is to be destroyed, and nobody was told of a wrong label without an answer;
 * - no registration that can still be collected has a label or a form of this desk: what was printed must not look unprinted;
 * - no label of it is of a registration that a later visit has by now: what was printed and proven there stays so as long as that visit.
 */
const IS_OVER = `
  NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.visit_id = visit.id AND outbox.state NOT IN ${FINISHED})
  AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.state NOT IN ${FINISHED} AND (
    outbox.subject_id IN (visit.appointment_id, visit.patient_id)
    OR outbox.subject_id IN (SELECT registration_id FROM visit_registration WHERE visit_id = visit.id)))
  AND NOT EXISTS (SELECT 1 FROM print_job WHERE print_job.visit_id = visit.id
    AND print_job.state IN ('queued', 'sending', 'attention'))
  AND NOT EXISTS (SELECT 1 FROM paper_to_destroy WHERE paper_to_destroy.visit_id = visit.id AND destroyed_at_ms IS NULL)
  AND (SELECT kind FROM activity WHERE activity.visit_id = visit.id AND kind IN ('label-refused', 'tubes-checked')
    ORDER BY number DESC LIMIT 1) IS NOT 'label-refused'
  AND NOT EXISTS (SELECT 1 FROM mirror_appointment WHERE mirror_appointment.starts_at_ms >= @beforeMs
    AND mirror_appointment.id = coalesce(
      (SELECT server_id FROM id_map WHERE id_map.local_id = visit.appointment_id AND id_map.kind = 'appointment'),
      visit.appointment_id))
  AND NOT EXISTS (SELECT 1 FROM ${REGISTRATIONS}
    WHERE visit_registration.visit_id = visit.id AND mirror_registration.completed = 0
      AND (EXISTS (SELECT 1 FROM label WHERE label.registration_id = visit_registration.registration_id)
        OR EXISTS (SELECT 1 FROM local_form WHERE local_form.registration_id = visit_registration.registration_id)))
  AND NOT EXISTS (SELECT 1 FROM label
    JOIN visit_registration AS later ON later.registration_id = label.registration_id
    WHERE label.visit_id = visit.id AND later.visit_id <> visit.id)`;

/**
 * What belongs to a visit, in an order in which nothing is left that points to what is gone. A local form is not among it: its
 * code leads to its registration for good.
 */
const PARTS = [
  'DELETE FROM print_job WHERE visit_id IN wanted OR label_id IN (SELECT id FROM label WHERE visit_id IN wanted)',
  'DELETE FROM paper_to_destroy WHERE visit_id IN wanted',
  'DELETE FROM sample_not_taken WHERE visit_id IN wanted',
  'DELETE FROM label WHERE visit_id IN wanted',
  'DELETE FROM visit_ticket WHERE visit_id IN wanted',
  'DELETE FROM visit_registration WHERE visit_id IN wanted',
  // A trigger of the line above marks the visit for a comparison.
  'DELETE FROM identity_review WHERE visit_id IN wanted',
  'DELETE FROM visit WHERE id IN wanted',
];

/**
 * Removes visits of days before `beforeDate` (`YYYY-MM-DD`, the day of the instant `beforeMs`) that nobody needs any more, with
 * their labels, tickets and print jobs; the oldest first, `limit` at most. Returns how many.
 */
export function forgetOldVisits(
  db: Db,
  before: { readonly beforeMs: number; readonly beforeDate: string },
  limit: number,
): number {
  return transaction(db, () => {
    const visits = all<{ id: string; date: string }>(
      db,
      `SELECT id, date FROM visit WHERE date < @beforeDate AND ${IS_OVER} ORDER BY date LIMIT @limit`,
      { ...before, limit },
    );
    const last = visits.at(-1);
    if (!last) return 0;
    const wanted = JSON.stringify(visits.map(({ id }) => id));
    for (const part of PARTS)
      run(db, `WITH wanted AS (SELECT value FROM json_each(@wanted)) ${part}`, { wanted });
    const known = readSetting(db, 'visitsRemovedUpTo');
    if (known === null || known < last.date) writeSetting(db, 'visitsRemovedUpTo', last.date);
    return visits.length;
  });
}

/**
 * Removes print jobs of no visit (test labels, day lists, forms of the viewer) made before an instant (milliseconds since the
 * epoch), `limit` at most; those that are not ended stay, and so does the proof of a printer. Those of a visit go with it.
 * Returns how many.
 */
export function forgetOldPrintJobs(db: Db, beforeMs: number, limit: number): number {
  return transaction(db, () => {
    const last = get<{ at: number | null; count: number }>(
      db,
      `WITH gone AS (
         SELECT created_at_ms FROM print_job WHERE ${IS_OLD_JOB} ORDER BY created_at_ms LIMIT @limit)
       SELECT max(created_at_ms) AS at, count(*) AS count FROM gone`,
      { beforeMs, limit },
    );
    if (!last || last.at === null) return 0;
    run(
      db,
      `DELETE FROM print_job WHERE id IN (
         SELECT id FROM print_job WHERE ${IS_OLD_JOB} ORDER BY created_at_ms LIMIT @limit)`,
      { beforeMs, limit },
    );
    const known = readSetting(db, 'printJobsRemovedUpToMs');
    writeSetting(db, 'printJobsRemovedUpToMs', Math.max(known ?? 0, last.at));
    return last.count;
  });
}

// The newest stays: the next one gets the number after it.
const IS_OLD_JOB = `visit_id IS NULL AND label_id IS NULL AND created_at_ms < @beforeMs
  AND state NOT IN ('queued', 'sending', 'attention')
  AND sequence < (SELECT max(sequence) FROM print_job)
  AND NOT EXISTS (SELECT 1 FROM printer_test WHERE printer_test.job_id = print_job.id)`;
