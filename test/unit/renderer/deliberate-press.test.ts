// The answer of the wrong-label alarm is given by a person, and never by the keys of a scan.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  deliberatePresses,
  type DeliberatePresses,
} from '../../../src/renderer/shared/scanning/deliberate-press.ts';

let presses: DeliberatePresses;
let answers: number;
let nowMs: number;

beforeEach(() => {
  vi.useFakeTimers();
  presses = deliberatePresses();
  answers = 0;
  nowMs = 5_000;
});
afterEach(() => void vi.useRealTimers());

const answer = (): void => void (answers += 1);

function pass(ms: number): void {
  nowMs += ms;
  vi.advanceTimersByTime(ms);
}

/** A key at the button in focus, as a browser brings it. */
function strike(key: string, repeat = false): void {
  presses.key({ key, timeStamp: nowMs, repeat });
  if (key === 'Enter' || (key === ' ' && !repeat)) presses.press({ detail: 0 }, answer);
}

/** Keys of a scanner that nothing takes for a code, so that each of them arrives. */
function scan(code: string, gapMs: number, ends = ['Enter']): void {
  for (const key of [...code, ...ends]) {
    strike(key);
    pass(gapMs);
  }
  pass(5_000);
}

it.each([
  ['three characters', 'AB1', 10],
  ['blanks within', '943 476 5919', 10],
  ['a blank before', ' LAB-600002', 10],
  ['a blank before, from a wireless scanner', ' LAB-600002', 110],
  ['words', 'hello world', 12],
  ['a blank between all', 'a b c d e f', 15],
  ['typing', 'LAB-600009', 300],
])('is not given by keys that are %s', (_what, code, gapMs) => {
  scan(code, gapMs);
  scan(code, gapMs, ['Enter', 'Enter']);
  expect(answers).toBe(0);
});

it('is not given by the end of a scan in whose middle the alarm came up', () => {
  for (const key of 'AB1') presses.key({ key, timeStamp: nowMs, repeat: false });
  pass(10);
  strike('Enter');
  pass(5_000);
  expect(answers).toBe(0);
});

it('is not given by Enter that is held down since before the alarm, nor when the alarm has gone', () => {
  presses.key({ key: 'Enter', timeStamp: nowMs, repeat: false });
  pass(500);
  strike('Enter', true);
  pass(5_000);
  strike('Enter');
  presses.drop();
  pass(5_000);
  expect(answers).toBe(0);
});

it.each([['Enter'], [' ']])(
  'is given once by a person’s %j, also by one right after Tab and Escape',
  (key) => {
    scan('AB1', 10);
    for (const before of ['Escape', 'Tab', 'Shift'])
      presses.key({ key: before, timeStamp: nowMs, repeat: false });
    strike(key);
    strike(key, true);
    expect(answers).toBe(0);
    pass(200);
    expect(answers).toBe(1);
    pass(5_000);
    expect(answers).toBe(1);
  },
);

it('is given at once by a click, whatever was typed', () => {
  strike('A');
  presses.press({ detail: 1 }, answer);
  expect(answers).toBe(1);
});

it('is given by a click, and not by the second one of a double click that began before it came up', () => {
  presses.press({ detail: 2 }, answer);
  pass(5_000);
  expect(answers).toBe(0);
  presses.press({ detail: 1 }, answer);
  expect(answers).toBe(1);
  presses.press({ detail: 2 }, answer);
  pass(5_000);
  expect(answers).toBe(1);
});
