// What a screen has asked is heard of further when it could not be drawn, and only when it is answered otherwise.
import { describe, expect, it, vi } from 'vitest';
import { deskToCome } from '../../../src/renderer/host/desk-to-come.ts';
import { notedQuestions } from '../../../src/renderer/host/noted-questions.ts';
import { createQueryCache, questionOf } from '../../../src/renderer/host/query-cache.ts';

const VISIT = questionOf('visits.get', { visitId: 'v1' });
const BOARD = questionOf('board.get', {});
const settled = () => new Promise<void>((done) => setImmediate(done));

function bench() {
  const answers = new Map<unknown, unknown>();
  let asked = 0;
  const cache = createQueryCache({
    ask: (question) => {
      asked += 1;
      return Promise.resolve({ ok: true, value: answers.get(question.name) ?? null });
    },
    staleOn: (name) => (name === 'visits.get' ? ['board'] : []),
  });
  const noted = notedQuestions({ ...deskToCome, watch: cache.watch, read: cache.read });
  return { answers, cache, noted, asked: () => asked };
}

describe('the questions of a screen', () => {
  it('are heard of once one is answered otherwise, also after the screen has gone, and not before', async () => {
    const { answers, cache, noted } = bench();
    answers.set('visits.get', 'bad');
    const leave = noted.desk.watch(VISIT, () => undefined);
    await settled();
    const heard = vi.fn();
    noted.onOtherAnswer(heard);
    leave();
    cache.invalidateTopics(['board']);
    await settled();
    expect(heard, 'the same answer').not.toHaveBeenCalled();
    answers.set('visits.get', 'good');
    cache.invalidateTopics(['board']);
    await settled();
    expect(heard).toHaveBeenCalledOnce();
    noted.stopWaiting();
    answers.set('visits.get', 'another');
    cache.invalidateTopics(['board']);
    await settled();
    expect(heard, 'nobody waits any more').toHaveBeenCalledOnce();
  });

  it('are those whose answer was read as well, though nobody came to watch them', async () => {
    const { answers, cache, noted } = bench();
    cache.learn(VISIT, 'bad');
    noted.desk.read(VISIT);
    const heard = vi.fn();
    noted.onOtherAnswer(heard);
    answers.set('visits.get', 'good');
    cache.invalidateTopics(['board']);
    await settled();
    expect(heard).toHaveBeenCalledOnce();
  });

  it('are not asked again by trying again, whatever they are answered', async () => {
    const { noted, asked } = bench();
    for (let times = 0; times < 5; times += 1) {
      noted.desk.read(BOARD);
      noted.onOtherAnswer(() => undefined);
      await settled();
    }
    expect(asked()).toBe(1);
  });

  it('are those that the screen still asks, and no others', async () => {
    const { cache, noted, answers } = bench();
    noted.desk.watch(VISIT, () => undefined)();
    const heard = vi.fn();
    noted.onOtherAnswer(heard);
    answers.set('visits.get', 'good');
    cache.refresh(VISIT);
    cache.invalidateTopics(['board']);
    await settled();
    expect(heard).not.toHaveBeenCalled();
  });
});
