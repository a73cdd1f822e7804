// The states in which every screen is looked at.
import { describe, expect, it } from 'vitest';
import { alterAnswer, SCREEN_STATES } from '../../support/screen-states.ts';

const HOUR_MS = 3_600_000;
const board = {
  ok: true,
  value: {
    asOfMs: 10 * HOUR_MS,
    nowMs: 11 * HOUR_MS,
    rows: [
      { id: 'v1', person: { firstName: 'Ann', lastName: 'Lee' }, tags: ['a'] },
      { id: 'v2', person: null, tags: [] },
    ],
    names: ['kept'],
  },
};
const altered = (state: (typeof SCREEN_STATES)[number], name = 'board.get', answer: object = board) =>
  alterAnswer(state, name, answer as { ok: boolean })?.value;

describe('an answer of the engine', () => {
  it('is left alone in the normal state, and when it is an error already', () => {
    expect(alterAnswer('normal', 'board.get', board)).toEqual(board);
    const error = { ok: false, error: { kind: 'bug' } };
    for (const state of SCREEN_STATES) expect(alterAnswer(state, 'board.get', error)).toBe(error);
  });

  it('has no records, or ten thousand with ids of their own', () => {
    expect(altered('empty')).toEqual({ ...board.value, rows: [] });
    const { rows } = altered('many-rows') as { rows: { id: string }[] };
    expect(new Set(rows.map(({ id }) => id)).size).toBe(10_000);
  });

  it('fails in the error state, but for what was typed before: a form waits for that as in the loading state', () => {
    expect(alterAnswer('error', 'patients.get', board)?.ok).toBe(false);
    expect(alterAnswer('error', 'drafts.list', board)).toBe(board);
    expect(alterAnswer('loading', 'drafts.list', board)).toBeNull();
  });

  it('has many rows only where lists grow, and says how many there are where a part of them is told', () => {
    const patient = { ok: true, value: { visits: [{ id: 'v1' }] } };
    expect(altered('many-rows', 'patients.get', patient)).toBe(patient.value);
    const list = { ok: true, value: { total: 2, rows: [{ id: 'r1' }, { id: 'r2' }] } };
    expect(altered('many-rows', 'registrations.list', list)).toMatchObject({ total: 10_000 });
  });

  it('is three hours older, while the time stays', () => {
    expect(altered('stale')).toEqual({ ...board.value, asOfMs: 7 * HOUR_MS });
  });

  it('names everybody at length, or from right to left', () => {
    const name = (value: unknown) =>
      (value as { rows: { person: { lastName: string } }[] }).rows[0]?.person.lastName ?? '';
    expect(name(altered('long-names')).length).toBeGreaterThan(40);
    expect(name(altered('right-to-left'))).toMatch(/^\p{Script=Arabic}/u);
  });

  it('never comes, or is an error', () => {
    expect(alterAnswer('loading', 'board.get', board)).toBeNull();
    expect(alterAnswer('error', 'board.get', board)).toMatchObject({ ok: false });
  });

  it('says of each change that the service refused it, and touches nothing else', () => {
    const outbox = {
      ok: true,
      value: { items: [{ id: 'c', commandId: 'x', state: 'pending' }], state: 'on' },
    };
    expect(altered('refused', 'outbox.list', outbox)).toMatchObject({
      items: [{ id: 'c', state: 'refused' }],
      state: 'on',
    });
  });

  it('of the frame around the screens stays', () => {
    const connection = { ok: true, value: { state: 'online', waiting: 0 } };
    expect(alterAnswer('loading', 'session.get', board)).toBe(board);
    expect(alterAnswer('error', 'connection.get', connection)).toBe(connection);
  });

  it('holds, where a window asks several questions at once, the altered answer to each', () => {
    const session = { mode: 'training', locations: [{ id: 'l1' }] };
    const opening = {
      ok: true,
      value: { cursor: 7, answers: { 'session.get': session, 'board.get': board.value } },
    };
    const parts = (state: (typeof SCREEN_STATES)[number]) =>
      (altered(state, 'opening.get', opening) as { answers: Record<string, unknown> }).answers;
    for (const state of ['empty', 'many-rows', 'stale', 'long-names', 'right-to-left'] as const) {
      expect(parts(state)).toEqual({ 'session.get': session, 'board.get': altered(state) });
      expect(parts(state)['board.get']).not.toEqual(board.value);
    }
    // The window then asks each by itself, and gets its frame.
    for (const state of ['loading', 'error'] as const) {
      expect(alterAnswer(state, 'opening.get', opening)).toMatchObject({ ok: false });
    }
  });
});
