// Reads for how long the service asks the desk to send nothing.

/** However long the service asks for, the desk tries again after this: a wrong header must not silence a clinic. */
export const LONGEST_RETRY_AFTER_MS = 15 * 60_000;

/**
 * Reads a Retry-After header, given in seconds or as an HTTP date. A date is compared with the answer's own Date
 * where there is one, since this machine's clock may be wrong.
 *
 * @returns milliseconds from 0 to {@link LONGEST_RETRY_AFTER_MS}; null when there is no usable header
 */
export function readRetryAfter(header: string | undefined, answeredAtMs: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_RETRY_AFTER_MS);
  const untilMs = readHttpDate(text);
  if (untilMs === null) return null;
  return Math.min(Math.max(untilMs - answeredAtMs, 0), LONGEST_RETRY_AFTER_MS);
}

/** Milliseconds since the epoch of an HTTP date such as `Tue, 03 Mar 2026 09:30:00 GMT`; null when it is none. */
export function readHttpDate(header: string | undefined): number | null {
  // Without this check Date.parse would read "1.5" as a day in 2001.
  if (header === undefined || !/^[A-Za-z]{3,9},? /.test(header.trim())) return null;
  const ms = Date.parse(header);
  return Number.isNaN(ms) ? null : ms;
}
