// What is said of a printer before something is printed on it: only what makes the next job wait.
import { describe, expect, test } from 'vitest';
import { removalWords } from '../../../src/renderer/features/printers/printer-changes.ts';
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

describe('what becomes of the jobs of a printer that is removed', () => {
  const none = { waiting: 0, waitingAgain: 0, inDoubt: 0 };
  const KEPT = 'What it printed stays in the print queue’s list.';

  test('nothing where it has none', () => {
    expect(removalWords(none)).toBe(`Nothing waits for this printer. ${KEPT}`);
  });

  test('is not said to be unsent where something of it was sent before', () => {
    expect(removalWords({ ...none, waiting: 1 })).toBe(
      `One job waits for this printer. Nothing of it was sent: it is taken off the queue, and can be printed on another printer from where it came. ${KEPT}`,
    );
    expect(removalWords({ ...none, waiting: 1, waitingAgain: 1 })).toBe(
      `One job waits for this printer. It is taken off the queue, and can be printed on another printer from where it came. It may have come out at an earlier try: look at the printer first. ${KEPT}`,
    );
    expect(removalWords({ ...none, waiting: 4, waitingAgain: 2 })).toBe(
      `4 jobs wait for this printer. They are taken off the queue, and can be printed on another printer from where they came. 2 of them may have come out at an earlier try: look at the printer first. ${KEPT}`,
    );
  });

  test('has to be looked for before where nobody knows whether it came out', () => {
    expect(removalWords({ ...none, inDoubt: 3 })).toBe(
      `Nothing waits for this printer. Of 3 jobs nobody knows whether they came out: look at the printer first. Once it is removed, nothing of that is sent again, and the print queue does not name the printer any more. ${KEPT}`,
    );
    expect(removalWords({ ...none, inDoubt: 1 })).toContain('Of one job nobody knows whether it came out');
  });
});
