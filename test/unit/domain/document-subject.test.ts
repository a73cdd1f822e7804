// A document that names another registration or person than the one it came for is known by its text.
import { describe, expect, it } from 'vitest';
import { codesInText, whomItNames } from '../../../src/domain/document-subject.ts';
import type { DocumentSubject } from '../../../src/domain/document-subject.ts';

const james: DocumentSubject = { trfCode: 'DRW-7K2M9Q', firstName: 'James', lastName: 'Oliver' };
const zoe: DocumentSubject = { trfCode: 'DRW-ARR3EJ', firstName: 'Zoë', lastName: 'Brontë' };
const namesake: DocumentSubject = { trfCode: 'DRW-111111', firstName: 'Anna', lastName: 'Oliver' };
const nobodyYet: DocumentSubject = { trfCode: 'DRW-222222', firstName: null, lastName: null };

describe('a document that came for James Oliver', () => {
  it.each([
    ['shows his code', 'OLIVER, James DOB 15-Mar-1984 DRW-7K2M9Q'],
    ['shows his code in small letters beside somebody else’s', 'drw-7k2m9q DRW-ARR3EJ'],
    ['shows his surname and no code', 'Name: Oliver J. 15/03/1984'],
  ])('is his: it %s', (_what, text) => {
    expect(whomItNames(text, james, [zoe, namesake, nobodyYet])).toBe('own');
  });

  it.each([
    ['shows a code that nobody here has', 'ZZZ-999999 LAB 12345'],
    ['says nothing', ''],
    ['says nothing that can be told', '\u0001\u0002 ☐☐☐'],
    ['names somebody else by first name alone', 'collected by Zoë'],
  ])('names nobody: it %s', (_what, text) => {
    expect(whomItNames(text, james, [zoe, namesake, nobodyYet])).toBeNull();
  });

  it.each([
    ['shows another’s code', 'DOB 14-Jan-1941 DRW-ARR3EJ'],
    ['shows another’s code under his surname', 'OLIVER, Anna drw-111111'],
    ['shows another’s full name, in any case and without accents', 'BRONTE, ZOE 14-Jan-1941'],
  ])('is not his: it %s', (_what, text) => {
    expect(whomItNames(text, james, [zoe, namesake, nobodyYet])).toBe('another');
  });

  it('is compared only with codes in its text, each once and only the first hundreds', () => {
    expect(codesInText('drw-7k2m9q DRW-7K2M9Q a 12')).toEqual(['DRW-7K2M9Q']);
    const words = Array.from({ length: 5_000 }, (_, index) => `WORD${index}`).join(' ');
    expect(codesInText(words)).toHaveLength(400);
  });
});
