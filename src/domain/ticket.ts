// The visit ticket: the slip with the person's number in the queue. What a site has it show, and its code.
import { deskCodeFrom } from './desk-code.ts';
import { lettersOf } from './letters.ts';
import { namePlainly, visibleName } from './person-name.ts';

/** How a ticket names the person: `OLIVER, James`, `J. O.`, or not at all. */
export const TICKET_NAMES = ['full', 'initials', 'none'] as const;
export type TicketName = (typeof TICKET_NAMES)[number];

/** What a site wants of its visit tickets. */
export interface TicketRules {
  /** Whether each check-in prints one. */
  readonly onCheckIn: boolean;
  readonly name: TicketName;
}

/** Where nobody chose: none by itself, and a waiting room learns no name. */
export const USUAL_TICKET: TicketRules = { onCheckIn: false, name: 'initials' };

/** The first letter of a name as a person counts letters; empty where the name has none. */
function initialOf(name: string): string {
  const first = lettersOf(visibleName(name)).find((letter) => /[\p{L}\p{N}]/u.test(letter));
  return first === undefined ? '' : `${first}.`;
}

/** The name as a ticket shows it; null for none. */
export function nameOnTicket(
  person: { readonly firstName: string; readonly lastName: string },
  how: TicketName,
): string | null {
  switch (how) {
    case 'full':
      return namePlainly(person);
    case 'initials':
      return [initialOf(person.firstName), initialOf(person.lastName)].filter(Boolean).join(' ') || null;
    case 'none':
      return null;
  }
}

/**
 * The code of a visit's ticket, made from a new UUID: short enough for a narrow roll, and of no form or label.
 *
 * @example ticketCodeFrom('0d6f1c1e-…') // 'V0' and nine more
 */
export const ticketCodeFrom = (uuid: string): string => deskCodeFrom('V0', uuid);
