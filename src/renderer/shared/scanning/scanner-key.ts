// Which character a scanner means by a key.

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

/** The character of a pressed key; null for a key that gives none, such as an arrow or one pressed with Ctrl. */
export function characterOfEvent(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const placed = characterOfKey(event.code, event.shiftKey);
  const shown = event.key.length === 1 ? event.key : null;
  // Where the key's place and the keyboard layout give the same letter, the layout knows whether it is a capital (caps lock).
  return placed !== null && placed.toLowerCase() !== shown?.toLowerCase() ? placed : (shown ?? placed);
}

/** The digit of a key of the number pad that is pressed with Alt: some scanners send each character as its number in that way. Else null. */
export const digitWithAlt = ({ altKey, code }: Pick<KeyboardEvent, 'altKey' | 'code'>): string | null =>
  altKey ? (/^Numpad(\d)$/.exec(code)?.[1] ?? null) : null;
