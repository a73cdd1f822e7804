// A document that is no form is refused in words, and a huge page is drawn small.
import { expect, test } from 'vitest';
import { boundedScale, pagesRefusal, sizeRefusal } from '../../../src/renderer/features/visit/form-limits.ts';

test('ordinary forms are accepted', () => {
  expect(sizeRefusal(300_000)).toBeNull();
  expect(pagesRefusal(1)).toBeNull();
  expect(pagesRefusal(20)).toBeNull();
  expect(boundedScale({ width: 595, height: 842 }, 200 / 72)).toBe(200 / 72);
});

test('a document that cannot be a form is refused, with its size and what to do', () => {
  expect(pagesRefusal(3_000)).toMatch(
    /3,000 pages; a registration form has at most 20.*neither shown nor printed/,
  );
  expect(pagesRefusal(21)).not.toBeNull();
  expect(pagesRefusal(0)).not.toBeNull();
  expect(sizeRefusal(25 * 1024 * 1024)).toContain('25 MB');
});

test.each([
  [14_400, 14_400],
  [1, 1_000_000],
  [200_000, 200_000],
])('a page of %i by %i points is drawn within bounds', (width, height) => {
  const scale = boundedScale({ width, height }, 200 / 72);
  expect(width * scale * (height * scale)).toBeLessThanOrEqual(2_340 * 3_310 * 1.001);
  expect(scale).toBeGreaterThan(0);
});
