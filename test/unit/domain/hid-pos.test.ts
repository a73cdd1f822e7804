// Reports of USB bar-code scanners, read by each scanner's own description of them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHidPosReader, type HidCollection, type HidItem } from '../../../src/domain/hid-pos.ts';
import { LONGEST_PIECE } from '../../../src/domain/scanner-piece.ts';
import { reportsOf, SCANNER_COLLECTIONS, SCAN_REPORT_ID } from '../../support/hid-scanner.ts';

const readerOf = (collections: readonly HidCollection[]) => {
  const reader = createHidPosReader(collections);
  if (!reader) throw new Error('This description has a report of codes.');
  return reader;
};
const readAll = (reader: ReturnType<typeof readerOf>, reports: readonly DataView[]) =>
  reports.flatMap((report) => reader.take(SCAN_REPORT_ID, report));

/** Another maker's report: no length, flag first, two bits of filling before it, no symbology. */
const BARE: HidCollection[] = [
  {
    usagePage: 0x8c,
    children: [
      {
        usagePage: 0x8c,
        inputReports: [
          {
            reportId: 0,
            items: [
              { reportSize: 2, reportCount: 1 },
              { usages: [0x8c00ff], reportSize: 1, reportCount: 1 },
              { reportSize: 5, reportCount: 1 },
              { usages: [0x8c00fe], reportSize: 8, reportCount: 8 },
            ],
          },
        ],
      },
    ],
  },
];

describe('a report of a scan', () => {
  it('gives the code with its AIM identifier', () => {
    const reader = readerOf(SCANNER_COLLECTIONS);
    expect(readAll(reader, reportsOf('DRW-7K2M9Q', { identifier: ']C0' }))).toEqual([
      { kind: 'scan', text: ']C0DRW-7K2M9Q' },
    ]);
  });

  it('gives any code, over as many reports as it takes', () => {
    const sent = fc.stringMatching(/^[0-9A-Za-z\-/.\u001d]{1,400}$/);
    fc.assert(
      fc.property(sent, fc.constantFrom('', ']C1', ']d2', ']Q3'), (text, identifier) => {
        fc.pre(text.trim() !== '' && !text.startsWith(']'));
        const reader = readerOf(SCANNER_COLLECTIONS);
        expect(readAll(reader, reportsOf(text, { identifier }))).toEqual([
          { kind: 'scan', text: identifier + text },
        ]);
        expect(reader.isWaiting()).toBe(false);
      }),
    );
  });

  it('does not repeat an identifier that is in the data already, and leaves a line end out', () => {
    const reader = readerOf(SCANNER_COLLECTIONS);
    expect(readAll(reader, reportsOf(']C0DRW-7K2M9Q\r\n', { identifier: ']C0' }))).toEqual([
      { kind: 'scan', text: ']C0DRW-7K2M9Q' },
    ]);
  });

  it('leaves out a number of the maker’s own where the identifier should be', () => {
    const reader = readerOf(SCANNER_COLLECTIONS);
    expect(readAll(reader, reportsOf('DRW-7K2M9Q', { identifier: '\u0001\u0000K' }))).toEqual([
      { kind: 'scan', text: 'DRW-7K2M9Q' },
    ]);
  });

  it('is read where it stands for each maker: without a length, with the flag in front and in an inner collection', () => {
    const reader = readerOf(BARE);
    const first = new DataView(Uint8Array.from([0b100, ...Buffer.from('DRW-7K2M')]).buffer);
    const rest = new DataView(Uint8Array.from([0, ...Buffer.from('9Q'), 0, 0, 0, 0, 0, 0]).buffer);
    expect(reader.take(0, first)).toEqual([]);
    expect(reader.isWaiting()).toBe(true);
    expect(reader.take(0, rest)).toEqual([{ kind: 'scan', text: 'DRW-7K2M9Q' }]);
  });
});

describe('what is no whole code', () => {
  it('is said to have broken off where the rest does not come', () => {
    const reader = readerOf(SCANNER_COLLECTIONS);
    const [first] = reportsOf('A1'.repeat(60), { identifier: ']d2' });
    expect(readAll(reader, first ? [first] : [])).toEqual([]);
    expect(reader.isWaiting()).toBe(true);
    expect(reader.breakOff()).toEqual([{ kind: 'unclear', text: `]d2${'A1'.repeat(28)}` }]);
    // It may have been the rest.
    expect(readAll(reader, reportsOf('DRW-7K2M9Q'))).toEqual([{ kind: 'unclear', text: 'DRW-7K2M9Q' }]);
    expect(readAll(reader, reportsOf('DRW-7K2M9Q'))).toEqual([{ kind: 'scan', text: 'DRW-7K2M9Q' }]);
  });

  it('is never taken for a code where the rest comes after it was given up', () => {
    const reader = readerOf(SCANNER_COLLECTIONS);
    const [first, second, third] = reportsOf(`${'A1'.repeat(56)}DRW-7K2M9Q`);
    for (const [report, silent] of [
      [first, true],
      [second, true],
      [third, false],
    ] as const) {
      const pieces = readAll(reader, report ? [report] : []);
      expect(silent ? reader.breakOff() : pieces).toMatchObject([{ kind: 'unclear' }]);
    }
    expect(reader.isWaiting()).toBe(false);
    expect(readAll(reader, reportsOf('DRW-7K2M9Q'))).toEqual([{ kind: 'scan', text: 'DRW-7K2M9Q' }]);
  });

  it('is said: a length beyond the report, more than any code holds, what is no text', () => {
    const reader = readerOf(SCANNER_COLLECTIONS);
    const [lying] = reportsOf('DRW-7K2M9Q');
    lying?.setUint8(0, 200);
    expect(readAll(reader, lying ? [lying] : [])).toEqual([{ kind: 'too-long' }]);
    expect(readAll(reader, reportsOf('7'.repeat(LONGEST_PIECE + 1)))).toEqual([{ kind: 'too-long' }]);
    expect(readAll(reader, reportsOf('DRW\u0001\u0002'))).toEqual([{ kind: 'noise' }]);
    expect(readAll(reader, reportsOf(''))).toEqual([]);
    expect(readAll(reader, reportsOf('DRW-7K2M9Q'))).toEqual([{ kind: 'scan', text: 'DRW-7K2M9Q' }]);
  });

  it('of another report, such as that of the trigger, is left alone', () => {
    const reader = readerOf(SCANNER_COLLECTIONS);
    const [report] = reportsOf('DRW-7K2M9Q');
    expect(report && reader.take(SCAN_REPORT_ID + 1, report)).toEqual([]);
  });

  it('never stops the reader, whatever the description and the report say', () => {
    const item: fc.Arbitrary<HidItem> = fc.record(
      {
        usages: fc.array(fc.constantFrom(0x8c00fb, 0x8c00fc, 0x8c00fe, 0x8c00ff, 0x01003b, 7), {
          maxLength: 4,
        }),
        isRange: fc.boolean(),
        usageMinimum: fc.constantFrom(0x8c00fb, 0x8c00fe),
        usageMaximum: fc.constantFrom(0x8c00fd, 0x8c00fe),
        reportSize: fc.constantFrom(0, 1, 3, 8, 16, 4_000_000),
        reportCount: fc.constantFrom(0, 1, 8, 60),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), fc.uint8Array({ maxLength: 80 }), (items, bytes) => {
        const reader = createHidPosReader([{ usagePage: 0x8c, inputReports: [{ reportId: 2, items }] }]);
        const pieces = reader ? [...reader.take(2, new DataView(bytes.buffer)), ...reader.breakOff()] : [];
        for (const piece of pieces) {
          if ('text' in piece) expect(piece.text.length).toBeLessThanOrEqual(LONGEST_PIECE + 3);
        }
      }),
    );
  });
});

it('a description of billions of values without a width is not believed, and takes neither time nor memory', () => {
  const items = [
    { usages: [7], reportSize: 0, reportCount: 4_294_967_295 },
    { usages: [0x8c00fe], reportSize: 8, reportCount: 56 },
  ];
  expect(createHidPosReader([{ usagePage: 0x8c, inputReports: [{ reportId: 2, items }] }])).toBeNull();
});

it('a device whose reports hold no code is not taken for a scanner that can be read', () => {
  expect(createHidPosReader([])).toBeNull();
  const keys = [{ usages: [0x070004], reportSize: 8, reportCount: 6 }];
  expect(createHidPosReader([{ usagePage: 1, inputReports: [{ reportId: 1, items: keys }] }])).toBeNull();
});
