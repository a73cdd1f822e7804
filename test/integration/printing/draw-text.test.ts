// Names in letters that a label printer lacks are drawn, or refused where no letter can be drawn.
import { expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { layOutLabel, type LabelContent } from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK } from '../../../src/core/printing/layout/label-preflight.ts';
import { labelToZpl } from '../../../src/core/printing/languages/zpl/zpl.ts';
import { drawZpl, rasterOf, readCodes } from '../../support/label-eyes.ts';

const draw = createDrawText();
const content: LabelContent = {
  firstName: 'James',
  lastName: 'Oliver',
  dateOfBirth: '1984-03-15',
  gender: 'other',
  code: 'DRW-7K2M9Q',
  trfCode: null,
  product: 'IRON-4',
  printedAt: { date: '2026-03-12', time: '09:41' },
  siteName: null,
  reprint: false,
  training: false,
};

it.each([
  ['Polish', 'Łukasz', 'Wójcik-Śliwiński'],
  ['Vietnamese', 'Ngọc', 'Nguyễn'],
  ['Ukrainian', 'Олексій', 'Ковальчук'],
  ['Greek', 'Ελένη', 'Παπαδοπούλου'],
  ['Arabic', 'محمد', 'الحسن'],
  ['Turkish', 'Gökçe', 'Yıldırım Şahin'],
])(
  'draws a %s name as a picture that the printed label shows, the code still readable',
  async (_l, first, last) => {
    const layout = layOutLabel({ ...content, firstName: first, lastName: last }, DEFAULT_LABEL_STOCK, draw);
    const name = layout.fields[0];
    expect(name).toMatchObject({ kind: 'line', line: { picture: { heightDots: 28 } } });
    const png = await drawZpl(labelToZpl(layout), DEFAULT_LABEL_STOCK);
    const raster = await rasterOf(png);
    let ink = 0;
    for (let y = 6; y < 34; y += 1) for (let x = 8; x < 390; x += 1) if (raster.isBlack(x, y)) ink += 1;
    expect(ink).toBeGreaterThan(600);
    expect(await readCodes(png)).toEqual(['DRW-7K2M9Q']);
  },
);

it('cuts a long drawn name as it does a printed one', () => {
  const layout = layOutLabel(
    { ...content, firstName: 'Александра Константиновна', lastName: 'Преображенская-Верещагина' },
    DEFAULT_LABEL_STOCK,
    draw,
  );
  expect(layout.fields[0]).toMatchObject({
    line: { text: expect.stringMatching(/^ПРЕОБРАЖЕНСКАЯ-ВЕРЕЩАГИНА, А.*\.$/) as string },
  });
});

it('refuses, naming the field, a letter that no font here has', () => {
  expect(draw('A\u{e0001}\u{10fffd}', 28)).toBeNull();
  expect(() => layOutLabel({ ...content, lastName: 'X\u{12345}' }, DEFAULT_LABEL_STOCK, draw)).toThrow(
    /lastName/,
  );
});

it('refuses such a name where nothing can draw', () => {
  expect(() => layOutLabel({ ...content, firstName: 'Łukasz' }, DEFAULT_LABEL_STOCK, null)).toThrow(
    /firstName/,
  );
});
