// A change that waits, is in doubt, was refused or contradicted is told in plain words: for every kind in every state.
import { describe, expect, it } from 'vitest';
import type { OutboxRowView } from '../../../src/contract/outbox-row-view.ts';
import type { Difference } from '../../../src/domain/difference.ts';
import { CHANGE_KINDS } from '../../../src/domain/change.ts';
import { CHANGE_CHOICES, SHOWN_STATES } from '../../../src/domain/outbox-state.ts';
import { evidenceWords, reasonOf, storyOf } from '../../../src/renderer/features/outbox/change-story.ts';
import { choiceWords } from '../../../src/renderer/features/outbox/choice-words.ts';
import {
  bug,
  busy,
  conflict,
  forbidden,
  notFound,
  rejected,
  timeout,
} from '../../../src/domain/app-error.ts';
import { moveWords } from '../../../src/renderer/shared/words/move-words.ts';
import { outboxStateWords, stateOfRowWords } from '../../../src/renderer/shared/words/outbox-state-words.ts';
import { changeWords, wholeChangeWords } from '../../../src/renderer/shared/words/change-words.ts';

const KINDS = [...CHANGE_KINDS, 'unknown'] as const;
const everyPair = KINDS.flatMap((kind) => SHOWN_STATES.map((state) => [kind, state] as const));
const told = (
  kind: OutboxRowView['kind'],
  state: OutboxRowView['state'],
  facts: Partial<
    Pick<
      OutboxRowView,
      'attempts' | 'saidDone' | 'mayHaveBeenDone' | 'repeats' | 'error' | 'difference' | 'replaced'
    >
  > = {},
) =>
  storyOf({
    kind,
    state,
    attempts: 1,
    saidDone: false,
    mayHaveBeenDone: true,
    repeats: 0,
    error: null,
    difference: null,
    replaced: false,
    ...facts,
  });
const difference = null;
const replaced = false;
const tests: string[] = [];
/** The words that only code uses. */
const TECHNICAL = /undefined|null|needs-human|payload|http|[a-z]\.[a-z]|\b(GET|POST|PATCH|PUT)\b/;

describe.each(everyPair)('%s that is %s', (kind, state) => {
  it('is told in whole plain sentences', () => {
    for (const facts of [{}, { mayHaveBeenDone: false }, { mayHaveBeenDone: false, attempts: 0 }]) {
      const words = told(kind, state, facts);
      expect(words).toMatch(/^[A-Z].*\.$/);
      expect(words).not.toMatch(TECHNICAL);
    }
    expect(outboxStateWords(state)).toMatch(/^[A-Z]/);
    expect(changeWords(kind)).toMatch(/^[A-Z]/);
  });
});

it('each kind is told in its own words where a person has to decide', () => {
  for (const state of ['refused', 'conflict', 'needs-human'] as const) {
    const stories = CHANGE_KINDS.map((kind) => told(kind, state));
    expect(new Set(stories).size, state).toBeGreaterThan(CHANGE_KINDS.length - 4);
  }
});

describe.each(KINDS)('the choices about %s', (kind) => {
  it.each(CHANGE_CHOICES)(
    '%s says on its button what it does, and what follows before it is done',
    (choice) => {
      const words = choiceWords(choice, { kind, difference }, 'OLIVER, Ada');
      expect(words.button).toMatch(/^[A-Z]/);
      if (words.confirm) {
        expect(words.confirm.title).toContain('OLIVER, Ada');
        expect(words.confirm.title).toMatch(/\?$/);
        expect(words.confirm.words).toMatch(/^[A-Z].*\.$/);
      }
    },
  );
});

it('what may happen twice is never done without asking first', () => {
  for (const choice of ['repeat', 'said-done', 'give-up'] as const) {
    expect(choiceWords(choice, { kind: 'registration.retest', difference }, '').confirm).not.toBeNull();
  }
  expect(choiceWords('repeat', { kind: 'registration.retest', difference }, '').confirm?.words).toContain(
    'twice',
  );
});

it('says that something given up may have been done all the same, only where it was sent', () => {
  expect(told('registration.retest', 'discarded')).toContain('may have reached the service');
  const notDone = { mayHaveBeenDone: false };
  expect(told('registration.retest', 'discarded', { ...notDone, attempts: 0 })).toContain(
    'before it was sent',
  );
  const refused = told('order.refund', 'discarded', notDone);
  expect(refused).toContain('after the service had refused it');
  expect(refused).not.toContain('all the same');
  // What follows from it for the service is told of a refused one too.
  expect(told('appointment.release', 'discarded', notDone)).toContain('The slot stays taken');
});

it('names the person and the tests of a registration, and says where one of them is not known any more', () => {
  const kind = 'registration.create';
  expect(wholeChangeWords({ kind, subject: 'علي, محمد', tests: ['Iron Check', '鉄分検査'] })).toBe(
    'Register for a test (علي, محمد: Iron Check, 鉄分検査)',
  );
  expect(wholeChangeWords({ kind, subject: '', tests: [null] })).toBe(
    'Register for a test (Somebody who is not known here any more: a test that is not known here any more)',
  );
  expect(wholeChangeWords({ kind: 'appointment.hold', subject: '', tests: [] })).toBe('Hold a slot');
});

it('tells what a person had done', () => {
  expect(told('registration.retest', 'pending', { repeats: 1 })).toContain('A person had it sent again');
  expect(told('registration.retest', 'confirmed', { saidDone: true })).toContain('A person said');
});

it('tells what was found out about a doubt, and when', () => {
  const about = (codes: string[]) =>
    evidenceWords(
      {
        kind: 'registration.retest',
        evidence: { lookedAtMs: 1, found: codes.map((code) => ({ id: code, code })), standing: null },
      },
      '14:03',
    );
  expect(evidenceWords({ kind: 'registration.retest', evidence: null }, '14:03')).toBeNull();
  expect(about([])).toBe('Looked at the service at 14:03: nothing new was found that could come from it.');
  expect(about(['DRW-AB12CD'])).toContain('this one appeared, which may come from it: DRW-AB12CD.');
  expect(about(['DRW-AB12CD', 'DRW-XY34ZW'])).toContain('any of which may come from it');
});

it('tells of a refund or a second parcel how payment or shipping stand, and not that nothing was found', () => {
  const about = (kind: 'order.refund' | 'order.reship', standing: string | null) =>
    evidenceWords({ kind, evidence: { lookedAtMs: 1, found: [], standing } }, '14:03');
  expect(about('order.refund', 'refund_requested')).toContain('Of the payment it says: Refund requested.');
  expect(about('order.reship', 'CANCELLED')).toContain('Of the shipping it says: Cancelled.');
  expect(about('order.reship', null)).toContain('it tells nothing of the shipping.');
  for (const standing of ['paid', null])
    expect(about('order.refund', standing)).not.toContain('nothing new was found');
});

describe('the reason beside what happened', () => {
  it('is what the service says of the fields, and not once more that it refused', () => {
    const error = rejected('422', { products: 'No result of this registration failed.' });
    const whole = `${told('registration.retest', 'refused', { error })} ${reasonOf({ state: 'refused', error, difference, tests, replaced }, true)}`;
    expect(whole).toBe('The service made no retest. products: No result of this registration failed.');
    expect(
      reasonOf({ state: 'refused', error: rejected('422', {}), difference, tests, replaced }, true),
    ).toBe('The service gave no reason.');
  });

  it('names the test that the service refused', () => {
    const error = rejected('422', { 'product_ids.1': 'is no product' });
    const row = { state: 'refused', error, difference, replaced } as const;
    expect(reasonOf({ ...row, tests: ['Iron Check', 'Coeliac Screen'] }, true)).toBe(
      'Coeliac Screen: is no product',
    );
    expect(reasonOf({ ...row, tests: ['Iron Check', null] }, true)).toBe('product: is no product');
    expect(reasonOf({ ...row, tests }, true)).toBe('product: is no product');
  });

  it('is left out where the story tells it in the words of the kind', () => {
    for (const reason of ['taken', 'duplicate', 'changed', 'state'] as const) {
      expect(
        reasonOf({ state: 'conflict', error: conflict(reason, '409'), difference, tests, replaced }, true),
      ).toBeNull();
    }
    expect(
      reasonOf({ state: 'confirmed', error: timeout('late'), difference, tests, replaced }, true),
    ).toBeNull();
    expect(reasonOf({ state: 'pending', error: null, difference, tests, replaced }, true)).toBeNull();
  });

  it('asks nobody to try again what the desk tries again by itself', () => {
    for (const error of [timeout('late'), busy('server-error', null, '500')]) {
      for (const state of ['pending', 'unknown', 'needs-human'] as const) {
        expect(reasonOf({ state, error, difference, tests, replaced }, true)).toMatch(
          /^The service [^.]+\.$/,
        );
      }
    }
  });

  it('names what only others can mend', () => {
    expect(
      reasonOf({ state: 'refused', error: forbidden('403'), difference, tests, replaced }, true),
    ).toContain('Ask whoever looks after');
  });
});

it('says of a registration that one was made only where the service made one', () => {
  const kind = 'registration.create';
  const made = told(kind, 'conflict', { error: conflict('changed', '200') });
  expect(made).toContain('has made a registration');
  // A person can only have it looked for once more.
  expect(made).not.toContain('before you send');
  for (const error of [notFound('404'), conflict('taken', '409'), conflict('state', '409')])
    for (const mayHaveBeenDone of [true, false]) {
      const words = told(kind, 'conflict', { error, mayHaveBeenDone });
      expect(words).toContain('did not take the registration');
      expect(words).toContain(
        mayHaveBeenDone ? 'An earlier try may have made one' : 'Nothing of it was done',
      );
    }
});

it('says of what is still in doubt that nobody knows, not that it was not done', () => {
  const asked = [
    'registration.create',
    'registration.assign',
    'registration.update',
    'appointment.cancel',
    'appointment.move',
    'appointment.assign',
    'appointment.release',
    'order.cancel',
  ] as const;
  for (const kind of asked) {
    for (const error of [
      rejected('422'),
      notFound('404'),
      bug('nonsense', { origin: 'service' }),
      timeout('late'),
    ]) {
      const words = told(kind, 'needs-human', { error });
      expect(words, kind).toContain('so nobody knows whether it was done');
      expect(words, kind).not.toMatch(/could not|stands/);
    }
    expect(told(kind, 'needs-human', { error: forbidden('403') }), kind).toContain('could not');
    expect(told(kind, 'needs-human', { error: rejected('422'), mayHaveBeenDone: false })).toContain(
      'could not',
    );
  }
});

it('says of what builds on something given up that it was not sent, not that nobody knows', () => {
  const error = conflict('state', 'a change that this one needs was given up');
  for (const kind of ['order.create', 'registration.retest', 'registration.create'] as const) {
    expect(told(kind, 'needs-human', { attempts: 0, error }), kind).toContain('so it was not sent');
    expect(told(kind, 'needs-human', { attempts: 1, error }), kind).not.toContain('not sent');
  }
});

describe('what the service has instead', () => {
  const DIFFERENCES: readonly Difference[] = [
    { what: 'gone' },
    { what: 'taken' },
    { what: 'in-use', reference: 'CRM-9' },
    { what: 'patient', name: 'NG, Li' },
    { what: 'patient', name: '' },
    { what: 'patient', name: null },
    { what: 'reference', there: 'CRM-7', asked: 'CRM-8' },
    { what: 'reference', there: null, asked: 'CRM-8' },
    { what: 'not-kept', there: 'CRM-7', asked: 'CRM-8' },
    { what: 'not-kept', there: null, asked: 'CRM-8' },
    { what: 'patient-not-kept', name: 'NG, Li' },
    { what: 'patient-not-kept', name: null },
    { what: 'place', date: '2026-03-03', time: '11:00', location: 'Soho' },
    { what: 'place', date: '2026-03-03', time: '11:00', location: null },
  ];
  it.each(DIFFERENCES)('is told in whole plain sentences: $what', (there) => {
    for (const kind of KINDS) {
      const words = told(kind, 'conflict', { difference: there });
      expect(words).toMatch(/^[A-Z].*\.$/);
      expect(words).not.toMatch(TECHNICAL);
      expect(choiceWords('send-again', { kind, difference: there }, '').button).toMatch(/^[A-Z]/);
    }
  });

  it('names what it is: the patient, both references, the day and the place', () => {
    expect(
      told('registration.assign', 'conflict', { difference: { what: 'patient', name: 'NG, Li' } }),
    ).toContain('NG, Li');
    const update = told('registration.update', 'conflict', {
      difference: { what: 'reference', there: 'CRM-7', asked: 'CRM-8' },
    });
    expect(update).toContain('CRM-7');
    expect(update).toContain('CRM-8');
    const notKept = told('registration.update', 'conflict', {
      difference: { what: 'not-kept', there: 'CRM-7', asked: 'CRM-8' },
    });
    expect(notKept).toContain('took the reference CRM-8');
    expect(notKept).toContain('still has CRM-7');
    expect(notKept).not.toContain('omebody else');
    const patientNotKept = told('registration.assign', 'conflict', {
      difference: { what: 'patient-not-kept', name: null },
    });
    expect(patientNotKept).toContain('still has nobody on it');
    expect(patientNotKept).not.toMatch(/Meanwhile|Nothing was changed/);
    const place = { what: 'place', date: '2026-03-03', time: '11:00', location: 'Soho' } as const;
    expect(told('appointment.move', 'conflict', { difference: place })).toContain(
      '03-Mar-2026 at 11:00, Soho',
    );
    expect(told('appointment.cancel', 'conflict', { difference: place })).toContain('was not cancelled');
    expect(told('appointment.move', 'conflict', { difference: { what: 'gone' } })).toContain('any more');
    for (const [kind, undone] of [
      ['appointment.cancel', 'not cancelled'],
      ['appointment.move', 'not moved'],
    ] as const) {
      const words = told(kind, 'conflict', { difference: { what: 'patient', name: 'NG, Li' } });
      expect(words).toContain(`the appointment for NG, Li, so it was ${undone}`);
    }
  });

  it('is said on the button that goes against it', () => {
    const place = { what: 'place', date: '2026-03-03', time: '11:00', location: null } as const;
    expect(choiceWords('send-again', { kind: 'appointment.cancel', difference: place }, '').button).toBe(
      'Cancel it all the same',
    );
    expect(choiceWords('send-again', { kind: 'appointment.move', difference: place }, '').button).toBe(
      'Move it all the same',
    );
  });

  it('leaves no reason to add', () => {
    expect(
      reasonOf(
        { state: 'conflict', error: notFound('404'), difference: { what: 'gone' }, tests, replaced },
        true,
      ),
    ).toBeNull();
  });
});

describe('what is given up', () => {
  const gone = { difference: { what: 'gone' }, mayHaveBeenDone: false } as const;

  it('stays nowhere where the service has it no more', () => {
    const move = { kind: 'appointment.move', difference: gone.difference } as const;
    const asked = choiceWords('give-up', move, '').confirm?.words;
    for (const words of [told('appointment.move', 'discarded', gone), asked]) {
      expect(words).toContain('The service has no such appointment.');
      expect(words).not.toContain('stays where');
    }
    expect(told('appointment.move', 'discarded', { mayHaveBeenDone: false })).toContain(
      'The appointment stays where the service has it.',
    );
    for (const kind of [
      'appointment.assign',
      'registration.assign',
      'registration.update',
      'order.cancel',
    ] as const) {
      expect(told(kind, 'discarded', gone), kind).not.toMatch(/keeps|stands/);
    }
  });

  it('is told apart from what a later change took the place of', () => {
    for (const state of ['discarded', 'cancelled'] as const) {
      expect(told('appointment.move', state, { replaced: true })).toBe(
        'A later change of the appointment took its place.',
      );
      expect(stateOfRowWords({ state, replaced: true })).toBe('Replaced');
    }
    expect(stateOfRowWords({ state: 'discarded', replaced })).toBe('Given up');
    expect(
      reasonOf(
        { state: 'discarded', error: conflict('taken', '409'), difference, tests, replaced: true },
        true,
      ),
    ).toBeNull();
  });
});

describe('a move', () => {
  const at = (day: number, hour: number): number => Date.UTC(2026, 10, day, hour, 10);

  it('is told with both times, each day where they differ, and the location where that changes', () => {
    const there = { fromMs: at(30, 18), toMs: at(30, 22), toLocationName: null };
    expect(moveWords(there, 'Europe/London')).toBe('from 18:10 to 22:10, 30-Nov-2026');
    expect(moveWords({ ...there, fromMs: at(28, 9), toLocationName: 'Soho' }, 'Europe/London')).toBe(
      'from 28-Nov-2026 09:10 to 30-Nov-2026 22:10, Soho',
    );
  });
});

it('says of a slot that was held before an older copy was put back that it is not known, and not that it failed', () => {
  const error = conflict(
    'state',
    'it is not known whether this slot was booked before the backup was restored',
  );
  expect(told('appointment.hold', 'needs-human', { error })).toMatch(/nobody knows.*Look whether the person/);
  const unsent = told('appointment.hold', 'needs-human', { error, mayHaveBeenDone: false, attempts: 0 });
  expect(unsent).not.toContain('copy');
});
