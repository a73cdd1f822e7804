// Labels of which a paper with a code of the desk's own may be on a tube.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/**
 * The labels of registrations that the service has and the laboratory has not finished, of which a paper with the desk's own code may be on
 * a tube, and no paper with another code is proven since; each with the visit of its registration.
 *
 * It is asked with each board, so it begins with the codes of the desk, which are few, and its index has none of the labels that are
 * settled by a proof.
 */
export function labelsLeftWithDeskCode(
  db: Db,
): readonly { readonly labelId: string; readonly visitId: string }[] {
  return all(
    db,
    `SELECT label.id AS labelId, visit_registration.visit_id AS visitId
     FROM desk_label_code AS own
       CROSS JOIN label INDEXED BY label_without_laboratory_proof ON label.registration_id = own.registration_id
         AND coalesce(substr(json_extract(label.proof, '$.code'), 1, 2), 'S0') = 'S0' COLLATE NOCASE
         AND coalesce(json_extract(label.proof, '$.code'), own.code) = own.code
       CROSS JOIN visit_registration ON visit_registration.registration_id = own.registration_id
       CROSS JOIN id_map ON id_map.local_id = own.registration_id AND id_map.kind = 'registration'
       CROSS JOIN mirror_registration ON mirror_registration.id = id_map.server_id AND mirror_registration.completed = 0
     WHERE EXISTS (SELECT 1 FROM print_job WHERE print_job.label_id = label.id
       AND (print_job.perhaps_printed = 1 OR print_job.state = 'sending')
       AND json_extract(print_job.made_for, '$.code') = own.code
       AND NOT EXISTS (SELECT 1 FROM paper_to_destroy WHERE paper_to_destroy.job_id = print_job.id))`,
  );
}
