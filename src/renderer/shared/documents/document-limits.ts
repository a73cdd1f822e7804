// How large a document this window opens. A huge one must not freeze the window or use up the memory.
import { groupedDigits } from '../../ui/grouped-digits.ts';

const MOST_BYTES = 24 * 1024 * 1024;
const MOST_PAGES = 400;
/** A sheet of A3 at 200 dots to the inch, the size of paper that offices print on. */
const MOST_PIXELS = 2_340 * 3_310;
/** From having the document to having it open. */
export const OPENING_LIMIT_MS = 20_000;
export const DRAWING_LIMIT_MS = 20_000;
/** Each page that is printed is a picture in memory until the dialog closes. */
export const PRINTED_AT_ONCE = 20;

const NOT_SHOWN = 'so it is neither shown nor printed. Ask the laboratory for it.';

/** Why a document of this many bytes is not opened, in words; null when it is. `noun`: what it should be. */
export function sizeRefusal(bytes: number, noun: string): string | null {
  if (bytes === 0) return `The service sent an empty document in place of the ${noun}, ${NOT_SHOWN}`;
  if (bytes <= MOST_BYTES) return null;
  const megabytes = Math.ceil(bytes / (1024 * 1024));
  return `The service sent a ${noun} of ${megabytes} MB, far more than one has, ${NOT_SHOWN}`;
}

/** Why a document of this many pages is not shown, in words; null when it is. */
export function pagesRefusal(pages: number, noun: string): string | null {
  if (pages >= 1 && pages <= MOST_PAGES) return null;
  if (pages < 1) return `The service sent a ${noun} without a page, ${NOT_SHOWN}`;
  return `The service sent a ${noun} of ${groupedDigits(pages)} pages; at most ${MOST_PAGES} are opened, ${NOT_SHOWN}`;
}

/** Why a document that could not be opened is not shown. */
export function openingRefusal(why: 'slow' | 'password' | 'damaged', noun: string): string {
  switch (why) {
    case 'slow':
      return `The service sent a ${noun} that takes too long to open, ${NOT_SHOWN}`;
    case 'password':
      return `The service sent a ${noun} that is locked with a password, ${NOT_SHOWN}`;
    case 'damaged':
      return `The service sent a ${noun} that cannot be read. It can be asked for again later.`;
  }
}

/** The scale at which a page (in points) is drawn: the wanted one, or what keeps a huge page within bounds. */
export function boundedScale(
  page: { readonly width: number; readonly height: number },
  wanted: number,
): number {
  const most = Math.sqrt(MOST_PIXELS / (page.width * page.height));
  return Math.min(wanted, most);
}
