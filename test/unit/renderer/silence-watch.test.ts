// A desk whose process stands still takes calls and answers none. The window says so, and not of a call that only takes long.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Result } from '../../../src/domain/app-error.ts';
import { reportEngineLink, useEngineLink } from '../../../src/renderer/host/engine-link.ts';
import type { Host } from '../../../src/renderer/host/host.ts';
import { watchForSilence } from '../../../src/renderer/host/silence-watch.ts';

const LONG_MS = 5_000;
const isSilent = (): boolean => useEngineLink.getState().isSilent;

/** A desk that answers a call only when it is told to. */
function heldDesk() {
  const open: { readonly name: string; readonly answer: () => void }[] = [];
  const host: Host = {
    kind: 'browser',
    call: ({ name }) =>
      new Promise<Result<unknown>>((resolve) => {
        open.push({ name, answer: () => resolve({ ok: true, value: name }) });
      }),
    subscribe: () => () => undefined,
  };
  return {
    host: watchForSilence(host),
    waiting: () => open.map(({ name }) => name),
    async answer(name: string): Promise<void> {
      const at = open.findIndex((call) => call.name === name);
      expect(at).toBeGreaterThanOrEqual(0);
      open.splice(at, 1)[0]?.answer();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { setTimeout, clearTimeout });
  useEngineLink.setState({ link: 'up', isSilent: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says that the desk does not answer when something short has no answer either, and no longer once it has', async () => {
  const desk = heldDesk();
  const answer = desk.host.call({ name: 'visits.checkIn', input: {} });
  await vi.advanceTimersByTimeAsync(LONG_MS - 1);
  expect(desk.waiting()).toEqual(['visits.checkIn']);
  await vi.advanceTimersByTimeAsync(1);
  expect(desk.waiting()).toEqual(['visits.checkIn', 'connection.get']);
  await vi.advanceTimersByTimeAsync(LONG_MS - 1);
  expect(isSilent()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isSilent()).toBe(true);
  await desk.answer('visits.checkIn');
  expect(isSilent()).toBe(false);
  await expect(answer).resolves.toEqual({ ok: true, value: 'visits.checkIn' });
});

it('says nothing of a call that takes long at a desk that answers, and looks again for as long as it waits', async () => {
  const desk = heldDesk();
  void desk.host.call({ name: 'documents.read', input: {} });
  for (let turn = 0; turn < 5; turn += 1) {
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(desk.waiting()).toEqual(['documents.read', 'connection.get']);
    await vi.advanceTimersByTimeAsync(LONG_MS - 1);
    await desk.answer('connection.get');
    expect(isSilent()).toBe(false);
  }
  await vi.advanceTimersByTimeAsync(LONG_MS * 2);
  expect(isSilent()).toBe(true);
  await desk.answer('connection.get');
  expect(isSilent()).toBe(false);
});

it('counts from the last answer, and asks nothing when no call waits', async () => {
  const desk = heldDesk();
  void desk.host.call({ name: 'documents.read', input: {} });
  await vi.advanceTimersByTimeAsync(LONG_MS - 1);
  void desk.host.call({ name: 'board.get', input: {} });
  await desk.answer('board.get');
  await vi.advanceTimersByTimeAsync(LONG_MS - 1);
  expect(desk.waiting()).toEqual(['documents.read']);
  await desk.answer('documents.read');
  await vi.advanceTimersByTimeAsync(LONG_MS * 4);
  expect(desk.waiting()).toEqual([]);
  expect(isSilent()).toBe(false);
});

it('is no silence any more once the desk is known to have stopped, or to be there', () => {
  for (const link of ['stopped', 'up'] as const) {
    useEngineLink.setState({ link: 'stopped', isSilent: true });
    reportEngineLink(link);
    expect(isSilent()).toBe(false);
  }
});
