// Pages of ours as a printer gets them: the PDF is read by another library, and its bars by a decoder from the drawn page.
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { createPageMaker } from '../../../src/adapters/page-maker.ts';
import {
  dayListPlan,
  type DayListContent,
  type DayListRow,
} from '../../../src/core/printing/pages/day-list.ts';
import { localFormPlan } from '../../../src/core/printing/pages/local-form.ts';
import { testPagePlan } from '../../../src/core/printing/pages/test-page.ts';
import { LEARNING_TEXT } from '../../../src/domain/scanner.ts';
import type { PagePlan } from '../../../src/domain/page-plan.ts';
import { readCodes } from '../../support/label-eyes.ts';
import { silentLog } from '../../support/silent-log.ts';

const maker = createPageMaker(silentLog);
afterAll(() => maker.close());

const NOW = { date: '2026-03-03', time: '08:55' };
const LONG = 'KRZYŻANOWSKA-WÓJCIKIEWICZ, Małgorzata Aleksandra Bronisława';
const ENDLESS = `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)}, Hubert`;

const rowOf = (change: Partial<DayListRow> = {}): DayListRow => ({
  time: '09:00',
  name: 'OLIVER, James',
  dateOfBirth: '1984-03-15',
  nameIsShared: false,
  products: ['Iron check'],
  codes: ['DRW-7K2M9Q'],
  deskState: 'expected',
  unsent: false,
  troubled: false,
  ...change,
});
const listOf = (rows: readonly DayListRow[], change: Partial<DayListContent> = {}): PagePlan =>
  dayListPlan({
    date: '2026-03-03',
    locationName: 'Marylebone',
    printedAt: NOW,
    nowMs: 0,
    dataOf: { date: '2026-03-03', time: '08:52' },
    isRead: true,
    rows,
    training: false,
    ...change,
  });
const formOf = (change: Partial<Parameters<typeof localFormPlan>[0]> = {}): PagePlan =>
  localFormPlan({
    name: 'OLIVER, James',
    dateOfBirth: '1984-03-15',
    sex: 'male',
    products: ['Iron check', 'Vitamin D'],
    code: 'L0ABC123XYZ',
    trfCode: null,
    collectedAt: null,
    siteName: 'Marylebone',
    siteAddress: '1 High Street, London',
    printedAt: NOW,
    nowMs: 0,
    training: false,
    ...change,
  });

interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

async function opened(plan: PagePlan) {
  const made = await maker.make(plan);
  const task = getDocument({ data: new Uint8Array(made.pdf), disableFontFace: true, useSystemFonts: false });
  const document = await task.promise;
  const pages: PDFPageProxy[] = [];
  for (let number = 1; number <= document.numPages; number += 1) pages.push(await document.getPage(number));
  return { made, pages };
}
async function piecesOf(page: PDFPageProxy): Promise<Piece[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , , left = 0, bottom = 0] = item.transform as number[];
    return [{ text: item.str, left, right: left + item.width, bottom }];
  });
}
const textOf = async (page: PDFPageProxy): Promise<string> =>
  (await piecesOf(page)).map(({ text }) => text).join(' ');
async function drawn(page: PDFPageProxy, dpi: number): Promise<Canvas> {
  const viewport = page.getViewport({ scale: dpi / 72 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: canvas as never, viewport, background: 'white' }).promise;
  return canvas;
}

describe('the list of a day', () => {
  it('goes over as many pages as it needs, each with its number, its captions and its age', async () => {
    const rows = Array.from({ length: 45 }, (_, index) =>
      rowOf({
        time: `${String(9 + Math.floor(index / 6)).padStart(2, '0')}:${index % 6}0`,
        name: `PERSON${index}, Ada`,
      }),
    );
    const { pages, made } = await opened(listOf(rows));
    expect(pages.length).toBeGreaterThan(2);
    expect(made.pages).toBe(pages.length);
    const texts = await Promise.all(pages.map(textOf));
    texts.forEach((text, index) => {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(text).toContain('Date of birth');
      expect(text).toContain(
        'Printed at 03-Mar-2026 08:55. From data of 03-Mar-2026 08:52. All of it is sent.',
      );
    });
    // Everybody once, and nobody between two pages.
    const named = texts.join(' ').match(/PERSON\d+, Ada/g) ?? [];
    expect(named).toEqual(rows.map(({ name }) => name));
  });

  it('keeps every text inside its column and its page, whatever the length of a name', async () => {
    const { pages } = await opened(
      listOf([
        rowOf({ name: LONG, nameIsShared: true }),
        rowOf({ name: ENDLESS, unsent: true, troubled: true }),
      ]),
    );
    const points = (millimetres: number): number => (millimetres * 72) / 25.4;
    const [page] = pages;
    const pieces = page ? await piecesOf(page) : [];
    const inName = pieces.filter(({ left }) => left > points(31) && left < points(83));
    expect(inName.length).toBeGreaterThan(6);
    for (const { right, text } of inName.filter(({ bottom }) => bottom < points(240))) {
      expect(right, text).toBeLessThanOrEqual(points(83));
    }
    for (const { right, bottom } of pieces) {
      expect(right).toBeLessThanOrEqual(points(195.1));
      expect(bottom).toBeGreaterThan(points(14));
    }
    const joined = inName.map(({ text }) => text).join('');
    expect(joined.replaceAll(' ', '')).toContain(ENDLESS.replaceAll(' ', ''));
  });

  it('says names that are read from the right as they are, and draws those that the embedded font lacks', async () => {
    const { pages, made } = await opened(
      listOf([rowOf({ name: 'כהן, שרה' }), rowOf({ name: 'الحسن, كريم محمد' }), rowOf({ name: '李, 明' })]),
    );
    expect(made.lacking).toEqual([]);
    const [page] = pages;
    if (!page) throw new Error('no page');
    const text = await textOf(page);
    expect(text).toContain('כהן, שרה');
    expect(text).toContain('الحسن, كريم محمد');
    // The third row's name has no text, and ink all the same.
    const canvas = await drawn(page, 100);
    const at = (millimetres: number): number => Math.round((millimetres / 25.4) * 100);
    const pieces = await piecesOf(page);
    const third = pieces.filter(({ text: piece }) => piece === '15-Mar-1984')[2]?.bottom ?? 0;
    const top = Math.round(((841.89 - third) / 72) * 100) - at(5);
    const { data } = canvas.getContext('2d').getImageData(at(33), top, at(20), at(7));
    const dark = data.filter((value, index) => index % 4 === 0 && value < 96).length;
    expect(dark).toBeGreaterThan(40);
  });

  it('shows letters that no font has as boxes, and says so beside them', async () => {
    const { pages, made } = await opened(listOf([rowOf({ name: 'OLIVER \u{10ffff}, James' })]));
    expect(made.lacking).toEqual(['\u{10ffff}']);
    expect(pages[0] && (await textOf(pages[0]))).toContain('Letters missing in print');
  });
});

describe('a local form', () => {
  it('says that it is local, whom it is for, and has bars that are read from the page as printers draw it', async () => {
    const { pages } = await opened(formOf());
    expect(pages).toHaveLength(1);
    const [page] = pages;
    if (!page) throw new Error('no page');
    const text = await textOf(page);
    for (const part of [
      'LOCAL FORM',
      'OLIVER, James',
      '15-Mar-1984',
      'Iron check, Vitamin D',
      'none yet: the laboratory has not made one',
      'L0ABC123XYZ',
      'Marylebone',
      'signature',
    ]) {
      expect(text).toContain(part);
    }
    for (const dpi of [150, 203, 300]) {
      expect(await readCodes((await drawn(page, dpi)).toBuffer('image/png'))).toEqual(['L0ABC123XYZ']);
    }
  });

  it('stays on one page with a long name, a long list of tests and both codes', async () => {
    const { pages } = await opened(
      formOf({
        name: LONG,
        products: Array.from({ length: 12 }, (_, index) => `Thyroid profile ${index}`),
        trfCode: 'DRW-7K2M9Q',
        collectedAt: NOW,
        training: true,
      }),
    );
    expect(pages).toHaveLength(1);
    const text = pages[0] ? await textOf(pages[0]) : '';
    expect(text).toContain('DRW-7K2M9Q');
    expect(text).toContain('08:55 on 03-Mar-2026');
    expect(text).toContain('TRAINING');
    expect(text.replaceAll(' ', '')).toContain(LONG.replaceAll(' ', ''));
  });
});

describe('the test page', () => {
  it('has a frame of the size that it names, bars of each width that are read, and every script', async () => {
    const { pages, made } = await opened(
      testPagePlan({
        code: 'T07K2M9QAB',
        printerName: 'Office',
        siteName: 'Marylebone',
        printedAt: NOW,
        nowMs: 0,
      }),
    );
    expect(made.lacking).toEqual([]);
    expect(pages).toHaveLength(1);
    const [page] = pages;
    if (!page) throw new Error('no page');
    const canvas = await drawn(page, 254);
    expect(new Set(await readCodes(canvas.toBuffer('image/png')))).toEqual(
      new Set([LEARNING_TEXT, 'T07K2M9QAB']),
    );
    // Ten dots to the millimetre: the frame's left and right edges, in the middle of its height.
    const { data, width } = canvas.getContext('2d').getImageData(0, 450, canvas.width, 1);
    const dark = Array.from({ length: width }, (_, x) => x).filter((x) => (data[x * 4] ?? 255) < 128);
    expect(Math.abs((dark[0] ?? 0) - 150)).toBeLessThanOrEqual(6);
    expect(Math.abs((dark.at(-1) ?? 0) - 1950)).toBeLessThanOrEqual(6);
  });
});
