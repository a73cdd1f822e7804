import { expect, it } from 'vitest';
import { busy, conflict, forbidden, offline, rejected, timeout } from '../../../src/domain/app-error.ts';
import { keptWords, notToldWords, readingWords } from '../../../src/renderer/shared/words/kept-words.ts';

const WHAT = 'this is as it was read last';

it('tells a service that cannot be reached from one that refuses and from one that fails', () => {
  expect(keptWords(null, WHAT)).toBe('The service cannot be asked: this is as it was read last.');
  expect(keptWords(offline('refused', 'not-sent', 'gone'), WHAT)).toBe(keptWords(null, WHAT));
  expect(keptWords(rejected('products.get was answered 422', { '': 'Not for this brand' }), WHAT)).toBe(
    'The service refused to tell this: Not for this brand. This is as it was read last.',
  );
  expect(keptWords(conflict('changed', 'products.get was answered 409'), WHAT)).toBe(
    'The service refused to tell this: it says that this does not fit what it has now (products.get was answered 409). This is as it was read last.',
  );
  expect(keptWords(busy('server-error', null, 'answered 500'), WHAT)).toBe(
    'The service has a problem of its own. This is as it was read last.',
  );
  expect(keptWords(timeout('late'), WHAT)).toBe(
    'The service did not answer in time. This is as it was read last.',
  );
});

it('says of a refusal what the service said, and that it said nothing', () => {
  expect(notToldWords(rejected('answered 422', {}))).toBe(
    'The service refused to tell this: it gave no reason.',
  );
  expect(notToldWords(forbidden('answered 403'))).toContain('this desk’s account may not read it');
  // Nobody has entered anything that could be checked or repeated.
  expect(readingWords(conflict('changed', 'answered 409')).advice).not.toMatch(/repeat|try again/i);
});
