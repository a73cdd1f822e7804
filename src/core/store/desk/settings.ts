// Small facts about this store, kept with it.
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface Settings {
  /** The location this desk works at, chosen by a person where managed settings do not say. */
  locationId: string;
  /** Where the service books a time that names no slot, as its answer showed. */
  mainLocationId: string;
  /** When writing was last tried after the disk had refused it, milliseconds since the epoch by this machine's clock. */
  diskTriedAtMs: number;
  /**
   * How old what was read is, in milliseconds, at a moment of this machine's clock (milliseconds since the epoch); null for
   * what was never read. See `pull/freshness.ts`.
   */
  boardAges: {
    visits: number | null;
    newBookings: number | null;
    everything: number | null;
    atMachineMs: number;
  };
  /**
   * Registrations known here beyond those that the service's list counted when it was last read to its end: records made
   * here that it does not list, and some that are gone.
   */
  registrationsNotListed: number;
  /** What refusals of this service look like, newest first, see `service/refusal-shapes.ts`. */
  refusalShapes: readonly string[];
  /** The site date for which the training holds were made. */
  trainingHoldsDate: string;
  /** Training only: the line was switched off by a person and stays so until one switches it on. */
  trainingOffline: boolean;
}

export function readSetting<Key extends keyof Settings>(db: Db, key: Key): Settings[Key] | null {
  const row = get<{ value: string }>(db, 'SELECT value FROM setting WHERE key = ?', [key]);
  return row ? (JSON.parse(row.value) as Settings[Key]) : null;
}

export function writeSetting<Key extends keyof Settings>(db: Db, key: Key, value: Settings[Key]): void {
  run(
    db,
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [key, JSON.stringify(value)],
  );
}
