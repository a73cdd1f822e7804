// Identity as stated, and the time of collection as typed.
import { describe, expect, it } from 'vitest';
import { readCollectionTime } from '../../../src/renderer/features/visit/collection-time.ts';
import { readStated } from '../../../src/renderer/features/visit/stated-identity.ts';

const TODAY = '2026-11-20';
const ZOE = { firstName: 'Zoë', lastName: 'O’Brontë-Day', dateOfBirth: '1956-12-16' };

describe('what a person states', () => {
  it.each(['zoe o bronte day', 'O’BRONTË-DAY, Zoë', 'Zoë O’Brontë-Day'])('agrees as a name: %s', (text) => {
    expect(readStated(text, ZOE, TODAY)).toEqual({ kind: 'agrees', identifier: 'name' });
  });

  it('agrees as a date of birth in any way of writing it', () => {
    for (const text of ['16 12 1956', '16-Dec-1956', '16/12/1956']) {
      expect(readStated(text, ZOE, TODAY)).toEqual({ kind: 'agrees', identifier: 'date-of-birth' });
    }
  });

  it('is flagged when it differs or cannot be compared', () => {
    expect(readStated('16 12 1957', ZOE, TODAY)).toEqual({ kind: 'differs', identifier: 'date-of-birth' });
    expect(readStated('16 12', ZOE, TODAY)).toMatchObject({ kind: 'differs' });
    expect(readStated('Zoë', ZOE, TODAY)).toEqual({ kind: 'differs', identifier: 'name' });
    expect(readStated('16 12 1956', { ...ZOE, dateOfBirth: null }, TODAY)).toMatchObject({ kind: 'differs' });
    expect(readStated('  ', ZOE, TODAY)).toEqual({ kind: 'empty' });
  });
});

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
