// Whether it is known that the service does not have a registration any more, or nothing of it was read here yet.
import { readCopyState } from '../../store/copy/copy-state.ts';
import type { Db } from '../../store/db/database.ts';
import { readSetting } from '../../store/desk/settings.ts';
import { setAsideAmong } from '../../store/mirror/odd-records.ts';
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { serverIdOf } from '../../store/outbox/id-map.ts';

/**
 * False at a machine that has taken over and has not read the list of registrations to its end yet: of one that it lacks nothing is known
 * there, and its label is on a tube.
 */
export function hasReadRegistrations(db: Db): boolean {
  return (
    readSetting(db, 'registrationsNotListed') !== null || (readCopyState(db)?.takenOver ?? null) === null
  );
}

/**
 * Whether the service has a registration (local id), of which nothing is kept here, no more. Of one whose record cannot be read nothing
 * else is kept at a machine that has taken over, and it is there.
 */
export function isKnownToBeGone(db: Db, registrationId: string): boolean {
  const serverId = serverIdOf(db, 'registration', registrationId) ?? registrationId;
  return hasReadRegistrations(db) && setAsideAmong(db, 'registration', [serverId]).size === 0;
}

/**
 * What is shown of a registration of which the service's record is not kept here: that the service does not have it, or that it was not
 * read here yet.
 */
export function standingOf(
  db: Db,
  { id, isGone, status }: RegistrationRecord,
): { readonly gone: boolean; readonly unread: boolean; readonly status: string } {
  const unread = isGone && !isKnownToBeGone(db, id);
  return { gone: isGone && !unread, unread, status: unread ? 'unread' : status };
}

/**
 * Those of the registrations (local ids) that the service had and does not have any more. One that it was never told of is none of them.
 * `known`: what is known of them.
 */
export function lostAmong(
  db: Db,
  ids: readonly string[],
  known: ReadonlyMap<string, Pick<RegistrationRecord, 'isGone'>>,
): ReadonlySet<string> {
  const missing = ids.filter((id) => known.get(id)?.isGone ?? true);
  if (missing.length === 0 || !hasReadRegistrations(db)) return new Set();
  const serverIds = new Map(missing.map((id) => [id, serverIdOf(db, 'registration', id)]));
  const atService = [...serverIds.values()].filter((id) => id !== null);
  const unread = setAsideAmong(db, 'registration', atService);
  return new Set(
    missing.filter((id) => {
      const serverId = serverIds.get(id) ?? null;
      return serverId !== null && !unread.has(serverId);
    }),
  );
}
