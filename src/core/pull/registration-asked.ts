// Asks a registration by itself whose it is, before anything of a person is read that names nobody: results, and the report of them.
import type { Topic } from '../../contract/events.ts';
import type { Registration } from '../../wire/registration.ts';
import type { Call } from '../service/answers.ts';
import type { Db } from '../store/db/database.ts';
import { noteRegistrationSaid } from '../store/mirror/registration-said.ts';
import { asNamed } from './records.ts';

export interface WhoseParts {
  readonly db: Db;
  readonly call: Call;
  /** Tells the screens that answers under these topics are out of date. */
  readonly onChange: (topics: Topic[]) => void;
}

/**
 * `as-known`: it names whom this desk knows on it. `another`: it names somebody else, which is noted, and whose it is is in doubt from then
 * on. `changed-meanwhile`: it became somebody else's here while it was asked, so the answer may be older than that and contradicts nothing;
 * or the answer is another registration.
 */
export type WhoseAsked =
  | { readonly kind: 'as-known'; readonly registration: Registration }
  | { readonly kind: 'another' | 'changed-meanwhile' };

/**
 * Asks for the registration (`registrationId`: the service's id). `isStillTheirs`: whether whom this desk knows on it is the one of before.
 * Where the answer begins a doubt about the person, or ends one, every open screen is told so (`onChange`), whatever becomes of what is read
 * after it.
 *
 *     const asked = await askWhose({ db, call, onChange }, registrationId, noteWhose(db, registrationId));
 *
 * @throws AppException when the service does not tell
 */
export async function askWhose(
  { db, call, onChange }: WhoseParts,
  registrationId: string,
  isStillTheirs: () => boolean,
): Promise<WhoseAsked> {
  const { value } = await call('registrations.get', { params: { id: registrationId } });
  const registration = asNamed(value, registrationId);
  if (registration === null || !isStillTheirs()) return { kind: 'changed-meanwhile' };
  const { differs, isNews } = noteRegistrationSaid(db, registration);
  if (isNews) onChange(['board', 'patients', 'results']);
  return differs ? { kind: 'another' } : { kind: 'as-known', registration };
}
