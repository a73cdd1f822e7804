// How large a document is first shown.
import { describe, expect, it } from 'vitest';
import { factorOf, firstZoom, scaleOf } from '../../../src/renderer/shared/documents/zoom.ts';

const A4 = { width: 595, height: 842 };
const LABEL = { width: 144, height: 72 };

describe('a document at first', () => {
  it('fills the width of a usual window', () => {
    expect(firstZoom(A4, { width: 1_140, height: 560 })).toBe('width');
    expect(firstZoom(LABEL, { width: 900, height: 560 })).toBe('width');
  });

  it('is no wider than it is well read in a large one', () => {
    const room = { width: 2_300, height: 1_100 };
    const zoom = firstZoom(A4, room);
    expect(scaleOf(zoom, A4, room) * A4.width).toBeCloseTo(1_240);
    expect(factorOf(scaleOf(zoom, A4, room))).toBeCloseTo(1.56, 2);
  });
});
