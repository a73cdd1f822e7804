// Names in letters that a label printer lacks are drawn whole, or refused in words where no letter can be drawn.
import { expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import {
  layOutLabel as layOut,
  type LabelContent,
  type LabelLayout,
} from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK } from '../../../src/core/printing/layout/label-stock.ts';
import { zpl } from '../../../src/core/printing/languages/zpl/zpl.ts';
import type { DrawnText, DrawText } from '../../../src/core/ports.ts';
import { drawZpl, rasterOf, readCodes } from '../../support/label-eyes.ts';
import { sampleContent } from '../../support/sample-label.ts';

const text = createDrawText();
const content = sampleContent({ gender: 'other', siteName: null });
const layOutLabel = (change: Partial<LabelContent>, draw: DrawText | null = text): LabelLayout =>
  layOut({ ...content, ...change }, DEFAULT_LABEL_STOCK, { language: zpl, draw });

function ink(drawn: DrawnText | null): number {
  let dots = 0;
  for (const byte of drawn?.rows ?? []) for (let bit = byte; bit > 0; bit >>= 1) dots += bit & 1;
  return dots;
}

it.each([
  ['Polish', 'Łukasz', 'Wójcik-Śliwiński'],
  ['Vietnamese', 'Ngọc', 'Nguyễn'],
  ['Ukrainian', 'Олексій', 'Ковальчук'],
  ['Greek', 'Ελένη', 'Παπαδοπούλου'],
  ['Arabic', 'محمد', 'الحسن'],
  ['Turkish', 'Gökçe', 'Yıldırım Şahin'],
  ['Georgian', 'ნინო', 'ბერიძე'],
  ['Hebrew', 'דוד', 'כהן'],
])(
  'draws a %s name as a picture that the printed label shows, the code still readable',
  async (_l, firstName, lastName) => {
    const layout = layOutLabel({ firstName, lastName });
    expect(layout.fields[0]).toMatchObject({ kind: 'line', line: { heightDots: 28 } });
    const png = await drawZpl(zpl.encode(layout), DEFAULT_LABEL_STOCK);
    const raster = await rasterOf(png);
    let inked = 0;
    for (let y = 3; y < 37; y += 1) for (let x = 8; x < 390; x += 1) if (raster.isBlack(x, y)) inked += 1;
    expect(inked).toBeGreaterThan(350);
    expect(await readCodes(png)).toEqual(['DRW-7K2M9Q']);
  },
);

it('draws every accent completely: with unlimited room there is no more ink', () => {
  for (const name of ['Ễ', 'NGUYỄN', 'Å', 'Ǻ', 'ẶỀ', 'Žluťoučký', 'Ё', 'Q̧y']) {
    const usual = text.draw(name, { heightDots: 28, headroomDots: 5 });
    const roomy = text.draw(name, { heightDots: 28, headroomDots: 28 });
    expect(usual?.riseDots).toBeLessThanOrEqual(5);
    const rowBytes = (usual?.rows.length ?? 0) / (usual?.heightDots ?? 1);
    // What touches the first or last row may have been cut there.
    const edge = (row: number): Uint8Array =>
      usual?.rows.subarray(row * rowBytes, (row + 1) * rowBytes) ?? new Uint8Array();
    if (usual?.heightDots === roomy?.heightDots) expect([name, ink(usual)]).toEqual([name, ink(roomy)]);
    expect(ink(usual)).toBeGreaterThan(0.7 * ink(roomy));
    expect([
      name,
      edge((usual?.heightDots ?? 1) - 1).some((byte) => byte !== 0) && ink(usual) < ink(roomy),
    ]).toEqual([name, false]);
  }
});

it('leaves the accents of a printed label uncut, drawn or in the printer’s font', async () => {
  for (const [firstName, lastName] of [
    ['Åsa', 'Österberg'],
    ['Ngọc', 'Nguyễn'],
  ] as const) {
    const raster = await rasterOf(
      await drawZpl(zpl.encode(layOutLabel({ firstName, lastName })), DEFAULT_LABEL_STOCK),
    );
    const inkOfRow = (y: number): number =>
      Array.from({ length: raster.width }, (_, x) => raster.isBlack(x, y)).filter(Boolean).length;
    const first = Array.from({ length: 40 }, (_, y) => y).find((y) => inkOfRow(y) > 0) ?? 0;
    // Paper above the highest accent: nothing was cut by the label's edge.
    expect(first, lastName).toBeGreaterThanOrEqual(2);
  }
});

it('sets a long drawn name on two lines as it does a printed one', () => {
  const layout = layOutLabel({
    firstName: 'Александра Константиновна',
    lastName: 'Преображенская-Верещагина',
  });
  expect(layout.name).toEqual({
    lines: ['ПРЕОБРАЖЕНСКАЯ-ВЕРЕЩАГИНА,', 'Александра Константиновна'],
    isCut: false,
  });
});

it('names the characters that its font lacks, by what a person counts as one', () => {
  expect(text.missing('王小明, Å')).toEqual(['王', '小', '明']);
  expect(text.missing('สมชาย').length).toBeGreaterThan(0);
  expect(text.missing('राम').length).toBeGreaterThan(0);
  expect(text.missing('A\u{e0001}B')).not.toEqual([]);
  // A mark that the font lacks is a letter that it lacks, whatever it stands on.
  expect(text.missing('Ma\u1ddf')).toEqual(['a\u1ddf']);
  expect(text.missing('Nguyễn Ковальчук ბერიძე الحسن')).toEqual([]);
  expect(text.draw('王', { heightDots: 28, headroomDots: 5 })).toBeNull();
});

it('refuses a name in words that say which field and which characters', () => {
  expect(() => layOutLabel({ lastName: '王', firstName: '小明' })).toThrow(
    /lastName: letters that can neither be printed nor drawn: 王/,
  );
  expect(() => layOutLabel({ firstName: '小明' })).toThrow(/firstName: .*小 明/);
  expect(() => layOutLabel({ lastName: 'X\u{12345}' })).toThrow(/lastName/);
});

it('refuses a name that would have to be drawn where nothing can draw', () => {
  expect(() => layOutLabel({ firstName: 'Łukasz' }, null)).toThrow(/firstName: .*Ł/);
});

it.each([
  ['a name of a million letters', 'Ж'.repeat(1_000_000)],
  ['one of many wide letters', 'Щ'.repeat(400)],
])('deals with %s at once, and never draws it whole', (_, lastName) => {
  const widest: number[] = [];
  const watched: DrawText = {
    missing: (asked) => text.missing(asked),
    draw(asked, line) {
      const picture = text.draw(asked, line);
      widest.push(picture?.widthDots ?? 0);
      return picture;
    },
  };
  const begun = performance.now();
  try {
    layOutLabel({ lastName }, watched);
  } catch (thrown) {
    // A label may say of such a name that it does not fit; it may not take for ever to find that out.
    expect(String(thrown)).toContain('lastName: does not fit');
  }
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(Math.max(...widest)).toBe(4_096);
});
