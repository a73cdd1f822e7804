// A label as a picture and nothing else, for printers that their driver prints on. What is kept as the job is a portable bitmap (PBM,
// P4) that says in its remark how large the label is.
import type { Bitmap } from '../../../ports/pictures.ts';
import type { LabelSheet } from '../../../ports/printers.ts';
import type { LabelLanguage } from '../../layout/label-language.ts';
import { DRIVER_DPI, labelSizeDots, type LabelStock } from '../../layout/label-stock.ts';
import { rasterOfLabel } from '../../layout/raster.ts';
import { jobBytes } from '../job-bytes.ts';

const HEADER =
  /^P4\n# (\d{1,3}(?:\.\d{1,3})?) x (\d{1,3}(?:\.\d{1,3})?) mm at (203|300) dpi\n(\d{1,4}) (\d{1,4})\n/;
/** The longest beginning of a job that is read as its header. */
const HEADER_WITHIN_BYTES = 80;

function encodePicture({ widthDots, heightDots, rows }: Bitmap, stock: LabelStock): Uint8Array {
  const { widthMm, heightMm, dotsPerMm } = stock;
  const size = `# ${widthMm} x ${heightMm} mm at ${DRIVER_DPI[dotsPerMm]} dpi`;
  return jobBytes(`P4\n${size}\n${widthDots} ${heightDots}\n`, rows);
}

/**
 * The label in a job of this language.
 *
 * @throws Error when the job holds another thing, or a part of a picture
 */
export function labelSheetOf(job: Uint8Array): LabelSheet {
  const beginning = Array.from(job.subarray(0, HEADER_WITHIN_BYTES), (byte) =>
    String.fromCharCode(byte),
  ).join('');
  const header = HEADER.exec(beginning);
  const [widthMm = 0, heightMm = 0, dpi = 0, widthDots = 0, heightDots = 0] = (header?.slice(1) ?? []).map(
    Number,
  );
  const rows = job.subarray(header?.[0].length ?? job.length);
  if (header === null || rows.length !== Math.ceil(widthDots / 8) * heightDots)
    throw new Error('the job holds no whole picture');
  return { picture: { widthDots, heightDots, rows }, widthMm, heightMm, dpi };
}

export const pictures: LabelLanguage = {
  font: null,
  canCarryInBars: () => true,
  encode: (layout) => encodePicture(rasterOfLabel(layout), layout.stock),
  encodePicture,
  pictureOf(job, stock) {
    const { picture } = labelSheetOf(job);
    const { width, height } = labelSizeDots(stock);
    if (picture.widthDots !== width || picture.heightDots !== height)
      throw new Error('the picture is of another size than the label');
    return picture;
  },
  filler: null,
};
