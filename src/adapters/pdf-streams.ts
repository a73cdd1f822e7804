// Whether a PDF is whole. Readers of PDF take spoilt contents for shorter ones and draw what there is, so a page with a line missing looks
// like a whole one to them; but each packed part carries a checksum, and what a page consists of is named.
import { inflateRawSync, inflateSync } from 'node:zlib';

/** Of one part. What is larger is left to the limits of whoever draws it. */
const MOST_UNPACKED_BYTES = 48 * 1024 * 1024;
/** A dictionary before a part is some hundred characters long. */
const LONGEST_DICTIONARY = 4_096;
const HEADER_BYTES = 2;
const PACKED = /\/Filter\s*(?:\/FlateDecode|\/Fl\b|\[\s*\/FlateDecode\s*\])/;
const LENGTH = /\/Length\s+(\d+)(?!\s+\d+\s+R)\b/;
const START = /stream\r?\n/g;
/** Packed parts in which a newer PDF has its objects. Each begins with their numbers and places, up to /First. */
const OF_OBJECTS = /\/Type\s*\/ObjStm\b/;
const FIRST = /\/First\s+(\d+)/;
const OBJECT = /(\d+)\s+\d+\s+obj\b/g;
/** What a page and its text consist of. Other things that are named and not there are nothing by the format, and some programs leave them so. */
const PARTS = /\/(?:Contents|Kids|Resources|Font|ToUnicode)\s*(\[[^\]]*\]|<<[^>]*>>|\d+\s+\d+\s+R\b)/g;
const REFERENCE = /(\d+)\s+\d+\s+R\b/g;

type Unpacked = { readonly how: 'whole'; readonly bytes: Uint8Array } | { readonly how: 'cut' | 'spoilt' };

const NOTHING = new Uint8Array();

function unpacking(unpack: () => Uint8Array): Unpacked {
  try {
    return { how: 'whole', bytes: unpack() };
  } catch (thrown) {
    const code = (thrown as { code?: unknown }).code;
    if (code === 'Z_BUF_ERROR') return { how: 'cut' };
    return code === 'ERR_BUFFER_TOO_LARGE' ? { how: 'whole', bytes: NOTHING } : { how: 'spoilt' };
  }
}

/** Null when it is not whole. */
function unpacked(packed: Uint8Array): Uint8Array | null {
  const limit = { maxOutputLength: MOST_UNPACKED_BYTES };
  let first = unpacking(() => inflateSync(packed, limit));
  // Some programs leave the checksum out. Then at least the last block has to be there.
  if (first.how === 'cut') first = unpacking(() => inflateRawSync(packed.subarray(HEADER_BYTES), limit));
  return first.how === 'whole' ? first.bytes : null;
}

/** Which objects there are, and which of them a page consists of. */
function createInventory() {
  const there = new Set<string>();
  const needed = new Set<string>();
  const note = (text: string): void => {
    for (const [, number = ''] of text.matchAll(OBJECT)) there.add(number);
    for (const [, part = ''] of text.matchAll(PARTS))
      for (const [, number = ''] of part.matchAll(REFERENCE)) needed.add(number);
  };
  return {
    /** Takes what stands in the file itself. */
    note,
    /** Takes a part that holds objects: their numbers and places come first, up to `first`. */
    noteObjects(text: string, first: number): void {
      const numbersAndPlaces = text.slice(0, first).trim().split(/\s+/);
      for (const [index, number] of numbersAndPlaces.entries()) if (index % 2 === 0) there.add(number);
      note(text.slice(first));
    },
    lacksAny: (): boolean => [...needed].some((number) => !there.has(number)),
  };
}

/**
 * True when a packed part of the document is cut off or has a wrong byte, or when something is not there of which a page consists. False says
 * nothing of what is not packed, and of a document that is encrypted.
 */
export function hasSpoiltParts(pdf: Uint8Array): boolean {
  // One character for each byte, so that places in the text are places in the bytes.
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  if (text.includes('/Encrypt')) return false;
  const inventory = createInventory();
  let areAllNoted = true;
  let after = 0;
  for (const match of text.matchAll(START)) {
    const { index } = match;
    // Within a part, or the end of one.
    if (index < after || text.slice(index - 3, index) === 'end') continue;
    inventory.note(text.slice(after, index));
    const before = text.slice(Math.max(after, index - LONGEST_DICTIONARY), index);
    const dictionary = before.slice(before.lastIndexOf(' obj'));
    const from = index + match[0].length;
    const told = Number(LENGTH.exec(dictionary)?.[1] ?? Number.NaN);
    const isTold = /^\s{0,2}endstream/.test(text.slice(from + told, from + told + 11));
    const to = isTold ? from + told : text.indexOf('endstream', from);
    if (to < 0) return true;
    after = to;
    const holdsObjects = OF_OBJECTS.test(dictionary);
    let bytes: Uint8Array | null = pdf.subarray(from, to);
    if (PACKED.test(dictionary)) {
      bytes = unpacked(bytes);
      if (bytes === null) return true;
      // Too large, or packed in a further way.
      if (holdsObjects && (bytes.length === 0 || dictionary.includes('/Predictor'))) areAllNoted = false;
    } else if (holdsObjects && dictionary.includes('/Filter')) areAllNoted = false;
    if (holdsObjects)
      inventory.noteObjects(Buffer.from(bytes).toString('latin1'), Number(FIRST.exec(dictionary)?.[1] ?? 0));
  }
  inventory.note(text.slice(after));
  return areAllNoted && inventory.lacksAny();
}
