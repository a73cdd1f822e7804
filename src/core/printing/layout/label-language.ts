// What the layout and the queue need of a printer language. Each language is one folder under languages/.
import type { LabelLayout } from './label-layout.ts';

/** The font that every printer of a language has built in. */
export interface PrinterFont {
  /** True when every such printer draws each character of the text, and draws it alike. */
  has(text: string): boolean;
  /** Widest that any such printer sets the text, in dots, at a line height in dots. */
  widthDots(text: string, heightDots: number): number;
  /** How far an accent on a capital may rise above the line's top, in dots. */
  headroomDots(heightDots: number): number;
}

/**
 * A language that label printers speak. It says what can be printed, and turns a laid-out label into bytes; how text is
 * escaped and how a picture is sent is its own affair. Every implementation passes test/contract/label-language.test.ts.
 */
export interface LabelLanguage {
  readonly font: PrinterFont;
  /** True when the text can stand in a Code 128 bar code; narrower than what Code 128 itself carries. */
  canCarryInBars(code: string): boolean;
  /**
   * The bytes of one print job: one label, one copy. Nothing in a text acts as a command, and what an earlier job left
   * behind in the printer changes nothing. Packs digits in the bars in pairs wherever that is shorter, as
   * {@link code128Modules} reckons.
   */
  encode(layout: LabelLayout): Uint8Array;
}
