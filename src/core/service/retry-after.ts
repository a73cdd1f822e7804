// Reads for how long the service asks the desk to send nothing.

/** However long the service asks for, the desk tries again after this: a wrong header must not silence a clinic. */
export const LONGEST_RETRY_AFTER_MS = 15 * 60_000;

/**
 * Nobody limits requests for longer than a day. A longer wait is a mistake (a year such as 2099, milliseconds taken
 * for seconds), and to keep quiet for it as long as the desk ever does would cost a clinic its view for nothing.
 */
const LONGEST_MEANT_MS = 24 * 60 * 60_000;

/**
 * Reads a Retry-After header, given in seconds or as an HTTP date. A date is compared with the answer's own Date
 * where there is one, since this machine's clock may be wrong.
 *
 * @returns milliseconds from 0 to {@link LONGEST_RETRY_AFTER_MS}; null when there is no usable header, or one that
 * asks for more than a day
 */
export function readRetryAfter(header: string | undefined, answeredAtMs: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return usableWait(Number(text) * 1000);
  const untilMs = readHttpDate(text);
  return untilMs === null ? null : usableWait(untilMs - answeredAtMs);
}

const usableWait = (waitMs: number): number | null =>
  waitMs > LONGEST_MEANT_MS ? null : Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);

/** Milliseconds since the epoch of an HTTP date such as `Tue, 03 Mar 2026 09:30:00 GMT`; null when it is none. */
export function readHttpDate(header: string | undefined): number | null {
  // Without this check Date.parse would read "1.5" as a day in 2001.
  if (header === undefined || !/^[A-Za-z]{3,9},? /.test(header.trim())) return null;
  const ms = Date.parse(header);
  return Number.isNaN(ms) ? null : ms;
}
