import { describe, expect, it } from 'vitest';
import { createKeptAnswers } from '../../../src/app/kept-answers.ts';

const ask = (name: string, extra: object = {}) => ({ name, input: {}, ...extra });
const ok = (value: unknown) => ({ ok: true, value }) as const;
const opened = (board: string) =>
  ok({
    cursor: { run: 'r', number: 1 },
    zone: { timeZone: 'Europe/London', spans: [] },
    answers: { 'board.get': board, 'staff.me': 'me' },
  });

describe('the answers that a further desk keeps', () => {
  it('are those to the questions of the board, for the sign-in that asked', () => {
    const kept = createKeptAnswers({ nowMs: () => 0 });
    kept.learn(ask('board.get', { handle: 'a' }), ok('board of a'));
    kept.learn(ask('patients.get', { handle: 'a' }), ok('a patient'));
    expect(kept.of(ask('board.get', { handle: 'a' }))).toEqual(ok('board of a'));
    expect(kept.of(ask('board.get', { handle: 'b' }))).toBeNull();
    expect(kept.of(ask('board.get'))).toBeNull();
    expect(kept.of({ name: 'board.get', input: { date: '2026-03-04' }, handle: 'a' })).toBeNull();
    expect(kept.of(ask('patients.get', { handle: 'a' }))).toBeNull();
  });

  it('show a reloaded window the board that it asked for last', () => {
    const kept = createKeptAnswers({ nowMs: () => 0 });
    kept.learn(ask('board.get'), ok('before'));
    kept.learn(ask('opening.get'), opened('at the opening'));
    expect(kept.of(ask('opening.get'))).toEqual(opened('at the opening'));
    kept.learn(ask('board.get'), ok('later'));
    expect(kept.of(ask('opening.get'))).toEqual(opened('later'));
  });

  it('tell what the site desk called this desk last, also once they are gone', () => {
    const kept = createKeptAnswers({ nowMs: () => 0 });
    const calling = (name: string) => ({ desk: { id: 'd1', name }, mode: 'live' });
    expect(kept.calledLast()).toBeNull();
    kept.learn(ask('opening.get'), ok({ answers: { 'session.get': calling('Room 2') } }));
    expect(kept.calledLast()).toBe('Room 2');
    kept.learn(ask('session.get'), ok(calling('Room 2, door')));
    kept.learn(ask('board.get'), ok('board'));
    // A desk that is spoken of need not be this one.
    kept.learn(ask('fleet.get'), ok(calling('Room 9')));
    kept.learn(ask('session.get'), { ok: false, error: {} as never });
    kept.forget();
    expect(kept.calledLast()).toBe('Room 2, door');
  });

  it('are gone with a refusal, with the shift, and when the desk is shut out', () => {
    let nowMs = 0;
    const kept = createKeptAnswers({ nowMs: () => nowMs });
    kept.learn(ask('board.get'), ok('board'));
    kept.learn(ask('board.get'), { ok: false, error: {} as never });
    expect(kept.of(ask('board.get'))).toBeNull();
    kept.learn(ask('board.get'), ok('board'));
    nowMs = 13 * 3_600_000;
    expect(kept.of(ask('board.get'))).toBeNull();
    kept.learn(ask('board.get'), ok('board'));
    kept.forget();
    expect(kept.of(ask('board.get'))).toBeNull();
  });
});
