// The text that tells whose a document is: what stands on its first pages, what was filled into their fields, and notes on them.
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Whose a document is stands on the first page that has text: a cover can be a picture. Of a long report no more is read. */
const PAGES_WITH_NAME = 3;
/** Characters. A form has some thousands. */
const MOST_TEXT = 50_000;
/** Flags of an annotation. */
const HIDDEN = 1 << 1;
const ON_PAPER = 1 << 2;
const NOT_ON_SCREEN = 1 << 5;
/** Fonts of symbols have the codes of their letters moved here, by an old custom. Some fonts of bar codes are such. */
const SYMBOLS = /[\uf020-\uf0fe]/g;
const SYMBOLS_MOVED = 0xf000;

/** What of an annotation is used. The library types none of it. */
interface Annotation {
  readonly subtype?: string;
  readonly annotationFlags?: number;
  /** `Tx` and `Ch`: text that was typed or chosen. */
  readonly fieldType?: string | null;
  readonly fieldValue?: unknown;
  readonly options?: readonly { readonly exportValue?: unknown; readonly displayValue?: unknown }[];
  /** The lines that its picture has. */
  readonly textContent?: readonly string[];
  readonly contentsObj?: { readonly str?: string };
  readonly richText?: { readonly str?: string } | null;
}

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((part): part is string => typeof part === 'string');

function filledIn({ fieldType, fieldValue, options = [], textContent = [] }: Annotation): string[] {
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return [...textContent];
  const values = textsIn(fieldValue);
  // A choice is kept as a code and seen as words.
  const seen = options
    .filter(({ exportValue }) => typeof exportValue === 'string' && values.includes(exportValue))
    .flatMap(({ displayValue }) => textsIn(displayValue));
  return [...textContent, ...values, ...seen];
}

const notedOn = ({ subtype, contentsObj, richText }: Annotation): string[] =>
  subtype === 'Link' ? [] : textsIn([contentsObj?.str, richText?.str]);

/** Seen on the screen or on paper. */
const isSeen = ({ annotationFlags = 0 }: Annotation): boolean =>
  (annotationFlags & HIDDEN) === 0 &&
  ((annotationFlags & NOT_ON_SCREEN) === 0 || (annotationFlags & ON_PAPER) !== 0);

async function annotationsOn(page: PDFPageProxy): Promise<Annotation[]> {
  const all = (await page.getAnnotations({ intent: 'any' })) as Annotation[];
  return all.filter(isSeen);
}

const withoutBlank = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text) => text.trim() !== '')),
];

const readable = (text: string): string =>
  text.replace(SYMBOLS, (symbol) => String.fromCharCode(symbol.charCodeAt(0) - SYMBOLS_MOVED));

/**
 * Empty where the first pages are pictures. What was filled in comes first, as it is what a form says of a person. Letters of which only their
 * font knows what they look like are as a picture is: a laboratory whose program writes all its documents so could not be worked with otherwise.
 */
export async function textOf(document: PDFDocumentProxy): Promise<string> {
  const notes: string[] = [];
  for (let number = 1; number <= Math.min(PAGES_WITH_NAME, document.numPages); number += 1) {
    const page = await document.getPage(number);
    const annotations = await annotationsOn(page);
    const { items } = await page.getTextContent();
    const written = items.map((item) => ('str' in item ? readable(item.str) : ''));
    const filled = withoutBlank(annotations.flatMap(filledIn)).map(readable);
    notes.push(...withoutBlank(annotations.flatMap(notedOn)));
    // A note on a cover is not what the document says.
    if (withoutBlank([...filled, ...written]).length > 0)
      return [...filled, ...notes, ...written].join(' ').slice(0, MOST_TEXT);
  }
  return notes.join(' ').slice(0, MOST_TEXT);
}
