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
import type { DrawnText, DrawText } from '../../../src/core/ports/pictures.ts';
import { lettersOf } from '../../../src/domain/letters.ts';
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
  ['Chinese', '小明', '王'],
  ['traditional Chinese', '麗娟', '蕭'],
  ['Japanese', 'さくら', '齋藤'],
  ['Japanese (rare)', 'タロウ', '𠮷野'],
  ['Korean', '철수', '김'],
  ['Hindi', 'प्रज्ञा', 'क्षत्रिय'],
  ['Bengali', 'ক্ষমা', 'শ্রীমতী'],
  ['Punjabi', 'ਪ੍ਰੀਤ', 'ਸਿੰਘ'],
  ['Gujarati', 'શ્રી', 'પટેલ'],
  ['Tamil', 'கௌரி', 'ஸ்ரீனிவாசன்'],
  ['Telugu', 'కృష్ణ', 'శ్రీనివాస్'],
  ['Kannada', 'ಕೃಷ್ಣ', 'ಶ್ರೀನಿವಾಸ'],
  ['Malayalam', 'കൃഷ്ണൻ', 'ശ്രീധരൻ'],
  ['Sinhala', 'චමින්ද', 'ශ්‍රී'],
  ['Thai', 'น้ำผึ้ง', 'สมชาย'],
  ['Urdu', 'احمد', 'رائے'],
  ['Burmese', 'ကျော်', 'အောင်'],
  ['Khmer', 'សុខា', 'ចាន់'],
  ['Amharic', 'አበበ', 'ተስፋዬ'],
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

it('names the characters that no font has, by what a person counts as one', () => {
  expect(text.missing('\u{12345}\u{13000}王, Å')).toEqual(['\u{12345}', '\u{13000}']);
  expect(text.missing('A\u{e0001}B')).not.toEqual([]);
  // A mark that the font lacks is a letter that it lacks, whatever it stands on.
  expect(text.missing('Ma\u1ddf')).toEqual(['a\u1ddf']);
  // A letter of one font with a mark of another would be drawn beside it.
  expect(text.missing('क\u0e34')).toEqual(['क\u0e34']);
  expect(text.missing('Nguyễn Ковальчук ბერიძე الحسن 王小明 สมชาย राम')).toEqual([]);
  expect(text.draw('\u{12345}', { heightDots: 28, headroomDots: 5 })).toBeNull();
});

const drawn = (name: string, heightDots = 40): DrawnText => {
  const picture = text.draw(name, { heightDots, headroomDots: 8 });
  if (!picture) throw new Error(`${name} is not drawn`);
  return picture;
};
const dots = (name: string): string => Buffer.from(drawn(name).rows).toString('hex');

it('draws each character in a font that has it, and no two of a script alike, as boxes would be', () => {
  for (const letters of ['王玉主龘蕭齋𠮷', 'さきタ', '김철수', 'कखग', 'กขค', 'কখগ', 'கசட', 'አበተ', 'ےی']) {
    const pictures = Array.from(letters, dots);
    expect(new Set(pictures).size, letters).toBe(pictures.length);
  }
});

it('joins and moves the letters of a script as its readers write them', () => {
  const width = (name: string): number => drawn(name).widthDots;
  // Two consonants become one sign, which is narrower than the two.
  expect(width('क्ष')).toBeLessThan(0.8 * width('कष'));
  expect(width('ക്ഷ')).toBeLessThan(0.9 * width('കഷ'));
  // A vowel that is spoken after a letter stands before it; a joiner between letters keeps them in one font.
  expect(dots('कि').slice(0, 200)).not.toBe(dots('क').slice(0, 200));
  expect(dots('ශ්‍රී')).not.toBe(dots('ශ්රී'));
  // A Thai tone stands above its letter and takes no room.
  expect(width('ก้')).toBe(width('ก'));
  // What stands between names comes from the font that has it.
  expect(Math.abs(width('क, ख') - width('कख') - width(', '))).toBeLessThanOrEqual(8);
});

it('draws the usual form of a character where a variant of it is asked for', () => {
  expect(dots('葛\u{e0100}')).toBe(dots('葛'));
});

it('draws scripts that hang far below the line as large as others, and cuts nothing off', () => {
  for (const name of ['ကျော်', 'శ్రీనివాస్', 'ಶ್ರೀನಿವಾಸ', 'ស្រ្ដី', 'ஸ்ரீ']) {
    const usual = drawn(name, 28);
    const roomy = text.draw(name, { heightDots: 28, headroomDots: 28 });
    expect(usual.riseDots, name).toBeLessThanOrEqual(8);
    expect(ink(usual), name).toBeGreaterThan(0.55 * ink(roomy));
    const rowBytes = usual.rows.length / usual.heightDots;
    const last = usual.rows.subarray((usual.heightDots - 1) * rowBytes);
    if (last.some((byte) => byte !== 0)) expect(ink(usual), name).toBeGreaterThanOrEqual(0.98 * ink(roomy));
  }
});

it('prints a name of few letters that are wide, though a shortened one would not fit', () => {
  expect(layOutLabel({ lastName: 'கௌகௌ王கௌ', firstName: 'O' }).name).toEqual({
    lines: ['கௌகௌ王கௌ, O'],
    isCut: false,
  });
});

it('refuses a name in words that say which field and which characters', () => {
  expect(() => layOutLabel({ lastName: '\u{12345}', firstName: '小明' })).toThrow(
    /lastName: letters that can neither be printed nor drawn: \u{12345}/u,
  );
  expect(() => layOutLabel({ firstName: '\u{12345}\u{13000}' })).toThrow(/firstName: .*\u{12345} \u{13000}/u);
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
  const tookMs = (task: () => void): number => {
    const begunMs = performance.now();
    task();
    return performance.now() - begunMs;
  };
  // A slow machine takes longer for everything: the name is looked through some times, and no more.
  const onceMs = tookMs(() => void lettersOf(lastName));
  const layOutOrRefuse = (): void => {
    try {
      layOutLabel({ lastName }, watched);
    } catch (thrown) {
      // A label may say of such a name that it does not fit; it may not take for ever to find that out.
      expect(String(thrown)).toContain('lastName: does not fit');
    }
  };
  expect(tookMs(layOutOrRefuse)).toBeLessThan(Math.max(5_000, 30 * onceMs));
  expect(Math.max(...widest)).toBe(4_096);
});
