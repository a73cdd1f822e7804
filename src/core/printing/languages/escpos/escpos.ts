// Writes a laid-out visit ticket in ESC/POS, the language of receipt printers. (Commands ESC @, ESC t, ESC a, GS !, GS B, GS
// h, GS w, GS H, GS k, GS v 0, GS V.)
import { jobBytes } from '../job-bytes.ts';
import type { TicketFont, TicketLayout, TicketPart } from '../../layout/ticket-layout.ts';
import type { Bitmap } from '../../../ports.ts';

const ESC = 0x1b;
const GS = 0x1d;
/** Table 16 of ESC/POS is Windows-1252; its letters have the numbers that they have in Unicode. */
const WESTERN_EUROPE = 16;
const CODE128 = 73;
const FEED_AND_CUT = 66;
/** The distance from the print head to the knife, and a margin, in dots. */
const FEED_DOTS = 48;

/** Font A of every such printer. */
export const escposFont: TicketFont = {
  cellWidthDots: 12,
  // Letters beyond these are other ones in some printers' tables.
  has: (text) => /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/.test(text),
};

const command = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);

const letters = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => {
    const point = letter.codePointAt(0) ?? 0;
    if (point > 0xff || point < 0x20) throw new Error('a text of the ticket is not in the printer’s font');
    return point;
  });

function rasterBytes({ widthDots, heightDots, rows }: Bitmap): Uint8Array[] {
  const bytesPerRow = Math.ceil(widthDots / 8);
  return [
    command(GS, 0x76, 0x30, 0, bytesPerRow & 0xff, bytesPerRow >> 8, heightDots & 0xff, heightDots >> 8),
    rows,
  ];
}

function partBytes(part: TicketPart): Uint8Array[] {
  switch (part.kind) {
    case 'text': {
      const size = ((part.scale - 1) << 4) | (part.scale - 1);
      return [
        command(GS, 0x21, size, GS, 0x42, part.marked ? 1 : 0),
        letters(part.text),
        command(0x0a, GS, 0x42, 0),
      ];
    }
    case 'picture':
      return rasterBytes(part.picture);
    case 'bars': {
      // Set B; the codes of tickets have no brace, which would choose another set.
      const data = letters(`{B${part.code.replaceAll('{', '{{')}`);
      return [
        command(GS, 0x68, part.heightDots, GS, 0x77, part.barDots, GS, 0x48, 0),
        command(GS, 0x6b, CODE128, data.length),
        data,
        command(0x0a),
      ];
    }
  }
}

/**
 * The bytes of one ticket, cut off at its end. Settings that an earlier job left in the printer have no effect, and no text of
 * the ticket can act as a command.
 */
export function encodeTicket(layout: TicketLayout): Uint8Array {
  return jobBytes(
    command(ESC, 0x40, ESC, 0x74, WESTERN_EUROPE, ESC, 0x61, 1),
    ...layout.parts.flatMap(partBytes),
    command(GS, 0x21, 0, GS, 0x56, FEED_AND_CUT, FEED_DOTS),
  );
}
