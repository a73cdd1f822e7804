// Finds the codes in what a serial scanner sends. The bytes come in chunks that have nothing to do with the codes: one code can
// come in several, and several codes in one.
import { LONGEST_PIECE, textOfBytes, type ScannerPiece } from './scanner-piece.ts';

/** What ends a code. `mark`: carriage return, line feed, Tab or ETX; `pause`: that nothing follows for a while. */
export const SERIAL_ENDINGS = ['mark', 'pause'] as const;
export type SerialEnding = (typeof SERIAL_ENDINGS)[number];

/** Speeds that scanners can be set to, in bits a second. Most come out of their box with 9,600. */
export const BAUD_RATES = [9_600, 1_200, 2_400, 4_800, 19_200, 38_400, 57_600, 115_200] as const;
export const USUAL_BAUD_RATE = 9_600;

export interface SerialReader {
  take(bytes: Iterable<number>): ScannerPiece[];
  /** After so long without a byte {@link fallSilent} is to be called, in milliseconds. */
  readonly silenceMs: number;
  fallSilent(): ScannerPiece[];
  /** The line is gone, or bytes were lost: what had come of a code is not whole, nor is what may still come of it. */
  breakOff(): ScannerPiece[];
}

const ENDS: ReadonlySet<number> = new Set([0x0d, 0x0a, 0x09, 0x03]);
const BEGIN = 0x02;
const NOTHING = 0x00;
/** Radio and adapters hold bytes back for up to a tenth of a second. */
const PAUSE_MS = 250;
/** With an end mark a pause says nothing; after this long the mark will not come any more. */
const MARK_MISSING_MS = 1_000;

/**
 * Reads what one scanner sends.
 *
 *     const reader = createSerialReader('mark');
 *     reader.take(new TextEncoder().encode(']C0DRW-7K')); // []
 *     reader.take(new TextEncoder().encode('2M9Q\r\n')); // [{ kind: 'scan', text: ']C0DRW-7K2M9Q' }]
 */
export function createSerialReader(ending: SerialEnding): SerialReader {
  let bytes: number[] = [];
  let isTooLong = false;
  /**
   * Bytes were lost, or a code was given up because its mark did not come in time. What comes until the next mark is the rest of a code,
   * and half a code can be another person's.
   */
  let isRest = false;

  function end(how: 'scan' | 'unclear'): ScannerPiece[] {
    const [sent, wasTooLong] = [bytes, isTooLong];
    const kind = isRest ? 'unclear' : how;
    bytes = [];
    isTooLong = false;
    isRest = false;
    if (wasTooLong) return [{ kind: 'too-long' }];
    // Line feed after carriage return, and a mark that stands alone.
    if (sent.length === 0) return [];
    const text = textOfBytes(sent);
    return text === null || text.trim() === '' ? [{ kind: 'noise' }] : [{ kind, text }];
  }

  return {
    silenceMs: ending === 'mark' ? MARK_MISSING_MS : PAUSE_MS,
    take(chunk) {
      const pieces: ScannerPiece[] = [];
      for (const byte of chunk) {
        if (ENDS.has(byte)) pieces.push(...end('scan'));
        else if (byte === BEGIN) pieces.push(...end('unclear'));
        else if (byte !== NOTHING && bytes.length < LONGEST_PIECE) bytes.push(byte);
        else if (byte !== NOTHING) isTooLong = true;
      }
      return pieces;
    },
    fallSilent() {
      if (ending === 'pause') return end('scan');
      const pieces = end('unclear');
      // A line that hangs may still send what is missing. Where that never comes, one more scan is asked for.
      isRest = pieces.length > 0;
      return pieces;
    },
    breakOff() {
      const pieces = end('unclear');
      isRest = true;
      return pieces;
    },
  };
}
