// Of a registration that was perhaps made nobody reads that it was not: they would register the person a second time.
import { expect, it } from 'vitest';
import { whyNotAssigned } from '../../../src/renderer/features/registrations/asked-words.ts';
import {
  contestedSentence,
  contestedWords,
} from '../../../src/renderer/features/registrations/contested-words.ts';
import { troubleTag } from '../../../src/renderer/shared/visit/trouble-words.ts';

const wordsOf = (perhapsMade: boolean): string[] => {
  const of = { contested: true, untaken: true, perhapsMade, pendingChanges: [] };
  return [
    contestedWords(of),
    contestedSentence(of),
    whyNotAssigned(of) ?? '',
    troubleTag({ kind: 'registration-untaken', productNames: ['Iron'], perhapsMade }, null),
  ];
};

it('is told apart from one that the service refused, wherever it stands', () => {
  for (const words of wordsOf(false)) expect(words).toMatch(/not taken/);
  for (const words of wordsOf(true)) {
    expect(words).not.toMatch(/not taken/);
    expect(words).toMatch(/nobody knows|perhaps/i);
  }
});

it('is not mixed up with one of which it is open whose it is', () => {
  const of = { contested: true, untaken: false, perhapsMade: false, pendingChanges: [] };
  expect(contestedWords(of)).toBe('whose it is, is not settled');
  expect(contestedSentence(of)).toMatch(/somebody else/);
});
