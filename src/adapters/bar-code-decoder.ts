// The bar-code decoder of the background threads, made ready without the internet, and the kinds of code that it looks for.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader';

/** What laboratories print on labels and forms. */
export const BAR_CODE_FORMATS = ['Code128', 'Code39', 'DataMatrix', 'QRCode', 'Aztec', 'PDF417'] as const;

// Without this the package would download its WebAssembly code from the internet.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

export { readBarcodes, type ReadResult };
