// How much a wait is noticed, and countdowns.
import { describe, expect, it } from 'vitest';
import { countdownWords, waitingLevel } from '../../../src/renderer/ui/durations.ts';

const MINUTE = 60_000;

describe('a waiting time', () => {
  it('is too long from the alert on, and long from half of it', () => {
    const alertMs = 30 * MINUTE;
    expect(waitingLevel(15 * MINUTE - 1, alertMs)).toBe('short');
    expect(waitingLevel(15 * MINUTE, alertMs)).toBe('long');
    expect(waitingLevel(30 * MINUTE, alertMs)).toBe('too-long');
    expect(waitingLevel(30 * MINUTE, 61 * MINUTE)).toBe('short');
  });
});

describe('a countdown', () => {
  it('counts down to 0:00 and stays there', () => {
    expect(countdownWords(10 * MINUTE)).toBe('10:00');
    expect(countdownWords(9 * MINUTE + 5_999)).toBe('9:05');
    expect(countdownWords(1_000)).toBe('0:01');
    expect(countdownWords(0)).toBe('0:00');
    expect(countdownWords(-1)).toBe('0:00');
  });
});
