// The activity as a CSV file: no formula gets into a spreadsheet, and every time says its zone.
import { describe, expect, it } from 'vitest';
import type { ActivityView } from '../../../src/contract/views.ts';
import { csvHead, csvLine, isoAtSite } from '../../../src/renderer/features/activity/activity-csv.ts';
import {
  EVERYTHING,
  filterAddress,
  filterOf,
} from '../../../src/renderer/features/activity/filter-address.ts';

const entry = (change: Partial<ActivityView> = {}): ActivityView => ({
  number: 12,
  atMs: Date.UTC(2026, 6, 1, 8, 10, 5, 42),
  actor: 'JB',
  actorName: 'Jo Brand',
  desk: 'Desk 2',
  visitId: 'v-1',
  kind: 'change-discarded',
  writtenAs: 'change-discarded',
  person: null,
  otherPerson: null,
  detail: { change: 'patient.create', reason: 'typed "twice"' },
  ...change,
});

/** The cells of a line, as a spreadsheet reads them. */
function cells(text: string): string[] {
  expect(text.endsWith('\r\n')).toBe(true);
  return Array.from(text.trimEnd().matchAll(/"((?:[^"]|"")*)"|([^,"]+)/g), ([, quoted, plain]) =>
    plain === undefined ? (quoted ?? '').replaceAll('""', '"') : plain,
  );
}

describe('the file', () => {
  it('begins with the mark of UTF-8 and has a value for each column', () => {
    expect(csvHead().startsWith('\uFEFF"Entry","Time",')).toBe(true);
    const head = cells(csvHead().slice(1));
    const line = cells(csvLine(entry(), 'Europe/London'));
    expect(line).toHaveLength(head.length);
    expect(line.slice(0, 7)).toEqual([
      '12',
      '2026-07-01T09:10:05.042+01:00',
      'Europe/London',
      'JB',
      'Jo Brand',
      'Desk 2',
      'Waiting change given up',
    ]);
    expect(line[7]).toContain('typed "twice"');
  });

  it.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '\r\n=1', '＝1', '|x', '%x'])(
    'lets no spreadsheet calculate %j',
    (typed) => {
      const line = csvLine(
        entry({
          actorName: typed,
          person: { id: 'p', firstName: 'A', lastName: typed, dateOfBirth: null } as ActivityView['person'],
        }),
        'UTC',
      );
      for (const value of cells(line)) {
        expect(value).not.toMatch(/^[\s\0]*[=+\-@|%＝]/);
      }
      expect(line).toContain(`"'${typed.replaceAll('"', '""')}"`);
    },
  );

  it('leaves names alone that only have such a sign inside', () => {
    const line = csvLine(entry({ actorName: 'Ann-Marie O’Neil=x' }), 'UTC');
    expect(line).toContain('"Ann-Marie O’Neil=x"');
  });
});

it.each([
  ['Europe/London', Date.UTC(2026, 0, 5, 8, 0), '2026-01-05T08:00:00.000+00:00'],
  ['America/St_Johns', Date.UTC(2026, 0, 5, 2, 0), '2026-01-04T22:30:00.000-03:30'],
  ['Asia/Kathmandu', Date.UTC(2026, 0, 5, 23, 59, 59, 999), '2026-01-06T05:44:59.999+05:45'],
])('writes a time of %s', (zone, atMs, text) => {
  expect(isoAtSite(atMs, zone)).toBe(text);
  expect(Date.parse(text)).toBe(atMs);
});

it('keeps the filter in the address, and narrows nothing by what makes no sense', () => {
  const filter = {
    actor: 'JB',
    desk: 'Desk & Co/2',
    kind: 'moved' as const,
    patientId: '00000000-0000-4000-8000-000000000001',
    from: '2026-03-01',
    to: '2026-03-02',
  };
  expect(filterOf(filterAddress(filter))).toEqual(filter);
  expect(filterAddress(EVERYTHING)).toBe('');
  expect(filterOf('by=&kind=constructor&patient=Oliver&from=2026-02-30&to=soon')).toEqual(EVERYTHING);
});
