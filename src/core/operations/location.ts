// Which location this desk works at: the one of the managed settings, else the one that a person chose, else the first
// of the service's list when it was first read. Where the service lists that one no more, a person has to choose: at
// another location the desk would show another clinic's people.
import { AppException, notFound } from '../../domain/app-error.ts';
import type { Db } from '../store/db/database.ts';
import { listLocations } from '../store/mirror/locations.ts';
import type { LocationRecord } from '../store/mirror/locations.ts';
import { readSetting } from '../store/desk/settings.ts';

export interface DeskLocation {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/**
 * The location; null until the service's locations were read, or when the one that this desk works at is none of them.
 * `configured`: id or name of the one in the managed settings; null where these name none.
 */
export function locationOf(db: Db, configured: string | null): DeskLocation | null {
  const locations = listLocations(db);
  const pick = (fits: (location: LocationRecord) => boolean): LocationRecord | undefined =>
    locations.find(fits);
  const settledId = readSetting(db, 'locationId') ?? readSetting(db, 'firstLocationId') ?? locations[0]?.id;
  const found =
    configured !== null
      ? pick(({ id, name }) => [id, name].some((known) => known.toLowerCase() === configured.toLowerCase()))
      : pick((location) => location.id === settledId);
  return found ? { id: found.id, name: found.name, address: found.address } : null;
}

/** The location that this desk works at now; null until it is known. */
export function currentLocation(context: {
  readonly db: Db;
  readonly site: { readonly location: string | null };
}): DeskLocation | null {
  return locationOf(context.db, context.site.location);
}

/**
 * The location, for operations that need one.
 *
 * @throws AppException `not-found` until it is known
 */
export function locationNeeded(context: Parameters<typeof currentLocation>[0]): DeskLocation {
  const location = currentLocation(context);
  if (!location) throw new AppException(notFound('The location of this desk is not known yet.'));
  return location;
}
