// Hours at one desk: 10,000 scans between what people type, in one row of keys. Each scan is taken whole, and each key that a
// person pressed stays typed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBurstDetector, type BurstRules } from '../../../src/renderer/app/scan-burst.ts';

const BURSTS = 10_000;
const BURSTS_A_RUN = 50;
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

const code = fc.oneof(
  fc
    .string({ unit: fc.constantFrom(...CODE_LETTERS), minLength: 6, maxLength: 6 })
    .map((end) => `DRW-${end}`),
  fc.string({ unit: fc.constantFrom(...CODE_LETTERS), minLength: 8, maxLength: 12 }),
  fc.uuid(),
);
/** Words as people type them into a field: names, numbers, sentences. Some stop in the middle of one when the scan comes. */
const typing = fc.constantFrom(
  'oliver, james ',
  'SMITH-JONES',
  '07700 900958 ',
  '15/3/1984 ',
  'two attempts, both arms. ',
  'o’h',
  'E14 5AB ',
  'patient prefers the left arm, ',
  'd',
  '',
);
/** The pauses of one hand: never three keys in a row as fast as a scanner's. */
const human = fc.array(fc.integer({ min: 62, max: 260 }), { minLength: 40, maxLength: 40 });
/** Pauses of scanners at a cable and at a busy computer; the median is below 35 ms, one may be long. */
const scanner = fc.record({
  gapsMs: fc.array(fc.integer({ min: 1, max: 32 }), { minLength: 40, maxLength: 40 }),
  hangsAt: fc.integer({ min: 4, max: 60 }),
  hangsForMs: fc.integer({ min: 60, max: 400 }),
});

interface Step {
  readonly typed: string;
  readonly humanMs: readonly number[];
  /** From the last typed key to the first of the scan: the hand has to reach the scanner. */
  readonly beforeMs: number;
  readonly scanned: string;
  readonly scannerMs: {
    readonly gapsMs: readonly number[];
    readonly hangsAt: number;
    readonly hangsForMs: number;
  };
  /** From the suffix to the next typed key. */
  readonly afterMs: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  typed: typing,
  humanMs: human,
  beforeMs: fc.integer({ min: 210, max: 2_500 }),
  scanned: code,
  scannerMs: scanner,
  afterMs: fc.integer({ min: 150, max: 3_000 }),
});

/** Plays the steps to one detector and returns what became of them: scans by their texts, and what stands in the field. */
function play(
  rules: BurstRules,
  steps: readonly Step[],
): { scans: string[]; unclear: string[]; field: string } {
  const detector = createBurstDetector(rules);
  const scans: string[] = [];
  const unclear: string[] = [];
  let field = '';
  let timeMs = 0;
  let isFirst = true;

  function settle(decision: ReturnType<typeof detector.press>): void {
    if (decision.kind !== 'scan' && decision.kind !== 'unclear') return;
    field = field.slice(0, field.length - decision.keyCount);
    (decision.kind === 'scan' ? scans : unclear).push(decision.text);
  }
  function press(text: string, gapMs: number): void {
    if (!isFirst && gapMs >= detector.silenceMs) settle(detector.fallSilent());
    isFirst = false;
    timeMs += gapMs;
    const isSuffix = text === '\r';
    if (!isSuffix) field += text;
    const kind = isSuffix ? 'enter' : 'character';
    settle(detector.press({ kind, text: isSuffix ? '' : text, timeMs, repeat: false, inText: true }));
  }

  let afterMs = 1_000;
  for (const { typed, humanMs, beforeMs, scanned, scannerMs, afterMs: pauseMs } of steps) {
    [...typed].forEach((letter, at) => press(letter, at === 0 ? afterMs : (humanMs[at] ?? 100)));
    const keys = [...scanned, '\r'];
    keys.forEach((key, at) => {
      const hang = at === scannerMs.hangsAt ? scannerMs.hangsForMs : 0;
      const gapMs = at === 0 ? (typed === '' ? afterMs : beforeMs) : (scannerMs.gapsMs[at] ?? 9) + hang;
      press(key, gapMs);
    });
    afterMs = pauseMs;
  }
  settle(detector.fallSilent());
  return { scans, unclear, field };
}

it.each(['', '~'])(
  `of ${BURSTS.toLocaleString('en-GB')} scans between typing none is missed and no typed key is swallowed; prefix “%s”`,
  (prefix) => {
    const rules: BurstRules = { suffix: 'Enter', prefix, trailer: '', idleMs: 150 };
    const count = { whole: 0, said: 0 };
    // Drawn, not shrunk: a row of 50 steps says enough as it is.
    const steps = fc.sample(step, { numRuns: BURSTS, seed: 47 });
    for (let first = 0; first < BURSTS; first += BURSTS_A_RUN) {
      const sent = steps
        .slice(first, first + BURSTS_A_RUN)
        .map((one) => ({ ...one, scanned: prefix + one.scanned }));
      const { scans, unclear, field } = play(rules, sent);
      expect(field).toBe(sent.map(({ typed }) => typed).join(''));
      expect(scans.length + unclear.length).toBe(sent.length);
      const asked = new Set(sent.map(({ scanned }) => scanned));
      for (const text of scans) expect(asked).toContain(text);
      count.whole += scans.length;
      count.said += unclear.length;
    }
    expect(count.whole + count.said).toBe(BURSTS);
    // With a prefix nothing is in doubt. Without one, a letter typed just before a scan could be its first, so that is asked again.
    expect(count.said / BURSTS).toBeLessThan(prefix === '' ? 0.04 : 0.000_1);
  },
);
