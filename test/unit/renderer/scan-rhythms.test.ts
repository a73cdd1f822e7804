// Rhythms of scanners and of people: a scan is taken whole or said, and nobody's typing is taken for one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createBurstDetector,
  type BurstDecision,
  type BurstRules,
} from '../../../src/renderer/app/scan-burst.ts';

const RULES: BurstRules = { suffix: 'Enter', prefix: '', trailer: '', idleMs: 150 };

/** A key and the time since the key before it. */
interface Press {
  readonly key: string;
  readonly gapMs: number;
}

/** Presses keys as the window does: where no key comes for long enough, the detector is told so. Returns what it decided. */
function play(rules: BurstRules, presses: readonly Press[], inText: boolean): BurstDecision[] {
  const detector = createBurstDetector(rules);
  const decisions: BurstDecision[] = [];
  let timeMs = 0;
  let pressed = 0;
  for (const { key, gapMs } of presses) {
    if (pressed > 0 && gapMs >= detector.silenceMs) decisions.push(detector.fallSilent());
    timeMs += gapMs;
    pressed += 1;
    const kind = key === 'Enter' ? 'enter' : key === 'Tab' ? 'tab' : key === '←' ? 'other' : 'character';
    const text = kind === 'character' ? key : '';
    decisions.push(detector.press({ kind, text, timeMs, repeat: false, inText }));
  }
  decisions.push(detector.fallSilent());
  return decisions.filter(({ kind }) => kind !== 'nothing' && kind !== 'swallow');
}

/**
 * Keys that reach a busy window at other times than they were pressed: `atMs` of each, and of a timer that is late, the time at which it
 * runs. As in the window, a timer begins anew with each key.
 */
function playLate(
  rules: BurstRules,
  presses: readonly Press[],
  { atMs, timerLateMs = 0 }: { readonly atMs: (index: number) => number; readonly timerLateMs?: number },
): BurstDecision[] {
  const detector = createBurstDetector(rules);
  const decisions: BurstDecision[] = [];
  let timeMs = 0;
  const silent = (untilMs: number, sinceMs: number): void => {
    for (
      let ranMs = sinceMs + detector.silenceMs + timerLateMs;
      ranMs < untilMs;
      ranMs += detector.silenceMs
    ) {
      const decision = detector.fallSilent(timerLateMs);
      decisions.push(decision);
      if (decision.kind !== 'wait') return;
    }
  };
  for (const [index, { key, gapMs }] of presses.entries()) {
    timeMs += gapMs;
    const nowMs = Math.max(atMs(index), timeMs);
    if (index > 0) silent(nowMs, Math.max(atMs(index - 1), timeMs - gapMs));
    const kind = key === 'Enter' ? 'enter' : 'character';
    const text = kind === 'character' ? key : '';
    decisions.push(
      detector.press({ kind, text, timeMs, repeat: false, inText: false, lateMs: nowMs - timeMs }),
    );
  }
  silent(Infinity, atMs(presses.length - 1));
  return decisions.filter(({ kind }) => kind !== 'nothing' && kind !== 'swallow');
}

/** The keys of a code with these gaps before them; the last gap is that before the suffix. */
function scanOf(code: string, gapsMs: readonly number[] | number, suffix = 'Enter'): Press[] {
  const keys = suffix === 'none' ? [...code] : [...code, suffix];
  return keys.map((key, index) => ({
    key,
    gapMs: index === 0 ? 0 : typeof gapsMs === 'number' ? gapsMs : (gapsMs[index - 1] ?? 10),
  }));
}

const WIRED = [9, 8, 11, 9, 9, 10, 8, 9, 12, 9];
const BUSY = [4, 31, 2, 28, 3, 35, 2, 30, 4, 26];
const WIRELESS = [48, 31, 62, 55, 110, 44, 73, 38, 90, 52];
const UNEVEN = [8, 9, 122, 9, 8, 10, 9, 9, 10, 9];

describe('scanners as they were recorded', () => {
  it.each([
    ['one at a cable', WIRED],
    ['one at a busy computer', BUSY],
    ['one that hangs once for 122 ms', UNEVEN],
    ['one that hangs once for half a second', [8, 9, 9, 480, 8, 10, 9, 9, 10, 9]],
    ['one that hangs before its last key', [9, 9, 9, 9, 9, 9, 9, 9, 140, 9]],
    ['one that hangs after its first key', [130, 9, 9, 9, 9, 9, 9, 9, 9, 9]],
    ['one that hangs after its second key', [9, 130, 9, 9, 9, 9, 9, 9, 9, 9]],
    ['one whose end key is late', [9, 9, 9, 9, 9, 9, 9, 9, 9, 300]],
  ])('%s is taken whole, in a field and outside', (_which, gaps) => {
    for (const inText of [true, false]) {
      expect(play(RULES, scanOf('DRW-CDTMPE', gaps), inText)).toEqual([
        { kind: 'scan', text: 'DRW-CDTMPE', keyCount: 10 },
      ]);
    }
  });

  it('a wireless one is taken whole where the site gave it a prefix, in a field and outside', () => {
    for (const inText of [true, false]) {
      expect(play({ ...RULES, prefix: '+' }, scanOf('+DRW-7K2M9', WIRELESS), inText)).toEqual([
        { kind: 'scan', text: '+DRW-7K2M9', keyCount: 10 },
      ]);
    }
  });

  it('a wireless one that sends what kind of code it is before its prefix leaves none of it in the field', () => {
    for (const inText of [true, false]) {
      expect(play({ ...RULES, prefix: '~' }, scanOf(']C1~DRW-7K2M9', WIRELESS), inText)).toEqual([
        { kind: 'scan', text: ']C1~DRW-7K2M9', keyCount: 13 },
      ]);
    }
  });

  it('a wireless one with a prefix and no end key is over after `idleMs`', () => {
    const rules: BurstRules = { suffix: 'none', prefix: '~', trailer: '', idleMs: 150 };
    expect(createBurstDetector(rules).silenceMs).toBe(150);
    expect(play(rules, scanOf('~DRW-7K2M9', WIRELESS, 'none'), true)).toMatchObject([{ kind: 'scan' }]);
    expect(createBurstDetector({ ...rules, idleMs: 800 }).silenceMs).toBe(800);
    // Slower than one code may be, it is said to be unclear and no part of it is taken.
    expect(
      play(rules, scanOf('~DRW-7K2M9', [90, 90, 90, 151, 90, 90, 90, 90, 90], 'none'), false),
    ).not.toContainEqual(expect.objectContaining({ kind: 'scan' }));
  });

  it('a wireless one without a prefix is said outside of fields, because people can be as fast', () => {
    expect(play(RULES, scanOf('DRW-CDTMPE', WIRELESS), false)).toEqual([
      { kind: 'unclear', text: 'DRW-CDTMPE', keyCount: 10 },
    ]);
    // In a field it stands there to be read.
    expect(play(RULES, scanOf('DRW-CDTMPE', WIRELESS), true)).toEqual([]);
  });

  it('one that sends something else than a code is said outside of fields', () => {
    expect(play(RULES, scanOf('Hello world', 9), false)).toMatchObject([{ kind: 'unclear' }]);
  });

  it('a code of more characters than are kept is said', () => {
    expect(play(RULES, scanOf('A1'.repeat(160), 9), false)).toMatchObject([{ kind: 'unclear' }]);
  });

  const code = fc
    .array(fc.constantFrom(...'ABCDEFGHJKMNPQRSTVWXYZ23456789'), { minLength: 6, maxLength: 12 })
    .map((characters) => characters.join(''))
    .filter((text) => new Set(text).size > 1);
  /** Mostly a scanner's pace, and it may hang anywhere. */
  const gaps = fc.array(
    fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: 34 }) },
      { weight: 2, arbitrary: fc.integer({ min: 35, max: 130 }) },
      { weight: 1, arbitrary: fc.integer({ min: 131, max: 499 }) },
    ),
    { minLength: 12, maxLength: 12 },
  );

  it('while no key is later than half a second, every scan is taken whole or said', () => {
    fc.assert(
      fc.property(code, gaps, (text, gapsMs) => {
        const [decision, ...more] = play(RULES, scanOf(text, gapsMs), false);
        expect(more).toEqual([]);
        expect(decision).toBeDefined();
        if (decision?.kind === 'scan') expect(decision.text).toBe(text);
      }),
      { numRuns: 5_000, seed: 46 },
    );
  });

  it('that hang for longer are said; a part that was taken for want of its end key is called back', () => {
    const hangs = fc.record({
      at: fc.integer({ min: 0, max: 4 }),
      forMs: fc.integer({ min: 500, max: 1_400 }),
    });
    fc.assert(
      fc.property(code, gaps, hangs, (text, gapsMs, { at, forMs }) => {
        const decisions = play(RULES, scanOf(text, gapsMs.with(at, forMs)), false);
        expect(decisions.at(-1)?.kind).toBe('unclear');
      }),
      { numRuns: 5_000, seed: 41 },
    );
  });

  it('whatever the pace, a scan with prefix and end key is taken whole, in a field and outside', () => {
    const paces = fc.array(fc.integer({ min: 1, max: 118 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(code, paces, fc.boolean(), (text, gaps, inText) => {
        const sent = `~${text}`;
        expect(play({ ...RULES, prefix: '~' }, scanOf(sent, gaps), inText)).toEqual([
          { kind: 'scan', text: sent, keyCount: sent.length },
        ]);
      }),
      { numRuns: 1_000, seed: 42 },
    );
  });
});

describe('a busy computer, which brings the keys of a scan late', () => {
  const code = 'DRW-CDTMPE';
  const whole = { kind: 'scan', text: code, keyCount: code.length };

  it('takes no beginning for the whole while more keys are on their way, as late as those before them', () => {
    for (const at of [6, 7, 8, 9]) {
      const atMs = (index: number): number => (index < at ? 300 : 900) + index;
      expect(playLate(RULES, scanOf(code, 10), { atMs })).toEqual([{ kind: 'wait' }, whole]);
    }
  });

  it('takes none where it was busy itself, and has not looked at the keys that came meanwhile', () => {
    const atMs = (index: number): number => (index < 6 ? 10 * index : 760);
    expect(playLate(RULES, scanOf(code, 10), { atMs, timerLateMs: 150 })).toEqual([{ kind: 'wait' }, whole]);
  });

  it('waits once: a code whose end key never comes is taken', () => {
    const presses = scanOf(code, 10).slice(0, -1);
    const late = { atMs: () => 300, timerLateMs: 150 };
    expect(playLate(RULES, presses, late)).toEqual([{ kind: 'wait' }, whole]);
  });

  it('waits for none where it is quick, and for none where a silence ends a code', () => {
    const soon = { atMs: (index: number) => 10 * index + 40, timerLateMs: 40 };
    const late = { atMs: () => 300, timerLateMs: 150 };
    const presses = scanOf(code, 10).slice(0, -1);
    expect(playLate(RULES, presses, soon)).toEqual([whole]);
    expect(playLate({ ...RULES, suffix: 'none' }, presses, late)).toEqual([whole]);
  });
});

describe('people as they type', () => {
  /** A person rolls two keys now and then, never three in a row; between words and lines they stop. */
  const rhythm = (length: number): fc.Arbitrary<number[]> =>
    fc
      .array(
        fc.record({
          rolls: fc.boolean(),
          rollMs: fc.integer({ min: 18, max: 60 }),
          stepMs: fc.integer({ min: 62, max: 260 }),
          stops: fc.integer({ min: 0, max: 9 }),
          stopMs: fc.integer({ min: 260, max: 3_000 }),
        }),
        { minLength: length, maxLength: length },
      )
      .map((steps) => {
        let sinceRoll = 0;
        return steps.map(({ rolls, rollMs, stepMs, stops, stopMs }) => {
          sinceRoll += 1;
          if (stops === 0) return stopMs;
          if (!rolls || sinceRoll < 3) return stepMs;
          sinceRoll = 0;
          return rollMs;
        });
      });
  const LONGEST_TYPED = 40;
  const texts = fc.oneof(
    fc.constantFrom(
      'DRW-7K2M9Q',
      'rwxm3gxw',
      'oliver, james',
      '15/3/1984',
      '15031984',
      '+44-7700-900123',
      '+447700900123',
      '07700 900958',
      'james.oliver76@example.com',
      'SMITH-JONES',
      'COLLINS 2 12 1956',
      'hba1c',
      'two attempts, both arms',
    ),
    fc.string({
      minLength: 1,
      maxLength: LONGEST_TYPED - 1,
      unit: fc.constantFrom(...'abcdeABCDE0123456789-./ ,+@'),
    }),
  );

  const prefixes = fc.constantFrom('', '+', '~', 'S');
  const suffixes = fc.constantFrom('Enter' as const, 'Tab' as const, 'none' as const);

  it('in a field they are never taken for a scanner, whatever they type and whatever the site has set up', () => {
    const rules = fc.record({
      suffix: suffixes,
      prefix: fc.constantFrom('', '+', 'S'),
      trailer: fc.constantFrom('', '#'),
      idleMs: fc.constantFrom(50, 150, 1_000),
    });
    const endings = fc.constantFrom('Enter', 'Tab', 'none');
    fc.assert(
      fc.property(rules, texts, rhythm(LONGEST_TYPED), endings, (...[site, text, gaps, ending]) => {
        // Who types the site's own prefix and then a code means a scan; a telephone number is none.
        fc.pre(site.prefix !== '+' || !text.includes('+') || /^\+[\d().-]*$/.test(text));
        expect(play(site, scanOf(text, gaps, ending), true)).toEqual([]);
      }),
      { numRuns: 4_000, seed: 43 },
    );
  });

  it('who presses one letter after the other for what is to be done is never taken for a scanner', () => {
    const letters = fc.array(fc.constantFrom(...'wpsdcafzno/?'), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(letters, rhythm(20), prefixes, suffixes, (keys, gaps, prefix, suffix) => {
        expect(
          play({ suffix, prefix, trailer: '', idleMs: 150 }, scanOf(keys.join(''), gaps), false),
        ).toEqual([]);
      }),
      { numRuns: 2_000, seed: 44 },
    );
  });

  it('outside of any field, a code or a date that somebody types gets an answer, and is never taken as scanned', () => {
    fc.assert(
      fc.property(texts, rhythm(LONGEST_TYPED), (text, gaps) => {
        expect(play(RULES, scanOf(text, gaps), false).map(({ kind }) => kind)).not.toContain('scan');
      }),
      { numRuns: 2_000, seed: 45 },
    );
    expect(play(RULES, scanOf('15031984', 95), false)).toMatchObject([{ kind: 'unclear', text: '15031984' }]);
  });
});
