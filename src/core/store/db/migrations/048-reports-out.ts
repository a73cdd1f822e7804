// Reports of results on paper that the laboratory has changed, or taken back, since they were printed. Whoever has such a paper is told, and a
// person says so; until then it stands here, also once the print queue has forgotten the job.

/** The reports of results of a registration that were, or may have been, printed with what a reading before this change had. */
const outOf = (serverId: string, changedAtMs: string, jobs: string): string => `
  INSERT INTO report_out (registration_id, printed_at_ms, changed_at_ms)
    SELECT json_extract(job.document, '$.registrationId'), max(coalesce(job.finished_at_ms, job.created_at_ms)), ${changedAtMs}
    FROM (
      SELECT ${serverId} AS id UNION SELECT local_id FROM id_map WHERE kind = 'registration' AND server_id = ${serverId}
    ) AS named CROSS JOIN print_job AS job ON json_extract(job.document, '$.registrationId') = +named.id
    WHERE job.document IS NOT NULL AND json_extract(job.document, '$.kind') = 'results' AND job.perhaps_printed = 1
      AND json_extract(job.document, '$.fetchedAtMs') < ${changedAtMs}${jobs}
    GROUP BY 1
    ON CONFLICT (registration_id) DO UPDATE SET printed_at_ms = excluded.printed_at_ms, changed_at_ms = excluded.changed_at_ms;`;

const changedAtMs = (row: string): string => `json_extract(${row}.body, '$.changedAtMs')`;

export const reportsOut = `
CREATE TABLE report_out (
  registration_id TEXT PRIMARY KEY, printed_at_ms INTEGER NOT NULL, changed_at_ms INTEGER NOT NULL
) STRICT;

CREATE TRIGGER report_out_changed AFTER UPDATE OF body ON mirror_lab_results
WHEN ${changedAtMs('new')} IS NOT ${changedAtMs('old')} AND ${changedAtMs('new')} IS NOT NULL BEGIN
  ${outOf('new.registration_id', changedAtMs('new'), '')}
END;

-- One that was being sent when the change was read.
CREATE TRIGGER report_out_printed AFTER UPDATE OF perhaps_printed ON print_job
WHEN new.perhaps_printed = 1 AND old.perhaps_printed = 0 AND json_extract(new.document, '$.kind') = 'results' BEGIN
  INSERT INTO report_out (registration_id, printed_at_ms, changed_at_ms)
    SELECT json_extract(new.document, '$.registrationId'), coalesce(new.finished_at_ms, new.created_at_ms), changed_at_ms
    FROM (
      SELECT ${changedAtMs('report')} AS changed_at_ms FROM mirror_lab_results AS report
      WHERE report.registration_id IN (
        SELECT json_extract(new.document, '$.registrationId')
        UNION SELECT server_id FROM id_map
          WHERE kind = 'registration' AND local_id = json_extract(new.document, '$.registrationId')
      )
    )
    WHERE changed_at_ms > json_extract(new.document, '$.fetchedAtMs')
    ON CONFLICT (registration_id) DO UPDATE SET printed_at_ms = excluded.printed_at_ms, changed_at_ms = excluded.changed_at_ms;
END;

-- Those of before.
INSERT INTO report_out (registration_id, printed_at_ms, changed_at_ms)
  SELECT json_extract(job.document, '$.registrationId'), max(coalesce(job.finished_at_ms, job.created_at_ms)), ${changedAtMs('report')}
  FROM mirror_lab_results AS report
  JOIN (
    SELECT registration_id AS server_id, registration_id AS id FROM mirror_lab_results
    UNION SELECT server_id, local_id FROM id_map WHERE kind = 'registration'
  ) AS named ON named.server_id = report.registration_id
  JOIN print_job AS job ON json_extract(job.document, '$.registrationId') = named.id
  WHERE job.document IS NOT NULL AND json_extract(job.document, '$.kind') = 'results' AND job.perhaps_printed = 1
    AND json_extract(job.document, '$.fetchedAtMs') < ${changedAtMs('report')}
  GROUP BY 1;
`;
