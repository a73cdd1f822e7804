// Pages on labels before anything is sent: what can never be printed is refused at once, and only what may go better is tried again.
import { describe, expect, it } from 'vitest';
import { createDrawText } from '../../../../../src/adapters/draw-text.ts';
import { pageRoom } from '../../../../../src/core/printing/layout/page-label.ts';
import { pagesForLabels, type LabelPagesParts } from '../../../../../src/core/printing/queue/label-pages.ts';
import { stockOf } from '../../../../../src/core/printing/queue/printer-stock.ts';
import type { LabelPrinter } from '../../../../../src/core/printing/queue/desk-printers.ts';
import { SPOKEN_LABEL_LANGUAGE_IDS } from '../../../../../src/domain/label-language.ts';
import { labelPrinter } from '../../../../support/print-parts.ts';

const CODE = 'DRW-7K2M9Q';
const draw = createDrawText();
const wide = (language: LabelPrinter['language'] = 'zpl'): LabelPrinter => ({
  ...labelPrinter({ host: '127.0.0.1', port: 9100 }),
  language,
  dotsPerMm: 12,
  labelWidthMm: 101.6,
  labelHeightMm: 152.4,
});

function made(
  change: Partial<LabelPagesParts>,
  { pages = 1, perhapsPrinted = false } = {},
  printer = wide(),
) {
  const { widthDots, heightDots } = pageRoom(stockOf(printer));
  const picture = { widthDots, heightDots, rows: new Uint8Array(Math.ceil(widthDots / 8) * heightDots) };
  const parts: LabelPagesParts = {
    drawPages: async () => ({ pages: Array.from({ length: pages }, () => ({ picture, codes: [CODE] })) }),
    draw,
    pictures: { readPagePicture: async () => [CODE] },
    isTraining: false,
    ...change,
  };
  return pagesForLabels(printer, { pdf: new Uint8Array(9), job: { perhapsPrinted } }, parts);
}

describe('pages for labels', () => {
  it.each(SPOKEN_LABEL_LANGUAGE_IDS)(
    'are refused at once in %s when their marks cannot be drawn',
    async (language) => {
      const unmarked = {
        outcome: 'refused',
        again: false,
        detail: expect.stringContaining('cannot be drawn') as string,
      };
      const printer = wide(language);
      expect(await made({ draw: null, isTraining: true }, {}, printer)).toMatchObject(unmarked);
      expect(await made({ draw: null }, { perhapsPrinted: true }, printer)).toMatchObject(unmarked);
      expect(await made({ draw: null }, { pages: 2 }, printer)).toMatchObject(unmarked);
      // Nothing stands above a single page that is printed for the first time.
      expect(await made({ draw: null }, {}, printer)).toMatchObject({ labels: [expect.any(Uint8Array)] });
    },
  );

  it('are tried again when the thread that draws or reads them had no time', async () => {
    const again = {
      outcome: 'not-started',
      reached: true,
      detail: expect.stringContaining('tried again') as string,
    };
    const readPagePicture = () => Promise.reject(new Error('no time'));
    expect(await made({ pictures: { readPagePicture } })).toMatchObject(again);
    expect(await made({ drawPages: async () => ({ problem: 'not-now' }) })).toMatchObject(again);
  });

  it('are refused when a code of any page is lost, however often another one stands there', async () => {
    const lost = {
      outcome: 'refused',
      again: false,
      detail: expect.stringContaining('could not be read') as string,
    };
    expect(await made({ pictures: { readPagePicture: async () => [] } })).toMatchObject(lost);
    expect(await made({ pictures: { readPagePicture: async () => ['DRW-AAA001'] } })).toMatchObject(lost);
  });
});
