// Reads the reports of USB bar-code scanners by the HID usage tables: page 0x8C (Bar Code Scanner) names what stands where in a
// report, and each scanner describes its own reports with these names. So no model is known here by heart.
import { LONGEST_PIECE, textOfBytes, type ScannerPiece } from './scanner-piece.ts';

export const BAR_CODE_SCANNER_PAGE = 0x8c;

/** Usages as 32 bits, page and number, as a browser gives them. */
const SYMBOLOGY_IDENTIFIERS: ReadonlySet<number> = new Set([0x8c00fb, 0x8c00fc, 0x8c00fd]);
const DECODED_DATA = 0x8c00fe;
const DECODED_DATA_CONTINUED = 0x8c00ff;
/** Of the page “Generic Desktop”: how many bytes of the data are used. */
const BYTE_COUNT = 0x01003b;

/** One row of a report's description; as the browser's HIDReportItem. Sizes are in bits. */
export interface HidItem {
  readonly usages?: readonly number[] | undefined;
  readonly isRange?: boolean | undefined;
  readonly usageMinimum?: number | undefined;
  readonly usageMaximum?: number | undefined;
  readonly reportSize?: number | undefined;
  readonly reportCount?: number | undefined;
}

/** As the browser's HIDCollectionInfo. The reports of an outer collection hold the rows of its inner ones too. */
export interface HidCollection {
  readonly usagePage?: number | undefined;
  readonly inputReports?:
    | readonly { readonly reportId?: number | undefined; readonly items?: readonly HidItem[] | undefined }[]
    | undefined;
  readonly children?: readonly HidCollection[] | undefined;
}

/** Where a value stands in a report, and how wide it is, in bits. */
interface Place {
  readonly at: number;
  readonly bits: number;
}

interface ScanReport {
  readonly id: number;
  readonly identifier: readonly Place[];
  readonly data: readonly Place[];
  readonly length: Place | null;
  readonly continued: Place | null;
}

/** No report of USB is longer; a description that says more is not believed. */
const MOST_BITS = 65_536 * 8;

/** The usage of each value of a row: named one by one, the last one for all that follow, or counted up. */
function usageAt(item: HidItem, index: number): number | null {
  if (item.isRange === true && item.usageMinimum !== undefined) {
    return Math.min(item.usageMinimum + index, item.usageMaximum ?? item.usageMinimum);
  }
  return item.usages?.[index] ?? item.usages?.at(-1) ?? null;
}

function scanReport(id: number, items: readonly HidItem[]): ScanReport | null {
  const places = new Map<number, Place[]>();
  let at = 0;
  for (const item of items) {
    const bits = item.reportSize ?? 0;
    const count = item.reportCount ?? 0;
    // By the count as well: any number of values without a width would fit.
    if (!(bits >= 0 && count >= 0 && count <= MOST_BITS && at + bits * count <= MOST_BITS)) return null;
    for (let index = 0; index < count; index += 1, at += bits) {
      const usage = usageAt(item, index);
      if (usage === null) continue;
      const known = places.get(usage);
      if (known) known.push({ at, bits });
      else places.set(usage, [{ at, bits }]);
    }
  }
  const data = places.get(DECODED_DATA);
  if (!data || data.some(({ bits }) => bits !== 8)) return null;
  return {
    id,
    data,
    identifier: [...SYMBOLOGY_IDENTIFIERS].flatMap((usage) => places.get(usage) ?? []),
    length: places.get(BYTE_COUNT)?.[0] ?? null,
    continued: places.get(DECODED_DATA_CONTINUED)?.[0] ?? null,
  };
}

function reportsOf(collections: readonly HidCollection[]): ScanReport[] {
  return collections.flatMap(({ inputReports = [], children = [] }) => {
    const own = inputReports.flatMap(({ reportId = 0, items = [] }) => scanReport(reportId, items) ?? []);
    return own.length > 0 ? own : reportsOf(children);
  });
}

/** Bits that lie beyond a report that came too short are 0. */
function valueAt(report: DataView, { at, bits }: Place): number {
  let value = 0;
  for (let bit = 0; bit < bits && bit < 32; bit += 1) {
    const place = at + bit;
    const byte = place >> 3 < report.byteLength ? report.getUint8(place >> 3) : 0;
    value += ((byte >> (place & 7)) & 1) * 2 ** bit;
  }
  return value;
}

export interface HidPosReader {
  /** `report`: without the report's number. Reports that are no scans give nothing. */
  take(reportId: number, report: DataView): ScannerPiece[];
  /** After so long without the rest of a code {@link breakOff} is to be called, in milliseconds. */
  readonly silenceMs: number;
  /** Whether the rest of a code is to come. */
  isWaiting(): boolean;
  breakOff(): ScannerPiece[];
}

const REST_WITHIN_MS = 1_000;
const AIM_IDENTIFIER = /^\][A-Za-z][0-9A-Za-z]$/;

/**
 * Reads what one scanner sends; null when its description has no report with the data of a code, so that it is no scanner that can be
 * read.
 *
 *     const reader = createHidPosReader(device.collections);
 *     reader?.take(event.reportId, event.data); // [{ kind: 'scan', text: ']C0DRW-7K2M9Q' }]
 */
export function createHidPosReader(collections: readonly HidCollection[]): HidPosReader | null {
  const reports = reportsOf(collections);
  if (reports.length === 0) return null;
  let bytes: number[] = [];
  let identifier = '';
  let isTooLong = false;
  let waiting = false;
  /** A code was given up while more of it was to come. What comes up to its last report is the rest of it, and half a code can be another person's. */
  let isRest = false;

  function end(how: 'scan' | 'unclear'): ScannerPiece[] {
    const sent = bytes;
    const kind = isRest ? 'unclear' : how;
    const [before, wasTooLong] = [identifier, isTooLong];
    bytes = [];
    identifier = '';
    isTooLong = false;
    waiting = false;
    isRest = false;
    if (wasTooLong) return [{ kind: 'too-long' }];
    // A scanner that is also set to send line ends puts them into the data.
    while ([0x0d, 0x0a, 0x09, 0x00].includes(sent.at(-1) ?? -1)) sent.pop();
    if (sent.length === 0) return [];
    const text = textOfBytes(sent);
    if (text === null || text.trim() === '') return [{ kind: 'noise' }];
    return [{ kind, text: text.startsWith(before) ? text : before + text }];
  }

  return {
    silenceMs: REST_WITHIN_MS,
    isWaiting: () => waiting,
    take(reportId, report) {
      const shape = reports.find(({ id }) => id === reportId);
      if (!shape) return [];
      const all = shape.data.map((place) => valueAt(report, place));
      const length = shape.length === null ? all.length : valueAt(report, shape.length);
      // A length beyond the report is a fault of the scanner; what follows the data then is not known to be whole.
      if (length > all.length) isTooLong = true;
      const used = all.slice(0, length);
      if (shape.length === null) while (used.at(-1) === 0) used.pop();
      if (bytes.length + used.length > LONGEST_PIECE) isTooLong = true;
      else bytes.push(...used);
      if (identifier === '') {
        const sent = String.fromCharCode(...shape.identifier.map((place) => valueAt(report, place)));
        identifier = AIM_IDENTIFIER.test(sent) ? sent : '';
      }
      waiting = shape.continued !== null && valueAt(report, shape.continued) !== 0;
      return waiting ? [] : end('scan');
    },
    breakOff() {
      const isToCome = waiting;
      const pieces = end('unclear');
      // Where it never comes, one more scan is asked for.
      isRest = isToCome;
      return pieces;
    },
  };
}
