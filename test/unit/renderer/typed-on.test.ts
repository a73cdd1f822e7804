// Whoever chooses somebody by Enter and goes on typing the name does nothing to them with its letters.
import { describe, expect, it } from 'vitest';
import { typedOn } from '../../../src/renderer/app/typed-on.ts';

/** Which of these keys mean something, where somebody was chosen at 0 ms. */
function meantAmong(keys: readonly (readonly [key: string, timeMs: number])[]): string[] {
  const typing = typedOn();
  typing.chose(0);
  return keys.flatMap(([key, timeMs]) => (typing.isTypedOn({ key, timeMs }) ? [] : [key]));
}

describe('a key after somebody was chosen by Enter', () => {
  it('means nothing while the name is gone on with, however long that is', () => {
    expect(
      meantAmong([
        ['c', 250],
        ['h', 700],
        ['Shift', 900],
        ['A', 1_100],
        ['Backspace', 1_500],
        ['p', 2_100],
      ]),
    ).toEqual([]);
  });

  it('means what it says after a pause, also right after the key before it', () => {
    expect(
      meantAmong([
        ['a', 900],
        ['p', 1_000],
      ]),
    ).toEqual(['a', 'p']);
  });

  it('means what it says where somebody goes on with Tab', () => {
    expect(
      meantAmong([
        ['Tab', 200],
        [' ', 300],
        ['a', 400],
      ]),
    ).toEqual(['Tab', ' ', 'a']);
  });

  it('means what it says where nobody was chosen', () => {
    expect(typedOn().isTypedOn({ key: 'p', timeMs: 10 })).toBe(false);
  });
});
