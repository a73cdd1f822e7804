// How a text is shortened for a label: as little as possible, never so that a wrong one comes out.
import { describe, expect, it } from 'vitest';
import { cutAtEnd, cutInMiddle, oneLine } from '../../../../../src/core/printing/layout/label-text.ts';

/** Fits when it has at most so many characters. */
const upTo = (most: number) => (text: string) => Array.from(text).length <= most;

describe('a text that is cut at its end', () => {
  it('is left alone when it fits', () => {
    expect(cutAtEnd('Vitamin D', 1, upTo(9))).toBe('Vitamin D');
  });

  it('keeps as much as there is room for, with a mark and no blank before it', () => {
    expect(cutAtEnd('Vitamin D', 1, upTo(8))).toBe('Vitam...');
    expect(cutAtEnd('Iron and Zinc', 1, upTo(8))).toBe('Iron...');
    expect(cutAtEnd('Ångström🩸test', 1, upTo(12))).toBe('Ångström🩸...');
  });

  it('is left out when less than what must stay fits', () => {
    expect(cutAtEnd('Bloomsbury', 3, upTo(6))).toBe('Blo...');
    expect(cutAtEnd('Bloomsbury', 3, upTo(5))).toBeNull();
    expect(cutAtEnd('Bloomsbury', 1, () => false)).toBeNull();
  });
});

describe('a text that is cut in its middle', () => {
  it('keeps two thirds of what stays at its beginning and one at its end', () => {
    expect(cutInMiddle('ABCDEFGHIJKL', upTo(12))).toBe('ABCDEFGHIJKL');
    expect(cutInMiddle('ABCDEFGHIJKLMNO', upTo(12))).toBe('ABCDEF...MNO');
    expect(cutInMiddle('ABCDEFGHIJKLMNO', upTo(7))).toBe('ABC...O');
  });

  it('loses the blanks beside the gap', () => {
    expect(cutInMiddle('Ann Bee Cee Dee Eee', upTo(12))).toBe('Ann Be...Eee');
    expect(cutInMiddle('Ab cdefghi jk', upTo(12))).toBe('Ab cdef...jk');
  });

  it('is left out when not even four characters fit', () => {
    expect(cutInMiddle('ABCDEFGHIJKL', upTo(6))).toBeNull();
    expect(cutInMiddle('ABCDEFGHIJKL', upTo(7))).toBe('ABC...L');
  });
});

describe('a text of one line', () => {
  it('has no blanks or joiners at its ends, however many', () => {
    expect(oneLine('  \u200d\u200c Zoë  O’Neill \u200c\u200d  ')).toBe("Zoë O'Neill");
  });
});
