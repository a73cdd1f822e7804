// What the engine needs to read and draw: documents, bar codes, text and pages as dots. For Node the adapters provide it, in
// threads.
import type { LabelSymbol } from '../../domain/label-symbol.ts';
import type { PagePlan } from '../../domain/page-plan.ts';

/**
 * Reads what a document (PDF) of the service says. Never rejects. A document that was read and has no text says nothing; one that could not
 * be read is another matter: whose it is may stand on it.
 */
export interface DocumentReader {
  /** What its first page with text says. */
  read(pdf: Uint8Array, urgency: ReadingUrgency): Promise<DocumentReading>;
  /** The text and the bar code of a label's first page, from one reading. */
  readLabel(pdf: Uint8Array, urgency: ReadingUrgency): Promise<LabelReading>;
}

/** Reads bar codes on pictures: of a camera, and of labels before they are printed. */
export interface PictureReader {
  /** What each bar code on the picture (JPEG or PNG) says, each once. Never rejects: what cannot be read shows none. */
  codesOn(picture: Uint8Array): Promise<readonly string[]>;
  /**
   * Reads the picture of a label as a scanner would, and measures its code, which stands there as `symbol`. Rejects when it could
   * not be done in time.
   */
  readLabelPicture(picture: Bitmap, symbol: LabelSymbol): Promise<LabelPictureReading>;
  /** What each code on the picture of a whole page says. Rejects when it could not be read in time. */
  readPagePicture(picture: Bitmap): Promise<readonly string[]>;
}

/** The code on the picture of a label. */
export interface LabelPictureReading {
  /** Null when no code can be read, or more than one. */
  readonly code: string | null;
  /**
   * The width of its narrowest bar in dots, or of a module; null when its other bars and spaces are not multiples of it, or its
   * modules not all of one size.
   */
  readonly barDots: number | null;
  /** The paper without ink beside it, on the side where there is least, in narrowest bars or modules. */
  readonly quietBars: number;
}

/** A PDF of our own pages. `lacking`: characters of its texts that our fonts do not have; they are shown as empty boxes. */
export interface MadePages {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly lacking: readonly string[];
}

/** Makes a PDF of our own pages. Rejects with an AppException (`bug`) when it cannot be made, or with the reason of the signal. */
export type MakePages = (plan: PagePlan, signal?: AbortSignal) => Promise<MadePages>;

/** A page of a document in black dots, and what the codes of the document's page say. */
export interface DrawnPage {
  readonly picture: Bitmap;
  readonly codes: readonly string[];
}

/**
 * Draws each page of a PDF for a label of a printer: on a picture of exactly these dots, without the page's empty margins, made smaller
 * until all of it fits and never larger. `damaged`: it cannot be drawn; `not-now`: there was no time or no memory. Never rejects.
 */
export type DrawPages = (
  pdf: Uint8Array,
  sheet: { readonly widthDots: number; readonly heightDots: number; readonly dpi: number },
) => Promise<{ readonly pages: readonly DrawnPage[] } | { readonly problem: 'damaged' | 'not-now' }>;

/** How many pages a document has, or why it must not go to a printer. */
export type PdfInspection =
  | { readonly pages: number }
  | {
      readonly problem: 'damaged' | 'larger-than-a4' | 'locked' | 'too-large' | 'too-many-pages' | 'too-slow';
    };

/** Opens every page of a PDF, as a printer would. Rejects with the reason of the signal alone. */
export type InspectPdf = (pdf: Uint8Array, signal?: AbortSignal) => Promise<PdfInspection>;

/** `now`: a person waits for it, so it goes before what is read ahead. */
export type ReadingUrgency = 'now' | 'ahead';

export interface DocumentReading {
  /** In one line. Empty where the first pages have none, as of a scanned picture, and where it could not be read. */
  readonly text: string;
  /** It could not be read, for want of time or memory, or because it is damaged: a missing text says nothing of the document. */
  readonly notRead?: boolean;
  /** It was not read because it opens with a password only: it never can be, here. */
  readonly isLocked?: boolean;
  /** A part of it is damaged or not there, so that what is not in the text may be in the document all the same. */
  readonly isInPart?: boolean;
}

export interface LabelReading extends DocumentReading {
  /** Null when there is no bar code, or more than one, and where it could not be read. */
  readonly code: string | null;
}

/**
 * A black-and-white picture: rows from the top, each padded to whole bytes, the leftmost dot in the highest bit; 1 is
 * black.
 */
export interface Bitmap {
  readonly widthDots: number;
  readonly heightDots: number;
  readonly rows: Uint8Array;
}

/** A line of text as a picture. `riseDots` of its rows are above the top of the line, for accents on capitals. */
export interface DrawnText extends Bitmap {
  readonly riseDots: number;
}

/** Draws text in letters that printers do not have. */
export interface DrawText {
  /**
   * Draws the text in a line `heightDots` high. Accents may rise above it by `headroomDots`; where the text would rise
   * or hang further, it is drawn smaller. Null when {@link missing} names a character.
   */
  draw(text: string, line: { readonly heightDots: number; readonly headroomDots: number }): DrawnText | null;
  /** The characters (as a person counts them) that cannot be drawn, each once, in the order of the text. */
  missing(text: string): string[];
}
