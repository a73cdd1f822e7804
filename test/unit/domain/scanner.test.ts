// A scanner is learned from a scan of the sheet, or not at all.
import { describe, expect, it } from 'vitest';
import { LEARNING_TEXT, learnScanner, type SheetScan } from '../../../src/domain/scanner.ts';
import { measureScan } from '../../../src/renderer/features/settings/measure-scan.ts';
import { sheetBars } from '../../../src/renderer/features/settings/sheet-bars.ts';
import { digitWithAlt } from '../../../src/renderer/shared/scanning/scanner-key.ts';
import { code128 } from '../../../src/sandbox/documents/bar-code.ts';

const scanOf = (changes: Partial<SheetScan> = {}): SheetScan => ({
  typed: LEARNING_TEXT,
  endKey: 'Enter',
  longestPauseMs: 14,
  medianPauseMs: 9,
  ...changes,
});
const rulesOf = (changes: Partial<SheetScan>) => learnScanner(scanOf(changes));

describe('what is learned', () => {
  it.each([']C0~', '~]C0', ']C0'])('leaves out the identifier of the symbology in %s', (sent) => {
    expect(rulesOf({ typed: `${sent}${LEARNING_TEXT}` })).toMatchObject({
      rules: { prefix: sent.replace(']C0', '') },
    });
  });

  it('is what stands around the text, and the end key', () => {
    expect(rulesOf({})).toEqual({
      rules: { prefix: '', trailer: '', suffix: 'Enter', idleMs: 150 },
      needsSign: false,
    });
    expect(rulesOf({ typed: `~${LEARNING_TEXT}#!`, endKey: 'Tab' })).toMatchObject({
      rules: { prefix: '~', trailer: '#!', suffix: 'Tab' },
    });
    expect(rulesOf({ endKey: 'none' })).toMatchObject({ rules: { suffix: 'none' } });
  });

  it('leaves out what is not fixed: the symbology, control characters, the case', () => {
    expect(rulesOf({ typed: `]C0${LEARNING_TEXT}` })).toMatchObject({ rules: { prefix: '' } });
    expect(rulesOf({ typed: `+]C1${LEARNING_TEXT}` })).toMatchObject({ rules: { prefix: '+' } });
    expect(rulesOf({ typed: `\u0002${LEARNING_TEXT}\u001d` })).toMatchObject({
      rules: { prefix: '', trailer: '' },
    });
    expect(rulesOf({ typed: LEARNING_TEXT.toLowerCase() })).toMatchObject({ rules: { prefix: '' } });
  });

  it('allows twice the longest pause, within reason', () => {
    expect(rulesOf({ longestPauseMs: 123 })).toMatchObject({ rules: { idleMs: 250 } });
    expect(rulesOf({ longestPauseMs: 500 })).toMatchObject({ rules: { idleMs: 1_000 } });
  });

  it('says when the scanner needs a sign to be told from a person', () => {
    expect(rulesOf({ medianPauseMs: 60 })).toMatchObject({ needsSign: true });
    expect(rulesOf({ medianPauseMs: 60, typed: `x${LEARNING_TEXT}` })).toMatchObject({ needsSign: true });
    expect(rulesOf({ medianPauseMs: 60, typed: `~${LEARNING_TEXT}` })).toMatchObject({ needsSign: false });
  });
});

it.each([
  ['', 'not-whole'],
  [LEARNING_TEXT.slice(1), 'not-whole'],
  [LEARNING_TEXT.slice(0, -1), 'not-whole'],
  [`${LEARNING_TEXT}${LEARNING_TEXT}`, 'not-whole'],
  [LEARNING_TEXT.replace('-', ' -'), 'not-whole'],
  [`123456789${LEARNING_TEXT}`, 'too-long'],
  [`${LEARNING_TEXT}123456789`, 'too-long'],
])('“%s” teaches nothing: %s', (typed, problem) => expect(rulesOf({ typed })).toEqual({ problem }));

describe('a scanner that types for another keyboard layout', () => {
  // The places of these keys, as an American keyboard has them.
  it.each([
    ['German, Swiss', 'DESK/QWAYZM07'],
    ['Hungarian', 'DESK/QWAYZM`7'],
    ['French', 'DESK6AZQWY:)&'],
    ['Belgian', 'DESK=AZQWY:)&'],
    ['Spanish, Italian, Nordic', 'DESK/QWAZYM07'],
    ['Turkish', 'DESK=QWAZYM07'],
  ])('is told from one whose code did not come whole: %s', (_, typed) => {
    for (const sent of [typed, `~]C0${typed}#`, typed.toLowerCase().replace(':', ';')])
      expect(rulesOf({ typed: sent })).toEqual({ problem: 'other-layout' });
    expect(rulesOf({ typed: typed.slice(0, -1) })).toEqual({ problem: 'not-whole' });
  });

  it('is not said of one that lost or repeated a character, or sent the text twice', () => {
    for (const typed of [
      LEARNING_TEXT.replace('A', ''),
      `${LEARNING_TEXT.replace('0', '')}#`,
      LEARNING_TEXT.replace('A', 'AA'),
      LEARNING_TEXT.replace('Y', 'Y '),
      `${LEARNING_TEXT}DESK/QWAYZM07`.repeat(2),
    ])
      expect(rulesOf({ typed })).toEqual({ problem: 'not-whole' });
  });

  it('finds on the sheet each character that layouts have in other places', () => {
    for (const character of 'AQWZYM-07') expect(LEARNING_TEXT).toContain(character);
  });
});

it.each([
  ['as they are', '68698375458187659089774855'],
  ['with leading zeros', [...LEARNING_TEXT].map((one) => `0${one.charCodeAt(0)}`).join('')],
  ['of small letters', [...`~${LEARNING_TEXT}`.toLowerCase()].map((one) => one.charCodeAt(0)).join('')],
])('a scanner that sends Alt and the numbers of the characters is told so: %s', (_, typed) => {
  expect(rulesOf({ typed })).toEqual({ problem: 'in-numbers' });
  expect(rulesOf({ typed: typed.slice(0, -2) })).toEqual({ problem: 'not-whole' });
});

it('digits of the number pad count with Alt alone', () => {
  expect(digitWithAlt({ altKey: true, code: 'Numpad6' })).toBe('6');
  expect(digitWithAlt({ altKey: true, code: 'Digit6' })).toBeNull();
  expect(digitWithAlt({ altKey: false, code: 'Numpad6' })).toBeNull();
});

it('the sheet of an older version teaches nothing: it has none of the letters that layouts exchange', () =>
  expect(rulesOf({ typed: '~DRAWDESK-7K2' })).toEqual({ problem: 'old-sheet' }));

it('what is as slow as typing teaches nothing', () => {
  expect(rulesOf({ medianPauseMs: 121 })).toEqual({ problem: 'too-slow' });
  expect(rulesOf({ longestPauseMs: 501 })).toEqual({ problem: 'too-slow' });
});

it('the pauses are measured between the keys', () => {
  const keys = [0, 10, 19, 60, 70].map((timeMs, index) => ({ text: String(index), timeMs }));
  expect(measureScan(keys, 'Tab')).toEqual({
    typed: '01234',
    endKey: 'Tab',
    longestPauseMs: 41,
    medianPauseMs: 10,
  });
  expect(measureScan([], 'none')).toMatchObject({ typed: '', longestPauseMs: 0, medianPauseMs: 0 });
});

it('the bars of the sheet are those of its text', () => {
  expect(sheetBars).toEqual(code128(LEARNING_TEXT).widths);
  expect(sheetBars.length).toBeGreaterThan(50);
});
