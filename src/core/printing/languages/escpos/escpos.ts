// Writes a laid-out visit ticket in ESC/POS, the language of receipt printers, with the encoder of node-thermal-printer behind
// guards; see docs/decisions/026-visit-tickets.md. What it lacks goes through it as bytes: a picture that is dots already (GS v 0),
// and the cut that feeds the paper to the knife first (GS V).
import { createTicketEncoder, type TicketEncoder } from './thermal-printer.ts';
import { jobBytes } from '../job-bytes.ts';
import type { TicketFont, TicketLayout, TicketPart } from '../../layout/ticket-layout.ts';
import type { Bitmap } from '../../../ports/pictures.ts';

const ESC = 0x1b;
const GS = 0x1d;
const FEED_AND_CUT = 66;
/** The distance from the print head to the knife, and a margin, in dots. */
const FEED_DOTS = 48;
const CUT = [GS, 0x56, FEED_AND_CUT, FEED_DOTS] as const;
/** Half a command before its picture or its bars: the code of the bars is the longest that it may lack. */
const MORE_THAN_THE_PICTURE = 256;

/** Font A of every such printer. */
export const escposFont: TicketFont = {
  cellWidthDots: 12,
  // Letters beyond these are other ones in some printers' tables. These are the same ones in Unicode and in Windows-1252.
  has: (text) => /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/.test(text),
};

/** A text that can be no command, and for which the encoder stays with its table of letters. */
function checked(text: string): string {
  if (!escposFont.has(text)) throw new Error('a text of the ticket is not in the printer’s font');
  return text;
}

/** What bars of set B can hold, as the encoder takes it: there a brace begins a command, and two of them are one. */
function checkedCode(code: string): string {
  if (!/^[\u0020-\u007e]+$/.test(code)) throw new Error('a code of the ticket is not in Code 128, set B');
  return code.replaceAll('{', '{{');
}

function addPicture(encoder: TicketEncoder, { widthDots, heightDots, rows }: Bitmap): void {
  const bytesPerRow = Math.ceil(widthDots / 8);
  const size = [bytesPerRow & 0xff, bytesPerRow >> 8, heightDots & 0xff, heightDots >> 8];
  encoder.add(Buffer.from([GS, 0x76, 0x30, 0, ...size]));
  encoder.add(Buffer.from(rows));
}

function addPart(encoder: TicketEncoder, part: TicketPart): void {
  switch (part.kind) {
    case 'text':
      encoder.setTextSize(part.scale - 1, part.scale - 1);
      encoder.invert(part.marked);
      encoder.append(checked(part.text));
      encoder.newLine();
      encoder.invert(false);
      return;
    case 'picture':
      return addPicture(encoder, part.picture);
    case 'bars':
      encoder.code128(checkedCode(part.code), { width: part.barDots, height: part.heightDots });
      encoder.newLine();
  }
}

/**
 * The bytes of one ticket, cut off at its end. Settings that an earlier job left in the printer have no effect, and no text of
 * the ticket can act as a command.
 */
export function encodeTicket(layout: TicketLayout): Uint8Array {
  const encoder = createTicketEncoder();
  encoder.initHardware();
  encoder.setCharacterSet('WPC1252');
  encoder.alignCenter();
  for (const part of layout.parts) addPart(encoder, part);
  encoder.setTextSize(0, 0);
  // Its own cut feeds by lines, whatever their size, and resets the printer behind it.
  encoder.add(Buffer.from(CUT));
  return new Uint8Array(encoder.getBuffer());
}

/**
 * Goes before a ticket that may follow half of one. The printer counts the bytes of a picture and of bars, and would take the beginning of the next
 * ticket for the rest of them; NUL fills them up, and is nothing outside of them. Then what stands in the line is forgotten, and the paper that
 * has the other person's half is cut off. `pictureBytes`: of the largest picture that may be lacking.
 */
export const afterHalfTicket = (pictureBytes: number): Uint8Array =>
  jobBytes(new Uint8Array(pictureBytes + MORE_THAN_THE_PICTURE), Uint8Array.of(ESC, 0x40, ...CUT));
