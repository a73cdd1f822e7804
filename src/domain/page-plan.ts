// What a page of ours says, from top to bottom, before it becomes a PDF. Lengths are in millimetres, font sizes in points.

export interface PageText {
  readonly text: string;
  readonly sizePt: number;
  readonly bold?: boolean;
}

/** One part of a page. Parts follow each other downwards; a table that is too long goes on on the next page. */
export type PageBlock =
  /** Paragraphs. They are wrapped, never cut. */
  | { readonly kind: 'texts'; readonly texts: readonly PageText[] }
  /** A text in a frame, for what nobody may miss. */
  | { readonly kind: 'notice'; readonly texts: readonly PageText[] }
  /** Captions on the left and their values on the right. */
  | {
      readonly kind: 'facts';
      readonly facts: readonly { readonly caption: string; readonly value: PageText }[];
    }
  /**
   * A bar code. `bars`: the widths of bars and spaces in turn, in widths of the narrowest bar (`moduleMm`), without quiet
   * zones, which the writer leaves. `text`: what it says, printed under it.
   */
  | {
      readonly kind: 'bars';
      readonly bars: readonly number[];
      readonly moduleMm: number;
      readonly heightMm: number;
      readonly text: string;
    }
  /** A row is never divided between two pages. The captions are repeated on each page. */
  | {
      readonly kind: 'table';
      readonly columns: readonly { readonly caption: string; readonly widthMm: number }[];
      /** Each row has a cell for each column, and each cell any number of paragraphs. */
      readonly rows: readonly (readonly (readonly PageText[])[])[];
      readonly rowAtLeastMm: number;
    }
  /** Ruled lines to write on, each with its caption. */
  | { readonly kind: 'lines'; readonly captions: readonly string[] };

/** A document of ours. The first page begins with the first block; each page ends with `foot` and its number. */
export interface PagePlan {
  /** In the file's properties. It names nobody. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly madeAtMs: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly marginMm: number;
  readonly blocks: readonly PageBlock[];
  readonly foot: string;
  /** Printed under a text of which letters are missing in our font; these letters are shown as empty boxes. */
  readonly lackingNote: string;
}

/** A4, upright, as an office printer takes it. */
export const A4 = { widthMm: 210, heightMm: 297, marginMm: 15 } as const;
