// The people who work at this desk, by their initials.
import type { Db } from '../db/database.ts';

export interface StaffMember {
  readonly initials: string;
  readonly name: string;
}

export function listStaff(db: Db): StaffMember[] {
  return db.prepare('SELECT initials, name FROM staff ORDER BY initials').all() as StaffMember[];
}

export function isStaff(db: Db, initials: string): boolean {
  return db.prepare('SELECT 1 FROM staff WHERE initials = ?').get(initials) !== undefined;
}

/** Returns false, and changes nothing, when the initials are taken. */
export function addStaff(db: Db, member: StaffMember, nowMs: number): boolean {
  return (
    db
      .prepare('INSERT INTO staff (initials, name, added_at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(member.initials, member.name, nowMs).changes === 1
  );
}
