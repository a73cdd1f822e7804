// How a site's scanners type: what they put before and after a code, the key they end with, and how long they may pause. Learned from
// the scan of a sheet whose text is known.

export const SCANNER_END_KEYS = ['Enter', 'Tab', 'none'] as const;

export interface ScannerRules {
  /** What stands before each code; empty when nothing. */
  readonly prefix: string;
  /** What stands after each code, before the end key; empty when nothing. */
  readonly trailer: string;
  /** The key after which a code is whole. */
  readonly suffix: (typeof SCANNER_END_KEYS)[number];
  /** The longest pause within a code, in milliseconds; a code without an end key is over after it. */
  readonly idleMs: number;
}

/** How most scanners come out of their box. */
export const USUAL_SCANNER: ScannerRules = { prefix: '', trailer: '', suffix: 'Enter', idleMs: 150 };

/** The text of the bars on the sheet: each character of a code that keyboard layouts have in different places, and before them some that all have in one. */
export const LEARNING_TEXT = 'DESK-QWAZYM07';
/** That of older versions. It told nothing of the layout, and may still lie printed at a desk. */
const OLD_LEARNING_TEXT = 'DRAWDESK-7K2';
/**
 * As which other characters those of the sheet come from a scanner that types for another layout: German, Swiss and Hungarian (Z and Y,
 * 0), French and Belgian (A, Q, Z, W, M, the digits with Shift), and those that have the hyphen elsewhere, as Spanish, Turkish and Nordic ones.
 */
const IN_OTHER_LAYOUTS: Readonly<Record<string, string>> = {
  '-': '/6=',
  Q: 'A',
  W: 'Z',
  A: 'Q',
  Z: 'WY',
  Y: 'Z',
  M: ';:',
  '0': ')`',
  '7': '&',
};
/** What comes of the sheet where each character is sent as Alt and the digits of its number: the numbers, with or without leading zeros. */
const IN_NUMBERS = new RegExp(
  [...LEARNING_TEXT]
    .map((character) => `0*(?:${character.charCodeAt(0)}|${character.toLowerCase().charCodeAt(0)})`)
    .join(''),
);
/** Longer additions than this are no settings of a scanner, but two scans in one or keys of a person. */
export const LONGEST_ADDITION = 8;

/** What a window measured while the sheet was scanned. */
export interface SheetScan {
  /** All characters up to the end key. */
  readonly typed: string;
  readonly endKey: ScannerRules['suffix'];
  /** The longest and the middle one of the pauses between two keys, in milliseconds. */
  readonly longestPauseMs: number;
  readonly medianPauseMs: number;
}

/**
 * `not-whole`: the sheet's text is not in it exactly once; `too-long`: more stands around it than a scanner adds; `other-layout`: the
 * scanner types for a keyboard of another layout, so codes would be misread; `in-numbers`: it sends each character as Alt and a number,
 * and no scan of it would be noticed; `old-sheet`: that of an older version was scanned.
 */
export type LearningProblem =
  'not-whole' | 'too-long' | 'too-slow' | 'other-layout' | 'in-numbers' | 'old-sheet';

export type Learned =
  { readonly rules: ScannerRules; readonly needsSign: boolean } | { readonly problem: LearningProblem };

/** No pace beyond this is told from a person's, whatever is set. */
const SLOWEST_MEDIAN_MS = 120;
const LONGEST_PAUSE_MS = 500;
/** Below this pace a scanner is known by its speed; above it only by a sign before each code. */
const KNOWN_BY_SPEED_MS = 35;
const SHORTEST_IDLE_MS = 150;
const LONGEST_IDLE_MS = 1_000;
/** The symbology identifier, which differs from one kind of bar code to the next, so that it is no fixed prefix. It stands before what is set, or behind. */
const AIM_IDENTIFIER = /^\][A-Za-z][0-9A-Za-z]|\][A-Za-z][0-9A-Za-z]$/;

/** Whether nobody begins a name, a date or a number with this. */
export const beginsWithSign = (text: string): boolean => /^[^\p{L}\p{N}\s]/u.test(text);

const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '');

/** Whether the text of the sheet is somewhere in it, with some characters as they come from a scanner of another layout. */
function isOfOtherLayout(typed: string): boolean {
  const wanted = [...LEARNING_TEXT];
  return [...typed].some((_, at) =>
    wanted.every((character, index) => {
      const sent = typed[at + index];
      return sent === character || (sent !== undefined && IN_OTHER_LAYOUTS[character]?.includes(sent));
    }),
  );
}

/** Why nothing is learned from it, where the text of the sheet is not in it exactly once. */
function problemOfText(typed: string): LearningProblem {
  if (typed.includes(OLD_LEARNING_TEXT)) return 'old-sheet';
  if (IN_NUMBERS.test(typed)) return 'in-numbers';
  return !typed.includes(LEARNING_TEXT) && isOfOtherLayout(typed) ? 'other-layout' : 'not-whole';
}

/**
 * What a scan of the sheet tells of the scanner. `needsSign`: it is as slow as a person, and should be set to send a sign such as `~`
 * before each code.
 *
 *     learnScanner({ typed: '~DESK-QWAZYM07', endKey: 'Tab', longestPauseMs: 14, medianPauseMs: 9 })
 *     // { rules: { prefix: '~', trailer: '', suffix: 'Tab', idleMs: 150 }, needsSign: false }
 */
export function learnScanner(scan: SheetScan): Learned {
  // Some scanners send the other case; codes are looked up in any.
  const typed = scan.typed.toUpperCase();
  const at = typed.indexOf(LEARNING_TEXT);
  if (typed.length !== scan.typed.length || at < 0 || typed.lastIndexOf(LEARNING_TEXT) !== at) {
    return { problem: problemOfText(typed) };
  }
  if (scan.medianPauseMs > SLOWEST_MEDIAN_MS || scan.longestPauseMs > LONGEST_PAUSE_MS) {
    return { problem: 'too-slow' };
  }
  const prefix = withoutControls(scan.typed.slice(0, at)).replace(AIM_IDENTIFIER, '');
  const trailer = withoutControls(scan.typed.slice(at + LEARNING_TEXT.length));
  if (prefix.length > LONGEST_ADDITION || trailer.length > LONGEST_ADDITION) return { problem: 'too-long' };
  // Twice the longest pause, because the next scan may stutter more than this one.
  const wantedMs = Math.ceil((scan.longestPauseMs * 2) / 10) * 10;
  const idleMs = Math.min(LONGEST_IDLE_MS, Math.max(SHORTEST_IDLE_MS, wantedMs));
  const needsSign = scan.medianPauseMs > KNOWN_BY_SPEED_MS && !beginsWithSign(prefix);
  return { rules: { prefix, trailer, suffix: scan.endKey, idleMs }, needsSign };
}
