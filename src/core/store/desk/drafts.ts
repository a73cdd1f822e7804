// What is typed into forms and not sent yet, one row for each form of a window and whoever typed it there.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A form that nobody has come back to within a working day is forgotten. */
export const DRAFT_KEPT_MS = 12 * 60 * 60_000;
/** Windows are opened all day and never come back; so the forms kept at once are limited, the latest ones staying. */
const MOST_DRAFTS = 200;

export interface Draft {
  readonly windowId: string;
  /** Initials of whoever has signed in; `''` where nobody signs in. */
  readonly person: string;
  readonly form: string;
  /** As the screen wrote it; the engine does not read it. */
  readonly text: string;
  readonly keptAtMs: number;
}

type Place = Pick<Draft, 'windowId' | 'person'>;

/** What a person has typed at a window and was kept after an instant (milliseconds since the epoch), the latest first. */
export function listDrafts(
  db: Db,
  { windowId, person }: Place,
  afterMs: number,
): Pick<Draft, 'form' | 'text' | 'keptAtMs'>[] {
  return all<{ form: string; text: string; kept_at_ms: number }>(
    db,
    `SELECT form, text, kept_at_ms FROM draft WHERE window_id = ? AND person = ? AND kept_at_ms > ?
     ORDER BY kept_at_ms DESC`,
    [windowId, person, afterMs],
  ).map(({ form, text, kept_at_ms: keptAtMs }) => ({ form, text, keptAtMs }));
}

export function keepDraft(db: Db, draft: Draft): void {
  run(
    db,
    `INSERT INTO draft (window_id, person, form, text, kept_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (window_id, person, form) DO UPDATE SET text = excluded.text, kept_at_ms = excluded.kept_at_ms`,
    [draft.windowId, draft.person, draft.form, draft.text, draft.keptAtMs],
  );
  run(
    db,
    'DELETE FROM draft WHERE rowid IN (SELECT rowid FROM draft ORDER BY kept_at_ms DESC LIMIT -1 OFFSET ?)',
    [MOST_DRAFTS],
  );
}

export function forgetDraft(db: Db, { windowId, person }: Place, form: string): void {
  run(db, 'DELETE FROM draft WHERE window_id = ? AND person = ? AND form = ?', [windowId, person, form]);
}

/** Forgets what is kept of a form, unless something else stands in it by now. */
export function forgetDraftAsSent(db: Db, { windowId, person, form, text }: Omit<Draft, 'keptAtMs'>): void {
  run(db, 'DELETE FROM draft WHERE window_id = ? AND person = ? AND form = ? AND text = ?', [
    windowId,
    person,
    form,
    text,
  ]);
}

/** Removes what was kept before an instant (milliseconds since the epoch), `limit` at most. Returns how many. */
export function forgetOldDrafts(db: Db, beforeMs: number, limit: number): number {
  return run(
    db,
    'DELETE FROM draft WHERE rowid IN (SELECT rowid FROM draft WHERE kept_at_ms < ? ORDER BY kept_at_ms LIMIT ?)',
    [beforeMs, limit],
  );
}
