// Tells a scanner's burst of keys from a person's typing. Pure: keys with their times go in, decisions come out.

export interface BurstRules {
  /** The key after which a code is whole. */
  readonly suffix: 'Enter' | 'Tab' | 'none';
  /** What the site's scanners send before each code; empty when nothing. */
  readonly prefix: string;
  /** Silence after which a burst without a suffix is over, in milliseconds. */
  readonly idleMs: number;
}

export interface Keystroke {
  /** `character` carries `text`; `separator` is a control character inside a code; `other` ends any burst. */
  readonly kind: 'character' | 'separator' | 'enter' | 'tab' | 'other';
  readonly text: string;
  /** When the key was pressed, in milliseconds, by the event's own time stamp. */
  readonly timeMs: number;
  /** A key held down repeats as fast as a scanner types. */
  readonly repeat: boolean;
}

export type BurstDecision =
  | { readonly kind: 'nothing' }
  /** A code, made of the last `keyCount` characters and separators. */
  | { readonly kind: 'scan'; readonly text: string; readonly keyCount: number }
  /** The suffix key of a code that was complete already. It must not reach the page. */
  | { readonly kind: 'swallow' };

export interface BurstDetector {
  press(key: Keystroke): BurstDecision;
  /** To be called once the keys have been silent for `idleMs`. */
  fallSilent(): BurstDecision;
  /** True while the keys come as fast as a scanner's, so that a control key among them is a part of the code. */
  isFast(): boolean;
  forget(): void;
}

/** Scanners send a key every 7 to 20 ms; a fast typist needs 60 and more. */
const SCANNER_MEDIAN_GAP_MS = 35;
const SPLIT_GAP_MS = 120;
/** A gap longer than this near the beginning separates what a person typed from the scan that followed it. */
const LEADING_GAP_MS = 50;
const SHORTEST_WITH_SUFFIX = 4;
const SHORTEST_WITHOUT_SUFFIX = 6;
const LATE_SUFFIX_MS = 400;
const LONGEST = 300;

const CODE = /^(?:\u001d|\][A-Za-z][0-9A-Za-z])?[A-Za-z0-9\-_./:+%$*#,&=?~{}@\u001d]+$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;

const CAPITALS = /^[A-Z]{6,}$/;

/**
 * A code has a digit or a dash, or only capital letters (about one label code in ten has no digit). It has no blank and is no
 * e-mail address, so that ordinary words are never taken for a code.
 */
export function looksLikeCode(text: string): boolean {
  if (!CODE.test(text) || EMAIL.test(text) || !/[A-Za-z0-9]/.test(text)) return false;
  return /[\d-]/.test(text) || CAPITALS.test(text.replace(/^\][A-Za-z][0-9A-Za-z]/, ''));
}

/** Letters of one case only, as codes are printed. */
function isEvenCode(text: string): boolean {
  return looksLikeCode(text) && (text === text.toUpperCase() || text === text.toLowerCase());
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const NOTHING: BurstDecision = { kind: 'nothing' };

export function createBurstDetector(rules: BurstRules): BurstDetector {
  let keys: Keystroke[] = [];
  let takenAtMs: number | null = null;

  function gapsFrom(start: number): number[] {
    const gaps: number[] = [];
    for (let index = start + 1; index < keys.length; index += 1) {
      gaps.push((keys[index] as Keystroke).timeMs - (keys[index - 1] as Keystroke).timeMs);
    }
    return gaps;
  }

  /**
   * The index of the first key that came from the scanner; keys before it were typed by a person. If only the first gap is
   * slow and all keys together look like one code, the first key counts as part of the code: the computer was slow for a
   * moment, and a code without its first character would be worse.
   */
  function startOfBurst(): number {
    const start = startBySpeed();
    return start === 1 && isEvenCode(keys.map((key) => key.text).join('')) ? 0 : start;
  }

  function startBySpeed(): number {
    let start = 0;
    while (keys.length - start > 2) {
      const [first = 0, ...rest] = gapsFrom(start);
      if (first <= Math.max(LEADING_GAP_MS, 3 * median(rest))) break;
      start += 1;
    }
    return start;
  }

  function judge(shortest: number): BurstDecision {
    const start = startOfBurst();
    const burst = keys.slice(start);
    const text = burst.map((key) => key.text).join('');
    if (text.length < shortest || median(gapsFrom(start)) > SCANNER_MEDIAN_GAP_MS) return NOTHING;
    const framed = rules.prefix !== '' && text.startsWith(rules.prefix);
    if (!framed && !looksLikeCode(text)) return NOTHING;
    const allSame = burst.every((key) => key.text === burst[0]?.text);
    if (allSame) return NOTHING;
    keys = [];
    return { kind: 'scan', text, keyCount: burst.length };
  }

  return {
    press(key) {
      if (key.kind === 'other' || key.repeat) {
        keys = [];
        return NOTHING;
      }
      const previous = keys.at(-1);
      const isTerminator = key.kind === 'enter' || (key.kind === 'tab' && rules.suffix === 'Tab');
      if (isTerminator) {
        if (takenAtMs !== null && keys.length === 0 && key.timeMs - takenAtMs <= LATE_SUFFIX_MS) {
          takenAtMs = null;
          return { kind: 'swallow' };
        }
        const inTime = previous !== undefined && key.timeMs - previous.timeMs <= SPLIT_GAP_MS;
        const decision = inTime ? judge(SHORTEST_WITH_SUFFIX) : NOTHING;
        keys = [];
        // Scanners that end with two keys, carriage return and line feed, send the second one right after.
        if (decision.kind === 'scan') takenAtMs = key.timeMs;
        return decision;
      }
      if (key.kind === 'tab') {
        keys = [];
        return NOTHING;
      }
      takenAtMs = null;
      if (previous && (key.timeMs - previous.timeMs > SPLIT_GAP_MS || key.timeMs < previous.timeMs))
        keys = [];
      keys.push(key);
      if (keys.length > LONGEST) keys = [];
      return NOTHING;
    },
    fallSilent() {
      const lastMs = keys.at(-1)?.timeMs ?? null;
      const decision = judge(SHORTEST_WITHOUT_SUFFIX);
      keys = [];
      takenAtMs = decision.kind === 'scan' ? lastMs : null;
      return decision;
    },
    isFast() {
      return keys.length >= 3 && median(gapsFrom(startOfBurst())) <= SCANNER_MEDIAN_GAP_MS;
    },
    forget() {
      keys = [];
      takenAtMs = null;
    },
  };
}

const SHIFTED_DIGITS = ')!@#$%^&*(';
const PUNCTUATION: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
  NumpadSubtract: ['-', '-'],
  NumpadDecimal: ['.', '.'],
  NumpadDivide: ['/', '/'],
  NumpadMultiply: ['*', '*'],
  NumpadAdd: ['+', '+'],
};

/**
 * What a scanner meant by a key. Scanners type as on an American keyboard whatever this machine's layout is, so the
 * key's place counts and not the character that the layout makes of it. Null when the place says nothing.
 */
export function characterOfKey(code: string, shift: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shift ? letter : letter.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shift ? (SHIFTED_DIGITS[Number(digit)] ?? null) : digit;
  const numpad = /^Numpad(\d)$/.exec(code)?.[1];
  if (numpad !== undefined) return numpad;
  return PUNCTUATION[code]?.[shift ? 1 : 0] ?? null;
}
