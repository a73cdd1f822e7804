// The background thread that reads the bar codes on pictures of a camera, and on labels before they are printed.
import { answerJobs } from './answer-jobs.ts';
import { BAR_CODE_FORMATS, readBarcodes } from './bar-code-decoder.ts';
import { codesOfPage, readLabel } from './label-picture.ts';
import type { PictureAnswer, PictureJob } from './picture-job.ts';

/** A picture with more codes than this is of a shelf, not of a label. */
const MOST_CODES = 8;

async function codesOn(photo: Uint8Array): Promise<readonly string[]> {
  const found = await readBarcodes(new Uint8Array(photo), {
    formats: [...BAR_CODE_FORMATS],
    maxNumberOfSymbols: MOST_CODES,
  });
  // With the symbology's identifier before it, as a scanner sends it, so that GS1 elements are known as such.
  const texts = found.filter((code) => code.isValid).map((code) => `${code.symbologyIdentifier}${code.text}`);
  return [...new Set(texts)];
}

answerJobs(async (job: PictureJob): Promise<PictureAnswer> => {
  if ('label' in job) return { reading: await readLabel(job.label, job.symbol) };
  return { codes: 'page' in job ? await codesOfPage(job.page) : await codesOn(job.photo) };
});
