// Somebody who was chosen on a screen. Their record may be corrected before anything is sent: then they are named as they were chosen
// until that was read.
import type { PersonView } from '../../../contract/views.ts';
import { useSeen, type Seen, type Sending } from '../../host/use-seen.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { isNamedAlike } from './same-person.ts';

interface ChosenPerson extends Seen<PersonView | null> {
  /** As their record names them now. */
  readonly now: PersonView | null;
}

/** Choosing somebody else is no change of whoever was chosen before. */
const isAsChosen = (chosen: PersonView | null, now: PersonView | null): boolean =>
  chosen === null || chosen.id !== now?.id || isNamedAlike(chosen, now);

/**
 * `chosen` is whoever was chosen, as they were shown then; null while it is nobody. `command` puts them on something.
 *
 * @example const person = useChosenPerson(chosen, assign); if (person.isChanged) …
 */
export function useChosenPerson(chosen: PersonView | null, command: Sending): ChosenPerson {
  const record = useQuery('patients.get', chosen === null ? skip : { patientId: chosen.id }).value;
  const now = record?.id === chosen?.id ? record : chosen;
  const seen = useSeen(now, { isSame: isAsChosen, command, before: chosen });
  return { ...seen, now };
}
