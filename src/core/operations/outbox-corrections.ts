// Corrections of changes that were typed and are not saved yet. They are kept with the desk's own data, which is encrypted,
// because they are about people; and only for a day, and while the change still needs one.
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import type { Settings } from '../store/desk/settings.ts';
import type { Db } from '../store/db/database.ts';

const KEPT_MS = 24 * 60 * 60_000;
const MOST_KEPT = 8;

const stored = (db: Db): Settings['corrections'] => readSetting(db, 'corrections') ?? [];

/** What was typed for the change; null when nothing, or when it was saved, given up or forgotten since. */
export function correctionOf(db: Db, rowId: string): string | null {
  return stored(db).find((one) => one.rowId === rowId)?.text ?? null;
}

/** Keeps what was typed for the change; `text` null forgets it. */
export function keepCorrection(
  db: Db,
  { rowId, text }: { readonly rowId: string; readonly text: string | null },
  nowMs: number,
): void {
  const before = stored(db);
  const others = before.filter((one) => one.rowId !== rowId && one.atMs > nowMs - KEPT_MS);
  if (text === null && others.length === before.length) return;
  const own = text === null ? [] : [{ rowId, text, atMs: nowMs }];
  writeSetting(db, 'corrections', [...own, ...others].slice(0, MOST_KEPT));
}
