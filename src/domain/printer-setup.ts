// What must be known of a printer so that the desk can print on it: the same rules for the managed settings and for what is
// entered on screen. Whether any label fits on a size is checked besides, see `core/printing/printer-setup.ts`.
import { z } from 'zod';
import { LABEL_LANGUAGE_IDS } from './label-language.ts';
import { LABEL_SYMBOLS } from './label-symbol.ts';
import { pageAddressOf, rawAddressOf } from './printer-address.ts';

/** A name of a printer as screens show it. */
const printerName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((name) => !/[\p{Cc}\p{Cf}]/u.test(name), 'has characters that cannot be seen');

const rawAddress = z
  .string()
  .trim()
  .max(300)
  .refine(
    (text) => rawAddressOf(text) !== null,
    'must be tcp://HOST:PORT, device:FILE or queue:NAME, such as tcp://192.0.2.10:9100',
  );

/** A label printer. */
export const labelPrinterFields = {
  name: printerName,
  address: rawAddress,
  /** The label language that the printer understands. */
  language: z.enum(LABEL_LANGUAGE_IDS),
  /** As makers name it: 8 dots per millimetre is 203 dpi, 12 is 300 dpi (11.8 or 12 dots). */
  dotsPerMm: z.union([z.literal(8), z.literal(12)], 'must be 8 (203 dpi) or 12 (300 dpi)').default(8),
  labelWidthMm: z.number().min(20).max(120).default(50.8),
  labelHeightMm: z.number().min(10).max(200).default(25.4),
  /** Left out: bars. */
  symbol: z.enum(LABEL_SYMBOLS).optional(),
};

/** A receipt printer, for visit tickets. */
export const ticketPrinterFields = {
  name: printerName,
  address: rawAddress,
  language: z.literal('escpos'),
  /** Of its roll. */
  paperWidthMm: z.union([z.literal(58), z.literal(80)], 'must be 58 or 80').default(80),
};

/** A printer of whole pages. Where they become files in a folder is for the managed settings alone. */
export const officePrinterFields = {
  name: printerName,
  address: z
    .string()
    .trim()
    .max(300)
    .refine((text) => pageAddressOf(text) !== null, 'must be ipp://HOST/ipp/print or queue:NAME'),
};

/** The id of the further desk at which it stands, from which its address is reached; left out: the site desk. */
const standsAt = { at: z.string().max(80).optional() };

/** A printer as a person sets it up on screen. */
export const printerSetup = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('label'), ...labelPrinterFields, ...standsAt }),
  z.strictObject({ kind: z.literal('ticket'), ...ticketPrinterFields, ...standsAt }),
  z.strictObject({ kind: z.literal('office'), ...officePrinterFields, ...standsAt }),
]);
/** See {@link printerSetup}; defaults are filled in. */
export type PrinterSetup = z.output<typeof printerSetup>;
