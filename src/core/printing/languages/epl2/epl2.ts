// Writes a laid-out label in EPL2, the language of older desktop printers of Eltron and Zebra. The label goes as one
// picture: the printer's own fonts lack most accents, and firmware packs the digits of a bar code in different ways, so that
// its width would not be what was laid out. (EPL Programming Guide, commands N, q, Q, GW, P.)
import type { LabelLanguage } from '../../layout/label-language.ts';
import { rasterOfLabel, whiteIsOne } from '../../layout/raster.ts';
import { labelSizeDots, sizeInDots, type LabelStock } from '../../layout/label-stock.ts';
import type { Bitmap } from '../../../ports/pictures.ts';
import { emptyLines, jobBytes, pictureAfter, USUAL_GAP_MM } from '../job-bytes.ts';

/** One label, one copy. Half a command that an earlier job left is ended first. */
function encodePicture(picture: Bitmap, stock: LabelStock): Uint8Array {
  const { widthDots, heightDots } = picture;
  const bytesPerRow = Math.ceil(widthDots / 8);
  const gapDots = Math.round(sizeInDots(USUAL_GAP_MM, stock));
  return jobBytes(
    // `q` and `Q` clear what was drawn, so `N` comes after them and the picture last.
    `\r\nq${widthDots}\r\nQ${heightDots},${gapDots}\r\nR0,0\r\nZT\r\nN\r\n`,
    `GW0,0,${bytesPerRow},${heightDots},`,
    // In EPL2 a dot is printed where the bit is 0.
    whiteIsOne(picture),
    '\r\nP1,1\r\n',
  );
}

export const epl2: LabelLanguage = {
  font: null,
  canCarryInBars: () => true,
  encode: (layout) => encodePicture(rasterOfLabel(layout), layout.stock),
  encodePicture,
  pictureOf: (job, stock) => pictureAfter(job, /\nGW0,0,(\d+),(\d+),/, labelSizeDots(stock).width),
  filler: (bytes) => emptyLines('\n', bytes),
};
