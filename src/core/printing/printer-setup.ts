// Turns what is known of a printer into one that the queue prints on, and says whether any label fits on its size.
import type { PrinterSetup } from '../../domain/printer-setup.ts';
import {
  pageAddressOf,
  rawAddressOf,
  type PageAddress,
  type RawAddress,
  type ReachedFrom,
} from '../../domain/printer-address.ts';
import { LABEL_LANGUAGES } from './languages/registry.ts';
import { stockProblem } from './layout/stock-problem.ts';
import type { OfficePrinter } from './queue/page-printer.ts';
import type { LabelPrinter, TicketPrinter } from './queue/desk-printers.ts';
import { stockOf } from './queue/printer-stock.ts';

/** The dots of the printable part of a roll at 203 dpi, by the roll's width in millimetres. */
export const PAPER_DOTS = { 58: 384, 80: 576 } as const;

/** Why no label can be printed on a label printer's size, with the field that is too small; null when labels fit. */
export function sizeProblem(
  printer: Pick<LabelPrinter, 'labelWidthMm' | 'labelHeightMm' | 'dotsPerMm' | 'language' | 'symbol'>,
): { readonly field: 'labelWidthMm' | 'labelHeightMm'; readonly why: string } | null {
  const problem = stockProblem(stockOf(printer), LABEL_LANGUAGES[printer.language], printer.symbol);
  return (
    problem && { field: problem.side === 'widthMm' ? 'labelWidthMm' : 'labelHeightMm', why: problem.why }
  );
}

/** A printer with its id, as the queue needs it. The setup has passed its schema, so its address is one. */
export type SetUpPrinter =
  | { readonly kind: 'label'; readonly printer: LabelPrinter }
  | { readonly kind: 'ticket'; readonly printer: TicketPrinter }
  | { readonly kind: 'office'; readonly printer: OfficePrinter };

/** Left out where the site desk reaches it itself, so that a proof stays good. */
const reachedFrom = ({ at }: PrinterSetup): ReachedFrom => (at === undefined ? {} : { at });

export function printerOf(id: string, setup: PrinterSetup): SetUpPrinter {
  switch (setup.kind) {
    case 'label': {
      const { kind, address, symbol, at: _at, ...rest } = setup;
      const printer = { id, ...rest, ...(rawAddressOf(address) as RawAddress), ...reachedFrom(setup) };
      // Bars are what a printer has that says nothing of it, so that its proof stays good when it says so.
      return { kind, printer: symbol === 'data-matrix' ? { ...printer, symbol } : printer };
    }
    case 'ticket': {
      const { kind, name, language, address, paperWidthMm } = setup;
      const paperDots = PAPER_DOTS[paperWidthMm];
      const place = { ...(rawAddressOf(address) as RawAddress), ...reachedFrom(setup) };
      return { kind, printer: { id, name, language, paperDots, ...place } };
    }
    case 'office': {
      const { kind, name, address } = setup;
      const place = { ...(pageAddressOf(address) as PageAddress), ...reachedFrom(setup) };
      return { kind, printer: { id, name, address: place } };
    }
  }
}
