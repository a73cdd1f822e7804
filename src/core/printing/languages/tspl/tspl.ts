// Writes a laid-out label in TSPL, the language of printers of TSC and of many smaller makers. The label goes as one picture,
// for the same reasons as in EPL2. (TSPL/TSPL2 Programming Manual, commands SIZE, GAP, DIRECTION, REFERENCE, OFFSET, SHIFT,
// CLS, BITMAP, PRINT.)
import type { LabelLanguage } from '../../layout/label-language.ts';
import { rasterOfLabel, whiteIsOne } from '../../layout/raster.ts';
import { labelSizeDots, type LabelStock } from '../../layout/label-stock.ts';
import type { Bitmap } from '../../../ports/pictures.ts';
import { emptyLines, jobBytes, pictureAfter, USUAL_GAP_MM } from '../job-bytes.ts';

/** One label, one copy. Half a command that an earlier job left is ended first. */
function encodePicture(picture: Bitmap, { widthMm, heightMm }: LabelStock): Uint8Array {
  const commands = [
    '',
    `SIZE ${widthMm} mm,${heightMm} mm`,
    `GAP ${USUAL_GAP_MM} mm,0 mm`,
    'DIRECTION 0,0',
    'REFERENCE 0,0',
    'OFFSET 0 mm',
    'SHIFT 0',
    'CLS',
    // Mode 0 replaces what is there. In TSPL a dot is printed where the bit is 0.
    `BITMAP 0,0,${Math.ceil(picture.widthDots / 8)},${picture.heightDots},0,`,
  ];
  return jobBytes(commands.join('\r\n'), whiteIsOne(picture), '\r\nPRINT 1,1\r\n');
}

export const tspl: LabelLanguage = {
  font: null,
  canCarryInBars: () => true,
  encode: (layout) => encodePicture(rasterOfLabel(layout), layout.stock),
  encodePicture,
  pictureOf: (job, stock) => pictureAfter(job, /\nBITMAP 0,0,(\d+),(\d+),0,/, labelSizeDots(stock).width),
  filler: (bytes) => emptyLines('\r\n', bytes),
};
