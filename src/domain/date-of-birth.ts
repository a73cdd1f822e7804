// Which dates can be somebody's date of birth. A service that knows none may send one of the future, or its own first day.

/** Nobody is known to have lived longer, in years. New Year's Day of 1900, which some systems write for “not known”, lies before. */
export const OLDEST_YEARS = 125;

/**
 * Whether somebody who is alive on the day `today` can have been born on this day; both `YYYY-MM-DD`.
 *
 *     isPossibleBirth('1900-01-01', '2026-11-22') // false: older than anybody
 */
export function isPossibleBirth(dateOfBirth: string, today: string): boolean {
  return dateOfBirth <= today && Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) <= OLDEST_YEARS;
}

/**
 * The date as something to identify a person by: null where it cannot be theirs, as where none is known. Nobody can state such
 * a date, and on a tube it would name nobody.
 */
export function possibleBirth(dateOfBirth: string | null, today: string): string | null {
  return dateOfBirth !== null && isPossibleBirth(dateOfBirth, today) ? dateOfBirth : null;
}
