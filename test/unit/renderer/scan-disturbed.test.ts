// Scans with a hand's key in them: something lies on a key, or a hand presses Enter or Tab meanwhile. What came is never taken for
// whole without a word, and two scans one right after the other are still two.
import { describe, expect, it } from 'vitest';
import {
  createBurstDetector,
  type BurstDecision,
  type BurstRules,
} from '../../../src/renderer/app/scan-burst.ts';

const RULES: BurstRules = { suffix: 'Enter', prefix: '', trailer: '', idleMs: 150 };
const REPEAT_EVERY_MS = 33;

interface Press {
  readonly key: string;
  readonly timeMs: number;
  readonly repeat?: boolean;
}

const KINDS: Readonly<Record<string, 'enter' | 'tab' | 'other'>> = {
  Enter: 'enter',
  Tab: 'tab',
  '←': 'other',
};

/** Presses keys in the order of their times, as the window does: a repeat does not put off the silence. */
function play(rules: BurstRules, presses: readonly Press[], inText = false): BurstDecision[] {
  const detector = createBurstDetector(rules);
  const decisions: BurstDecision[] = [];
  let silentAtMs: number | null = null;
  for (const { key, timeMs, repeat = false } of presses.toSorted((a, b) => a.timeMs - b.timeMs)) {
    if (silentAtMs !== null && timeMs >= silentAtMs) {
      decisions.push(detector.fallSilent());
      silentAtMs = null;
    }
    const kind = KINDS[key] ?? 'character';
    decisions.push(detector.press({ kind, text: kind === 'character' ? key : '', timeMs, repeat, inText }));
    if (!repeat) silentAtMs = kind === 'character' ? timeMs + detector.silenceMs : null;
  }
  if (silentAtMs !== null) decisions.push(detector.fallSilent());
  return decisions.filter(({ kind }) => kind !== 'nothing');
}

const keysOf = (keys: readonly string[], fromMs: number, gapMs: number): Press[] =>
  keys.map((key, at) => ({ key, timeMs: fromMs + at * gapMs }));

/** The code and Enter, one key every `gapMs`. */
const scanOf = (code: string, fromMs: number, gapMs: number): Press[] =>
  keysOf([...code, 'Enter'], fromMs, gapMs);

const kindsOf = (decisions: readonly BurstDecision[]): string[] => decisions.map(({ kind }) => kind);
const textsTaken = (decisions: readonly BurstDecision[]): string[] =>
  decisions.flatMap((decision) => (decision.kind === 'scan' ? [decision.text] : []));

describe('a scan while something lies on a key', () => {
  const PACES_MS = [2, 4, 5, 7, 10, 15, 20];

  /** The held key repeats from long before the scan until long after it. */
  const heldFrom = (key: string, firstMs: number): Press[] => [
    { key, timeMs: firstMs - 600 },
    ...Array.from({ length: 60 }, (_, at) => ({
      key,
      timeMs: firstMs + at * REPEAT_EVERY_MS,
      repeat: true,
    })),
  ];

  it.each(PACES_MS)('is asked for again at %i ms a key, wherever the repeats fall', (gapMs) => {
    for (const inText of [true, false]) {
      for (let offsetMs = 0; offsetMs < REPEAT_EVERY_MS; offsetMs += 1) {
        const presses = [...heldFrom('x', 1_000.5), ...scanOf('ABCD12345678', 1_200 + offsetMs, gapMs)];
        expect(kindsOf(play(RULES, presses, inText))).toEqual(['unclear']);
      }
    }
  });

  it.each(['1', '8', 'A'])(
    'is asked for again when that key is one of the code’s own and one of its presses counts as a repeat: %s',
    (held) => {
      const presses = scanOf('ABCD12345678', 1_200, 10).map((press) => ({
        ...press,
        repeat: press.key === held,
      }));
      const decisions = play(RULES, presses);
      expect(kindsOf(decisions)).toEqual(['unclear']);
    },
  );

  it('is asked for again when its own Enter counts as a repeat', () => {
    const presses = scanOf('ABCD12345678', 1_000, 10).map((press) => ({
      ...press,
      repeat: press.key === 'Enter',
    }));
    expect(play(RULES, presses)).toEqual([{ kind: 'unclear', text: 'ABCD12345678', keyCount: 12 }]);
  });

  it('is asked for again where no key ends it, or where it has the site’s prefix', () => {
    const held = heldFrom('x', 1_000.5);
    const endless = keysOf([...'ABCD12345678'], 1_210, 10);
    expect(kindsOf(play({ ...RULES, suffix: 'none' }, [...held, ...endless]))).toEqual(['unclear']);
    const framed = scanOf('~ABCD12345678', 1_210, 60);
    expect(kindsOf(play({ ...RULES, prefix: '~' }, [...held, ...framed]))).toEqual(['unclear']);
  });

  it('is taken whole once the key was let go', () => {
    const held = heldFrom('x', 1_000).filter(({ timeMs }) => timeMs < 1_400);
    const decisions = play(RULES, [...held, ...scanOf('ABCD12345678', 3_000, 10)]);
    expect(textsTaken(decisions)).toEqual(['ABCD12345678']);
  });

  it('is said nothing of while there is none: the key alone, and what a person types', () => {
    expect(play(RULES, heldFrom('7', 1_000), true)).toEqual([]);
    expect(play(RULES, heldFrom('Enter', 1_000), true)).toEqual([]);
    const typed = keysOf([...'smith 12-3'], 1_000, 110);
    expect(play(RULES, [...typed, ...heldFrom('0', 2_800), { key: 'Enter', timeMs: 6_000 }], true)).toEqual(
      [],
    );
  });
});

describe('a scan with a hand’s key in its middle', () => {
  const CODE = 'AB12CD34EF';

  /** The scan, with the hand's key pressed in the pause before the character at `at`. */
  const parted = (code: string, { at, gapMs, key }: { at: number; gapMs: number; key: string }): Press[] => [
    ...scanOf(code, 1_000, gapMs),
    { key, timeMs: 1_000 + (at - 0.5) * gapMs },
  ];

  for (const key of ['Enter', 'Tab', '←']) {
    it.each([2, 5, 7, 10, 20])(`is never taken in its second part: ${key}, at %i ms a key`, (gapMs) => {
      for (const inText of [true, false]) {
        for (let at = 1; at < CODE.length; at += 1) {
          const decisions = play(RULES, parted(CODE, { at, gapMs, key }), inText);
          // What came before the hand's key may be a whole code: nothing told it from one when it was taken.
          expect([[], [CODE.slice(0, at)]]).toContainEqual(textsTaken(decisions));
          expect(kindsOf(decisions)).toContain('unclear');
        }
      }
    });
  }

  it('is not taken in its second part by an uneven scanner either, of whose pace the first keys tell little', () => {
    const timesMs = [0, 3, 7, 10, 30, 33, 51, 54, 57, 70, 74].map((timeMs) => 1_000 + timeMs);
    const presses = [...CODE, 'Enter'].map((key, at) => ({ key, timeMs: timesMs[at] ?? 0 }));
    const decisions = play(RULES, [...presses, { key: 'Enter', timeMs: 1_020 }]);
    expect(decisions).toMatchObject([
      { kind: 'scan', text: 'AB12' },
      { kind: 'unclear', text: 'CD34EF' },
    ]);
  });

  it('gives back the keys of its second part, so that no field keeps them', () => {
    expect(play(RULES, parted(CODE, { at: 6, gapMs: 10, key: 'Enter' }), true)).toEqual([
      { kind: 'scan', text: 'AB12CD', keyCount: 6 },
      { kind: 'unclear', text: '34EF', keyCount: 4 },
    ]);
  });

  it('is said in each of its later parts, with capitals and small letters, without its end key, and with one key left', () => {
    const twice = [
      ...parted('AB12CD34EF56', { at: 6, gapMs: 10, key: 'Tab' }),
      { key: 'Tab', timeMs: 1_085 },
    ];
    expect(kindsOf(play(RULES, twice))).toEqual(['scan', 'unclear', 'unclear']);
    expect(kindsOf(play(RULES, parted('Ab12Cd34eF', { at: 2, gapMs: 10, key: 'Enter' })))).toEqual([
      'unclear',
    ]);
    const endless = parted(CODE, { at: 7, gapMs: 10, key: 'Enter' }).filter(({ timeMs }) => timeMs < 1_100);
    expect(kindsOf(play({ ...RULES, suffix: 'none' }, endless))).toEqual(['scan', 'unclear']);
    expect(kindsOf(play(RULES, parted(CODE, { at: 9, gapMs: 10, key: 'Enter' })))).toEqual([
      'scan',
      'unclear',
    ]);
  });

  it('leads to nothing when the hand’s key comes between its last key and its end key', () => {
    for (const key of ['Enter', 'Tab']) {
      expect(play(RULES, parted(CODE, { at: 10, gapMs: 10, key }))).toEqual([
        { kind: 'scan', text: CODE, keyCount: 10 },
        { kind: 'swallow' },
      ]);
    }
  });

  it('of a scanner with a prefix is known by the prefix that its second part lacks', () => {
    const rules = { ...RULES, prefix: '~' };
    const decisions = play(rules, parted(`~${CODE}`, { at: 6, gapMs: 10, key: 'Enter' }));
    expect(kindsOf(decisions)).toEqual(['scan', 'unclear']);
  });
});

describe('two scans one right after the other', () => {
  /** The second one begins `pauseMs` after the end key of the first one. */
  function twoScans(codes: readonly [string, string], gapMs: number, pauseMs: number): Press[] {
    const first = scanOf(codes[0], 1_000, gapMs);
    return [...first, ...scanOf(codes[1], (first.at(-1)?.timeMs ?? 0) + pauseMs, gapMs)];
  }

  it.each([
    ['of one kind', 'ATEN4J7H', 'TJAMWTJH'],
    ['of two kinds', 'ATEN4J7H', 'DRW-7K2M9Q'],
    ['of one label', 'DRW-7K2M9Q', 'DRW-7K2M9Q'],
  ])('are both taken, with the scanner’s own pause between them or a longer one: %s', (_which, ...codes) => {
    for (const gapMs of [5, 7, 10, 20, 30]) {
      for (const pauseMs of [gapMs, gapMs + 10, 45, 51, 60, 200]) {
        if (pauseMs < gapMs) continue;
        expect(textsTaken(play(RULES, twoScans(codes, gapMs, pauseMs)))).toEqual(codes);
      }
    }
  });

  it('are both taken at an uneven pace, and after a pause in which the first one hung', () => {
    const uneven = [4, 31, 2, 28, 3, 35, 2, 30];
    const keys: Press[] = [];
    let timeMs = 1_000;
    for (const code of ['ATEN4J7H', 'TJAMWTJH']) {
      [...code, 'Enter'].forEach((key, at) => keys.push({ key, timeMs: (timeMs += uneven[at] ?? 9) }));
      timeMs += 30;
    }
    expect(textsTaken(play(RULES, keys))).toEqual(['ATEN4J7H', 'TJAMWTJH']);
    const hung = twoScans(['ATEN4J7H', 'DRW-7K2M9Q'], 10, 40).map(({ key, timeMs: atMs }) => ({
      key,
      timeMs: atMs + (atMs > 1_030 ? 120 : 0),
    }));
    expect(textsTaken(play(RULES, hung))).toEqual(['ATEN4J7H', 'DRW-7K2M9Q']);
  });

  it('are both taken when the second one says by itself that it begins: prefix, blank, symbology', () => {
    for (const [prefix, lead] of [
      ['~', '~'],
      ['', ' '],
      ['', ']C1'],
    ] as const) {
      const codes = [`${lead}ATEN4J7H`, `${lead}DRW-7K2M9Q`] as const;
      const presses = twoScans(codes, 10, 2);
      expect(textsTaken(play({ ...RULES, prefix }, presses))).toEqual(codes.map((code) => code.trim()));
    }
  });

  it('are both taken from a scanner that ends with two keys', () => {
    const first = keysOf([...'ATEN4J7H', 'Enter', 'Enter'], 1_000, 10);
    const second = keysOf([...'DRW-7K2M9Q', 'Enter', 'Enter'], 1_100, 10);
    expect(textsTaken(play(RULES, [...first, ...second]))).toEqual(['ATEN4J7H', 'DRW-7K2M9Q']);
  });
});
