// Whether what a PDF has packed can be unpacked whole. Readers of PDF take spoilt contents for shorter ones and draw what there is, so a
// page with a line missing looks like a whole one to them; but each packed part carries a checksum.
import { inflateRawSync, inflateSync } from 'node:zlib';

/** Of one part. What is larger is left to the limits of whoever draws it. */
const MOST_UNPACKED_BYTES = 48 * 1024 * 1024;
/** A dictionary before a part is some hundred characters long. */
const LONGEST_DICTIONARY = 4_096;
const HEADER_BYTES = 2;
const PACKED = /\/Filter\s*(?:\/FlateDecode|\/Fl\b|\[\s*\/FlateDecode\s*\])/;
const LENGTH = /\/Length\s+(\d+)(?!\s+\d+\s+R)\b/;
const START = /stream\r?\n/g;

type Unpacking = 'whole' | 'cut' | 'spoilt';

function unpacking(unpack: () => unknown): Unpacking {
  try {
    unpack();
    return 'whole';
  } catch (thrown) {
    const code = (thrown as { code?: unknown }).code;
    if (code === 'Z_BUF_ERROR') return 'cut';
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'whole' : 'spoilt';
  }
}

function isWhole(packed: Uint8Array): boolean {
  const limit = { maxOutputLength: MOST_UNPACKED_BYTES };
  const first = unpacking(() => inflateSync(packed, limit));
  // Some programs leave the checksum out. Then at least the last block has to be there.
  if (first === 'cut')
    return unpacking(() => inflateRawSync(packed.subarray(HEADER_BYTES), limit)) === 'whole';
  return first === 'whole';
}

/**
 * True when a packed part of the document is cut off or has a wrong byte. False says nothing of what is not packed, and of a document that
 * is encrypted.
 */
export function hasSpoiltParts(pdf: Uint8Array): boolean {
  // One character for each byte, so that places in the text are places in the bytes.
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  if (text.includes('/Encrypt')) return false;
  let after = 0;
  for (const match of text.matchAll(START)) {
    const { index } = match;
    // Within a part, or the end of one.
    if (index < after || text.slice(index - 3, index) === 'end') continue;
    const dictionary = text.slice(Math.max(after, index - LONGEST_DICTIONARY), index);
    const from = index + match[0].length;
    const told = Number(LENGTH.exec(dictionary.slice(dictionary.lastIndexOf(' obj')))?.[1] ?? Number.NaN);
    const isTold = /^\s{0,2}endstream/.test(text.slice(from + told, from + told + 11));
    const to = isTold ? from + told : text.indexOf('endstream', from);
    if (to < 0) return true;
    after = to;
    if (PACKED.test(dictionary.slice(dictionary.lastIndexOf(' obj'))) && !isWhole(pdf.subarray(from, to)))
      return true;
  }
  return false;
}
