// Small facts about this store, kept with it.
import type { Db } from '../db/database.ts';

export interface Settings {
  /** The location this desk works at, chosen by a person where managed settings do not say. */
  locationId: string;
  /** When the service's lists were last read to the end, milliseconds since the epoch. */
  fullPullAtMs: number;
  /** The site date for which the training holds were made. */
  trainingHoldsDate: string;
  /** Training only: the line was switched off by a person and stays so until one switches it on. */
  trainingOffline: boolean;
}

export function readSetting<Key extends keyof Settings>(db: Db, key: Key): Settings[Key] | null {
  const row = db.prepare('SELECT value FROM setting WHERE key = ?').get(key) as { value: string } | undefined;
  return row ? (JSON.parse(row.value) as Settings[Key]) : null;
}

export function writeSetting<Key extends keyof Settings>(db: Db, key: Key, value: Settings[Key]): void {
  db.prepare(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  ).run(key, JSON.stringify(value));
}
