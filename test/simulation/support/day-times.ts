// The parts of a simulated day, in milliseconds since its beginning.
export const MINUTE_MS = 60_000;
/**
 * In the first minutes people come and faults happen. Then the faults stop, and the desk must bring everything to its
 * end.
 */
export const TROUBLE_MS = 12 * MINUTE_MS;
/** Nobody does anything at the desk after this time. */
export const LAST_ACTION_MS = 24 * MINUTE_MS;
/** A day that has not settled by then is ended. */
export const LONGEST_DAY_MS = 5 * 60 * MINUTE_MS;
