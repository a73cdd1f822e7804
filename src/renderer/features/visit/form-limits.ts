// How large a document this window opens. The service's forms have one or two pages; a huge document must not freeze the
// window or use up the memory.

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_PAGES = 20;
/** A sheet of A3 at 200 dots to the inch, the size of paper that offices print on. */
const MOST_PIXELS = 2_340 * 3_310;
/** From asking for the document to having it open. */
export const OPENING_LIMIT_MS = 20_000;
export const DRAWING_LIMIT_MS = 20_000;

const NOT_SHOWN = 'so it is neither shown nor printed. Ask the laboratory for the form.';

/** Why a document of this many bytes is not opened, in words; null when it is. */
export function sizeRefusal(bytes: number): string | null {
  if (bytes <= MOST_BYTES) return null;
  const megabytes = Math.ceil(bytes / (1024 * 1024));
  return `The service sent a form of ${megabytes} MB, far more than a registration form has, ${NOT_SHOWN}`;
}

/** Why a document of this many pages is not shown, in words; null when it is. */
export function pagesRefusal(pages: number): string | null {
  if (pages >= 1 && pages <= MOST_PAGES) return null;
  return `The service sent a form of ${pages.toLocaleString('en-GB')} pages; a registration form has at most ${MOST_PAGES}, ${NOT_SHOWN}`;
}

export const OPENING_REFUSAL = `The service sent a form that takes too long to open, ${NOT_SHOWN}`;

/** The scale at which a page (in points) is drawn: the wanted one, or what keeps a huge page within bounds. */
export function boundedScale(
  page: { readonly width: number; readonly height: number },
  wanted: number,
): number {
  const most = Math.sqrt(MOST_PIXELS / (page.width * page.height));
  return Math.min(wanted, most);
}
