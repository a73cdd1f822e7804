// Makes sure of whose a registration is. One that names somebody else than before is asked for once more, because what that withdraws and
// removes (a confirmation, labels, documents) does not come back, and one answer can be damaged on its way or be an old one.
import type { Topic } from '../../contract/events.ts';
import type { Registration } from '../../wire/registration.ts';
import type { Db } from '../store/db/database.ts';
import {
  hasSaidAnother,
  isNamedAlike,
  namingAnotherThanStored,
  noteSaid,
} from '../store/mirror/registration-said.ts';
import type { Ask } from './asker.ts';
import type { Single, SingleQuestion, SingleRecords } from './single-records.ts';

/** A list in which more have changed at once is no mixed-up one, and is believed: to ask for each would take longer than the list. */
const MOST_ASKED = 20;

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
  if (!first.found || !namesAnother(db, first.found)) return first;
  const again = await read();
  const isSure =
    again.found?.id === first.found.id &&
    (isNamedAlike(again.found, first.found) || !namesAnother(db, again.found));
  return isSure ? again : { found: null, why: 'unanswered' };
}

const namesAnother = (db: Db, said: Registration): boolean =>
  namingAnotherThanStored(db, [said]).has(said.id);

/** Judges whose the registrations of the list are. */
export interface ListJudge {
  /**
   * What is to be stored of a page of the list. Where it names somebody else than before, the registration is asked by itself. Where that
   * goes on naming the one of before, the list may be an old one: nothing is stored of it. Where the next list says the same, the service
   * contradicts itself, and that is noted: else the visit would be somebody else's with every list, and theirs again with its own reading.
   * Where the registration does not answer, the list counts.
   */
  toStore(listed: readonly Registration[]): Promise<readonly Registration[]>;
}

export function createListJudge({
  db,
  ask,
  singles,
  onChange,
}: RegistrationParts & { readonly onChange: (topics: Topic[]) => void }): ListJudge {
  /** By id: what the last list said of those that contradicted it. */
  const contradicted = new Map<string, Registration>();

  async function isToStore(listed: Registration): Promise<boolean> {
    const { id } = listed;
    const before = contradicted.get(id);
    contradicted.delete(id);
    // A doubt that is noted needs the list as it is: it ends when both agree.
    if (hasSaidAnother(db, id) || singles.rests('registration', id)) return true;
    const { found } = await singles.read('registration', id, () =>
      ask('registrations.get', { params: { id } }),
    );
    if (found?.id !== id || isNamedAlike(found, listed)) return true;
    if (before === undefined || !isNamedAlike(before, listed)) {
      contradicted.set(id, listed);
      return false;
    }
    noteSaid(db, found);
    onChange(['board', 'patients', 'results']);
    return true;
  }

  return {
    async toStore(listed) {
      const naming = namingAnotherThanStored(db, listed);
      for (const { id } of listed) if (!naming.has(id)) contradicted.delete(id);
      if (naming.size === 0 || naming.size > MOST_ASKED) return listed;
      const stored: Registration[] = [];
      for (const one of listed) if (!naming.has(one.id) || (await isToStore(one))) stored.push(one);
      return stored;
    },
  };
}
