// A USB bar-code scanner as it describes itself and sends its reports, by the HID usage tables.
import type { HidCollection } from '../../src/domain/hid-pos.ts';

export const SCAN_REPORT_ID = 2;
const DATA_BYTES = 56;

/** 63 bytes: length, three of the AIM identifier, 56 of the code, two of the maker's own, and the flag that more follows. */
export const SCANNER_COLLECTIONS: HidCollection[] = [
  {
    usagePage: 0x8c,
    inputReports: [
      { reportId: 4, items: [{ usages: [0x8c0060], reportSize: 8, reportCount: 1 }] },
      {
        reportId: SCAN_REPORT_ID,
        items: [
          { usages: [0x01003b], reportSize: 8, reportCount: 1 },
          { usages: [0x8c00fb, 0x8c00fc, 0x8c00fd], reportSize: 8, reportCount: 3 },
          { usages: [0x8c00fe], reportSize: 8, reportCount: DATA_BYTES },
          { usages: [0xff0001], reportSize: 8, reportCount: 2 },
          { usages: [0x8c00ff], reportSize: 1, reportCount: 1 },
          { reportSize: 7, reportCount: 1 },
        ],
      },
    ],
  },
];

/**
 * The reports of one scan, each without its number.
 *
 * @example reportsOf('DRW-7K2M9Q', { identifier: ']C0' })
 */
export function reportsOf(text: string, { identifier = '' } = {}): DataView[] {
  const bytes = new TextEncoder().encode(text);
  const parts = Math.max(1, Math.ceil(bytes.length / DATA_BYTES));
  return Array.from({ length: parts }, (_, part) => {
    const report = new Uint8Array(1 + 3 + DATA_BYTES + 2 + 1);
    const data = bytes.slice(part * DATA_BYTES, (part + 1) * DATA_BYTES);
    report[0] = data.length;
    report.set(new TextEncoder().encode(identifier).slice(0, 3), 1);
    report.set(data, 4);
    report[report.length - 1] = part < parts - 1 ? 1 : 0;
    return new DataView(report.buffer);
  });
}
