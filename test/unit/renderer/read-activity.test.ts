// The activity is read for a file a part at a time, and no further once it was cancelled.
import { describe, expect, it, vi } from 'vitest';
import { useActor } from '../../../src/renderer/host/actor.ts';
import { readActivity, type Reading } from '../../../src/renderer/features/activity/read-activity.ts';

await vi.hoisted(async () => (await import('../../support/tab-storage.ts')).giveTabStorage());

const EVERYTHING = { actor: null, desk: null, kind: null, patientId: null, from: null, to: null };

const entry = (number: number) => ({
  number,
  atMs: number * 1_000,
  actor: 'RT',
  actorName: null,
  desk: null,
  visitId: null,
  kind: 'checked-in' as const,
  writtenAs: 'checked-in',
  person: null,
  otherPerson: null,
  detail: {},
});

/** A desk with so many entries; `asked` has what it was asked for. */
function deskWith(entries: number) {
  const asked: Parameters<Reading['ask']>[0][] = [];
  const ask: Reading['ask'] = (input) => {
    asked.push(input);
    const from = input.before === undefined ? entries : input.before.number - 1;
    const items = Array.from({ length: Math.min(input.limit ?? 50, from) }, (_, index) =>
      entry(from - index),
    );
    return Promise.resolve({ ok: true, value: { items } });
  };
  return { ask, asked };
}

describe('the activity for a file', () => {
  it('is read whole, each entry once, up to what there was when it was asked for', async () => {
    const { ask, asked } = deskWith(1_203);
    const read: number[] = [];
    const onPart: Reading['onPart'] = (items) => read.push(...items.map(({ number }) => number));
    const { signal } = new AbortController();
    expect(await readActivity({ ask, filter: EVERYTHING, upTo: 1_203, signal, onPart })).toBeNull();
    expect(read).toEqual(Array.from({ length: 1_203 }, (_, index) => 1_203 - index));
    expect(asked.map(({ upTo }) => upTo)).toEqual([1_203, 1_203, 1_203]);
  });

  it('is not read any further once it was cancelled', async () => {
    const { ask, asked } = deskWith(100_000);
    const stop = new AbortController();
    let parts = 0;
    const onPart = (): void => {
      parts += 1;
      if (parts === 2) stop.abort();
    };
    const { signal } = stop;
    expect(await readActivity({ ask, filter: EVERYTHING, upTo: 100_000, signal, onPart })).toBe('cancelled');
    expect(parts).toBe(2);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('is not read any further once somebody else has signed in: the rest would be what they may see', async () => {
    useActor.getState().signedIn('RT', 'handle of RT');
    const { ask } = deskWith(1_203);
    let parts = 0;
    const askAsWhoeverIsThere: Reading['ask'] = async (input) => {
      if (parts === 1) useActor.getState().signedIn('JB', 'handle of JB');
      return ask(input);
    };
    const onPart = (): void => void (parts += 1);
    const { signal } = new AbortController();
    const reading = { ask: askAsWhoeverIsThere, filter: EVERYTHING, upTo: 1_203, signal, onPart };
    expect(await readActivity(reading)).toBe('cancelled');
    expect(parts).toBe(1);
  });

  it('is read on when whoever asked for it comes back to a locked window', async () => {
    useActor.getState().signedIn('RT', 'handle of RT');
    const { ask } = deskWith(1_203);
    const askAndLock: Reading['ask'] = async (input) => {
      useActor.getState().signedIn('RT', `handle before ${input.before?.number ?? 'all'}`);
      return ask(input);
    };
    const { signal } = new AbortController();
    const reading = { ask: askAndLock, filter: EVERYTHING, upTo: 1_203, signal, onPart: () => undefined };
    expect(await readActivity(reading)).toBeNull();
  });
});
