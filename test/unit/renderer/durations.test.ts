// Waiting times, countdowns and how old data may be.
import { describe, expect, it } from 'vitest';
import { countdownWords, waitingLevel, waitingWords } from '../../../src/renderer/ui/durations.ts';

const MINUTE = 60_000;

describe('a waiting time', () => {
  it('is told by whole minutes, then hours', () => {
    expect(waitingWords(-5)).toBe('just now');
    expect(waitingWords(59_999)).toBe('just now');
    expect(waitingWords(MINUTE)).toBe('1 min');
    expect(waitingWords(59 * MINUTE)).toBe('59 min');
    expect(waitingWords(65 * MINUTE)).toBe('1 h 05');
  });

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
