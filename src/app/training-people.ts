// Training starts with people who work there, one of each side of the desk, so that nobody has to be added first.
import type { Db } from '../core/store/db/database.ts';
import { addStaff, listStaff } from '../core/store/desk/staff.ts';

const PEOPLE = [
  { initials: 'RT', name: 'Rosa Turner', role: 'reception' },
  { initials: 'PK', name: 'Peter Kim', role: 'phlebotomist' },
  { initials: 'MS', name: 'Mira Shah', role: 'manager' },
] as const;

/** Adds the ready people of training where nobody is known yet. They have no PIN. */
export function addTrainingPeople(db: Db, nowMs: number): void {
  if (listStaff(db).length > 0) return;
  for (const person of PEOPLE) addStaff(db, { ...person, pinHash: null }, nowMs);
}
