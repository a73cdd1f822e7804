// A code that was read again before a pause told where it ended: what came is the same code several times in a row.
import { recogniseScan, type ScannerFrame } from './scan-text.ts';

/** A shorter one may be a part of another code that repeats itself. */
const SHORTEST = 6;

/**
 * What was read each time, with all that the scanner puts before and after it; null where the text is nothing several times over. Only a
 * look-up tells whether that is a code, and whether the whole is one of its own.
 *
 *     readOnce('DRW-7K2M9QDRW-7K2M9Q', { prefix: '', trailer: '' }) // 'DRW-7K2M9Q'
 */
export function readOnce(raw: string, scanner: ScannerFrame): string | null {
  const once = periodOf(raw) ?? periodOf(raw.replace(/\p{Cc}+$/u, ''));
  if (once === null) return null;
  const [code = ''] = recogniseScan(once, scanner).candidates;
  return code.length >= SHORTEST ? once : null;
}

/** The shortest text of which this one is several; null where it is none but itself. */
function periodOf(text: string): string | null {
  const length = `${text}${text}`.indexOf(text, 1);
  return length > 0 && length < text.length ? text.slice(0, length) : null;
}
