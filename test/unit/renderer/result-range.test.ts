// Where a value stands on the bar of its range, and whether the laboratory's flag agrees with the number.
import { describe, expect, it, test } from 'vitest';
import type { LabResultView } from '../../../src/contract/results.ts';
import {
  rangeScale,
  rangeWords,
  readNumber,
  sideOf,
} from '../../../src/renderer/features/results/range-scale.ts';
import {
  correctedWords,
  findingOf,
  findingWords,
  noEarlierWords,
  remarksOf,
  summaryWords,
  whyGoneWords,
  withdrawnWords,
} from '../../../src/renderer/features/results/result-words.ts';
import { trendLine, trendOf, trendWords } from '../../../src/renderer/features/results/trend.ts';

test.each([
  ['5.2', { number: 5.2, bound: null }],
  [' -1 ', { number: -1, bound: null }],
  ['<0.5', { number: 0.5, bound: 'below' }],
  ['≥ 100', { number: 100, bound: 'above' }],
  ['1,200', null],
  ['Not detected', null],
  ['5.2 mmol/L', null],
  ['', null],
  [null, null],
])('%s is read as %o', (text, read) => {
  expect(readNumber(text)).toEqual(read);
});

const scale = (value: string | null, minRange: string | null, maxRange: string | null) =>
  rangeScale({ value, minRange, maxRange });

describe('the bar', () => {
  it('has the range in its middle half, and the value where it lies', () => {
    expect(scale('10', '10', '20')).toEqual({
      from: 25,
      to: 75,
      mark: { at: 25, bound: null, beyond: null },
    });
    expect(scale('15', '10', '20')?.mark?.at).toBe(50);
  });

  it('shows a value that is further out at its edge, as being beyond it', () => {
    expect(scale('90', '10', '20')?.mark).toEqual({ at: 100, bound: null, beyond: 'right' });
    expect(scale('-90', '10', '20')?.mark).toEqual({ at: 0, bound: null, beyond: 'left' });
  });

  it('reaches to its edge on a side where the range has no end', () => {
    expect(scale('3', null, '5')).toMatchObject({ from: 0, to: 75, mark: { bound: null, beyond: null } });
    expect(scale('3', null, '5')?.mark?.at).toBeCloseTo(45);
    expect(scale('60', '60', null)).toMatchObject({ from: 25, to: 100, mark: { at: 25 } });
    expect(scale('1000', '60', null)?.mark?.beyond).toBe('right');
  });

  it('has no mark for words, and is not drawn without a range that makes sense', () => {
    expect(scale('Not detected', '1', '2')).toEqual({ from: 25, to: 75, mark: null });
    for (const [min, max] of [
      [null, null],
      ['20', '10'],
      ['5', '5'],
      ['low', '10'],
      [null, '0'],
    ] as const)
      expect(scale('1', min, max)).toBeNull();
  });
});

test('a side is told only where it is certain', () => {
  expect(sideOf({ value: '151', minRange: '15', maxRange: '150' })).toBe('high');
  expect(sideOf({ value: '<15', minRange: '15', maxRange: '150' })).toBeNull();
  expect(sideOf({ value: '<14', minRange: '15', maxRange: '150' })).toBe('low');
  expect(sideOf({ value: '<200', minRange: null, maxRange: '150' })).toBeNull();
  expect(sideOf({ value: '>200', minRange: null, maxRange: '150' })).toBe('high');
  expect(sideOf({ value: '150', minRange: '15', maxRange: '150' })).toBeNull();
});

test('a range is said in words, also with one end', () => {
  expect(rangeWords('1', '2')).toBe('1 to 2');
  expect(rangeWords(null, '2')).toBe('up to 2');
  expect(rangeWords('60', null)).toBe('from 60');
  expect(rangeWords(null, null)).toBeNull();
});

const result = (changes: Partial<LabResultView> = {}): LabResultView => ({
  id: 'r',
  name: 'Ferritin',
  code: 'FERR',
  value: '40',
  unit: 'µg/L',
  wording: changes.value === undefined ? '40 µg/L' : '',
  minRange: '15',
  maxRange: '150',
  outOfRange: null,
  state: 'measured',
  status: 'success',
  comment: null,
  errorReason: null,
  fallbackRange: false,
  calculated: false,
  corrected: [],
  earlier: [],
  ...changes,
});

describe('a result in words', () => {
  it('follows the laboratory’s flag and not the number', () => {
    expect(findingWords(result())).toBe('In range');
    expect(findingWords(result({ value: '900' }))).toBe('Not flagged');
    expect(findingWords(result({ outOfRange: 'high' }))).toBe('High');
    expect(findingWords(result({ outOfRange: 'critical' }))).toBe('Flagged “critical”');
    expect(findingWords(result({ minRange: null, maxRange: null }))).toBe('No range given');
    expect(findingOf(result({ state: 'failed', outOfRange: 'high' }))).toBe('failed');
  });

  it.each([
    ['400 µg/L', true],
    ['1,040 µg/L', true],
    ['40.0 µg/L', false],
    ['40 10^9/L', false],
    ['Normal', false],
    ['', false],
  ])('is not called in range where the service words it as %s, another value', (wording, differs) => {
    const told = result({ wording });
    expect(findingWords(told)).toBe(differs ? 'Not flagged' : 'In range');
    expect(remarksOf(told).some((remark) => remark.includes(`“${wording}”`))).toBe(differs);
  });

  it('names what the service words where it sent no value', () => {
    const told = result({ value: '', wording: ' 7.1 mmol/L' });
    expect(findingWords(told)).toBe('No value');
    expect(remarksOf(told).join(' ')).toContain('“7.1 mmol/L”');
  });

  it('reads a comma in words both ways', () => {
    for (const value of ['1200', '1.2']) {
      expect(remarksOf(result({ value, maxRange: '2000', minRange: '1', wording: '1,200 U/L' }))).toEqual([]);
    }
  });

  it('compares nothing with a range that is the wrong way round', () => {
    const told = result({ value: '5', minRange: '10', maxRange: '1' });
    expect(findingWords(told)).toBe('Not flagged');
    expect(sideOf(told)).toBeNull();
    expect(remarksOf(told)).toEqual([expect.stringContaining('nothing can be compared') as string]);
  });

  it('compares nothing with a range that cannot be read in one way', () => {
    for (const range of [
      { maxRange: '5,0' },
      { minRange: 'negative' },
      { minRange: null, maxRange: '5.0 (F)' },
    ]) {
      expect(findingWords(result(range))).toBe('Not flagged');
      expect(remarksOf(result(range))).toEqual([
        'This value cannot be compared with the range here, and the laboratory has not flagged it.',
      ]);
      expect(findingWords(result({ ...range, outOfRange: 'high' }))).toBe('High');
      expect(remarksOf(result({ ...range, outOfRange: 'high' }))).toEqual([]);
    }
    // One end is enough to lie outside of it.
    expect(remarksOf(result({ value: '9', maxRange: '5,0' }))[0]).toContain('below the range');
  });

  it('says what it was before a correction, and until when it was read so', () => {
    const now = result({ value: '99', outOfRange: 'high' });
    const was = {
      value: '23.7',
      unit: 'µg/L',
      minRange: '15',
      maxRange: '150',
      outOfRange: 'high',
      untilMs: Date.UTC(2026, 10, 22, 14, 5),
    };
    expect(correctedWords(now, was, 'Europe/London')).toBe('Corrected: was 23.7 until 22-Nov-2026 14:05');
    const other = { ...was, unit: 'ng/ml', outOfRange: null, maxRange: '90' };
    expect(correctedWords(now, other, 'Europe/London')).toBe(
      'Corrected: was 23.7 ng/ml, not flagged, range 15 to 90 until 22-Nov-2026 14:05',
    );
  });

  it('says so where flag and number do not agree', () => {
    expect(remarksOf(result())).toEqual([]);
    expect(remarksOf(result({ value: '900', outOfRange: 'high' }))).toEqual([]);
    expect(remarksOf(result({ value: '900' }))).toEqual([
      'The number is above the range, but the laboratory has not flagged it. Ask the laboratory.',
    ]);
    expect(remarksOf(result({ value: '9', outOfRange: 'high' }))[0]).toContain(
      'but the laboratory calls it high',
    );
    expect(remarksOf(result({ outOfRange: 'low' }))[0]).toContain('but the number lies within the range');
    expect(remarksOf(result({ value: '<20', outOfRange: 'low' }))).toEqual([]);
    expect(remarksOf(result({ value: 'Detected', outOfRange: 'high' }))).toEqual([]);
  });

  it('calls nothing in range that has no value or a value that cannot be compared with the range', () => {
    for (const value of [null, '', '  ']) {
      expect(findingWords(result({ value }))).toBe('No value');
      expect(remarksOf(result({ value }))).toEqual(['The service sent no value.']);
    }
    for (const value of ['23,7', '1e999', 'NaN', 'pending']) {
      expect(findingWords(result({ value }))).toBe('Not flagged');
      expect(remarksOf(result({ value }))).toEqual([
        'This value cannot be compared with the range here, and the laboratory has not flagged it.',
      ]);
    }
    expect(
      summaryWords([result(), result({ value: null }), result({ value: '23,7' }), result({ value: '900' })]),
    ).toBe('4 results: 2 not flagged and not seen to be in range, 1 without a value');
    expect(findingWords(result({ value: 'Not detected', minRange: null, maxRange: null }))).toBe(
      'No range given',
    );
  });

  it('never shows a value of a failed result as a result', () => {
    expect(remarksOf(result({ state: 'failed', value: '4', errorReason: 'Haemolysed' }))).toEqual([
      'Reason: Haemolysed',
      'The service sent “4” with it, which is not a result.',
    ]);
  });

  it('is called the first one only where every report of the person was read', () => {
    expect(noEarlierWords({ earlierUnread: 0, earlierInDoubt: 0 })).toBe('none before');
    expect(noEarlierWords({ earlierUnread: 3, earlierInDoubt: 0 })).toBe('none read here');
    expect(noEarlierWords({ earlierUnread: 0, earlierInDoubt: 1 })).toBe('none read here');
  });

  it('is counted in the summary', () => {
    expect(summaryWords([result()])).toBe('1 result: none out of range');
    expect(
      summaryWords([
        result({ outOfRange: 'high' }),
        result({ outOfRange: 'low' }),
        result({ outOfRange: 'high' }),
        result({ state: 'pending' }),
      ]),
    ).toBe('4 results: 2 high, 1 low, 1 pending');
  });
});

describe('a trend', () => {
  const earlier = (value: string, date: string, unit: string | null = 'µg/L') => ({
    registrationId: date,
    trfCode: 'DRW-1',
    date,
    value,
    unit,
    outOfRange: null,
  });

  it('has only values of the same unit that are numbers', () => {
    const points = trendOf(
      result({
        earlier: [
          earlier('10', '2025-01-02'),
          earlier('0.01', '2025-03-02', 'g/L'),
          earlier('<5', '2025-04-02'),
        ],
      }),
    );
    expect(points.map(({ value }) => value)).toEqual([10, 40]);
    expect(trendWords(points, 'µg/L')).toBe('2 values in µg/L: 10 on 02-Jan-2025, 40 now');
  });

  it('is not drawn from a single value', () => {
    expect(trendOf(result())).toEqual([]);
    expect(trendOf(result({ value: '<5', earlier: [earlier('10', '2025-01-02')] }))).toEqual([]);
  });

  it('is drawn from left to right, the larger value higher, equal ones in the middle', () => {
    const box = { width: 100, height: 30, margin: 5 };
    const rising = trendLine(trendOf(result({ earlier: [earlier('10', '2025-01-02')] })), box);
    expect(rising).toEqual([
      { x: 5, y: 25 },
      { x: 95, y: 5 },
    ]);
    const equal = trendLine(trendOf(result({ earlier: [earlier('40', '2025-01-02')] })), box);
    expect(equal.map(({ y }) => y)).toEqual([15, 15]);
  });
});

test('a result that did not come again is called withdrawn with less certainty where the report has gaps', () => {
  const was = {
    id: '1',
    name: 'Ferritin',
    code: 'FERR',
    value: '12',
    unit: null,
    minRange: null,
    maxRange: null,
    outOfRange: null,
    untilMs: 0,
  };
  const unread = { id: null, field: 'id', reason: 'wrong', used: false };
  const certain = 'The laboratory may have withdrawn it: ask it before anybody relies on it.';
  expect(whyGoneWords({ withdrawn: [was], missing: 0, odd: [{ ...unread, id: '2' }] })).toBe(certain);
  for (const gaps of [
    { missing: 1, odd: [] },
    { missing: 0, odd: [unread] },
  ])
    expect(whyGoneWords({ withdrawn: [was, was], ...gaps })).toMatch(
      /^The report has gaps, and they may be missing only there\./,
    );
});

test('a result that has gone from its report is named with its value, unit and flag, and until when it was there', () => {
  const was = {
    id: '1',
    name: 'Ferritin',
    code: 'FERR',
    value: '12',
    unit: 'µg/L',
    minRange: '15',
    maxRange: '150',
    outOfRange: 'low',
    untilMs: Date.UTC(2026, 10, 22, 14, 5),
  };
  expect(withdrawnWords(was, 'Europe/London')).toBe(
    'Ferritin: 12 µg/L, low; it was there until 22-Nov-2026 14:05',
  );
  expect(withdrawnWords({ ...was, unit: null, outOfRange: null }, 'Europe/London')).toBe(
    'Ferritin: 12; it was there until 22-Nov-2026 14:05',
  );
});
