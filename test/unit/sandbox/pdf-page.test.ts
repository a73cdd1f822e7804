// Sheets that are drawn one after the other: they share the open fonts, and nothing else.
import PDFDocument from 'pdfkit';
import { describe, expect, it, vi } from 'vitest';

async function sheetOf(text: string, bold = false): Promise<string> {
  const { newSheet } = await import('../../../src/sandbox/documents/pdf-page.ts');
  const sheet = newSheet({ widthMm: 100, heightMm: 60, title: 'Form', madeMs: 0 });
  sheet.text(text, { x: 5, y: 5 }, { size: 12, width: 90, bold });
  sheet.text(text, { x: 5, y: 20 }, { size: 9, width: 40, wrap: true });
  return Buffer.from(await sheet.bytes()).toString('base64');
}

describe('a sheet', () => {
  // A letter with an accent is drawn of two glyphs, one of which is the letter without it.
  it.each([
    ['OLIVER, James', 'NGUYỄN, Łucja'],
    ['ÁÉÍ', 'AEI'],
  ])('is the same whatever was drawn before it: %s, %s', async (first, second) => {
    const alone = [await sheetOf(first, true), await sheetOf(second, true)];
    vi.resetModules();
    const again = [await sheetOf(second, true), await sheetOf(first, true)];
    expect(again).toEqual(alone.toReversed());
  });

  // pdfkit reads a font's tables for each document to which it is given as bytes: six times the work of the sheet itself.
  it('is given the fonts that an earlier sheet has opened', async () => {
    await sheetOf('OLIVER, James', true);
    const register = vi.spyOn(PDFDocument.prototype, 'registerFont');
    await sheetOf('NGUYỄN, Thị', true);
    const given = register.mock.calls.map(([name, source]) => [name, source instanceof Uint8Array]);
    register.mockRestore();
    expect(given).toContainEqual(['regular', false]);
    expect(given).toContainEqual(['bold', false]);
    expect(given.filter(([, asBytes]) => asBytes)).toEqual([]);
  });
});
