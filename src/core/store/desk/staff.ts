// The people who work at this desk, by their initials.
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface StaffMember {
  readonly initials: string;
  readonly name: string;
}

export function listStaff(db: Db): StaffMember[] {
  return all<StaffMember>(db, 'SELECT initials, name FROM staff ORDER BY initials');
}

export function isStaff(db: Db, initials: string): boolean {
  return get(db, 'SELECT 1 FROM staff WHERE initials = ?', [initials]) !== null;
}

/** Returns false, and changes nothing, when the initials are taken. */
export function addStaff(db: Db, member: StaffMember, nowMs: number): boolean {
  return (
    run(db, 'INSERT INTO staff (initials, name, added_at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [
      member.initials,
      member.name,
      nowMs,
    ]) === 1
  );
}
