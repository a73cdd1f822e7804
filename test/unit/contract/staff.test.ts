// Initials of staff, as they are checked before anything is done with them.
import { describe, expect, it } from 'vitest';
import { staffOperations } from '../../../src/contract/staff.ts';

describe('initials of staff', () => {
  const taken = (initials: string): string =>
    staffOperations['staff.add'].input.parse({ initials, name: 'A name' }).initials;

  it('are put in capitals, with no letter changed or broken', () => {
    expect([' ab ', 'ßa', 'ıa', 'გდ'].map(taken)).toEqual(['AB', 'ßA', 'ıA', 'გდ']);
  });

  it('are the plain letters, in whatever width they come', () => {
    expect(taken('ＡＢ')).toBe('AB');
  });

  it('come with a name that can be seen and is not endless', () => {
    for (const name of ['', ' ', '\u200b\u200b', '\u00ad', '--', '\u202eannA', 'x'.repeat(81)]) {
      expect(() => staffOperations['staff.add'].input.parse({ initials: 'ab', name }), name).toThrow();
    }
  });

  it('are two to four letters', () => {
    for (const wrong of ['a', 'abcde', 'a1', '']) expect(() => taken(wrong)).toThrow();
  });
});
