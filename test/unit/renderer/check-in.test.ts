// The time of collection as typed.
import { describe, expect, it } from 'vitest';
import { readCollectionTime } from '../../../src/renderer/features/visit/collection-time.ts';

const TODAY = '2026-11-20';

describe('the time of collection', () => {
  const nowMs = Date.parse('2026-11-20T10:30:00Z');
  const at = {
    date: TODAY,
    timeZone: 'Europe/London',
    nowMs,
    arrivedAtMs: Date.parse('2026-11-20T10:00:00Z'),
  };

  it.each(['10:15', '1015', '10.15'])('is read on the site’s clock: %s', (text) => {
    expect(readCollectionTime(text, at)).toEqual({ kind: 'time', atMs: Date.parse('2026-11-20T10:15:00Z') });
  });

  it('follows the site’s zone in summer', () => {
    const summer = {
      ...at,
      date: '2026-07-01',
      nowMs: Date.parse('2026-07-01T12:00:00Z'),
      arrivedAtMs: null,
    };
    expect(readCollectionTime('9:05', summer)).toEqual({
      kind: 'time',
      atMs: Date.parse('2026-07-01T08:05:00Z'),
    });
  });

  it('is refused in the future, before the arrival, and when it is no time', () => {
    expect(readCollectionTime('10:45', at)).toMatchObject({ kind: 'problem' });
    expect(readCollectionTime('09:30', at)).toMatchObject({ kind: 'problem' });
    for (const text of ['', '25:00', '10:60', 'noon']) {
      expect(readCollectionTime(text, at)).toMatchObject({ kind: 'problem' });
    }
  });
});
