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
  putMade,
  useWalkInDraft,
  WALK_IN_FORM,
  walkInOf,
} from '../../../src/renderer/features/walk-in/walk-in-draft.ts';
import { handOver } from '../../../src/renderer/host/next-person.ts';
import { loadDrafts, useDrafts } from '../../../src/renderer/shared/drafts/drafts.ts';
import { EMPTY_PERSON } from '../../../src/renderer/shared/people/person-draft.ts';
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

  it('is not offered after the clock was set back: how long ago it was is not known then', () => {
    useWalkInDraft.getState().choosePerson(somebody('abandoned'));
    useWalkInDraft.getState().leave(60 * 60_000);
    expect(offered(60 * 60_000 - 1_000)).toBe('abandoned');
    expect(offered(0)).toBeNull();
  });

  it('is not offered while somebody else is being booked, nor once it was booked', () => {
    useWalkInDraft.getState().choosePerson(somebody('abandoned'));
    useWalkInDraft.getState().leave(0);
    useWalkInDraft.getState().choosePerson(somebody('next'));
    expect(offered(1)).toBeNull();
    useWalkInDraft.getState().startAgain();
    expect(offered(1)).toBeNull();
  });

  it('is set aside with its tests and slot when somebody else is taken into a walk-in from the search', () => {
    const now = () => useWalkInDraft.getState();
    now().choosePerson(somebody('ada'));
    now().toggleProduct('iron', true);
    now().held('held-for-ada');
    const { serial } = now();
    now().bookIn(somebody('bob'), 1_000);
    expect(now()).toMatchObject({ ...EMPTY_DRAFT, person: { id: 'bob' } });
    expect(now().serial).not.toBe(serial);
    expect(walkInOf(serial)).toMatchObject({
      person: { id: 'ada' },
      productIds: ['iron'],
      visitId: 'held-for-ada',
    });
  });

  it('is offered back once the one who came between is booked', () => {
    const now = () => useWalkInDraft.getState();
    now().choosePerson(somebody('ada'));
    now().bookIn(somebody('bob'), 1_000);
    expect(now().booked(now().serial)).toBe(true);
    expect(now().person).toBeNull();
    expect(offered(2_000)).toBe('ada');
  });

  it('is not offered back once its own person was booked in a walk-in that was begun anew', () => {
    const now = () => useWalkInDraft.getState();
    now().choosePerson(somebody('ada'));
    now().leave(0);
    now().bookIn(somebody('ada'), 1_000);
    expect(now().booked(now().serial)).toBe(true);
    expect(offered(2_000)).toBeNull();
    expect(now().aside).toBeNull();
  });

  it('is set aside as well when somebody is found while another one was being entered', () => {
    const now = () => useWalkInDraft.getState();
    const typed = { text: 'hopper', form: { ...EMPTY_PERSON, firstName: 'Grace', lastName: 'Hopper' } };
    now().type(typed);
    now().toggleProduct('iron', true);
    const { serial } = now();
    now().bookIn(somebody('ada'), 1_000);
    expect(now()).toMatchObject({ person: { id: 'ada' }, productIds: [] });
    expect(walkInOf(serial)).toMatchObject({ person: null, typed, productIds: ['iron'] });
    now().booked(now().serial);
    expect(offeredBack(now().aside, now(), 2_000)?.draft.typed).toEqual(typed);
  });

  it('goes on with the same person, or where nobody was chosen yet, when they are taken from the search', () => {
    const now = () => useWalkInDraft.getState();
    now().toggleProduct('iron', true);
    now().bookIn(somebody('ada'), 0);
    now().bookIn(somebody('ada'), 0);
    expect(now()).toMatchObject({ person: { id: 'ada' }, productIds: ['iron'], aside: null });
  });

  it('is kept when the screen is left again with nothing on it', () => {
    useWalkInDraft.getState().choosePerson(somebody('abandoned'));
    useWalkInDraft.getState().leave(0);
    useWalkInDraft.getState().leave(5);
    expect(offered(6)).toBe('abandoned');
  });
});

describe('an answer that comes late', () => {
  beforeEach(() => useWalkInDraft.getState().startAgain());
  const now = () => useWalkInDraft.getState();
  const askFor = (lastName: string) => {
    now().type({ text: '', form: { ...EMPTY_PERSON, lastName } });
    const { serial, typed } = now();
    return { serial, typed };
  };

  it('puts whoever was made into the walk-in that was set aside, and not into the next one', () => {
    const asked = askFor('Ada');
    now().leave(0);
    now().type({ text: 'bob', form: null });
    putMade(somebody('ada'), asked);
    expect(now()).toMatchObject({ person: null, typed: { text: 'bob' } });
    now().takeBack();
    expect(now()).toMatchObject({ person: { id: 'ada' }, typed: { form: null } });
  });

  it('puts nobody where somebody else is typed by then, or the walk-in was given up', () => {
    const asked = askFor('Ada');
    askFor('Bob');
    putMade(somebody('ada'), asked);
    expect(now().person).toBeNull();
    const again = askFor('Ada');
    now().startAgain();
    putMade(somebody('ada'), again);
    expect(now().person).toBeNull();
    expect(walkInOf(again.serial)).toBeNull();
  });

  it('brings a held slot to the walk-in that asked for it', () => {
    now().choosePerson(somebody('ada'));
    const { serial } = now();
    now().leave(0);
    now().choosePerson(somebody('bob'));
    expect(now().amend(serial, { visitId: 'held' })).toBe(true);
    expect(now().visitId).toBeNull();
    expect(walkInOf(serial)?.visitId).toBe('held');
    now().startAgain();
    expect(now().amend(serial, { visitId: 'held' })).toBe(false);
    expect(now().visitId).toBeNull();
  });

  it('reaches a walk-in whose place another one has taken, which is not offered back any more', () => {
    now().choosePerson(somebody('ada'));
    const { serial } = now();
    now().leave(0);
    now().choosePerson(somebody('bob'));
    now().leave(1);
    expect(now().aside?.draft.person?.id).toBe('bob');
    expect(now().amend(serial, { visitId: 'held' })).toBe(true);
    expect(walkInOf(serial)).toMatchObject({ person: { id: 'ada' }, visitId: 'held' });
    expect(now().booked(serial)).toBe(false);
    expect(walkInOf(serial)).toBeNull();
    expect(now().aside?.draft.person?.id).toBe('bob');
  });

  it('ends the walk-in that was booked, and no other', () => {
    now().choosePerson(somebody('ada'));
    const { serial } = now();
    now().leave(0);
    now().choosePerson(somebody('bob'));
    expect(now().booked(serial)).toBe(false);
    expect(now()).toMatchObject({ person: { id: 'bob' }, aside: null });
    expect(now().booked(now().serial)).toBe(true);
    expect(now().person).toBeNull();
  });

  it('is for nobody once somebody else works at the window, or another walk-in was begun from a visit', () => {
    for (const goOn of [() => handOver('RT', 'MS'), () => now().bookAgain(somebody('bob'), [])]) {
      const { serial } = now();
      goOn();
      expect(now().serial).not.toBe(serial);
      expect(walkInOf(serial)).toBeNull();
    }
  });
});

describe('a walk-in after a reload', () => {
  const MINUTE_MS = 60_000;
  function reload(kept: object, ageMs: number) {
    useWalkInDraft.getState().startAgain();
    useDrafts.setState(useDrafts.getInitialState(), true);
    loadDrafts([{ form: WALK_IN_FORM, text: JSON.stringify(kept), ageMs }]);
    const store = useWalkInDraft.getState();
    return {
      person: store.person?.id,
      offered: offeredBack(store.aside, store, Date.now())?.draft.person?.id,
    };
  }
  const typed = { ...EMPTY_DRAFT, person: somebody('typed') };
  const aside = { ...EMPTY_DRAFT, person: somebody('aside') };

  it('is there by how long ago the engine says that it was kept, whatever the clocks of this machine do', () => {
    expect(reload({ draft: typed, aside: null, asideAgeMs: 0 }, 2 * MINUTE_MS).person).toBe('typed');
    expect(reload({ draft: typed, aside: null, asideAgeMs: 0 }, 11 * MINUTE_MS).person).toBeUndefined();
  });

  it('has the day and the slot of the address still where nothing was kept of it', () => {
    const store = useWalkInDraft.getState();
    store.startAgain();
    useDrafts.setState(useDrafts.getInitialState(), true);
    store.chooseDay('2026-12-31');
    store.chooseSlot('slot');
    loadDrafts([]);
    expect(useWalkInDraft.getState()).toMatchObject({ date: '2026-12-31', slotChoice: 'slot' });
    store.startAgain();
  });

  it('is offered back only within ten minutes of when it was set aside', () => {
    const kept = { draft: EMPTY_DRAFT, aside, asideAgeMs: 4 * MINUTE_MS };
    expect(reload(kept, 5 * MINUTE_MS).offered).toBe('aside');
    expect(reload(kept, 7 * MINUTE_MS).offered).toBeUndefined();
  });

  it('is kept with how long ago it had been set aside', () => {
    const store = useWalkInDraft.getState();
    store.startAgain();
    store.choosePerson(somebody('aside'));
    store.leave(Date.now() - 3 * MINUTE_MS);
    const kept = useDrafts.getState().entries.get(WALK_IN_FORM) as { asideAgeMs: number };
    expect(Math.round(kept.asideAgeMs / MINUTE_MS)).toBe(3);
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
