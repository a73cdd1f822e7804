// For desks of tests whose labels are no pictures.
import type { PictureReader } from '../../src/core/ports.ts';

/** Reads nothing on any picture, so no label that is a picture would be printed. */
export const noPictures: Pick<PictureReader, 'readLabelPicture'> = {
  readLabelPicture: async () => ({ code: null, barDots: null, quietBars: 0 }),
};
