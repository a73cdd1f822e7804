// What people and records are looked for by.

/** Characters of what is looked for. No name, no code and no product is as long. */
export const LONGEST_SEARCH = 200;

/** Nothing can be found by it, so it is not asked for; `TOO_LONG_TO_FIND` says so on the screen. */
export const isTooLongToFind = (text: string): boolean => text.trim().length > LONGEST_SEARCH;
