// Reads one registration by its id. One that names somebody else than before is asked for once more, because what that withdraws and
// removes (a confirmation, labels, documents) does not come back, and one answer can be damaged on its way or be an old one.
import type { Registration } from '../../wire/registration.ts';
import type { Db } from '../store/db/database.ts';
import { isNamedAlike, namesAnotherThanStored } from '../store/mirror/registration-said.ts';
import type { Ask } from './asker.ts';
import type { Single, SingleQuestion, SingleRecords } from './single-records.ts';

export interface RegistrationParts {
  readonly db: Db;
  readonly ask: Ask;
  readonly singles: SingleRecords;
}

/**
 * The registration (`id`: the service's) as it stands now. Where two answers name two people, neither of whom is the one of before, or the
 * second one does not come, it counts as unanswered: nothing is stored, and it is asked for again.
 *
 *     const read = await readRegistration({ db, ask, singles }, id);
 *     if (read.found) await records.storeRegistration(read.found, askedAt);
 */
export async function readRegistration(
  { db, ask, singles }: RegistrationParts,
  id: string,
  question: SingleQuestion = {},
): Promise<Single<Registration>> {
  const read = (): Promise<Single<Registration>> =>
    singles.read('registration', id, () => ask('registrations.get', { params: { id } }), question);
  const first = await read();
  if (!first.found || !namesAnotherThanStored(db, first.found)) return first;
  const again = await read();
  const isSure =
    again.found?.id === first.found.id &&
    (isNamedAlike(again.found, first.found) || !namesAnotherThanStored(db, again.found));
  return isSure ? again : { found: null, why: 'unanswered' };
}
