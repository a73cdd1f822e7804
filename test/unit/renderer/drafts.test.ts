// What is typed and not sent: what is brought back after a reload, and in which order it is kept.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notSignedIn, offline, rejected, type Result } from '../../../src/domain/app-error.ts';
import { fitting, loadDrafts, putDraft, useDrafts } from '../../../src/renderer/shared/drafts/drafts.ts';
import { createDraftKeeper } from '../../../src/renderer/shared/drafts/draft-keeper.ts';

describe('what was kept of a form', () => {
  const EMPTY = {
    name: '',
    isOpen: false,
    birth: { day: '', month: '' },
    codes: [] as string[],
    mobile: null,
  };

  it('comes back as it was', () => {
    const entry = {
      name: 'O’Neill-Brontë 🙂',
      isOpen: true,
      birth: { day: '29', month: '2' },
      codes: ['a'],
      mobile: '07',
    };
    expect(fitting(EMPTY, JSON.parse(JSON.stringify(entry)))).toEqual(entry);
  });

  it('is filled up from the empty form where another version kept something else', () => {
    const kept = { name: 7, birth: { day: '29', year: '1984' }, codes: 'a', fax: '1' };
    expect(fitting(EMPTY, kept)).toEqual({ ...EMPTY, birth: { day: '29', month: '' } });
    for (const nothing of [null, undefined, 7, 'text']) expect(fitting(EMPTY, nothing)).toEqual(EMPTY);
  });

  it('never takes the place of what was typed before it was read, and nonsense is left out', () => {
    putDraft('a', { name: 'typed' });
    loadDrafts([
      { form: 'a', text: '{"name":"kept"}', ageMs: 0 },
      { form: 'b', text: '{"name":"kept"}', ageMs: 0 },
      { form: 'c', text: 'not JSON', ageMs: 0 },
    ]);
    const { isLoaded, entries } = useDrafts.getState();
    expect(isLoaded).toBe(true);
    expect(Object.fromEntries(entries)).toEqual({ a: { name: 'typed' }, b: { name: 'kept' } });
  });
});

describe('keeping', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', globalThis);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function keeper(answers: Result<unknown>[] = []) {
    const texts = new Map<string, string>();
    const sent: string[] = [];
    const answered: (() => void)[] = [];
    let signIn = (): void => {};
    const made = createDraftKeeper({
      textOf: (form) => texts.get(form) ?? null,
      send: (form, text) => {
        sent.push(`${form}=${text ?? 'gone'}`);
        return new Promise((resolve) =>
          answered.push(() => resolve(answers.shift() ?? { ok: true, value: {} })),
        );
      },
      nextSignIn: () => new Promise((done) => (signIn = done)),
    });
    const type = (form: string, text: string | null): void => {
      if (text === null) texts.delete(form);
      else texts.set(form, text);
      made.changed(form);
    };
    const answer = async (): Promise<void> => {
      answered.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    };
    return { made, sent, type, answer, signIn: () => signIn() };
  }

  it('sends a moment after the last key, and the newer text only after the older one was taken', async () => {
    const { sent, type, answer } = keeper();
    type('a', '1');
    await vi.advanceTimersByTimeAsync(200);
    type('a', '12');
    await vi.advanceTimersByTimeAsync(200);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(sent).toEqual(['a=12']);
    type('a', null);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(['a=12']);
    await answer();
    expect(sent).toEqual(['a=12', 'a=gone']);
  });

  it('tries again what could not be kept, and gives up what is refused', async () => {
    const { sent, type, answer } = keeper([
      { ok: false, error: offline('refused', 'not-sent', 'no engine') },
      { ok: false, error: rejected('too long', {}) },
    ]);
    type('a', '1');
    await vi.advanceTimersByTimeAsync(400);
    await answer();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(sent).toEqual(['a=1', 'a=1']);
    await answer();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(2);
  });

  it('keeps what was typed just before the window was locked once somebody has signed in', async () => {
    const { sent, type, answer, signIn } = keeper([{ ok: false, error: notSignedIn('locked') }]);
    type('a', '1');
    type('b', '2');
    await vi.advanceTimersByTimeAsync(400);
    await answer();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toEqual(['a=1']);
    signIn();
    await vi.advanceTimersByTimeAsync(0);
    await answer();
    await answer();
    expect(sent.slice(1).sort()).toEqual(['a=1', 'b=2']);
  });

  it('sends what was typed last before the form itself is sent, and not once more after it', async () => {
    const { made, sent, type, answer } = keeper();
    type('a', '1');
    await vi.advanceTimersByTimeAsync(100);
    made.now();
    expect(sent).toEqual(['a=1']);
    await answer();
    await vi.advanceTimersByTimeAsync(1_000);
    made.now();
    expect(sent).toHaveLength(1);
  });

  it('sends everything at once when the page goes', async () => {
    const { made, sent, type } = keeper();
    type('a', '1');
    type('b', '2');
    made.leave();
    expect(sent).toEqual(['a=1', 'b=2']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(2);
  });
});
