// The people who work at a site: their roles, what a PIN must be, and how long a wrong one makes somebody wait.
import { hasHiddenCharacters } from './person-name.ts';

/** From the one who may do least to the one who may do everything; `permissions.ts` says what. */
export const ROLES = ['reception', 'phlebotomist', 'lead', 'manager'] as const;
/** What somebody is here for. `lead`: all work with patients; `manager`: the site manager, also people and settings. */
export type Role = (typeof ROLES)[number];

/** How the people of a desk say who they are: by choosing their initials, or by a PIN. */
export const SIGN_IN_WAYS = ['initials', 'pin'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/**
 * What a staff badge is good for, where people sign in: `off`: nothing; `choose`: whose badge was scanned is chosen, and types their
 * PIN; `sign-in`: they are signed in, where nobody could guess the badge's code, see {@link BADGE_ALONE_LENGTH}.
 */
export const BADGE_USES = ['off', 'choose', 'sign-in'] as const;
export type BadgeUse = (typeof BADGE_USES)[number];
export const USUAL_BADGE_USE: BadgeUse = 'choose';

export const SHORTEST_BADGE = 4;
/** A shorter code may be a number that colleagues know, and anybody can print: it never signs in without a PIN. */
export const BADGE_ALONE_LENGTH = 12;

/**
 * What tells a badge's code from other codes without telling the code: how long it is, and whether it has digits alone.
 *
 *     badgeShape('00471188') // 'digits 8'
 */
export const badgeShape = (code: string): string =>
  `${/^\d+$/.test(code) ? 'digits' : 'signs'} ${code.length}`;

/** Whether somebody can be named so in the activity: two to four letters. */
export const isInitials = (text: string): boolean => /^\p{L}{2,4}$/u.test(text);

export const LONGEST_STAFF_NAME = 80;

/**
 * What is wrong with the name of a member of staff; null when nothing is. `none`: characters without width alone are no name;
 * `hidden`: a mark that turns writing round would make every list say something else.
 */
export function staffNameProblem(text: string): 'none' | 'hidden' | 'too-long' | null {
  const name = text.trim();
  if (!/[\p{L}\p{N}]/u.test(name)) return 'none';
  if (hasHiddenCharacters(name)) return 'hidden';
  return name.length > LONGEST_STAFF_NAME ? 'too-long' : null;
}

export const SHORTEST_PIN = 4;
export const LONGEST_PIN = 12;

/** Whether a text may be somebody's PIN; it may be another number as well. */
export const mayBePin = (text: string): boolean =>
  new RegExp(`^\\d{${SHORTEST_PIN},${LONGEST_PIN}}$`).test(text.trim());

/** What is wrong with a new PIN. `guessable`: one digit over and over, or digits that follow one another. */
export type PinProblem = 'length' | 'digits' | 'guessable';

/**
 * What is wrong with a PIN that somebody wants to have; null when nothing is.
 *
 *     pinProblem('1234') // 'guessable'
 */
export function pinProblem(pin: string): PinProblem | null {
  if (!/^\d*$/.test(pin)) return 'digits';
  if (pin.length < SHORTEST_PIN || pin.length > LONGEST_PIN) return 'length';
  const steps = new Set(Array.from(pin.slice(1), (digit, index) => Number(digit) - Number(pin[index])));
  const [only] = steps;
  return steps.size === 1 && only !== undefined && Math.abs(only) <= 1 ? 'guessable' : null;
}

/** So many wrong PINs in a row are a person's own mistakes; from then on each one has to be waited for. */
export const FREE_TRIES = 3;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * How long nobody can sign in as somebody after so many wrong PINs in a row, in milliseconds.
 *
 *     pinWaitMs(2) // 0
 *     pinWaitMs(4) // 30_000
 */
export function pinWaitMs(wrongPins: number): number {
  if (wrongPins < FREE_TRIES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (wrongPins - FREE_TRIES), LONGEST_WAIT_MS);
}

/** So many unknown badges in a row at one desk are tubes and forms that were scanned while it was locked. */
const FREE_BADGES = 10;

/**
 * How long no badge is looked at a desk after so many unknown ones in a row, in milliseconds.
 *
 *     badgeWaitMs(9) // 0
 *     badgeWaitMs(11) // 30_000
 */
export const badgeWaitMs = (unknown: number): number => pinWaitMs(unknown - FREE_BADGES + FREE_TRIES);
