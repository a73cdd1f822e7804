// A visit says of a move that was not carried out which one it was, and what the service has instead.
import { expect, it } from 'vitest';
import {
  moveNotDoneWords,
  stoppedMoveOf,
  type StoppedMove,
} from '../../../src/renderer/features/visit/move-not-done-words.ts';

const move = {
  fromMs: Date.UTC(2026, 10, 30, 18, 30),
  toMs: Date.UTC(2026, 10, 30, 22, 10),
  toLocationName: null,
};
const stopped = (facts: Partial<StoppedMove> = {}): StoppedMove => ({
  id: 'one',
  kind: 'appointment.move',
  state: 'conflict',
  difference: null,
  move,
  ...facts,
});
const told = (difference: StoppedMove['difference'], state: StoppedMove['state'] = 'conflict'): string =>
  moveNotDoneWords(stopped({ difference, state }), 'Europe/London');

it('names the move, and each reason in words of its own', () => {
  const place = { what: 'place', date: '2026-11-30', time: '11:00', location: null } as const;
  const stories = [
    told({ what: 'gone' }),
    told({ what: 'taken' }),
    told(place),
    told({ what: 'patient', name: 'NG, Li' }),
    told(null, 'refused'),
    told(null, 'needs-human'),
  ];
  for (const story of stories)
    expect(story).toMatch(/^It was to be moved from 18:30 to 22:10, 30-Nov-2026\. [A-Z].*\.$/);
  expect(new Set(stories).size).toBe(stories.length);
});

it('does not say of an appointment that is gone that it stands anywhere', () => {
  expect(told({ what: 'gone' })).not.toMatch(/stands|taken/);
  expect(told({ what: 'taken' })).not.toContain('moved it');
});

it('is about a move that waits for a person, and no other change', () => {
  const waiting = stopped({ state: 'pending' });
  const other = stopped({ kind: 'appointment.cancel' });
  expect(stoppedMoveOf({ pendingChanges: [waiting, other] })).toBeNull();
  expect(stoppedMoveOf({ pendingChanges: [waiting, stopped()] })).toMatchObject({ state: 'conflict' });
});
