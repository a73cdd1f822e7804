// What a screen shows of a member of staff, as it goes with a change of theirs.
import { findStaff } from '../../src/core/store/desk/staff.ts';
import type { TestDesk } from './test-desk.ts';

/** Throws when there is nobody of these initials. */
export function staffShown({ parts }: TestDesk, initials: string) {
  const member = findStaff(parts.store.db, initials);
  if (!member) throw new Error(`There is no ${initials}.`);
  return { name: member.name, role: member.role, active: member.active };
}
