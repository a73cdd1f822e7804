// Pages drawn as dots for printers that take no PDF, in the real thread: whole, in their size, with a code that can still be read.
import { afterAll, describe, expect, it } from 'vitest';
import { createPageRaster, type DotKind } from '../../../src/adapters/raster/page-raster.ts';
import { codesOn, formOfPages, shareOfOtherDots } from '../../support/drawn-pages.ts';
import { decodePwg } from '../../support/pwg-decoder.ts';
import { silentLog } from '../../support/silent-log.ts';

const CODE = 'TRF-7K2M9Q';
const LONG = { timeout: 240_000 };
const raster = createPageRaster(silentLog);
afterAll(() => raster.close());

async function pagesOf(pdf: Uint8Array, dots: DotKind) {
  const made = await raster.make(pdf, dots);
  if (!('raster' in made)) throw new Error(`not drawn: ${made.problem}`);
  return decodePwg(made.raster);
}

describe('the pages of a document as dots', () => {
  it.each([
    [{ dpi: 203, type: 'sgray_8' }, 0.00002],
    [{ dpi: 203, type: 'srgb_8' }, 0.00002],
    // Grey is made of black dots: the grey box and the edges of letters are not as they were drawn.
    [{ dpi: 203, type: 'black_1' }, 0.02],
  ] as const)('are what the document shows, at %j', LONG, async (dots, share) => {
    const pdf = await formOfPages([CODE, 'Its second page']);
    const pages = await pagesOf(pdf, dots);
    expect(pages).toHaveLength(2);
    const other = await formOfPages(['TRF-7K2M9R', 'Its other page']);
    for (const [index, page] of pages.entries()) {
      expect(page).toMatchObject({ paper: 'iso_a4_210x297mm', dpi: [dots.dpi, dots.dpi], pageCount: 2 });
      const otherDots = await shareOfOtherDots(page, pdf, index + 1);
      expect(otherDots).toBeLessThan(share);
      // The comparison would see it: the same page of a document with another text is another one.
      expect(await shareOfOtherDots(page, other, index + 1)).toBeGreaterThan(otherDots);
    }
    const [first, second] = pages;
    expect(first && (await codesOn(first))).toEqual([CODE]);
    // Its letters are those of a font that the document does not hold.
    expect(second?.dots.some((dot) => dot < 40)).toBe(true);
  });

  it('lie upright on the paper when the page lies on its side', LONG, async () => {
    const [page] = await pagesOf(await formOfPages([CODE], { layout: 'landscape' }), {
      dpi: 203,
      type: 'sgray_8',
    });
    expect([page?.widthDots, page?.heightDots]).toEqual([1678, 2374]);
    expect(page && (await codesOn(page))).toEqual([CODE]);
  });

  it(
    'are not made of a page that is larger than A4, because a part of it would be missing',
    LONG,
    async () => {
      expect(
        await raster.make(await formOfPages([CODE], { size: 'A3' }), { dpi: 203, type: 'sgray_8' }),
      ).toEqual({
        problem: 'too-large',
      });
    },
  );

  it('are not made where the code could not be read in so few dots', LONG, async () => {
    const pdf = await formOfPages(['DRW-7K2M9Q'], { moduleMm: 0.17 });
    expect(await raster.make(pdf, { dpi: 203, type: 'black_1' })).toEqual({ problem: 'code-lost' });
    expect(await raster.make(pdf, { dpi: 300, type: 'black_1' })).toHaveProperty('raster');
    // A report may have its code on any page.
    const later = await formOfPages(['A letter', 'DRW-7K2M9Q'], { moduleMm: 0.17, barsOnPage: 2 });
    expect(await raster.make(later, { dpi: 203, type: 'black_1' })).toEqual({ problem: 'code-lost' });
    expect(await raster.make(later, { dpi: 300, type: 'black_1' })).toHaveProperty('raster');
  });

  it('are not made of a damaged document, and the next one is drawn all the same', LONG, async () => {
    const damaged = Buffer.from('%PDF-1.7\nnothing of the kind\n%%EOF\n');
    expect(await raster.make(damaged, { dpi: 203, type: 'sgray_8' })).toMatchObject({ problem: 'damaged' });
    expect(await raster.make(await formOfPages([CODE]), { dpi: 203, type: 'sgray_8' })).toHaveProperty(
      'raster',
    );
  });
});
