// Where the service books a time that names no slot. The request has no field for a place, so such a time lands at the
// brand's main location; anywhere else a slot's id is needed.
import type { Db } from '../store/db/database.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import { hasSetAside } from '../store/mirror/odd-records.ts';
import { listLocations } from '../store/mirror/locations.ts';

/**
 * As an answer of the service has shown it; until then the first of its list. Null before any location is known, and while
 * a location of the list could not be read, because that one may be the first.
 */
export function mainLocationId(db: Db): string | null {
  const shown = readSetting(db, 'mainLocationId');
  if (shown !== null) return shown;
  return hasSetAside(db, 'location') ? null : (listLocations(db)[0]?.id ?? null);
}

/** Remembers where the service booked a time without a slot. */
export function learnMainLocation(db: Db, locationId: string): void {
  if (readSetting(db, 'mainLocationId') !== locationId) writeSetting(db, 'mainLocationId', locationId);
}
