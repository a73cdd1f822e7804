// Signing a window out ends the sign-in of whoever works there as well, and waits for nothing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../../../src/contract/operation.ts';
import type { Result } from '../../../src/domain/app-error.ts';
import { useActor } from '../../../src/renderer/host/actor.ts';
import { createDeskClient } from '../../../src/renderer/host/desk-client.ts';
import { signWindowOut } from '../../../src/renderer/host/sign-window-out.ts';

await vi.hoisted(async () => (await import('../../support/tab-storage.ts')).giveTabStorage());

beforeEach(() => {
  vi.useFakeTimers();
  useActor.setState({ initials: 'Desk', handle: null });
});
afterEach(() => void vi.useRealTimers());

function bench(answer: Promise<Result<unknown>>) {
  const done: string[] = [];
  const said = ({ name, handle }: Call): string => `${name} ${handle ?? 'nobody'}`;
  const desk = createDeskClient({
    kind: 'browser',
    call: (call) => {
      done.push(said(call));
      return answer;
    },
    subscribe: () => () => undefined,
    signOut: async () => void done.push('window'),
  });
  return { desk, done };
}

test('whoever is signed in is signed out first, at the desk and in this tab', async () => {
  const { desk, done } = bench(Promise.resolve({ ok: true, value: {} }));
  useActor.getState().signedIn('JB', 'handle of JB');
  await signWindowOut(desk);
  expect(done).toEqual(['staff.signOut handle of JB', 'window']);
  expect(useActor.getState().handle).toBeNull();
  expect(window.sessionStorage.getItem('drawdesk.sign-in')).toBeNull();
});

test('a desk that does not answer keeps no window from being signed out', async () => {
  const { desk, done } = bench(new Promise(() => undefined));
  useActor.getState().signedIn('JB', 'handle of JB');
  const signingOut = signWindowOut(desk);
  expect(useActor.getState().handle).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  await signingOut;
  expect(done.at(-1)).toBe('window');
});

test('where nobody has signed in only the window is', async () => {
  const { desk, done } = bench(Promise.resolve({ ok: true, value: {} }));
  await signWindowOut(desk);
  expect(done).toEqual(['window']);
});
