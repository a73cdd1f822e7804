// The guide's pages as data. The build makes them from docs/guide (build/guide.ts).

/** A run of text within a line. */
export type GuideInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  /** A key, or what is typed: `` `Ctrl+K` `` */
  | { readonly kind: 'key'; readonly text: string }
  /** Leads to another page of the guide. */
  | { readonly kind: 'link'; readonly page: string; readonly text: string };

export type GuideBlock =
  | { readonly kind: 'heading'; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly line: readonly GuideInline[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly items: readonly (readonly GuideInline[])[];
    }
  /** `file`: its name in docs/guide/pictures. */
  | { readonly kind: 'picture'; readonly file: string; readonly words: string };

export interface GuidePage {
  /** Its address and what links name: the file's name without number and ending, such as `check-in`. */
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly GuideBlock[];
}

/** The page that is no file: the app writes it from its own words. */
export const STATES_PAGE = 'states';
