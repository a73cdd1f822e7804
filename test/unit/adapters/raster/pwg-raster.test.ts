// PWG raster as it is written, read by a decoder that is strict and written apart from it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dotsOf, pixelsIn } from '../../../../src/adapters/raster/dots.ts';
import {
  PWG_TYPES,
  pwgBegin,
  pwgPageHeader,
  pwgRowBytes,
  pwgRows,
  readPwg,
  type PwgPage,
  type PwgType,
} from '../../../../src/adapters/raster/pwg-raster.ts';
import { decodePwg, type DecodedPage } from '../../../support/pwg-decoder.ts';

const MOST_BYTES = 1_000_000;

function pageOf(type: PwgType, widthDots: number, heightDots: number, pageCount = 1): PwgPage {
  const pt = (dots: number): number => Math.round((dots / 300) * 72);
  const paper = { widthPt: pt(widthDots), heightPt: pt(heightDots), name: 'custom_test_1x1mm' };
  return { type, dpi: 300, widthDots, heightDots, pageCount, paper };
}

/** Few colours and repeated rows, as on paper, besides noise. */
const drawn = fc
  .record({
    type: fc.constantFrom(...PWG_TYPES),
    widthDots: fc.integer({ min: 1, max: 300 }),
    cutAfter: fc.nat({ max: 6 }),
    rows: fc.array(
      fc.record({
        times: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 300 })),
        runs: fc.array(
          fc.record({
            length: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 120, max: 260 })),
            colour: fc.constantFrom([0, 0, 0], [255, 255, 255], [255, 0, 0], [1, 2, 3], [200, 200, 200]),
          }),
          { minLength: 1, maxLength: 12 },
        ),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ type, widthDots, rows, cutAfter }) => {
    const lines = rows.flatMap(({ times, runs }) => {
      const dots = runs.flatMap(({ length, colour }) => Array.from({ length }, () => colour));
      const line = Array.from({ length: widthDots }, (_, x) => [
        ...(dots[x % dots.length] ?? []),
        255,
      ]).flat();
      return Array.from({ length: times }, () => line);
    });
    const pixels = Uint8ClampedArray.from(lines.flat());
    return { type, widthDots, heightDots: lines.length, pixels, cutAfter };
  });

/** What the decoder saw, as a screen shows it. */
function asPixels({ dots, space, widthDots, heightDots }: DecodedPage): number[] {
  return Array.from({ length: widthDots * heightDots }, (_, dot) =>
    space === 'srgb' ? [...dots.subarray(dot * 3, dot * 3 + 3), 255] : [dots[dot], dots[dot], dots[dot], 255],
  ).flat() as number[];
}

describe('PWG raster', () => {
  it('says of any page what was drawn, dot by dot, in however many parts it was written', () => {
    fc.assert(
      fc.property(drawn, ({ type, widthDots, heightDots, pixels, cutAfter }) => {
        const page = pageOf(type, widthDots, heightDots);
        const rows = dotsOf(pixels, { type, widthDots, top: 0 });
        const cut = Math.min(cutAfter, heightDots) * pwgRowBytes(type, widthDots);
        const document = Buffer.concat([
          pwgBegin(),
          pwgPageHeader(page),
          pwgRows(page, rows.subarray(0, cut)),
          pwgRows(page, rows.subarray(cut)),
        ]);
        const [decoded] = decodePwg(document);
        expect(decoded).toMatchObject({ widthDots, heightDots, dpi: [300, 300] });
        const seen = decoded && Uint8ClampedArray.from(asPixels(decoded));
        expect(
          seen &&
            Buffer.from(seen).equals(
              Buffer.from(pixelsIn(rows, page, { left: 0, top: 0, widthDots, heightDots })),
            ),
        ).toBe(true);
        if (type === 'srgb_8') expect(seen && Buffer.from(seen).equals(Buffer.from(pixels))).toBe(true);
        const [read] = readPwg(document, 1, MOST_BYTES);
        expect(read?.page).toEqual(page);
        expect(read && Buffer.from(read.rows).equals(Buffer.from(rows))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is short where nothing changes, and no row grows by more than a byte for each of its dots', () => {
    const white = pageOf('sgray_8', 2480, 3508);
    expect(pwgRows(white, new Uint8Array(2480 * 3508).fill(255)).length).toBeLessThan(700);
    const noise = Uint8Array.from({ length: 999 }, (_, at) => [7, 7, 9][at % 3] ?? 0);
    expect(
      decodePwg(
        Buffer.concat([
          pwgBegin(),
          pwgPageHeader(pageOf('sgray_8', 999, 1)),
          pwgRows(pageOf('sgray_8', 999, 1), noise),
        ]),
      )[0]?.dots,
    ).toEqual(Buffer.from(noise));
  });

  it('of several pages tells how many there are on each', () => {
    const page = pageOf('black_1', 90, 30, 2);
    const rows = new Uint8Array(pwgRowBytes('black_1', 90) * 30);
    const one = [pwgPageHeader(page), pwgRows(page, rows)];
    expect(decodePwg(Buffer.concat([pwgBegin(), ...one, ...one])).map(({ pageCount }) => pageCount)).toEqual([
      2, 2,
    ]);
    expect(readPwg(Buffer.concat([pwgBegin(), ...one, ...one]), 5, MOST_BYTES)).toHaveLength(2);
  });

  it('that is cut off or has a byte too many anywhere is read neither as a page nor as a shorter one', () => {
    const page = pageOf('sgray_8', 300, 40);
    const rows = Uint8Array.from({ length: 300 * 40 }, (_, at) => (at * 7919) % 251);
    const whole = Buffer.concat([pwgBegin(), pwgPageHeader(page), pwgRows(page, rows)]);
    expect(decodePwg(whole)).toHaveLength(1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        const cut = whole.subarray(0, length);
        expect(() => decodePwg(cut)).toThrow();
        expect(() => readPwg(cut, 2, MOST_BYTES)).toThrow();
      }),
    );
    expect(() => decodePwg(Buffer.concat([whole, Buffer.from([0])]))).toThrow('cut off');
    expect(() => readPwg(Buffer.concat([whole, Buffer.from([0])]), 2, MOST_BYTES)).toThrow('cut off');
    expect(() => readPwg(whole, 2, 300)).toThrow('too large');
    expect(() => pwgRows(page, rows.subarray(1))).toThrow('not whole');
  });
});

describe('grey on a printer of black dots', () => {
  const greyRows = (value: number): Uint8Array =>
    dotsOf(
      Uint8ClampedArray.from({ length: 64 * 64 * 4 }, (_, at) => (at % 4 === 3 ? 255 : value)),
      {
        type: 'black_1',
        widthDots: 64,
        top: 0,
      },
    );
  const black = (rows: Uint8Array): number =>
    rows.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0) / (64 * 64);

  it('comes out as so many black dots, and neither white nor black gets others among them', () => {
    expect(black(greyRows(0))).toBe(1);
    expect(black(greyRows(255))).toBe(0);
    for (const value of [40, 128, 200, 240]) {
      expect(Math.abs(black(greyRows(value)) - (255 - value) / 255)).toBeLessThan(0.03);
    }
  });

  it('goes on from one part of a page to the next as if it were one', () => {
    const pixels = Uint8ClampedArray.from({ length: 16 * 20 * 4 }, (_, at) => (at % 4 === 3 ? 255 : 150));
    const whole = dotsOf(pixels, { type: 'black_1', widthDots: 16, top: 0 });
    const upper = dotsOf(pixels.subarray(0, 16 * 5 * 4), { type: 'black_1', widthDots: 16, top: 0 });
    const lower = dotsOf(pixels.subarray(16 * 5 * 4), { type: 'black_1', widthDots: 16, top: 5 });
    expect([...upper, ...lower]).toEqual([...whole]);
  });
});
