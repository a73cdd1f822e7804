// A bar-code scanner that types: sends real key events, quickly, to the element that has the focus.
import type { Page } from '@playwright/test';

/** The key that a scanner with a US layout presses for a character, and whether it holds shift. */
function keyOf(character: string): {
  readonly code: string;
  readonly keyCode: number;
  readonly shift: boolean;
} {
  const upper = character.toUpperCase();
  if (/[A-Z]/.test(upper)) {
    return { code: `Key${upper}`, keyCode: upper.charCodeAt(0), shift: character === upper };
  }
  if (/\d/.test(character))
    return { code: `Digit${character}`, keyCode: character.charCodeAt(0), shift: false };
  const other = OTHER_KEYS[character];
  if (!other) throw new Error(`This scanner has no key for "${character}".`);
  return other;
}

const OTHER_KEYS: Readonly<Record<string, { code: string; keyCode: number; shift: boolean }>> = {
  '-': { code: 'Minus', keyCode: 189, shift: false },
  _: { code: 'Minus', keyCode: 189, shift: true },
  '.': { code: 'Period', keyCode: 190, shift: false },
  '/': { code: 'Slash', keyCode: 191, shift: false },
  ':': { code: 'Semicolon', keyCode: 186, shift: true },
  '+': { code: 'Equal', keyCode: 187, shift: true },
  ']': { code: 'BracketRight', keyCode: 221, shift: false },
  ' ': { code: 'Space', keyCode: 32, shift: false },
};

const SUFFIX_KEYS = {
  Enter: { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' },
  Tab: { key: 'Tab', code: 'Tab', keyCode: 9, text: '' },
} as const;

const SUFFIXES = { Enter: ['Enter'], EnterTwice: ['Enter', 'Enter'], Tab: ['Tab'], none: [] } as const;

const SHIFT_MODIFIER = 8;

export interface ScanOptions {
  /** The keys after the code. `EnterTwice`: carriage return and line feed, each as one press of Enter. */
  readonly suffix?: 'Enter' | 'EnterTwice' | 'Tab' | 'none';
  /** Time between two keys, as the events' timestamps say, in milliseconds. Scanners need 7 to 20 ms. */
  readonly gapMs?: number;
  /** A letter on whose key something lies: it repeats while the code comes. */
  readonly heldKey?: string;
}

export interface KeyEvent {
  readonly type: 'keyDown' | 'rawKeyDown' | 'keyUp';
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly modifiers?: number;
  readonly text?: string;
  readonly autoRepeat?: boolean;
}

/** The key events for a code, in which `\t` is Tab: one group for each character and one for each key of the suffix. */
export function keyEventsOf(code: string, suffix: NonNullable<ScanOptions['suffix']>): KeyEvent[][] {
  const press = (name: 'Enter' | 'Tab'): KeyEvent[] => {
    const { key, code: place, keyCode, text } = SUFFIX_KEYS[name];
    const event = { key, code: place, windowsVirtualKeyCode: keyCode };
    return [
      { type: text ? 'keyDown' : 'rawKeyDown', ...event, ...(text ? { text } : {}) },
      { type: 'keyUp', ...event },
    ];
  };
  const groups: KeyEvent[][] = [...code].map((character) => {
    if (character === '\t') return press('Tab');
    const { code: place, keyCode, shift } = keyOf(character);
    const modifiers = shift ? SHIFT_MODIFIER : 0;
    const key = { key: character, code: place, windowsVirtualKeyCode: keyCode, modifiers };
    const shiftKey = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 };
    return [
      ...(shift ? [{ type: 'rawKeyDown' as const, ...shiftKey, modifiers }] : []),
      { type: 'keyDown', ...key, text: character },
      { type: 'keyUp', ...key },
      ...(shift ? [{ type: 'keyUp' as const, ...shiftKey, modifiers: 0 }] : []),
    ];
  });
  for (const name of SUFFIXES[suffix]) groups.push(press(name));
  return groups;
}

function repeatOf(letter: string): KeyEvent[] {
  const { code, keyCode } = keyOf(letter);
  return [
    { type: 'keyDown', key: letter, code, windowsVirtualKeyCode: keyCode, text: letter, autoRepeat: true },
  ];
}

/**
 * So long a hand takes from a key, or from the code before, to the scanner's trigger: keys that follow the last one within a few
 * milliseconds are rightly taken for the rest of one code.
 */
const SHORTEST_REACH_MS = 200;

/**
 * Scans `code` on a page. Resolves when all key events were sent.
 *
 * @example await scan(page, 'DRW-7K2M9Q', { suffix: 'Tab' })
 */
export async function scan(page: Page, code: string, options: ScanOptions = {}): Promise<void> {
  const { suffix = 'Enter', gapMs = 10, heldKey = null } = options;
  const repeats = heldKey === null ? [] : repeatOf(heldKey);
  const session = await page.context().newCDPSession(page);
  const sent: Promise<unknown>[] = [];
  // The events have timestamps of their own, so that a scan still looks like a scan on a slow test machine. The suffix
  // has the present time, the keys of the code earlier times, but none before this call: what the spec has pressed comes first.
  const lastsMs = code.length * gapMs;
  await new Promise((pulled) => setTimeout(pulled, SHORTEST_REACH_MS + lastsMs));
  let timestamp = (Date.now() - lastsMs) / 1_000;
  for (const [at, group] of keyEventsOf(code, suffix).entries()) {
    for (const event of at % 3 === 1 ? [...repeats, ...group] : group)
      sent.push(session.send('Input.dispatchKeyEvent', { ...event, timestamp }));
    timestamp += gapMs / 1_000;
  }
  await Promise.all(sent);
  await session.detach();
}
