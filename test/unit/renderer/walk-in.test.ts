// What a walk-in may be booked on, and what of one left half done is offered back.
import { beforeEach, describe, expect, it } from 'vitest';
import type { VisitRow } from '../../../src/contract/views.ts';
import {
  isOvernight,
  isStranded,
  slotToTake,
  type Slot,
} from '../../../src/renderer/features/walk-in/slot-choice.ts';
import { inOrderOfTime, visitsOfPerson } from '../../../src/renderer/features/walk-in/visits-of-person.ts';
import {
  EMPTY_DRAFT,
  NOW_CHOICE,
  OFFERED_BACK_MS,
  offeredBack,
  useWalkInDraft,
} from '../../../src/renderer/features/walk-in/walk-in-draft.ts';
import { somebody } from '../../support/screen-views.ts';

const slot = (id: string, startsAtMs: number): Slot => ({ id, startsAtMs, available: true, past: false });

describe('the slot that is taken', () => {
  const free = [slot('a', 10), slot('b', 20)];

  it('is the first free one when nobody chose, and the chosen one when somebody did', () => {
    expect(slotToTake(free, null, true)).toEqual({ slot: free[0], isOther: false });
    expect(slotToTake(free, 'b', true)).toEqual({ slot: free[1], isOther: false });
    expect(slotToTake(free, NOW_CHOICE, true)).toEqual({ slot: null, isOther: false });
    expect(slotToTake([], null, true)).toEqual({ slot: null, isOther: false });
  });

  it('is marked as another one when the slot of the last hold is not free any more', () => {
    expect(slotToTake(free, 'gone', true)).toEqual({ slot: free[0], isOther: true });
    expect(slotToTake([], 'gone', true)).toEqual({ slot: null, isOther: true });
  });

  it('is one of the timetable for a test by appointment only', () => {
    expect(slotToTake(free, NOW_CHOICE, false)).toEqual({ slot: free[0], isOther: true });
    expect(slotToTake([], null, false)).toBeNull();
  });
});

describe('a slot that is held', () => {
  it('is stranded once the desk works at another location, and not while that is not known', () => {
    expect(isStranded({ locationId: 'here' }, 'here')).toBe(false);
    expect(isStranded({ locationId: 'here' }, 'there')).toBe(true);
    expect(isStranded({ locationId: 'here' }, null)).toBe(false);
    expect(isStranded(null, 'there')).toBe(false);
  });

  it('is of no use once its day is over, and is while the day is not known', () => {
    expect(isOvernight({ date: '2026-11-25' }, '2026-11-26')).toBe(true);
    expect(isOvernight({ date: '2026-11-26' }, '2026-11-26')).toBe(false);
    expect(isOvernight({ date: '2026-11-27' }, '2026-11-26')).toBe(false);
    expect(isOvernight({ date: '2026-11-25' }, '')).toBe(false);
    expect(isOvernight(null, '2026-11-26')).toBe(false);
  });
});

describe('a walk-in left half done', () => {
  beforeEach(() => useWalkInDraft.getState().startAgain());
  const offered = (nowMs: number) => {
    const store = useWalkInDraft.getState();
    return offeredBack(store.aside, store, nowMs)?.draft.person?.id ?? null;
  };

  it('is not there when the next one begins, and is offered back by name when asked soon', () => {
    const store = useWalkInDraft.getState();
    store.choosePerson(somebody('abandoned'));
    store.toggleProduct('iron', true);
    store.leave(1_000);
    expect(useWalkInDraft.getState()).toMatchObject(EMPTY_DRAFT);
    expect(offered(1_000 + 60_000)).toBe('abandoned');
    useWalkInDraft.getState().takeBack();
    expect(useWalkInDraft.getState()).toMatchObject({ person: { id: 'abandoned' }, productIds: ['iron'] });
    expect(offered(1_000 + 60_000)).toBeNull();
  });

  it('is offered no more after fourteen minutes', () => {
    useWalkInDraft.getState().choosePerson(somebody('abandoned'));
    useWalkInDraft.getState().leave(0);
    expect(offered(OFFERED_BACK_MS)).toBe('abandoned');
    expect(offered(14 * 60_000)).toBeNull();
  });

  it('is not offered while somebody else is being booked, nor once it was booked', () => {
    useWalkInDraft.getState().choosePerson(somebody('abandoned'));
    useWalkInDraft.getState().leave(0);
    useWalkInDraft.getState().choosePerson(somebody('next'));
    expect(offered(1)).toBeNull();
    useWalkInDraft.getState().startAgain();
    expect(offered(1)).toBeNull();
  });

  it('is kept when the screen is left again with nothing on it', () => {
    useWalkInDraft.getState().choosePerson(somebody('abandoned'));
    useWalkInDraft.getState().leave(0);
    useWalkInDraft.getState().leave(5);
    expect(offered(6)).toBe('abandoned');
  });
});

describe('somebody who is booked today already', () => {
  const row = (id: string, change: Partial<VisitRow>) =>
    ({ id, deskState: 'expected', person: null, ...change }) as VisitRow;

  it('is found by record, or by name and date of birth', () => {
    const rows = [
      row('own', { person: somebody('p') }),
      row('twice known', { person: somebody('q', { lastName: 'OLIVER', firstName: 'james ' }) }),
      row('namesake', { person: somebody('r', { dateOfBirth: '1990-01-01' }) }),
      row('birthday', { person: somebody('s', { firstName: 'Anne' }) }),
      row('cancelled', { person: somebody('p'), deskState: 'cancelled' }),
      row('nobody', {}),
    ];
    expect(visitsOfPerson(rows, somebody('p')).map(({ id }) => id)).toEqual(['own', 'twice known']);
  });

  it('is listed with each visit once, the earliest first', () => {
    const at = (id: string, startsAtMs: number | null) => ({
      id,
      appointment: startsAtMs === null ? null : { startsAtMs },
    });
    const [late, early, none] = [at('late', 20), at('early', 10), at('none', null)];
    expect(inOrderOfTime([none, late], [late, early]).map(({ id }) => id)).toEqual(['early', 'late', 'none']);
  });

  it('is not found by a date of birth that is not known', () => {
    const unknown = { dateOfBirth: null };
    expect(visitsOfPerson([row('x', { person: somebody('q', unknown) })], somebody('p', unknown))).toEqual(
      [],
    );
  });
});
