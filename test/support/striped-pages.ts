// Pages for tests of what becomes of a form on labels: drawn at once, with no two rows alike, so that a job is about as long as a real one.
import type { DrawPages, PictureReader } from '../../src/core/ports/pictures.ts';

/** Every document is one page of this. */
export const drawStripes: DrawPages = async (_pdf, { widthDots, heightDots }) => {
  const rowBytes = Math.ceil(widthDots / 8);
  const rows = new Uint8Array(rowBytes * heightDots);
  for (let y = 0; y < heightDots; y += 1) {
    for (let at = 1; at < 12; at += 1) rows[y * rowBytes + at * 8] = ((y * at * 37) % 255) + 1;
  }
  return { pages: [{ picture: { widthDots, heightDots, rows }, codes: [] }] };
};

/** Reads no code on any page, and misses none. */
export const readsNoCode: Pick<PictureReader, 'readPagePicture'> = { readPagePicture: async () => [] };
