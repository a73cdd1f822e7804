// A scanner's burst told from typing: timing, suffixes, and what must stay typed text.
import { describe, expect, it } from 'vitest';
import { looksLikeCode } from '../../../src/renderer/app/code-shape.ts';
import {
  createBurstDetector,
  type BurstDecision,
  type BurstDetector,
  type BurstRules,
} from '../../../src/renderer/app/scan-burst.ts';
import { characterOfKey } from '../../../src/renderer/shared/scanning/scanner-key.ts';

const RULES: BurstRules = { suffix: 'Enter', prefix: '', trailer: '', idleMs: 150 };

/** Types `text` with the given gap before each key; returns the time of the last one. */
function type(
  detector: BurstDetector,
  text: string,
  timing: { fromMs: number; gapMs: number | number[] },
): number {
  let timeMs = timing.fromMs;
  [...text].forEach((character, index) => {
    if (index > 0) timeMs += Array.isArray(timing.gapMs) ? (timing.gapMs[index - 1] ?? 10) : timing.gapMs;
    const decision = detector.press({
      kind: 'character',
      text: character,
      timeMs,
      repeat: false,
      inText: true,
    });
    expect(decision.kind).toBe('nothing');
  });
  return timeMs;
}

function enter(detector: BurstDetector, timeMs: number): BurstDecision {
  return detector.press({ kind: 'enter', text: '', timeMs, repeat: false, inText: true });
}

describe('a burst with its suffix', () => {
  it.each([0, 5])(
    'that is longer than any code is asked for again, with all of its keys; %i typed before',
    (typed) => {
      const detector = createBurstDetector(RULES);
      const typedAtMs = type(detector, 'Olive'.slice(0, typed), { fromMs: 1_000, gapMs: 120 });
      const long = 'ANSI-636000080002DL00410278'.repeat(40);
      const last = type(detector, long, { fromMs: typedAtMs + 400, gapMs: 10 });
      expect(enter(detector, last + 10)).toMatchObject({ kind: 'unclear', keyCount: long.length });
    },
  );

  it('is a scan at 7 to 20 ms a key', () => {
    for (const gapMs of [7, 12, 20, 33]) {
      const detector = createBurstDetector(RULES);
      const last = type(detector, 'DRW-7K2M9Q', { fromMs: 1_000, gapMs });
      expect(enter(detector, last + gapMs)).toEqual({ kind: 'scan', text: 'DRW-7K2M9Q', keyCount: 10 });
    }
  });

  it('is a scan in spite of one key that came late', () => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, 'ATEN4J7H', { fromMs: 0, gapMs: [10, 10, 10, 95, 10, 10, 10] });
    expect(enter(detector, last + 10)).toMatchObject({ kind: 'scan', text: 'ATEN4J7H' });
  });

  it('leaves out what a person typed just before it', () => {
    const detector = createBurstDetector(RULES);
    const before = type(detector, 'ol', { fromMs: 0, gapMs: 110 });
    const last = type(detector, 'DRW-7K2M9Q', { fromMs: before + 90, gapMs: 11 });
    expect(enter(detector, last + 11)).toEqual({ kind: 'scan', text: 'DRW-7K2M9Q', keyCount: 10 });
  });

  it('may begin with blanks, which are the scanner’s keys and no part of the code', () => {
    for (const [blanks, suffix] of [
      [' ', 'Enter'],
      ['  ', 'Enter'],
      [' ', 'none'],
    ] as const) {
      const detector = createBurstDetector({ ...RULES, suffix });
      const last = type(detector, `${blanks}DRW-7K2M9Q`, { fromMs: 0, gapMs: 10 });
      const decision = suffix === 'none' ? detector.fallSilent() : enter(detector, last + 10);
      expect(decision).toEqual({ kind: 'scan', text: 'DRW-7K2M9Q', keyCount: 10 + blanks.length });
    }
    // A person's word and blank before a scan stay in the field.
    const typed = createBurstDetector(RULES);
    const before = type(typed, 'anna ', { fromMs: 0, gapMs: 110 });
    const last = type(typed, ' DRW-7K2M9Q', { fromMs: before + 210, gapMs: 10 });
    expect(enter(typed, last + 10)).toEqual({ kind: 'scan', text: 'DRW-7K2M9Q', keyCount: 11 });
    // A blank within it is none of a code; nothing is taken for the whole.
    const divided = createBurstDetector(RULES);
    const end = type(divided, 'DRW 7K2M9Q', { fromMs: 0, gapMs: 10 });
    expect(enter(divided, end + 10).kind).toBe('nothing');
  });

  it('keeps its first character when only that one came early', () => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, 'DRW-7K2M9Q', { fromMs: 0, gapMs: [80, 10, 10, 10, 10, 10, 10, 10, 10] });
    expect(enter(detector, last + 10)).toMatchObject({ text: 'DRW-7K2M9Q', keyCount: 10 });
  });

  it('is whole where a busy computer brings keys late: their own times tell, not the silence here', () => {
    for (const suffix of ['Enter', 'none'] as const) {
      for (const at of [1, 2, 4]) {
        const detector = createBurstDetector({ ...RULES, suffix });
        const before = type(detector, 'DRW-7K2M9Q'.slice(0, at), { fromMs: 0, gapMs: 10 });
        expect(detector.fallSilent().kind).toBe('nothing');
        const last = type(detector, 'DRW-7K2M9Q'.slice(at), { fromMs: before + 10, gapMs: 10 });
        expect(enter(detector, last + 10)).toEqual({ kind: 'scan', text: 'DRW-7K2M9Q', keyCount: 10 });
      }
    }
    const suffixLate = createBurstDetector(RULES);
    const last = type(suffixLate, 'DRW-', { fromMs: 0, gapMs: 10 });
    suffixLate.fallSilent();
    // An arrow or a pressed button between them is a person's: nothing is taken up.
    suffixLate.press({ kind: 'other', text: '', timeMs: last + 5, repeat: false, inText: true });
    const rest = type(suffixLate, '7K2M9Q', { fromMs: last + 10, gapMs: 10 });
    expect(enter(suffixLate, rest + 10).kind).toBe('unclear');
  });

  it('starts afresh after a pause, unless what came before it may be the beginning of the code', () => {
    const typed = createBurstDetector(RULES);
    const word = type(typed, 'smith', { fromMs: 0, gapMs: 110 });
    const scanned = type(typed, 'DRW-7K2M9Q', { fromMs: word + 501, gapMs: 10 });
    expect(enter(typed, scanned + 10)).toMatchObject({ kind: 'scan', text: 'DRW-7K2M9Q' });

    for (const beginning of ['D', 'DR', 'DRW-7']) {
      const broken = createBurstDetector(RULES);
      const first = type(broken, beginning, { fromMs: 0, gapMs: 10 });
      const rest = 'DRW-7K2M9Q'.slice(beginning.length);
      const last = type(broken, rest, { fromMs: first + 501, gapMs: 10 });
      expect(enter(broken, last + 10)).toEqual({ kind: 'unclear', text: rest, keyCount: rest.length });
    }
  });

  it('ends with Tab as well, which typing before it does not', () => {
    const tabbed = createBurstDetector({ ...RULES, suffix: 'Tab' });
    const last = type(tabbed, 'DRW-7K2M9Q', { fromMs: 0, gapMs: 10 });
    const tab = { kind: 'tab', text: '', timeMs: last + 10, repeat: false, inText: true } as const;
    expect(tabbed.press(tab).kind).toBe('scan');

    const entered = createBurstDetector(RULES);
    type(entered, 'DRW-7K2M9Q', { fromMs: 0, gapMs: 10 });
    expect(entered.press(tab)).toMatchObject({ kind: 'scan', text: 'DRW-7K2M9Q' });

    const typed = createBurstDetector(RULES);
    type(typed, 'DRW-7K2M9Q', { fromMs: 0, gapMs: 90 });
    expect(typed.press({ ...tab, timeMs: 9 * 90 + 80 }).kind).toBe('nothing');
    expect(typed.fallSilent().kind).toBe('nothing');
  });

  it('takes two scans one after the other as two', () => {
    const detector = createBurstDetector(RULES);
    const first = type(detector, 'DRW-AAAA11', { fromMs: 0, gapMs: 9 });
    expect(enter(detector, first + 9)).toMatchObject({ text: 'DRW-AAAA11' });
    const second = type(detector, 'DRW-BBBB22', { fromMs: first + 60, gapMs: 9 });
    expect(enter(detector, second + 9)).toMatchObject({ text: 'DRW-BBBB22' });
  });

  it('takes any text after the configured prefix as a code', () => {
    const detector = createBurstDetector({ ...RULES, prefix: '~' });
    const last = type(detector, '~ABCDEF', { fromMs: 0, gapMs: 10 });
    expect(enter(detector, last + 10)).toMatchObject({ kind: 'scan', text: '~ABCDEF' });
  });

  it('takes a code with a trailer that is in no code', () => {
    const scanned = (trailer: string) => {
      const detector = createBurstDetector({ ...RULES, trailer });
      return enter(detector, type(detector, 'DRW-7K2M9Q;', { fromMs: 0, gapMs: 10 }) + 10);
    };
    expect(scanned(';')).toMatchObject({ kind: 'scan', text: 'DRW-7K2M9Q;' });
    expect(scanned('').kind).not.toBe('scan');
  });
});

describe('a burst that ends with two keys', () => {
  it('swallows the second one, and leaves a later key alone', () => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, 'DRW-7K2M9Q', { fromMs: 0, gapMs: 10 });
    expect(enter(detector, last + 10).kind).toBe('scan');
    expect(enter(detector, last + 20).kind).toBe('swallow');
    expect(enter(detector, last + 30).kind).toBe('nothing');
  });

  it('leaves a key that a person presses afterwards alone', () => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, 'DRW-7K2M9Q', { fromMs: 0, gapMs: 10 });
    expect(enter(detector, last + 10).kind).toBe('scan');
    expect(enter(detector, last + 1_000).kind).toBe('nothing');
  });
});

describe('a burst without a suffix', () => {
  it('is a scan once no more keys come', () => {
    const detector = createBurstDetector({ ...RULES, suffix: 'none' });
    type(detector, 'DRW-7K2M9Q', { fromMs: 0, gapMs: 10 });
    expect(detector.fallSilent()).toEqual({ kind: 'scan', text: 'DRW-7K2M9Q', keyCount: 10 });
  });

  it('swallows a suffix that came too late, and only that one', () => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, 'DRW-7K2M9Q', { fromMs: 0, gapMs: 10 });
    expect(detector.fallSilent().kind).toBe('scan');
    expect(enter(detector, last + 200).kind).toBe('swallow');
    expect(enter(detector, last + 260).kind).toBe('nothing');
  });
});

describe('typing', () => {
  it('of a slow or a fast person is never a scan', () => {
    for (const gapMs of [60, 90, 115, 180]) {
      const detector = createBurstDetector(RULES);
      const last = type(detector, 'DRW-7K2M9Q', { fromMs: 0, gapMs });
      expect(enter(detector, last + gapMs).kind).toBe('nothing');
      expect(detector.fallSilent().kind).toBe('nothing');
    }
  });

  it.each(['James', 'Best regards', 'james1@example.com', 'asdfgh'])('of words stays text: %s', (text) => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, text, { fromMs: 0, gapMs: 8 });
    expect(enter(detector, last + 8).kind).toBe('nothing');
  });

  it('with a key held down is no scan', () => {
    const detector = createBurstDetector(RULES);
    for (let index = 0; index < 12; index += 1) {
      detector.press({ kind: 'character', text: '7', timeMs: index * 30, repeat: index > 0, inText: true });
    }
    expect(enter(detector, 360).kind).toBe('nothing');
  });

  it('of a few letters and a key that is no character is nothing to speak of', () => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, '12-3', { fromMs: 0, gapMs: 110 });
    detector.press({ kind: 'other', text: '', timeMs: last + 110, repeat: false, inText: true });
    expect(enter(detector, last + 220).kind).toBe('nothing');
  });
});

describe('a scan that is broken off by a key that is no character', () => {
  const other = (timeMs: number) =>
    ({ kind: 'other', text: '', timeMs, repeat: false, inText: true }) as const;

  it('before its end is said', () => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, 'DRW-7K2', { fromMs: 0, gapMs: 10 });
    detector.press(other(last + 10));
    expect(enter(detector, last + 20)).toEqual({ kind: 'unclear', text: 'DRW-7K2', keyCount: 0 });
    // Said once.
    expect(enter(detector, last + 1_000).kind).toBe('nothing');
  });

  it('in its middle is not taken for its second half', () => {
    const detector = createBurstDetector(RULES);
    const first = type(detector, 'DRW-', { fromMs: 0, gapMs: 10 });
    detector.press(other(first + 10));
    const last = type(detector, '7K2M9Q', { fromMs: first + 20, gapMs: 10 });
    expect(enter(detector, last + 10)).toMatchObject({ kind: 'unclear', text: '7K2M9Q' });
  });
});

describe('control characters in a code', () => {
  it('belong to it while the keys come fast', () => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, '0109506', { fromMs: 0, gapMs: 10 });
    expect(detector.isFast()).toBe(true);
    detector.press({ kind: 'separator', text: '\u001d', timeMs: last + 10, repeat: false, inText: true });
    expect(enter(detector, last + 20)).toEqual({ kind: 'scan', text: '0109506\u001d', keyCount: 8 });
  });

  it('are an ordinary shortcut otherwise', () => {
    const detector = createBurstDetector(RULES);
    type(detector, 'abc', { fromMs: 0, gapMs: 100 });
    expect(detector.isFast()).toBe(false);
  });
});

describe('what has come so far', () => {
  it('is the text that would be scanned if it ended there, and decides nothing', () => {
    const detector = createBurstDetector(RULES);
    const last = type(detector, 'DRW-7K', { fromMs: 0, gapMs: 10 });
    expect(detector.textSoFar()).toBe('DRW-7K');
    const end = type(detector, '2M9Q', { fromMs: last + 10, gapMs: 10 });
    expect(enter(detector, end + 10)).toMatchObject({ kind: 'scan', text: 'DRW-7K2M9Q', keyCount: 10 });
    expect(detector.textSoFar()).toBeNull();
  });

  it('is nothing while a person types', () => {
    const detector = createBurstDetector(RULES);
    type(detector, 'DRW-7K', { fromMs: 0, gapMs: 100 });
    expect(detector.textSoFar()).toBeNull();
  });
});

describe('what a code looks like', () => {
  it.each([
    'DRW-7K2M9Q',
    'ATEN4J7H',
    'TJAMWTJH',
    ']C0TJAMWTJH',
    '12345678',
    'test:one_failed+instant@HDL:ref-1',
    ']C1DRW-7K2M9Q',
  ])('%s', (text) => {
    expect(looksLikeCode(text)).toBe(true);
  });
  it.each(['Oliver', 'Smith Jones', 'a@b.org', '----', ''])('not: %s', (text) => {
    expect(looksLikeCode(text)).toBe(false);
  });
});

describe('the character of a key', () => {
  it('is that of an American keyboard, whatever the layout here', () => {
    expect(characterOfKey('KeyQ', true)).toBe('Q');
    expect(characterOfKey('KeyA', false)).toBe('a');
    expect(characterOfKey('Digit2', true)).toBe('@');
    expect(characterOfKey('Minus', false)).toBe('-');
    expect(characterOfKey('Numpad7', false)).toBe('7');
    expect(characterOfKey('F5', false)).toBeNull();
  });
});
