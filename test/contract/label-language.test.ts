// What every printer language must do: print exactly what was laid out, let no text command the printer, leave nothing behind.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_LANGUAGES } from '../../src/core/printing/languages/registry.ts';
import { LABEL_LANGUAGE_IDS, type LabelLanguageId } from '../../src/domain/label-language.ts';
import { code128Modules } from '../../src/core/printing/layout/code128.ts';
import {
  layOutLabel,
  type LabelContent,
  type LabelLayout,
} from '../../src/core/printing/layout/label-layout.ts';
import { jobBytes } from '../../src/core/printing/languages/job-bytes.ts';
import {
  DEFAULT_LABEL_STOCK,
  labelSizeDots,
  type LabelStock,
} from '../../src/core/printing/layout/label-stock.ts';
import type { DrawText } from '../../src/core/ports/pictures.ts';
import { createDrawText } from '../../src/adapters/draw-text.ts';
import { drawPictureJob, readEpl2, readPbm, readTspl } from '../support/picture-jobs.ts';
import { PicturePrinter } from '../support/picture-printer.ts';
import { drawZpl, rasterOf, readCodes, type LabelSize } from '../support/label-eyes.ts';
import { FINE_STOCK, LARGE_STOCK, sampleContent } from '../support/sample-label.ts';

/** How a language's bytes are looked at: drawn as a printer would, and taken apart in commands and texts. */
interface Eyes {
  draw(bytes: Uint8Array, size: LabelSize): Promise<Uint8Array>;
  /** The bytes with every text and number taken out: two labels alike in kind are alike in this. */
  commandsOf(bytes: Uint8Array, size: LabelSize): string;
  /** How many labels, and of each how many copies, the bytes ask for. */
  copiesOf(bytes: Uint8Array, size: LabelSize): number[];
}

const decoded = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

const EYES: Readonly<Record<LabelLanguageId, Eyes>> = {
  zpl: {
    draw: drawZpl,
    commandsOf: (bytes) =>
      decoded(bytes)
        .replace(/\^FD.*?\^FS/g, '^FD^FS')
        .replace(/\d+/g, '#'),
    copiesOf: (bytes) => {
      const text = decoded(bytes);
      const copies = Array.from(text.matchAll(/\^PQ(\d+)/g), ([, count]) => Number(count));
      return text.match(/\^XA/g)?.length === copies.length ? copies : [];
    },
  },
  epl2: {
    draw: (bytes) => Promise.resolve(drawPictureJob(readEpl2(bytes))),
    commandsOf: (bytes) => readEpl2(bytes).commands.join('\n'),
    copiesOf: (bytes) => readEpl2(bytes).copies,
  },
  tspl: {
    draw: (bytes, { dotsPerMm }) => Promise.resolve(drawPictureJob(readTspl(bytes, dotsPerMm))),
    commandsOf: (bytes, { dotsPerMm }) => readTspl(bytes, dotsPerMm).commands.join('\n'),
    copiesOf: (bytes, { dotsPerMm }) => readTspl(bytes, dotsPerMm).copies,
  },
  pictures: {
    draw: (bytes) => Promise.resolve(drawPictureJob(readPbm(bytes))),
    commandsOf: (bytes) => readPbm(bytes).commands.join('\n'),
    copiesOf: (bytes) => readPbm(bytes).copies,
  },
};

const oliver = sampleContent();
const STOCKS = [DEFAULT_LABEL_STOCK, FINE_STOCK, LARGE_STOCK];

/** Draws any text as a black block of its line's size. */
const blocks: DrawText = {
  missing: () => [],
  draw(text, { heightDots, headroomDots }) {
    const widthDots = 8 * Array.from(text).length;
    const rowCount = heightDots + headroomDots;
    return {
      widthDots,
      heightDots: rowCount,
      riseDots: headroomDots,
      rows: new Uint8Array((widthDots / 8) * rowCount).fill(0xff),
    };
  },
};

const letters = createDrawText();

describe.each(LABEL_LANGUAGE_IDS.map((id) => [id] as const))('%s', (id) => {
  const language = LABEL_LANGUAGES[id];
  const eyes = EYES[id];
  const layOut = (change: Partial<LabelContent>, stock = DEFAULT_LABEL_STOCK): LabelLayout =>
    layOutLabel({ ...oliver, ...change }, stock, { language, draw: blocks });
  const blackAt = async (layout: LabelLayout) =>
    rasterOf(await eyes.draw(language.encode(layout), layout.stock));

  it('asks for one label, one copy', () => {
    for (const stock of STOCKS) expect(eyes.copiesOf(language.encode(layOut({}, stock)), stock)).toEqual([1]);
  });

  it('draws a label of the stock’s size, with the bars at their place and width in the layout', async () => {
    for (const stock of STOCKS) {
      for (const code of ['DRW-7K2M9Q', '20260312004711', 'S12345678A', '1234567']) {
        const layout = layOut({ code }, stock);
        const raster = await blackAt(layout);
        // A part of a dot at the edge is drawn or not.
        expect(Math.abs(raster.width - layout.widthDots)).toBeLessThanOrEqual(1);
        expect(Math.abs(raster.height - layout.heightDots)).toBeLessThanOrEqual(1);
        const bars = layout.fields.find((field) => field.kind === 'bars');
        if (!bars) throw new Error('no bars');
        const middle = bars.y + Math.round(bars.heightDots / 2);
        const black = Array.from({ length: raster.width }, (_, x) => x).filter((x) =>
          raster.isBlack(x, middle),
        );
        expect(black[0]).toBe(bars.plan.leftDots);
        expect((black.at(-1) ?? 0) - (black[0] ?? 0) + 1).toBe(code128Modules(code) * bars.plan.barDots);
      }
    }
  });

  it('prints every character in a bar code that it says it can', async () => {
    const codes = fc.stringMatching(/^[!-~]{1,8}$/).filter((code) => language.canCarryInBars(code));
    await fc.assert(
      fc.asyncProperty(codes, async (code) => {
        const layout = layOut({ code }, LARGE_STOCK);
        expect(await readCodes(await eyes.draw(language.encode(layout), LARGE_STOCK))).toEqual([code]);
      }),
      { numRuns: 40 },
    );
  });

  it('draws a Data Matrix at its place, and it is read', async () => {
    for (const stock of [...STOCKS, { widthMm: 25.4, heightMm: 25.4, dotsPerMm: 8 } as const]) {
      const layout = layOutLabel({ ...oliver, reprint: true }, stock, {
        language,
        draw: letters,
        symbol: 'data-matrix',
      });
      const png = await eyes.draw(language.encode(layout), stock);
      expect(await readCodes(png)).toEqual([oliver.code]);
      const raster = await rasterOf(png);
      const square = layout.fields.find((field) => field.kind === 'matrix');
      if (!square) throw new Error('no square');
      const { x, y, plan } = square;
      for (let along = 0; along < plan.sideDots; along += 1) {
        expect([raster.isBlack(x, y + along), raster.isBlack(x - 1, y + along)]).toEqual([true, false]);
        const bottom = y + plan.sideDots - 1;
        expect([raster.isBlack(x + along, bottom), raster.isBlack(x + along, bottom + 1)]).toEqual([
          true,
          false,
        ]);
      }
    }
  });

  it('can print letters and digits in a bar code', () => {
    expect(language.canCarryInBars('ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789')).toBe(true);
  });

  it('lets no text act as a command', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'^~>_\\XZAJQ5,;$"%\u0010\u001b\n '), maxLength: 24 }),
        (text) => {
          const label = (change: Partial<LabelContent>): string =>
            eyes.commandsOf(language.encode(layOut(change)), DEFAULT_LABEL_STOCK);
          const hostile = label({ firstName: text, product: text, siteName: text, gender: text });
          expect([label({ product: 'x', gender: null }), label({ product: '', gender: null })]).toContain(
            hostile,
          );
        },
      ),
    );
  });

  it('prints the characters that it escapes', async () => {
    const inkOf = async (lastName: string): Promise<number> => {
      const raster = await blackAt(layOut({ lastName, firstName: '' }));
      let ink = 0;
      for (let y = 0; y < 38; y += 1)
        for (let x = 0; x < raster.width; x += 1) if (raster.isBlack(x, y)) ink += 1;
      return ink;
    };
    const plain = await inkOf('ABC');
    for (const character of '^~_\\>"$%;,') {
      expect([character, (await inkOf(`ABC${character}`)) > plain]).toEqual([character, true]);
    }
  });

  it('draws a mark as white letters within a black box of the layout’s size', async () => {
    const layout = layOutLabel({ ...oliver, reprint: true, training: true }, DEFAULT_LABEL_STOCK, {
      language,
      draw: letters,
    });
    const raster = await blackAt(layout);
    const marks = layout.fields.flatMap((field) => (field.kind === 'mark' ? [field] : []));
    expect(marks.map(({ line }) => line.text)).toEqual(['TRAINING', 'REPRINT']);
    for (const { x, y, line, paddingDots } of marks) {
      const right = x + line.widthDots + 2 * paddingDots - 1;
      const bottom = y + line.heightDots + paddingDots - 1;
      for (const [at, on] of [
        [x, y],
        [right, y],
        [x, bottom],
        [right, bottom],
      ] as const) {
        expect(raster.isBlack(at, on)).toBe(true);
      }
      expect([raster.isBlack(x - 1, y), raster.isBlack(right + 1, y), raster.isBlack(x, bottom + 1)]).toEqual(
        [false, false, false],
      );
      const white: { x: number; y: number }[] = [];
      for (let row = y; row <= bottom; row += 1) {
        for (let column = x; column <= right; column += 1) {
          if (!raster.isBlack(column, row)) white.push({ x: column, y: row });
        }
      }
      // The letters stand in the middle of the box, on all sides away from its edge.
      expect(white.length).toBeGreaterThan(line.widthDots);
      const columns = white.map((dot) => dot.x);
      const rows = white.map((dot) => dot.y);
      expect(Math.min(...columns)).toBeGreaterThanOrEqual(x + paddingDots);
      expect(Math.max(...columns)).toBeLessThanOrEqual(right - paddingDots);
      expect(Math.min(...rows)).toBeGreaterThan(y);
      expect(Math.max(...rows)).toBeLessThan(bottom);
    }
  });

  it('sends a picture dot by dot, at its place', async () => {
    const layout = layOut({ lastName: '王', firstName: '小' });
    const [name] = layout.fields;
    if (name?.kind !== 'line' || !name.line.picture) throw new Error('no picture');
    const raster = await blackAt(layout);
    const top = name.y - name.line.riseDots;
    const inside = (x: number, y: number): boolean =>
      x >= name.x &&
      x < name.x + name.line.widthDots &&
      y >= top &&
      y < top + (name.line.picture?.heightDots ?? 0);
    for (let y = 0; y < top + name.line.heightDots; y += 1) {
      for (let x = 0; x < raster.width; x += 1) expect(raster.isBlack(x, y)).toBe(inside(x, y));
    }
  });

  it('prints the picture of a page dot by dot, as one label, and gives it back from its bytes', async () => {
    const stock = { widthMm: 101.6, heightMm: 152.4, dotsPerMm: 12 } as const;
    const { width: widthDots, height: heightDots } = labelSizeDots(stock);
    const bytesPerRow = widthDots / 8;
    const rows = new Uint8Array(bytesPerRow * heightDots);
    for (let at = bytesPerRow * 900; at < bytesPerRow * 960; at += 1)
      rows[at] = Math.imul(at, 0x9e3779b1) >>> 24;
    // Rows that are white, black, like the one before, long runs, and one dot in the last corner.
    rows.fill(0xff, bytesPerRow * 20, bytesPerRow * 26);
    for (let y = 40; y < 90; y += 1) rows.fill(0xf0, bytesPerRow * y + 3, bytesPerRow * y + 90 + (y % 3));
    for (let y = 100; y < 120; y += 1) rows.fill(0xff, bytesPerRow * y + y, bytesPerRow * (y + 1));
    rows[rows.length - 1] = 1;
    const picture = { widthDots, heightDots, rows };
    const bytes = language.encodePicture(picture, stock);
    expect(eyes.copiesOf(bytes, stock)).toEqual([1]);
    const raster = await rasterOf(await eyes.draw(bytes, stock));
    const others: string[] = [];
    for (let y = 0; y < heightDots; y += 1) {
      for (let x = 0; x < widthDots; x += 1) {
        const isBlack = ((rows[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
        if (raster.isBlack(x, y) !== isBlack) others.push(`${x},${y}`);
      }
    }
    expect([others.length, ...others.slice(0, 12)]).toEqual([0]);
    const read = language.pictureOf(bytes, stock);
    expect(read).toMatchObject({ widthDots, heightDots });
    expect(Buffer.from(read?.rows ?? []).equals(Buffer.from(rows))).toBe(true);
    for (const length of [bytes.length >> 1, bytes.length - 40_000]) {
      if (length > 0) expect(() => language.pictureOf(bytes.slice(0, length), stock)).toThrow();
    }
  });

  const { font } = language;
  if (font === null) {
    it('draws every text, as wide as its letters are, and reads as the code under the bars', async () => {
      for (const stock of STOCKS) {
        const layout = layOutLabel({ ...oliver, lastName: 'Nguyễn-Łukasz' }, stock, {
          language,
          draw: letters,
        });
        expect(layout.fields.every((field) => field.kind !== 'line' || field.line.picture !== null)).toBe(
          true,
        );
        const png = await eyes.draw(language.encode(layout), stock);
        expect(await readCodes(png)).toEqual([oliver.code]);
      }
    });

    it('refuses a label whose letters nobody can draw', () => {
      const act = (): unknown =>
        layOutLabel({ ...oliver, lastName: '\u{12345}' }, DEFAULT_LABEL_STOCK, { language, draw: letters });
      expect(act).toThrow(/label not printable: lastName/);
    });
    return;
  }

  it('has a font that tells the width of each text, and no printed text is wider', async () => {
    for (const text of [
      'MWMWMW',
      'AVAVAV',
      'illlij',
      'ÅÖÜÉÑÇ',
      'mwmwmw',
      '0123456789',
      "O'Neill-Day (jr.)",
    ]) {
      expect(font.has(text)).toBe(true);
      const layout = layOut({ lastName: text, firstName: '', gender: null });
      const [name] = layout.fields;
      if (name?.kind !== 'line') throw new Error('no name');
      const raster = await blackAt(layout);
      const from = name.y - name.line.riseDots;
      let rightmost = 0;
      for (let y = from; y < name.y + name.line.heightDots; y += 1) {
        for (let x = 0; x < raster.width; x += 1)
          if (raster.isBlack(x, y)) rightmost = Math.max(rightmost, x);
      }
      expect(rightmost, text).toBeLessThan(name.x + name.line.widthDots);
      // The rows above what it says that accents need are empty.
      for (let x = 0; x < raster.width; x += 1) {
        for (let y = 0; y < from; y += 1) expect(raster.isBlack(x, y)).toBe(false);
      }
    }
  });

  it('has only letters that every printer of its kind has', () => {
    for (const text of ['Łukasz', 'Nguyễn', 'Ковальчук', 'ბერიძე', '王', 'ı']) {
      expect(font.has(text)).toBe(false);
    }
  });
});

describe.each(['epl2', 'tspl'] as const)('%s', (id) => {
  const language = LABEL_LANGUAGES[id];
  const small = { widthMm: 38, heightMm: 19, dotsPerMm: 8 } as const;
  const jobOf = (content: LabelContent, stock: LabelStock): Uint8Array =>
    language.encode(layOutLabel(content, stock, { language, draw: letters, symbol: 'data-matrix' }));
  const next = sampleContent({ lastName: 'Miles', firstName: 'Bea', code: 'DRW-7K2M9R' });
  const printCommand = { epl2: 'P1', tspl: 'PRINT 1' }[id];

  it.each([
    ['of the same size', small],
    ['of another size', { ...small, widthMm: 51, heightMm: 25 }],
  ] as const)(
    'prints the next label whole and alone after one that broke off at any byte, %s',
    (_, stockOfNext) => {
      const first = jobOf(oliver, small);
      const second = jobOf(next, stockOfNext);
      const printedBy = (job: Uint8Array): PicturePrinter['printed'] => {
        const printer = new PicturePrinter(id, { endsByLine: false });
        printer.feed(job);
        return printer.printed;
      };
      const [wholeFirst, wholeSecond] = [printedBy(first), printedBy(second)];
      expect([wholeFirst, wholeSecond].map((labels) => labels.map((label) => label.length))).toEqual([
        [1],
        [1],
      ]);
      expect(wholeFirst).not.toEqual(wholeSecond);
      const { width, height } = labelSizeDots(small);
      const after = jobBytes(language.filler?.(Math.ceil(width / 8) * height) ?? '', second);
      // From here on it is asked to print, though the line is not ended: what is in it is whole then.
      const isAsked = Buffer.from(first).lastIndexOf(printCommand) + printCommand.length;
      for (const endsByLine of [false, true]) {
        const printer = new PicturePrinter(id, { endsByLine });
        const others: number[] = [];
        for (let cut = 0; cut <= first.length; cut += 1) {
          const here = printer.copy();
          here.feed(after);
          const expected = cut < isAsked ? wholeSecond : [...wholeFirst, ...wholeSecond];
          if (JSON.stringify(here.printed) !== JSON.stringify(expected)) others.push(cut);
          printer.feed(first.subarray(cut, cut + 1));
        }
        expect(others).toEqual([]);
      }
    },
  );
});

describe('zpl', () => {
  /** The fields of each format that a printer would print which only adds to a format that has begun, as far as it is told nothing else. */
  function printedFields(received: string): string[][] {
    const printed: string[][] = [];
    let fields: string[] = [];
    for (const [, command, data = ''] of received.matchAll(/(~JX|\^XA|\^XZ|\^FD|\^GFA)([^^~]*)/g)) {
      if (command === '^FD' || command === '^GFA') fields.push(data);
      if (command === '^XZ') printed.push(fields);
      if (command === '^XZ' || command === '~JX') fields = [];
    }
    return printed;
  }

  it('prints nothing of a label that broke off anywhere on the next one, also within a picture', () => {
    const language = LABEL_LANGUAGES.zpl;
    for (const symbol of ['bars', 'data-matrix'] as const) {
      const textOf = (content: LabelContent): string =>
        decoded(
          language.encode(layOutLabel(content, DEFAULT_LABEL_STOCK, { language, draw: blocks, symbol })),
        );
      const first = textOf(oliver);
      const next = textOf(sampleContent({ lastName: 'Miles', firstName: 'Bea' }));
      expect(first.includes('^GFA')).toBe(symbol === 'data-matrix');
      const alone = printedFields(next);
      expect(alone).toHaveLength(1);
      for (let cut = 0; cut < first.indexOf('^XZ') + 3; cut += 1) {
        expect(printedFields(first.slice(0, cut) + next), `cut after ${cut}`).toEqual(alone);
      }
    }
  });
});
