// Numbers of many digits as people read them. `Intl` writes them alike, but the first use in a window loads the browser's data of a
// language, for which a list that opens would wait longer than for its rows.

/** A whole number with a comma before each three digits. @example groupedDigits(100_000) // '100,000' */
export const groupedDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
