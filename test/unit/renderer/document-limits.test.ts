// A document that cannot be shown is refused in words, and a huge page is drawn small.
import { expect, test } from 'vitest';
import {
  boundedScale,
  openingRefusal,
  pagesRefusal,
  sizeRefusal,
} from '../../../src/renderer/shared/documents/document-limits.ts';
import { fileNameOf } from '../../../src/renderer/shared/documents/document-words.ts';
import { printSpan } from '../../../src/renderer/shared/documents/print-pages.ts';
import { scaleOf, zoomStep } from '../../../src/renderer/shared/documents/zoom.ts';

test('ordinary documents are accepted, also long ones', () => {
  expect(sizeRefusal(300_000, 'form')).toBeNull();
  expect(pagesRefusal(1, 'form')).toBeNull();
  expect(pagesRefusal(200, 'report')).toBeNull();
  expect(boundedScale({ width: 595, height: 842 }, 200 / 72)).toBe(200 / 72);
});

test('a document that cannot be opened is refused, with what is wrong and what to do', () => {
  expect(pagesRefusal(3_000, 'form')).toMatch(
    /a form of 3,000 pages; at most 400 are opened.*neither shown nor printed/,
  );
  expect(pagesRefusal(0, 'form')).toContain('without a page');
  expect(sizeRefusal(25 * 1024 * 1024, 'label')).toContain('a label of 25 MB');
  expect(sizeRefusal(0, 'report')).toContain('an empty document in place of the report');
  expect(openingRefusal('password', 'report')).toContain('locked with a password');
  expect(openingRefusal('damaged', 'form')).toContain('cannot be read');
  expect(openingRefusal('slow', 'form')).toContain('takes too long');
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

test('few pages are printed at once, many in bundles from the page in sight', () => {
  expect(printSpan(2, 2)).toEqual({ from: 1, to: 2 });
  expect(printSpan(200, 41)).toEqual({ from: 41, to: 60 });
  expect(printSpan(200, 195)).toEqual({ from: 195, to: 200 });
});

test('a page fits the width or the whole room, or has its size on paper', () => {
  const page = { width: 600, height: 900 };
  const room = { width: 624, height: 474 };
  expect(scaleOf('width', page, room)).toBe(1);
  expect(scaleOf('page', page, room)).toBe(0.5);
  expect(scaleOf(1.5, page, room)).toBe(2);
  expect(zoomStep(scaleOf(1, page, room), 1)).toBe(1.1);
  expect(zoomStep(scaleOf(1.05, page, room), -1)).toBe(1);
  expect(zoomStep(scaleOf(4, page, room), 1)).toBe(4);
  expect(zoomStep(scaleOf(0.1, page, room), -1)).toBeCloseTo(0.1);
});

test('a saved file is named by the code, never by the person, and its name can do no harm', () => {
  expect(fileNameOf('results', 'DRW-7K2M9Q')).toBe('DRW-7K2M9Q results.pdf');
  expect(fileNameOf('trf', '../../etc/passwd')).toBe('etcpasswd form.pdf');
  expect(fileNameOf('label', null)).toBe('registration label.pdf');
});
