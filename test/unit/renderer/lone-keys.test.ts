// A shortcut is a key pressed for itself: not one among a scanner's, and not one that follows another in typing.
import { describe, expect, it } from 'vitest';
import { loneKeys } from '../../../src/renderer/app/lone-keys.ts';

/** Which of these keys stand alone, where none goes into a field. */
function loneAmong(keys: readonly (readonly [key: string, timeMs: number])[]): string[] {
  const isLone = loneKeys();
  return keys.flatMap(([key, timeMs]) => (isLone({ key, timeMs, inText: false }) ? [key] : []));
}

describe('a key that stands alone', () => {
  it('is the first one, and one after a pause', () => {
    expect(
      loneAmong([
        ['w', 0],
        ['b', 400],
      ]),
    ).toEqual(['w', 'b']);
  });

  it('is none of a code but its first key', () => {
    expect(
      loneAmong([
        ['d', 0],
        ['r', 20],
        ['w', 40],
        ['Enter', 60],
        ['b', 170],
      ]),
    ).toEqual(['d']);
  });

  it('is one pressed right after Escape, which no scanner sends', () => {
    expect(
      loneAmong([
        ['Escape', 0],
        ['w', 30],
      ]),
    ).toContain('w');
  });

  it('is none of a code in which Escape or Shift is pressed', () => {
    for (const between of ['Escape', 'Shift']) {
      const lone = loneAmong([
        ['d', 0],
        [between, 20],
        ['w', 40],
      ]);
      expect(lone, between).not.toContain('w');
    }
  });

  it('is none that follows an arrow so soon, which some scanners send in place of a control character', () => {
    expect(
      loneAmong([
        ['d', 0],
        ['ArrowLeft', 90],
        ['w', 180],
      ]),
    ).not.toContain('w');
  });

  it('is one that follows a key typed into a field', () => {
    const isLone = loneKeys();
    isLone({ key: 'a', timeMs: 0, inText: true });
    expect(isLone({ key: 'w', timeMs: 20, inText: false })).toBe(true);
  });
});
