// What a scanner that does not type, but sends bytes over a cable, has sent: a code, or why there is none.

export type ScannerPiece =
  /** A whole code, as it was sent: an AIM identifier and group separators are in it. */
  | { readonly kind: 'scan'; readonly text: string }
  /** It broke off, so nobody can tell whether it is whole. */
  | { readonly kind: 'unclear'; readonly text: string }
  /** Characters that no code has. With a serial scanner the speeds of the two ends mostly differ. */
  | { readonly kind: 'noise' }
  | { readonly kind: 'too-long' };

/** No code is longer; what goes on is two scanners at one line, or no scanner. In bytes. */
export const LONGEST_PIECE = 1_000;

/** What GS1 and ISO 15434 put between the parts of a code: end of transmission, file, group, record and unit separators. */
const SEPARATORS: ReadonlySet<number> = new Set([0x04, 0x1c, 0x1d, 0x1e, 0x1f]);

/** Bytes as a code; null when they hold what no code has. Scanners send ASCII or UTF-8. */
export function textOfBytes(bytes: readonly number[]): string | null {
  if (bytes.some((byte) => byte === 0x7f || (byte < 0x20 && !SEPARATORS.has(byte)))) return null;
  try {
    // The only UTF-8 decoder that is part of the language itself. It refuses what is not UTF-8.
    const text = decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
    return /[\u0080-\u009f\ufffd]/.test(text) ? null : text;
  } catch {
    return null;
  }
}
