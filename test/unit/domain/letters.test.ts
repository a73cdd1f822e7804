// Letters as a person counts them.
import { expect, it } from 'vitest';
import { lettersOf } from '../../../src/domain/letters.ts';

it.each([
  ['Zoe\u0308', ['Z', 'o', 'e\u0308']],
  ['a👩‍👧b', ['a', '👩‍👧', 'b']],
  ['', []],
])('%s has the letters %j', (text, letters) => expect(lettersOf(text)).toEqual(letters));
