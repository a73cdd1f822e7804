// For desks of tests whose labels and pages are no pictures.
import type { DrawPages, PictureReader } from '../../src/core/ports/pictures.ts';

/** Reads nothing on any picture, so no label that is a picture would be printed. */
export const noPictures: Pick<PictureReader, 'readLabelPicture' | 'readPagePicture'> = {
  readLabelPicture: async () => ({ code: null, barDots: null, quietBars: 0 }),
  readPagePicture: async () => [],
};

/** Draws nothing, so no page would be printed on a label. */
export const nothingDrawn: DrawPages = async () => ({ problem: 'damaged' });
