// The background thread that reads the bar codes on pictures of a camera.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { answerJobs } from './answer-jobs.ts';

const FORMATS = ['Code128', 'Code39', 'DataMatrix', 'QRCode', 'Aztec', 'PDF417'] as const;
/** A picture with more codes than this is of a shelf, not of a label. */
const MOST_CODES = 8;

// Without this the package would download its WebAssembly code from the internet.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

answerJobs(async (picture: Uint8Array): Promise<readonly string[]> => {
  const found = await readBarcodes(new Uint8Array(picture), {
    formats: [...FORMATS],
    maxNumberOfSymbols: MOST_CODES,
  });
  // With the symbology's identifier before it, as a scanner sends it, so that GS1 elements are known as such.
  const texts = found.filter((code) => code.isValid).map((code) => `${code.symbologyIdentifier}${code.text}`);
  return [...new Set(texts)];
});
