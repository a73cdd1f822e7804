// The bytes of what is printed to set a printer up.
import type { DrawText } from '../../ports/pictures.ts';
import { encodeTicket } from '../languages/escpos/escpos.ts';
import { LABEL_LANGUAGES } from '../languages/registry.ts';
import { DRIVER_DPI, refuseLabel } from '../layout/label-stock.ts';
import { layOutRuler, layOutTestLabel } from '../layout/test-label.ts';
import type { DeskPrinter } from './desk-printers.ts';
import { stockOf } from './printer-stock.ts';

/** `test`: a label or ticket with a code that is scanned back. `ruler`: by which the size of labels is read. */
export type TestSheet = { readonly kind: 'test'; readonly code: string } | { readonly kind: 'ruler' };

const TICKET_BAR_DOTS = 2;

/** @throws AppException `rejected`, when it does not fit, or such a printer has no such sheet */
export function testSheetBytes(printer: DeskPrinter, sheet: TestSheet, draw: DrawText | null): Uint8Array {
  if (printer.language === 'escpos') {
    if (sheet.kind === 'ruler') return refuseLabel('printerId', 'a roll of tickets has no labels to measure');
    const text = { kind: 'text', scale: 1, marked: false } as const;
    return encodeTicket({
      nameLeftOut: null,
      parts: [
        { ...text, text: 'TEST', scale: 3, marked: true },
        { ...text, text: 'of a printer of Drawdesk' },
        { kind: 'bars', code: sheet.code, barDots: TICKET_BAR_DOTS, heightDots: 96 },
        { ...text, text: sheet.code },
      ],
    });
  }
  const language = LABEL_LANGUAGES[printer.language];
  const stock = stockOf(printer);
  const { widthMm, heightMm, dotsPerMm } = stock;
  const { symbol } = printer;
  if (sheet.kind === 'ruler') return language.encode(layOutRuler(stock, { language, draw }));
  const settings = `${printer.language.toUpperCase()} ${DRIVER_DPI[dotsPerMm]} dpi ${widthMm} x ${heightMm} mm`;
  return language.encode(layOutTestLabel({ code: sheet.code, settings }, stock, { language, draw, symbol }));
}
