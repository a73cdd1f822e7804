// Which of the registrations that the service has not taken it may have made all the same: whoever registers such a person anew may
// register them twice.
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { listRowsOfSubjects } from '../../store/outbox/outbox.ts';
import { mayHaveBeenDone } from '../outbox-doubt.ts';
import type { Context } from '../handler.ts';

/** Their local ids. One that the service refused is not there, whatever came before. */
export function perhapsMade(
  { db }: Pick<Context, 'db'>,
  registrations: Iterable<RegistrationRecord>,
): ReadonlySet<string> {
  const ids = [...registrations].flatMap(({ id, untaken }) => (untaken ? [id] : []));
  if (ids.length === 0) return new Set();
  return new Set(
    listRowsOfSubjects(db, ids)
      .filter(
        (row) => row.kind === 'registration.create' && row.state === 'needs-human' && mayHaveBeenDone(row),
      )
      .map(({ subjectId }) => subjectId),
  );
}
