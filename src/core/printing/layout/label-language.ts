// What the layout and the queue need of a printer language. Each language is one folder under languages/.
import type { Bitmap } from '../../ports/pictures.ts';
import type { LabelLayout } from './label-layout.ts';
import type { LabelStock } from './label-stock.ts';

/** The font that every printer of a language has built in. */
export interface PrinterFont {
  /** True when every such printer has each character of the text, in the same shape. */
  has(text: string): boolean;
  /** The greatest width of the text on any such printer, in dots, for a line height in dots. */
  widthDots(text: string, heightDots: number): number;
  /** How far an accent on a capital may rise above the line's top, in dots. */
  headroomDots(heightDots: number): number;
}

/**
 * A language of label printers. It says what can be printed, and makes the bytes of a laid-out label; how text is
 * escaped and how a picture is sent is decided here only. Every implementation passes
 * test/contract/label-language.test.ts.
 */
export interface LabelLanguage {
  /** Null: the whole label is sent as a picture, so every text is drawn. */
  readonly font: PrinterFont | null;
  /** True when the language can print the text as a Code 128 bar code. It may allow less than Code 128 itself. */
  canCarryInBars(code: string): boolean;
  /**
   * The bytes of one print job: one label, one copy. No text in it acts as a command, and settings that an earlier job
   * left in the printer have no effect. Digits are packed in pairs wherever that is shorter, as {@link code128Modules}
   * assumes.
   */
  encode(layout: LabelLayout): Uint8Array;
  /** The bytes of one print job: a picture of the whole label, as large as the stock; one copy. The rest is as for {@link encode}. */
  encodePicture(picture: Bitmap, stock: LabelStock): Uint8Array;
  /**
   * The picture of the whole label in a job of {@link encode} or {@link encodePicture} for this stock, read back from its bytes. Null where the printer
   * itself draws the bars, so that there is no picture of them.
   */
  pictureOf(job: Uint8Array, stock: LabelStock): Bitmap | null;
  /**
   * So many bytes and a few more, which fill up a picture that broke off, so that the next job clears it. To a printer that waits for a command they
   * are empty lines. Null: a job gives up by itself whatever broke off before it.
   */
  readonly filler: ((bytes: number) => Uint8Array) | null;
}
