// What can be done about a change: for every kind in every state.
import { describe, expect, it } from 'vitest';
import { choicesOf as choicesFor } from '../../../../src/core/operations/outbox-choices.ts';
import type { OutboxRow } from '../../../../src/core/store/outbox/outbox.ts';
import { CHANGE_KINDS, isOnceOnly } from '../../../../src/domain/change.ts';
import type { Change, ChangeKind } from '../../../../src/domain/change.ts';
import { ATTENTION_STATES, OUTBOX_STATES } from '../../../../src/domain/outbox-state.ts';
import type { OutboxState } from '../../../../src/domain/outbox-state.ts';
import { examplePatient } from '../../../support/wire-examples.ts';

const row = (kind: ChangeKind, state: OutboxState, facts: Partial<OutboxRow> = {}): OutboxRow => ({
  sequence: 1,
  id: 'row',
  kind,
  change: { kind, payload: {} } as Change,
  subjectId: 's',
  visitId: null,
  state,
  waiting: false,
  attempts: 1,
  attemptedAtMs: 1,
  nextAttemptAtMs: null,
  lastError: null,
  answer: null,
  resolution: {},
  actor: 'Desk',
  commandId: 'c',
  createdAtMs: 1,
  finishedAtMs: null,
  ...facts,
});

const choicesOf = (changed: OutboxRow) => choicesFor(changed, null);

const everyPair = CHANGE_KINDS.flatMap((kind) => OUTBOX_STATES.map((state) => [kind, state] as const));

describe.each(everyPair)('%s that is %s', (kind, state) => {
  const choices = choicesOf(row(kind, state));
  const needsPerson = ATTENTION_STATES.some((attention) => attention === state);

  it('can be decided about exactly when a person has to, and can always be given up then', () => {
    expect(choices.length > 0).toBe(needsPerson);
    expect(choices.includes('give-up')).toBe(needsPerson);
  });

  it('is repeated after a doubt by nobody but a person, who can also say that it was done', () => {
    const isDoubt = isOnceOnly(kind) && state === 'needs-human';
    expect(choices.includes('repeat')).toBe(isDoubt);
    expect(choices.includes('said-done')).toBe(isDoubt);
    if (isDoubt) expect(choices).not.toContain('send-again');
  });

  it('is offered each choice once', () => {
    expect(new Set(choices).size).toBe(choices.length);
  });
});

it('what may be done only once can be taken back before it was sent', () => {
  expect(choicesOf(row('registration.retest', 'pending', { attempts: 0 }))).toEqual(['give-up']);
  expect(choicesOf(row('registration.retest', 'pending', { attempts: 1 }))).toEqual([]);
  expect(choicesOf(row('registration.assign', 'pending', { attempts: 0 }))).toEqual([]);
});

it('what was stopped before it was ever sent is no doubt: it is sent as if for the first time', () => {
  expect(choicesOf(row('registration.retest', 'needs-human', { attempts: 0 }))).toEqual([
    'send-again',
    'give-up',
  ]);
});

it('looking again is offered where looking can show something', () => {
  const seen = { lookedAtMs: 1, found: [], standing: null };
  expect(choicesOf(row('registration.retest', 'needs-human', { answer: seen }))).toContain('look-again');
  expect(choicesOf(row('registration.sendCompleteEmail', 'needs-human'))).not.toContain('look-again');
});

it('a person whom the service knew can be linked, and one whom it refused can be corrected', () => {
  const known = row('patient.create', 'needs-human', { answer: examplePatient() });
  expect(choicesOf(known)[0]).toBe('link-existing');
  expect(choicesOf(row('patient.create', 'refused'))[0]).toBe('correct');
});

it('what another version of the desk saved can only be given up', () => {
  expect(choicesOf(row('registration.retest', 'needs-human', { change: null }))).toEqual(['give-up']);
});

it('what somebody else changed meanwhile can be sent all the same, but a patient is never replaced by it', () => {
  const place = { what: 'place', date: '2026-03-03', time: '09:10', location: null } as const;
  expect(choicesFor(row('appointment.move', 'conflict'), place)).toContain('send-again');
  for (const difference of [{ what: 'patient', name: 'NG, Li' }, { what: 'gone' }] as const) {
    expect(choicesFor(row('registration.update', 'conflict'), difference)).toEqual(['look-again', 'give-up']);
  }
});

it('nothing is sent by a button that says it looks: what does not look first says that it is sent', () => {
  for (const kind of CHANGE_KINDS.filter(isOnceOnly)) {
    const choices = choicesFor(row(kind, 'conflict'), { what: 'gone' });
    expect(choices, kind).toEqual(['send-again', 'give-up']);
  }
});
