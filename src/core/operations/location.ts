// Which location this desk works at: the one of the managed settings, else the one that a person chose, else the first
// of the service's list when it was first read. The one of the managed settings stays what it is when the laboratory
// renames it. Where the service lists that one no more, a person has to choose: at another location the desk would show
// another clinic's people.
import { AppException, notFound } from '../../domain/app-error.ts';
import type { Db } from '../store/db/database.ts';
import { listLocations } from '../store/mirror/locations.ts';
import type { LocationRecord } from '../store/mirror/locations.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';

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
      ? (onlyOneCalled(locations, configured) ?? pick(({ id }) => id === idOnceNamed(db, configured)))
      : pick((location) => location.id === settledId);
  return found ? { id: found.id, name: found.name, address: found.address } : null;
}

const isCalled =
  (configured: string) =>
  ({ id, name }: LocationRecord): boolean =>
    [id, name].some((known) => known.toLowerCase() === configured.toLowerCase());

/** The one location that the managed settings can mean; undefined where none is called so, or several are. */
function onlyOneCalled(locations: readonly LocationRecord[], configured: string): LocationRecord | undefined {
  const called = locations.filter(isCalled(configured));
  return called.length === 1 ? called[0] : undefined;
}

/**
 * Whether the name in the managed settings is that of several locations, and does not tell which is meant: none of them is this desk's, which
 * would show another clinic's people. Not where it has told before the other one got the name.
 */
export function isNameOfSeveral(db: Db, configured: string | null): boolean {
  if (configured === null || locationOf(db, configured) !== null) return false;
  return listLocations(db).filter(isCalled(configured)).length > 1;
}

/** The location that had this name before the laboratory renamed it; a desk must not lose its day to a new name. */
function idOnceNamed(db: Db, configured: string): string | null {
  const noted = readSetting(db, 'namedLocation');
  return noted?.name.toLowerCase() === configured.toLowerCase() ? noted.id : null;
}

/**
 * Remembers which location the name in the managed settings means. To be called at the start and whenever locations have changed, because
 * nothing tells it any more once the laboratory has renamed it. Not before the list was read to its end, when the first location is settled
 * as well: a later page may give another one the same name.
 */
export function noteNamedLocation(db: Db, configured: string | null): void {
  if (readSetting(db, 'firstLocationId') === null) return;
  const found = configured === null ? undefined : onlyOneCalled(listLocations(db), configured);
  if (configured === null || !found || idOnceNamed(db, configured) === found.id) return;
  writeSetting(db, 'namedLocation', { name: configured, id: found.id });
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
