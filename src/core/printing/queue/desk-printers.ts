// The printers of a desk, as the site or its people set them up.
import type { LabelLanguageId } from '../../../domain/label-language.ts';
import type { LabelSymbol } from '../../../domain/label-symbol.ts';
import type { RawAddress } from '../../ports/printers.ts';
import type { OfficePrinter } from './page-printer.ts';

type AnyPrinter = RawAddress & {
  readonly id: string;
  /** As screens show it. */
  readonly name: string;
};

/** A label printer as the site set it up. */
export type LabelPrinter = AnyPrinter & {
  readonly dotsPerMm: 8 | 12;
  readonly labelWidthMm: number;
  readonly labelHeightMm: number;
  readonly language: LabelLanguageId;
  /** How the code stands on its labels; left out: as bars. */
  readonly symbol?: LabelSymbol | undefined;
};

/** A receipt printer, for visit tickets. */
export type TicketPrinter = AnyPrinter & {
  readonly language: 'escpos';
  /** Of the printable part of its roll: 576 on 80 mm, 384 on 58 mm. */
  readonly paperDots: number;
};

/** A printer of the desk, told apart by its language. */
export type DeskPrinter = LabelPrinter | TicketPrinter;

/** The printers that a queue prints on. */
export interface QueuePrinters {
  readonly printers: readonly DeskPrinter[];
  readonly officePrinters: readonly OfficePrinter[];
}
