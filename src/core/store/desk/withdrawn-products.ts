// Products that are kept here and that the service lists no more. They stay, because registrations name them, and nobody is booked
// for them.
import type { Db } from '../db/database.ts';
import { readSetting, writeSetting } from './settings.ts';

/** The service's ids of these products. */
export function withdrawnProducts(db: Db): ReadonlySet<string> {
  return new Set(readSetting(db, 'productsWithdrawn') ?? []);
}

/** Notes that the service lists these no more. Returns whether that was new of any. */
export function noteWithdrawn(db: Db, ids: readonly string[]): boolean {
  return write(db, (known) => [...new Set([...known, ...ids])]);
}

/** Notes that the service has these to offer. Returns whether one of them was called withdrawn. */
export function noteOffered(db: Db, ids: readonly string[]): boolean {
  return write(db, (known) => [...known].filter((id) => !ids.includes(id)));
}

function write(db: Db, change: (known: ReadonlySet<string>) => readonly string[]): boolean {
  const known = withdrawnProducts(db);
  const changed = change(known);
  if (changed.length === known.size) return false;
  writeSetting(db, 'productsWithdrawn', changed);
  return true;
}
