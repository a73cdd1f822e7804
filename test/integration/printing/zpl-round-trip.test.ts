// Labels of generated people in ZPL, from their bytes back to a picture that another program draws: the code read again, every text
// whole, at its place and inside the label, the bars and their quiet zones exact, nothing printed between. In ZPL the printer draws
// texts and bars itself, so each text is compared with the same text drawn by itself. Mistakes that were put into the bytes or the
// picture are found.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { zpl } from '../../../src/core/printing/languages/zpl/zpl.ts';
import { layOutLabel, type LabelLayout } from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK, type LabelStock } from '../../../src/core/printing/layout/label-stock.ts';
import type { LabelSymbol } from '../../../src/domain/label-symbol.ts';
import type { SetLine } from '../../../src/core/printing/layout/label-text.ts';
import {
  faults,
  MATRIX_STOCKS,
  people,
  STOCKS,
  type Dots,
  type Person,
  type PrintedText,
} from '../../support/generated-labels.ts';
import { drawZpl, rasterOf, readCodes } from '../../support/label-eyes.ts';
import { sampleContent } from '../../support/sample-label.ts';

/** On each stock. Each is drawn whole and text by text, and read by the decoder, which is slow. */
const PEOPLE = 8;
const draw = createDrawText();
const layOut = (person: Person, stock: LabelStock, symbol?: LabelSymbol): LabelLayout =>
  layOutLabel(sampleContent({ ...person, training: true }), stock, { language: zpl, draw, symbol });

/** The label as it came out, dot by dot. A part of a dot at the edge is drawn or not. */
async function dotsOf(png: Uint8Array, { widthDots, heightDots }: LabelLayout): Promise<Dots> {
  const raster = await rasterOf(png);
  expect(Math.abs(raster.width - widthDots)).toBeLessThanOrEqual(1);
  expect(Math.abs(raster.height - heightDots)).toBeLessThanOrEqual(1);
  const black = new Uint8Array(widthDots * heightDots);
  for (let y = 0; y < Math.min(heightDots, raster.height); y += 1) {
    for (let x = 0; x < Math.min(widthDots, raster.width); x += 1)
      black[y * widthDots + x] = raster.isBlack(x, y) ? 1 : 0;
  }
  return { width: widthDots, height: heightDots, black };
}

/** A text of a label; `paddingDots` is 0 for one that is no mark. */
interface Inked {
  readonly line: SetLine;
  readonly paddingDots: number;
}

/** Texts of many labels, such as captions and marks, are drawn once. */
const inked = new Map<string, Promise<PrintedText>>();

const LEFT = 16;
/** The dots of a diaeresis may stand before the letter's own place. */
const LEAD = 4;

/** A text in the printer's font, drawn by itself with room on all sides, so that nothing of it is cut; a mark's within its box. */
async function inkOf({ line: { text, heightDots, widthDots }, paddingDots }: Inked): Promise<PrintedText> {
  const riseDots = heightDots;
  const isMark = paddingDots > 0;
  const top = riseDots - Math.round(paddingDots * 0.75);
  const boxHeight = heightDots + paddingDots;
  const size = {
    widthMm: Math.ceil((Array.from(text).length * heightDots) / 8) + 6,
    heightMm: Math.ceil((3 * heightDots) / 8),
    dotsPerMm: 8,
  };
  const box = `^FO${LEFT - paddingDots},${top}^GB${widthDots + 2 * paddingDots},${boxHeight},${boxHeight}^FS`;
  const escaped = Array.from(new TextEncoder().encode(text), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('_');
  const field = `^FO${LEFT},${riseDots}${isMark ? '^FR' : ''}^A0N,${heightDots},${heightDots}^FH^FD_${escaped}^FS`;
  const alone = `^XA^CI28${isMark ? box : ''}${field}^XZ`;
  const raster = await rasterOf(await drawZpl(new TextEncoder().encode(alone), size));
  const isInk = (x: number, y: number): boolean =>
    isMark
      ? x >= LEFT - paddingDots &&
        x < LEFT + widthDots + paddingDots &&
        y >= top &&
        y < top + boxHeight &&
        !raster.isBlack(x, y)
      : raster.isBlack(x, y);
  const from = LEFT - LEAD;
  const across = raster.width - from;
  const bytesPerRow = Math.ceil(across / 8);
  const rows = new Uint8Array(bytesPerRow * raster.height);
  for (let y = 0; y < raster.height; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const at = y * bytesPerRow + (x >> 3);
      if (isInk(from + x, y)) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { leadDots: LEAD, widthDots: across, heightDots: raster.height, riseDots, rows };
}

async function faultsOf(dots: Dots, layout: LabelLayout, person: Person): Promise<string[]> {
  const ink = new Map<SetLine, PrintedText>();
  for (const field of layout.fields) {
    if ((field.kind !== 'line' && field.kind !== 'mark') || field.line.picture) continue;
    const { line } = field;
    const paddingDots = field.kind === 'mark' ? field.paddingDots : 0;
    const key = `${paddingDots} ${line.heightDots} ${line.text}`;
    const drawn = inked.get(key) ?? inkOf({ line, paddingDots });
    inked.set(key, drawn);
    ink.set(line, await drawn);
  }
  return faults(dots, { layout, person, pictureOf: (line) => ink.get(line) ?? null });
}

const printed = async (layout: LabelLayout, bytes = zpl.encode(layout)): Promise<Dots> =>
  dotsOf(await drawZpl(bytes, layout.stock), layout);

describe('the label of anybody', () => {
  it.each([
    ...STOCKS.map((stock) => ({ ...stock, symbol: 'bars' as const })),
    ...MATRIX_STOCKS.slice(-2).map((stock) => ({ ...stock, symbol: 'data-matrix' as const })),
  ])(
    `comes out of the bytes as it was laid out, and its code is read: ${PEOPLE} people at $widthMm × $heightMm mm, $dotsPerMm dots/mm, $symbol`,
    async ({ symbol, ...stock }) => {
      await fc.assert(
        fc.asyncProperty(people, async (person) => {
          const layout = layOut(person, stock, symbol);
          const png = await drawZpl(zpl.encode(layout), stock);
          expect(await faultsOf(await dotsOf(png, layout), layout, person)).toEqual([]);
          expect(await readCodes(png)).toEqual([person.code]);
        }),
        { numRuns: PEOPLE },
      );
    },
    300_000,
  );
});

describe('a mistake', () => {
  const oliver: Person = {
    firstName: 'James',
    lastName: 'Oliver',
    code: 'DRW-7K2M9Q',
    dateOfBirth: '1984-03-15',
    reprint: false,
  };
  const other: Person = { ...oliver, firstName: 'Maria', lastName: 'Okafor', dateOfBirth: '1991-07-02' };
  const layout = layOut(oliver, DEFAULT_LABEL_STOCK);
  const bars = layout.fields.find((field) => field.kind === 'bars');
  if (!bars) throw new Error('no bars');
  const { plan } = bars;
  const text = new TextDecoder().decode(zpl.encode(layout));

  /** What is found where the bytes say something else. */
  async function changed(from: string, to: string): Promise<string[]> {
    expect(text).toContain(from);
    return faultsOf(await printed(layout, new TextEncoder().encode(text.replace(from, to))), layout, oliver);
  }
  /** What is found where the column of dots at x is turned round on the height of the bars. */
  async function turned(x: number): Promise<string[]> {
    const { width, height, black } = await printed(layout);
    const other = black.slice();
    for (let y = bars!.y; y < bars!.y + bars!.heightDots; y += 1)
      other[y * width + x] = 1 - (other[y * width + x] ?? 0);
    return faultsOf({ width, height, black: other }, layout, oliver);
  }

  it('is not there in the right one', async () => {
    expect(await faultsOf(await printed(layout), layout, oliver)).toEqual([]);
  });

  it('is found: one bar a dot off, at either end and between', async () => {
    for (const x of [plan.leftDots, plan.leftDots + 7, plan.leftDots + plan.widthDots - 1])
      expect(await turned(x)).toContain('a bar is not whole');
  });

  it('is found: a quiet zone that is cut, on either side', async () => {
    for (const x of [plan.leftDots - 3, plan.leftDots + plan.widthDots + 4])
      expect(await turned(x)).toContain('a quiet zone is not empty');
  });

  it('is found: bars at another place, or of another code', async () => {
    const at = `^FO${plan.leftDots},${bars.y}^BC`;
    expect(await changed(at, `^FO${plan.leftDots - 2 * plan.barDots - 1},${bars.y}^BC`)).not.toEqual([]);
    const wrong = text.replace(`A^FH^FD${oliver.code}`, 'A^FH^FDDRW-7K2M9R');
    expect(await readCodes(await drawZpl(new TextEncoder().encode(wrong), layout.stock))).toEqual([
      'DRW-7K2M9R',
    ]);
  });

  it('is found: a name that goes on beyond its place or the label, or is cut', async () => {
    for (const name of [
      'OLIVER, James Maximilian',
      `OLIVER, James${' Maximilian'.repeat(9)}`,
      'OLIVER, Jame',
    ])
      expect(await changed('OLIVER, James', name)).toContain('a text is not whole, or another one');
  });

  it('is found: the texts of two people on one label, line by line', async () => {
    expect(await changed('OLIVER, James', 'OKAFOR, Maria')).toContain('a text is not whole, or another one');
    expect(await changed('15-Mar-1984', '02-Jul-1991')).toContain('a text is not whole, or another one');
    // Both of them over each other, too.
    const name = /\^FO[^\n]*OLIVER, James\^FS/.exec(text)?.[0] ?? '';
    expect(await changed(name, `${name}${name.replace('OLIVER, James', 'OKAFOR, Maria')}`)).toContain(
      'a text is not whole, or another one',
    );
    // The whole of another's label is the wrong one as well, although its texts are whole.
    const others = layOut(other, DEFAULT_LABEL_STOCK);
    expect(await faultsOf(await printed(others), others, oliver)).toEqual([
      'an identifier is not whole',
      'the name is not whole',
    ]);
  });
});
