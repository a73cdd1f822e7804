// Answers kept by question: never an older one over a newer one, never one that an event made doubtful.
import { describe, expect, it, vi } from 'vitest';
import type { QueryName } from '../../../src/contract/index.ts';
import type { Topic } from '../../../src/contract/events.ts';
import { offline, rejected, type Result } from '../../../src/domain/app-error.ts';
import { createQueryCache, questionOf, type Question } from '../../../src/renderer/host/query-cache.ts';

const STALE_ON: Partial<Record<QueryName, readonly Topic[]>> = {
  'board.get': ['board'],
  'patients.get': ['patients'],
  'documents.get': [],
};
const BOARD = questionOf('board.get', {});
const LOST: Result<unknown> = { ok: false, error: offline('connection-lost', 'unknown', '') };
const REFUSED: Result<unknown> = { ok: false, error: rejected('', { document: 'person-in-doubt' }) };
const settled = () => new Promise<void>((done) => setImmediate(done));

function bench() {
  const asked: { question: Question; answer: (value: unknown) => Promise<void> }[] = [];
  const cache = createQueryCache({
    ask: (question) =>
      new Promise((resolve) =>
        asked.push({
          question,
          answer: async (value) => {
            resolve([LOST, REFUSED].find((failed) => failed === value) ?? { ok: true, value });
            await settled();
          },
        }),
      ),
    staleOn: (name) => STALE_ON[name] ?? [],
    isForgottenWhenLeft: (name) => name === 'documents.get',
  });
  const answer = (index: number, value: unknown) =>
    asked[index]?.answer(value) ?? Promise.reject(new Error());
  return { cache, asked, answer };
}

describe('a kept answer', () => {
  it('is asked for once, whoever looks, and shown to all of them', async () => {
    const { cache, asked, answer } = bench();
    const first = vi.fn();
    const second = vi.fn();
    cache.watch(BOARD, first);
    cache.watch(questionOf('board.get', {}), second);
    expect(cache.read(BOARD)).toEqual({ value: null, error: null, loading: true });
    await answer(0, 'rows');
    expect(asked).toHaveLength(1);
    expect(cache.read(BOARD)).toEqual({ value: 'rows', error: null, loading: false });
    expect(first).toHaveBeenCalledOnce();
    expect(second).toHaveBeenCalledOnce();
  });

  it('of a name that is forgotten is shown no more, nor one that was on its way, and is asked for anew', async () => {
    const { cache, asked, answer } = bench();
    const person = questionOf('patients.get', { patientId: 'p' });
    cache.watch(BOARD, () => undefined);
    cache.watch(person, () => undefined);
    await answer(0, 'rows');
    await answer(1, 'of the person before');
    cache.refresh(person);
    cache.forget(['patients.get']);
    expect(cache.read(person)).toEqual({ value: null, error: null, loading: true });
    await answer(2, 'of the person before, late');
    expect(cache.read(person)).toEqual({ value: null, error: null, loading: true });
    await answer(3, 'of the next');
    expect(cache.read(person)).toMatchObject({ value: 'of the next' });
    expect(cache.read(BOARD)).toMatchObject({ value: 'rows' });
    expect(asked).toHaveLength(4);
  });

  it('is told to other screens by the name of its question, while nothing makes it doubtful', async () => {
    const { cache, answer } = bench();
    const day = questionOf('board.get', { date: '2026-03-03' });
    cache.watch(BOARD, () => undefined);
    cache.watch(day, () => undefined);
    cache.watch(questionOf('patients.get', { patientId: 'p' }), () => undefined);
    expect(cache.kept('board.get')).toEqual([]);
    await answer(0, 'rows');
    await answer(1, 'rows of the day');
    await answer(2, 'patient');
    expect(cache.kept('board.get')).toEqual(['rows', 'rows of the day']);
    cache.invalidateTopics(['board']);
    expect(cache.kept('board.get')).toEqual([]);
    await answer(3, 'rows');
    expect(cache.kept('board.get')).toEqual(['rows']);
  });

  it('is asked for again after an event of its topics, and of no other', async () => {
    const { cache, asked, answer } = bench();
    cache.watch(BOARD, () => undefined);
    await answer(0, 'old');
    cache.invalidateTopics(['patients', 'staff']);
    expect(asked).toHaveLength(1);
    cache.invalidateTopics(['staff', 'board']);
    expect(cache.read(BOARD).value).toBe('old');
    await answer(1, 'new');
    expect(cache.read(BOARD).value).toBe('new');
  });

  it('is asked for again when an event comes during the very first request', async () => {
    const { cache, asked, answer } = bench();
    cache.watch(BOARD, () => undefined);
    cache.invalidateTopics(['board']);
    expect(asked).toHaveLength(1);
    await answer(0, 'from before the event');
    expect(asked).toHaveLength(2);
    await answer(1, 'from after it');
    expect(cache.read(BOARD).value).toBe('from after it');
    expect(asked).toHaveLength(2);
  });

  it('shows each answer as it comes, however fast events come', async () => {
    const { cache, answer } = bench();
    cache.watch(BOARD, () => undefined);
    for (let round = 0; round < 5; round += 1) {
      cache.invalidateTopics(['board']);
      await answer(round, `answer ${round}`);
      expect(cache.read(BOARD).value).toBe(`answer ${round}`);
    }
  });

  it('is not shown anew when it is learnt as it is', () => {
    const { cache } = bench();
    cache.learn(BOARD, { rows: [1] });
    const listener = vi.fn();
    cache.watch(BOARD, listener);
    const { value } = cache.read(BOARD);
    cache.learn(BOARD, { rows: [1] });
    expect(cache.read(BOARD).value).toBe(value);
    expect(listener).not.toHaveBeenCalled();
    cache.learn(BOARD, { rows: [2] });
    expect(cache.read(BOARD).value).toEqual({ rows: [2] });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('is dropped when something newer was learnt after the question', async () => {
    const { cache, asked, answer } = bench();
    cache.watch(BOARD, () => undefined);
    cache.learn(BOARD, 'learnt');
    await answer(0, 'older');
    expect(cache.read(BOARD).value).toBe('learnt');
    expect(asked).toHaveLength(1);
  });

  it('stays, with the error beside it, until a newer answer can be read', async () => {
    const { cache, answer } = bench();
    cache.watch(BOARD, () => undefined);
    await answer(0, 'rows');
    cache.invalidateTopics(['board']);
    await answer(1, LOST);
    expect(cache.read(BOARD)).toMatchObject({ value: 'rows', error: { kind: 'offline' }, loading: false });
    cache.refresh(BOARD);
    await answer(2, 'newer rows');
    expect(cache.read(BOARD)).toEqual({ value: 'newer rows', error: null, loading: false });
  });

  it('that no screen shows is not asked for again until a screen shows it', async () => {
    const { cache, asked, answer } = bench();
    const leave = cache.watch(BOARD, () => undefined);
    await answer(0, 'rows');
    leave();
    cache.invalidateTopics(['board']);
    expect(asked).toHaveLength(1);
    cache.watch(BOARD, () => undefined);
    expect(cache.read(BOARD).value).toBe('rows');
    expect(asked).toHaveLength(2);
  });

  it('that no event can make out of date is asked for each time a screen shows it', async () => {
    const { cache, asked, answer } = bench();
    const form = questionOf('documents.get', { registrationId: 'r', kind: 'trf' });
    const leave = cache.watch(form, () => undefined);
    await answer(0, 'page');
    leave();
    cache.watch(form, () => undefined);
    expect(asked).toHaveLength(2);
  });

  it('about whose person nothing would be heard is not shown again where the next question is refused', async () => {
    const { cache, asked, answer } = bench();
    const report = questionOf('documents.get', { registrationId: 'r', kind: 'results' });
    const leave = cache.watch(report, () => undefined);
    const leaveOther = cache.watch(report, () => undefined);
    await answer(0, 'of Ada Oliver');
    leave();
    expect(cache.read(report).value).toBe('of Ada Oliver');
    leaveOther();
    cache.watch(report, () => undefined);
    expect(cache.read(report)).toMatchObject({ value: null, loading: true });
    await answer(1, LOST);
    expect(cache.read(report)).toMatchObject({ value: null, error: { kind: 'offline' }, loading: false });
    expect(asked).toHaveLength(2);
  });

  it('about whose person nothing would be heard is shown no more once it is refused while it is on the screen', async () => {
    const { cache, answer } = bench();
    const report = questionOf('documents.get', { registrationId: 'r', kind: 'results' });
    cache.watch(report, () => undefined);
    await answer(0, 'of Ada Oliver');
    cache.refresh(report);
    await answer(1, LOST);
    expect(cache.read(report)).toMatchObject({ value: 'of Ada Oliver', error: { kind: 'offline' } });
    cache.refresh(report);
    await answer(2, REFUSED);
    expect(cache.read(report)).toMatchObject({ value: null, error: { kind: 'rejected' }, loading: false });
  });

  it('of another kind stays on the screen beside the refusal', async () => {
    const { cache, answer } = bench();
    cache.watch(BOARD, () => undefined);
    await answer(0, 'rows');
    cache.refresh(BOARD);
    await answer(1, REFUSED);
    expect(cache.read(BOARD)).toMatchObject({ value: 'rows', error: { kind: 'rejected' } });
  });

  it('about whose person nothing would be heard is not used where it comes after the screen was left', async () => {
    const { cache, answer } = bench();
    const report = questionOf('documents.get', { registrationId: 'r', kind: 'results' });
    const leave = cache.watch(report, () => undefined);
    leave();
    cache.watch(report, () => undefined);
    await answer(0, 'of Ada Oliver');
    expect(cache.read(report)).toMatchObject({ value: null, loading: true });
    await answer(1, 'of Bert King');
    expect(cache.read(report).value).toBe('of Bert King');
  });

  it('is dropped when sixty newer ones are shown nowhere, and never while it is shown', async () => {
    const { cache, answer } = bench();
    const person = (number: number) => questionOf('patients.get', { patientId: String(number) });
    cache.watch(BOARD, () => undefined);
    await answer(0, 'rows');
    for (let number = 1; number <= 70; number += 1) {
      const leave = cache.watch(person(number), () => undefined);
      await answer(number, number);
      leave();
    }
    expect(cache.read(BOARD).value).toBe('rows');
    expect(cache.read(person(1)).value).toBeNull();
    expect(cache.read(person(70)).value).toBe(70);
  });

  it('can be amended in the cache, and stays the same object when nothing is amended', async () => {
    const { cache, answer } = bench();
    const listener = vi.fn();
    cache.watch(BOARD, listener);
    await answer(0, 'rows');
    listener.mockClear();
    cache.amend('board.get', (value) => value);
    expect(listener).not.toHaveBeenCalled();
    cache.amend('board.get', (value) => `${String(value)}, one of them newer`);
    expect(cache.read(BOARD).value).toBe('rows, one of them newer');
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe('a question without an input', () => {
  it('is not asked, has no answer and is not loading', () => {
    const { cache, asked } = bench();
    const leave = cache.watch(null, () => undefined);
    cache.refresh(null);
    cache.invalidate(() => true);
    expect(cache.read(null)).toEqual({ value: null, error: null, loading: false });
    expect(asked).toEqual([]);
    leave();
  });
});

describe('an answer that is asked for ahead', () => {
  it('is the one that the screen then shows, and is not asked for twice', async () => {
    const { cache, asked, answer } = bench();
    cache.askAhead(BOARD);
    cache.askAhead(BOARD);
    const listener = vi.fn();
    cache.watch(BOARD, listener);
    expect(asked).toHaveLength(1);
    await answer(0, 'rows');
    expect(listener).toHaveBeenCalled();
    expect(cache.read(BOARD).value).toBe('rows');
  });

  it('is asked for again by the screen when an event made it doubtful before', async () => {
    const { cache, asked, answer } = bench();
    cache.askAhead(BOARD);
    await answer(0, 'old rows');
    cache.invalidateTopics(['board']);
    cache.watch(BOARD, vi.fn());
    expect(asked).toHaveLength(2);
  });

  it('is left to the screen where no event would ever make it doubtful', () => {
    const { cache, asked } = bench();
    cache.askAhead(questionOf('documents.get', { registrationId: 'r', kind: 'trf' }));
    expect(asked).toHaveLength(0);
  });
});
