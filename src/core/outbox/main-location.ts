// The location at which the service books a time without a slot. Such a request has no field for a location, so the
// service takes the brand's main location; at any other location a slot's id is needed.
import type { Db } from '../store/db/database.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import { hasSetAside } from '../store/mirror/odd-records.ts';
import { listLocations } from '../store/mirror/locations.ts';

/**
 * The main location's id, as an answer of the service has shown it; before that, the first location of its list when that was
 * first read. Null when no location is known yet, when that first one is not listed any more, and while a location of the list
 * could not be read, because that could be the first one.
 */
export function mainLocationId(db: Db): string | null {
  const shown = readSetting(db, 'mainLocationId');
  if (shown !== null) return shown;
  if (hasSetAside(db, 'location')) return null;
  const locations = listLocations(db);
  const firstId = readSetting(db, 'firstLocationId') ?? locations[0]?.id;
  return locations.find(({ id }) => id === firstId)?.id ?? null;
}

/** Remembers where the service booked a time without a slot. */
export function learnMainLocation(db: Db, locationId: string): void {
  if (readSetting(db, 'mainLocationId') !== locationId) writeSetting(db, 'mainLocationId', locationId);
}
