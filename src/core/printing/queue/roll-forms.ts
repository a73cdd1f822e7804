// Local forms on the roll of a receipt printer, as bytes.
import type { DrawText } from '../../ports/pictures.ts';
import { encodeTicket, escposFont } from '../languages/escpos/escpos.ts';
import type { LocalFormContent } from '../pages/local-form.ts';
import { layOutRollForm } from '../pages/roll-form.ts';

const RESET = [0x1b, 0x40] as const;

/** @throws AppException `rejected`, naming what cannot be printed */
export function encodeRollForm(
  content: LocalFormContent,
  { paperDots: widthDots }: { readonly paperDots: number },
  draw: DrawText | null,
): Uint8Array {
  return encodeTicket(layOutRollForm(content, { widthDots, font: escposFont, draw }));
}

/** Whether the bytes of pages are made out for a roll, and are no PDF. */
export const isOnRoll = (bytes: Uint8Array): boolean => RESET.every((byte, at) => bytes[at] === byte);
