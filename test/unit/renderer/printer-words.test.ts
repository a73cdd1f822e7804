// What is said of a printer before something is printed on it: only what makes the next job wait.
import { expect, test } from 'vitest';
import {
  keepsWaiting,
  printerStateWords,
  printingMeanwhile,
} from '../../../src/renderer/shared/words/printer-words.ts';

const WELL = { state: 'ready', ofItself: false, waiting: 0, desk: null } as const;
const ROOM_2 = { id: 'desk-2', name: 'Room 2', sinceMs: 0 };

test('a printer that is well, or of which nothing is known, is said nothing of', () => {
  expect(keepsWaiting(WELL)).toBe(false);
  expect(keepsWaiting({ ...WELL, state: 'unknown' })).toBe(false);
  // Two labels on their way are no trouble.
  expect(keepsWaiting({ ...WELL, waiting: 2 })).toBe(false);
});

test('one that has said itself that it cannot print keeps the next label waiting', () => {
  expect(keepsWaiting({ ...WELL, state: 'attention', ofItself: true })).toBe(true);
  expect(keepsWaiting({ ...WELL, state: 'unreachable', ofItself: true })).toBe(true);
});

test('one for which something waits does so too', () => {
  expect(keepsWaiting({ ...WELL, state: 'unreachable', waiting: 1 })).toBe(true);
  expect(keepsWaiting({ ...WELL, state: 'attention', waiting: 1 })).toBe(true);
});

test('one that did not acknowledge its last label may print the next one', () => {
  expect(keepsWaiting({ ...WELL, state: 'attention' })).toBe(false);
  expect(keepsWaiting({ ...WELL, state: 'unreachable' })).toBe(false);
});

test('one at a desk that is away or shut out keeps it waiting, also before the first', () => {
  const at = (state: 'here' | 'away' | 'shut-out') => ({ ...WELL, desk: { ...ROOM_2, state } });
  expect(keepsWaiting({ ...at('away'), state: 'unreachable' })).toBe(true);
  expect(keepsWaiting({ ...at('shut-out'), state: 'attention' })).toBe(true);
  expect(keepsWaiting({ ...at('here'), state: 'attention' })).toBe(false);
});

test('one that is tried again cannot be reached; of one that is not, only the last time is known', () => {
  expect(printerStateWords({ ...WELL, state: 'unreachable', waiting: 1 })).toBe('cannot be reached');
  expect(printerStateWords({ ...WELL, state: 'unreachable', ofItself: true })).toBe('cannot be reached');
  expect(printerStateWords({ ...WELL, state: 'unreachable' })).toBe(
    'could not be reached when it was last sent something',
  );
  expect(printerStateWords({ ...WELL, state: 'attention' })).toBe('needs attention');
});

test('nothing is promised to go out by itself at a desk that was shut out', () => {
  const detail = 'its desk (Room 2) is away since 09:00';
  const desk = { id: 'desk-2', name: 'Room 2', sinceMs: 0 };
  expect(printingMeanwhile({ detail, desk: { ...desk, state: 'away' } })).toBe(
    'Its desk (Room 2) is away since 09:00. You can print all the same: what it cannot take yet waits, for ten minutes at most, and goes out by itself.',
  );
  const out = printingMeanwhile({ detail, desk: { ...desk, state: 'shut-out' } });
  expect(out).toBe('Room 2 was shut out: nothing goes out until another desk is chosen for this printer.');
});
