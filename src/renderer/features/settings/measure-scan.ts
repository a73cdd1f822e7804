// What the keys of a scan tell of the scanner: the text, the end key, the pauses. Pure.
import type { SheetScan } from '../../../domain/scanner.ts';

export interface SheetKey {
  readonly text: string;
  /** When the key was pressed, in milliseconds, by the event's own time stamp. */
  readonly timeMs: number;
}

/** @example measureScan([{ text: 'A', timeMs: 0 }, { text: 'B', timeMs: 9 }], 'Enter').longestPauseMs // 9 */
export function measureScan(keys: readonly SheetKey[], endKey: SheetScan['endKey']): SheetScan {
  const pauses = keys
    .slice(1)
    .map((key, index) => Math.max(0, key.timeMs - (keys[index]?.timeMs ?? key.timeMs)))
    .sort((a, b) => a - b);
  return {
    typed: keys.map(({ text }) => text).join(''),
    endKey,
    longestPauseMs: Math.round(pauses.at(-1) ?? 0),
    medianPauseMs: Math.round(pauses[Math.floor(pauses.length / 2)] ?? 0),
  };
}
