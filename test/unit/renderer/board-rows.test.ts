// What board and worklist make of the visits.
import { describe, expect, it } from 'vitest';
import type { VisitRow } from '../../../src/contract/views.ts';
import {
  boardTimeMs,
  countRows,
  matchesName,
  ordered,
  nowIndex,
  lateFromMs,
  matchesFilter,
  oddRecordWords,
} from '../../../src/renderer/features/board/board-rows.ts';
import { bearsSharedName, sharedNames } from '../../../src/renderer/shared/people/shared-names.ts';
import { freeSlots, holdState } from '../../../src/renderer/features/walk-in/slot-choice.ts';
import { relabelStepWords, toRelabelWords } from '../../../src/renderer/shared/visit/relabel-words.ts';
import {
  atWords,
  cameInstead,
  elsewhereWords,
  visitName,
  visitStateWords,
  waitingName,
  whyNotMoved,
} from '../../../src/renderer/shared/visit/visit-words.ts';
import {
  canBeCalledIn,
  firstOf,
  waitingFirst,
} from '../../../src/renderer/features/worklist/waiting-order.ts';
import { somebody } from '../../support/screen-views.ts';

const MINUTE = 60_000;

function visit(id: string, change: Partial<VisitRow> & { startsAtMs?: number } = {}): VisitRow {
  const { startsAtMs = 0, ...rest } = change;
  return {
    id,
    version: 1,
    date: '2026-11-20',
    origin: 'appointment',
    locationId: 'l',
    locationName: 'Marylebone',
    troubles: [],
    appointment: {
      id: `appointment of ${id}`,
      state: 'confirmed',
      startsAtMs,
      endsAtMs: null,
      movedFrom: null,
      gone: false,
      elsewhere: null,
      holdExpiresAtMs: null,
      overridesAvailability: false,
      bookedOver: null,
    },
    person: null,
    products: [],
    trfCodes: [],
    deskState: 'expected',
    waitingSinceMs: null,
    arrivedAtMs: null,
    collectedAtMs: null,
    merelyHeld: false,
    checkInOpen: true,
    finishedAtService: false,
    registrationsLost: 'none',
    patientMissing: false,
    unread: [],
    labels: { needed: 0, printed: 0, verified: 0, toReprint: 0 },
    sample: 'to-take',
    sync: 'synced',
    ...rest,
  };
}

describe('the board', () => {
  it('counts who is to come, here and finished', () => {
    const rows = [
      visit('a', { trfCodes: ['DRW-1'] }),
      visit('b', { deskState: 'arrived', trfCodes: ['DRW-2'] }),
      visit('c', { deskState: 'collecting', trfCodes: ['DRW-3'] }),
      visit('d', { deskState: 'no-show', trfCodes: ['DRW-4'] }),
    ];
    expect(countRows(rows)).toEqual({ all: 4, expected: 1, here: 2, done: 1 });
  });

  it('counts nobody whose visit was cancelled, as the strip of days does, and shows them all the same', () => {
    const cancelled = visit('off', { deskState: 'cancelled' });
    expect(countRows([cancelled, visit('a')])).toEqual({ all: 1, expected: 1, here: 0, done: 0 });
    expect(matchesFilter(cancelled, 'all')).toBe(true);
    expect(matchesFilter(cancelled, 'done')).toBe(true);
  });

  it('shows a slot that is held for nobody yet, and counts no person for it', () => {
    const held = visit('held', { origin: 'walk-in', merelyHeld: true });
    const lacksPatient = visit('lacking', { patientMissing: true });
    const offline = visit('offline', { trfCodes: [], person: somebody('x') });
    expect(countRows([held, lacksPatient, offline])).toEqual({ all: 2, expected: 2, here: 0, done: 0 });
    expect(matchesFilter(held, 'all')).toBe(true);
    expect(matchesFilter(held, 'expected')).toBe(false);
  });

  it('draws the line of the present time before the next visit', () => {
    const rows = [
      visit('a', { startsAtMs: 10 }),
      visit('b', { startsAtMs: 20 }),
      visit('c', { startsAtMs: 30 }),
    ];
    expect(nowIndex(rows, 20)).toBe(2);
    expect(nowIndex(rows, 99)).toBe(3);
    expect(nowIndex(rows, 0)).toBe(0);
  });

  it('points out two people of one name, and not one person with two visits', () => {
    const aisha = (personId: string, firstName = 'Aisha'): Partial<VisitRow> => ({
      person: {
        id: personId,
        firstName,
        lastName: 'Ahmed',
        dateOfBirth: null,
        gender: null,
        email: null,
        phoneNumber: null,
        sync: 'synced',
      },
    });
    const two = [visit('a', aisha('1')), visit('b', aisha('2', 'AÏSHA')), visit('c', aisha('3', 'Amir'))];
    expect(two.map((row) => bearsSharedName(row, sharedNames(two)))).toEqual([true, true, false]);
    const one = [visit('a', aisha('1')), visit('b', aisha('1')), visit('c')];
    expect(one.some((row) => bearsSharedName(row, sharedNames(one)))).toBe(false);
  });

  it('looks for people of one name once an answer, however often board and visit are drawn', () => {
    const rows = [visit('a'), visit('b')];
    expect(sharedNames(rows)).toBe(sharedNames(rows));
    expect(sharedNames([...rows])).not.toBe(sharedNames(rows));
  });

  it('calls somebody late after five minutes, and only while expected', () => {
    expect(lateFromMs(visit('a', { startsAtMs: 6 * MINUTE }))).toBe(6 * MINUTE);
    expect(lateFromMs(visit('a', { deskState: 'arrived' }))).toBeNull();
  });

  it('calls nobody late in a slot without a person, whether it is held or only asked for', () => {
    const asked = visit('asked', { merelyHeld: true, startsAtMs: 6 * MINUTE });
    expect(lateFromMs(asked)).toBeNull();
  });
});

describe('a visit in words', () => {
  it('is named by its person, and says where nobody is booked at all', () => {
    expect(visitName(visit('a', { person: somebody('x') }))).toBe('OLIVER, James');
    expect(visitName(visit('a', { patientMissing: true }))).toBe('No patient yet');
    expect(visitName(visit('a', { merelyHeld: true }))).toBe('Held slot');
  });

  it('expects nobody in a slot that is merely held', () => {
    expect(visitStateWords(visit('a'))).toBe('Expected');
    expect(visitStateWords(visit('a', { merelyHeld: true }))).toBe('No person yet');
  });

  it('says who left with all samples, with some and with none', () => {
    const left = (sample: VisitRow['sample']) => visitStateWords(visit('a', { deskState: 'left', sample }));
    expect([left('taken'), left('part'), left('not-taken')]).toEqual([
      'Left',
      'Left, part taken',
      'Left, no sample',
    ]);
    expect(visitStateWords(visit('a', { deskState: 'collected', sample: 'part' }))).toBe('Collected in part');
  });
});

describe('the worklist', () => {
  it('puts whoever has waited longest first and leaves out who is not waiting', () => {
    const rows = [
      visit('late', { deskState: 'arrived', waitingSinceMs: 300 }),
      visit('gone', { deskState: 'left', waitingSinceMs: 1 }),
      visit('early', { deskState: 'arrived', waitingSinceMs: 100 }),
    ];
    expect(waitingFirst(rows).map(({ id }) => id)).toEqual(['early', 'late']);
  });

  describe('of a visit that was given to somebody else after the check-in', () => {
    const ada = { patientId: 'a', firstName: 'Ada', lastName: 'Oliver', dateOfBirth: '1984-03-15' };
    const given = (fromState: 'arrived' | 'collected', waitingSinceMs: number | null): VisitRow =>
      visit('given', {
        deskState: 'arrived',
        waitingSinceMs,
        person: {
          id: 'b',
          firstName: 'Alexander',
          lastName: 'Kaur',
          dateOfBirth: '1990-01-02',
          gender: null,
          email: null,
          phoneNumber: null,
          sync: 'synced',
        },
        troubles: [{ kind: 'identity-withdrawn', confirmedFor: ada, changes: ['person'], fromState }],
      });

    it('names who came, and says of the visit’s own person neither that they arrived nor that they wait', () => {
      const row = given('arrived', 100);
      expect(waitingName(row)).toBe('OLIVER, Ada');
      expect(visitStateWords(row)).toBe('Not identified');
      expect(waitingName(visit('a', { deskState: 'arrived', person: row.person }))).toBe('KAUR, Alexander');
    });

    it('is whose it was when it is given back: they came, and nobody else', () => {
      const row = given('arrived', 100);
      const back = { ...row, person: row.person && { ...row.person, ...ada, id: ada.patientId } };
      expect(cameInstead(back)).toBeNull();
      expect(waitingName(back)).toBe('OLIVER, Ada');
      expect(visitStateWords(back)).toBe('Arrived');
      expect(canBeCalledIn(back)).toBe(false);
    });

    it('leaves out who was collected from, and keeps nobody else waiting', () => {
      expect(waitingFirst([given('collected', null)])).toEqual([]);
      const rows = waitingFirst([
        given('arrived', 100),
        visit('next', { deskState: 'arrived', waitingSinceMs: 200 }),
      ]);
      expect(rows.map(({ id }) => id)).toEqual(['given', 'next']);
      expect(rows.find(canBeCalledIn)?.id).toBe('next');
    });

    it('does not call in somebody whose registration the laboratory no longer has, but whoever has another one left', () => {
      const rows = waitingFirst([
        visit('lost', { deskState: 'arrived', waitingSinceMs: 100, registrationsLost: 'all' }),
        visit('one left', { deskState: 'arrived', waitingSinceMs: 200, registrationsLost: 'some' }),
      ]);
      expect(rows.find(canBeCalledIn)?.id).toBe('one left');
      expect(rows.map(firstOf)).toEqual(['Ask the laboratory first: registration gone', null]);
    });
  });
});

describe('an appointment that the laboratory has moved while its person is here', () => {
  const DAY_LATER_MS = Date.parse('2026-11-21T10:00:00Z');
  const at = (elsewhere: NonNullable<VisitRow['appointment']>['elsewhere'], startsAtMs = DAY_LATER_MS) => {
    const row = visit('a', { startsAtMs, deskState: 'arrived', arrivedAtMs: 500 });
    return { ...row, appointment: row.appointment && { ...row.appointment, elsewhere } };
  };

  it('stands on the board at the time when they came, and says date and time of the appointment', () => {
    const row = at({ date: '2026-11-21', place: null });
    expect(boardTimeMs(row)).toBe(500);
    expect(boardTimeMs(visit('b', { startsAtMs: 700, arrivedAtMs: 500 }))).toBe(700);
    expect(row.appointment && elsewhereWords(row.appointment, 'Europe/London')).toBe('on 21-Nov-2026 10:00');
    expect(atWords(row)).toBe('at Marylebone');
  });

  it('says its place, also that it is not known here', () => {
    const soho = at({ date: '2026-11-21', place: { locationName: 'Soho' } });
    expect(soho.appointment && elsewhereWords(soho.appointment, 'Europe/London')).toBe(
      'on 21-Nov-2026 10:00, Soho',
    );
    expect(atWords(soho)).toBe('at Soho');
    const nowhere = at(
      { date: '2026-11-20', place: { locationName: null } },
      Date.parse('2026-11-20T18:00:00Z'),
    );
    expect(atWords(nowhere)).toBe('at a place that is not known here');
    expect(nowhere.appointment && elsewhereWords(nowhere.appointment, 'Europe/London')).toBe(
      'on 20-Nov-2026 18:00 at a place that is not known here',
    );
    expect(boardTimeMs(nowhere)).toBe(Date.parse('2026-11-20T18:00:00Z'));
  });
});

describe('a walk-in’s slot', () => {
  it('is offered when free and still to come, earliest first', () => {
    const slots = [
      { id: 'late', startsAtMs: 300, available: true, past: false },
      { id: 'taken', startsAtMs: 150, available: false, past: false },
      { id: 'past', startsAtMs: 50, available: true, past: true },
      { id: 'early', startsAtMs: 200, available: true, past: false },
    ];
    expect(freeSlots(slots, 100).map(({ id }) => id)).toEqual(['early', 'late']);
  });

  it('is over when its time has run out by the service’s clock, was given back or taken', () => {
    const row = visit('a', {
      appointment: {
        id: 'x',
        state: 'held',
        startsAtMs: 0,
        endsAtMs: null,
        movedFrom: null,
        gone: false,
        elsewhere: null,
        holdExpiresAtMs: 600,
        overridesAvailability: false,
        bookedOver: null,
      },
    });
    const held: Parameters<typeof holdState>[0] = {
      appointment: row.appointment,
      slotLost: null,
      registrations: [],
    };
    const as = (state: 'requested' | 'released' | 'taken'): typeof held => ({
      ...held,
      appointment: row.appointment && { ...row.appointment, state },
    });
    expect(holdState(held, 599)).toEqual({ kind: 'held', untilMs: 600 });
    expect(holdState(held, 600)).toEqual({ kind: 'over', why: 'expired' });
    expect(holdState(as('requested'), 0)).toEqual({ kind: 'asked' });
    expect(holdState(as('released'), 0)).toEqual({ kind: 'over', why: 'expired' });
    expect(holdState(as('taken'), 0)).toEqual({ kind: 'over', why: 'taken' });
    expect(holdState({ ...held, slotLost: 'perhaps-own' }, 0)).toEqual({ kind: 'over', why: 'perhaps-own' });
    // Confirmed at another window, whatever became of the slot since.
    expect(holdState({ ...held, registrations: ['made'] }, 600)).toEqual({ kind: 'booked' });
    expect(holdState(null, 0)).toBeNull();
  });
});

describe('records of the service that could not be read', () => {
  it('are told apart: those missing on the board, and those of which a part is missing', () => {
    expect(oddRecordWords({ setAside: 0, inPart: 0 })).toBeNull();
    expect(oddRecordWords({ setAside: 1, inPart: 0 })).toBe('1 record of the service could not be read');
    expect(oddRecordWords({ setAside: 0, inPart: 2 })).toBe(
      '2 records of the service could be read only in part',
    );
    expect(oddRecordWords({ setAside: 1, inPart: 1 })).toBe(
      '1 record of the service could not be read, and 1 only in part',
    );
  });
});

describe('a board narrowed to a name', () => {
  const row = visit('a', {
    person: somebody('p', { firstName: 'Zoë', lastName: "O'Néill-Day" }),
    trfCodes: ['DRW-7K2M9Q'],
  });

  it('finds parts of the name in any order, without accents, and codes', () => {
    for (const text of ['', 'neill', 'zoe o', 'DAY zoë', '7k2m']) expect(matchesName(row, text)).toBe(true);
    expect(matchesName(row, 'neill james')).toBe(false);
    expect(matchesName(visit('b'), 'neill')).toBe(false);
  });
});

describe('the order of the board', () => {
  const rows = [
    visit('left', { deskState: 'left' }),
    visit('expected'),
    visit('came later', { deskState: 'arrived', waitingSinceMs: 20 }),
    visit('came first', { deskState: 'arrived', waitingSinceMs: 10 }),
    visit('collecting', { deskState: 'collecting' }),
  ];

  it('is the time as given, or by state with the longest wait first', () => {
    expect(ordered(rows, 'time')).toBe(rows);
    expect(ordered(rows, 'state').map(({ id }) => id)).toEqual([
      'came first',
      'came later',
      'collecting',
      'expected',
      'left',
    ]);
  });
});

describe('somebody whose tests the laboratory has finished, and who was not seen here', () => {
  const row = visit('a', { finishedAtService: true });

  it('counts as finished, and is not late', () => {
    expect(matchesFilter(row, 'expected')).toBe(false);
    expect(matchesFilter(row, 'done')).toBe(true);
    expect(lateFromMs(row)).toBeNull();
    // In the same words on the visit as on the board.
    expect(visitStateWords(row)).toBe('Finished at the laboratory');
  });
});

it('an appointment that cannot be moved any more says which of the reasons it is', () => {
  const appointment = { state: 'confirmed' } as VisitRow['appointment'];
  expect(whyNotMoved({ deskState: 'expected', appointment })).toBeNull();
  expect(whyNotMoved({ deskState: 'cancelled', appointment })).toContain('was cancelled');
  expect(whyNotMoved({ deskState: 'arrived', appointment })).toContain('the person has come');
  expect(whyNotMoved({ deskState: 'expected', appointment: null })).toContain('has not confirmed');
});

it('tubes of earlier days say how many visits have them, and what is to be done next', () => {
  expect(toRelabelWords(1)).toBe(
    '1 visit of an earlier day has a tube that needs a label with the laboratory’s code',
  );
  expect(toRelabelWords(2)).toBe(
    '2 visits of earlier days have tubes that need a label with the laboratory’s code',
  );
  const labels = { needed: 2, printed: 2, verified: 1, toReprint: 1 };
  expect(relabelStepWords({ labels })).toBe('Print a label again');
  expect(relabelStepWords({ labels: { ...labels, toReprint: 0 } })).toBe(
    'The new label is not scanned back yet',
  );
});
