// Roles of people in words.
import type { Role } from '../../../domain/staff.ts';

/** @example ROLE_WORDS.manager // 'site manager' */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  reception: 'reception',
  phlebotomist: 'phlebotomist',
  lead: 'lead',
  manager: 'site manager',
};

/** Whoever is at reception is called by the place. */
const ONE_OF: Readonly<Record<Role, string>> = {
  reception: 'reception',
  phlebotomist: 'a phlebotomist',
  lead: 'a lead',
  manager: 'a site manager',
};

/** Why somebody may not do something. @example neededRoleWords(['lead', 'manager']) // 'This needs a lead or a site manager.' */
export function neededRoleWords(roles: readonly Role[]): string {
  const words = roles.map((role) => ONE_OF[role]);
  const last = words.pop() ?? '';
  return `This needs ${words.length > 0 ? `${words.join(', ')} or ${last}` : last}.`;
}
