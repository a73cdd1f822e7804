// Small facts about this store, kept with it.
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface Settings {
  /** The location this desk works at, chosen by a person where managed settings do not say. */
  locationId: string;
  /** Where the service books a time that names no slot, as its answer showed. */
  mainLocationId: string;
  /** When the service's lists were last read to the end, milliseconds since the epoch. */
  fullPullAtMs: number;
  /** When writing was last tried after the disk had refused it, milliseconds since the epoch by this machine's clock. */
  diskTriedAtMs: number;
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
