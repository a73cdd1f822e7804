// What “as of” may say: the age of data by how the connection stands, and nothing that cannot be known.
import { describe, expect, it } from 'vitest';
import { ageOf } from '../../../src/renderer/shared/dates/age.ts';

describe('the age of what was read', () => {
  it('warns at five minutes and alarms at fifteen while the service cannot be reached', () => {
    expect(ageOf(4, false)).toEqual({ kind: 'known', tone: 'fresh', words: null });
    expect(ageOf(5, false)).toEqual({ kind: 'known', tone: 'old', words: '5 min' });
    expect(ageOf(15, false)).toEqual({ kind: 'known', tone: 'very-old', words: '15 min' });
  });

  it('is no alarm while the service answers and the next reading is not due', () => {
    expect(ageOf(19, true)).toEqual({ kind: 'known', tone: 'fresh', words: '19 min' });
    expect(ageOf(60, true)).toEqual({ kind: 'known', tone: 'old', words: '1 h 00' });
  });

  it('is not known when the time lies in the future by more than a moment', () => {
    expect(ageOf(-1, true)).toEqual({ kind: 'known', tone: 'fresh', words: null });
    expect(ageOf(-3, true)).toEqual({ kind: 'unknown' });
    expect(ageOf(-600, false)).toEqual({ kind: 'unknown' });
  });
});
