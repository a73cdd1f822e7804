// A new passphrase is judged by what a guesser would have to try, and the words say what is wrong with it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passphraseWeakness } from '../../../src/app/passphrase-strength.ts';

test.each<[string, string]>([
  ['', 'at least 12 characters'],
  ['short', 'at least 12 characters'],
  ['\u{1f512}\u{1f512}\u{1f512}\u{1f512}\u{1f512}\u{1f512}', 'at least 12 characters'],
  ['aaaaaaaaaaaa', 'too few different characters'],
  ['abababababab', 'too few different characters'],
  ['abc abc abc abc abc', 'too few different characters'],
  ['            ', 'too few different characters'],
  ['swordfish swordfish ', 'over and over'],
  ['horsemhorsemhors', 'over and over'],
  ['150319841203', 'digits alone'],
  ['15-03-1984 12/03', 'digits alone'],
  ['abcdefghijklmnop', 'what everybody thinks of first'],
  ['qwertyuiopasdfghjkl', 'what everybody thinks of first'],
  ['zyxwvutsrqponm', 'what everybody thinks of first'],
  ['Password1234', 'what everybody thinks of first'],
  ['P4$$w0rdP4$$w0rd!', 'over and over|what everybody thinks of first'],
  ['welcome12345678', 'what everybody thinks of first'],
  ['drawdesk clinic london', 'what everybody thinks of first'],
  ['aaaaaabbbbbbccccccddddddeeeeeeffffff', 'what everybody thinks of first'],
])('%j is refused: %s', (passphrase, why) => {
  expect(passphraseWeakness(passphrase)).toMatch(new RegExp(why));
});

test.each([
  'correct horse battery',
  'café au lait please',
  'plum tractor evening hinge',
  'xK7#mQ2$vB9!wZ',
  'Mein Hund frisst um 7 Uhr',
  '84019375562910483716',
  'патефон зебра окно',
])('%j is good enough', (passphrase) => {
  expect(passphraseWeakness(passphrase)).toBeNull();
});

test('random characters of the shortest length are good enough, and any text gets an answer', () => {
  const letters = 'bdfhjkmprtvwxyz23456789';
  const random = fc.string({
    unit: fc.constantFrom(...letters),
    minLength: 16,
    maxLength: 16,
  });
  fc.assert(
    fc.property(random, (text) => {
      fc.pre(new Set(text).size >= 10 && !/(.)\1/.test(text) && /[a-z]/.test(text));
      return passphraseWeakness(text) === null;
    }),
    { seed: 1, numRuns: 20 },
  );
  fc.assert(
    // Whatever is typed gets an answer: null, or words for the person.
    fc.property(fc.string({ unit: 'binary' }), (text) => passphraseWeakness(text) !== ''),
    {
      numRuns: 20,
    },
  );
});
