// Of two who sign in at one window at the same moment one is signed in, and the other is told to take over by a press.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../../../src/contract/operation.ts';
import type { Result } from '../../../src/domain/app-error.ts';
import { useLock } from '../../../src/renderer/app/sign-in/held-scan.ts';
import { readBadge } from '../../../src/renderer/app/sign-in/read-badge.ts';
import { signInHere } from '../../../src/renderer/app/sign-in/sign-in-here.ts';
import { useActor } from '../../../src/renderer/host/actor.ts';
import { createDeskClient } from '../../../src/renderer/host/desk-client.ts';

await vi.hoisted(async () => (await import('../../support/tab-storage.ts')).giveTabStorage());

const signedInAs = (initials: string) => ({
  kind: 'signed-in' as const,
  handle: `handle of ${initials}`,
  person: { initials, name: `Name of ${initials}`, role: 'phlebotomist' as const },
});
const BADGE = 'K7QF2M9XW3TB';

beforeEach(() => {
  useLock.setState({ locked: true, unclear: false, notKept: false, fresh: null, held: null });
  useActor.setState({ initials: 'Desk', handle: null });
});

/** A desk that answers when the test says so. */
function bench() {
  const calls: Call[] = [];
  const answers: ((answer: Result<unknown>) => void)[] = [];
  const desk = createDeskClient({
    kind: 'browser',
    call: (call) => {
      calls.push(call);
      return new Promise((answer) => answers.push(answer));
    },
    subscribe: () => () => undefined,
  });
  const badge = (): Promise<unknown> => readBadge(desk, BADGE);
  const signedOut = (): (string | undefined)[] =>
    calls.filter(({ name }) => name === 'staff.signOut').map(({ handle }) => handle);
  return {
    desk,
    badge,
    signedOut,
    answer: (initials: string) => answers[0]?.({ ok: true, value: signedInAs(initials) }),
  };
}

test('a badge alone signs its person in', async () => {
  const { badge, answer, signedOut } = bench();
  const read = badge();
  answer('JB');
  expect(await read).toBeNull();
  expect(useActor.getState()).toMatchObject({ initials: 'JB', handle: 'handle of JB' });
  expect([signedOut(), useLock.getState().held]).toEqual([[], null]);
});

test('a badge whose answer comes after somebody else has signed in takes nothing over: it waits for a press, and its sign-in ends', async () => {
  const { badge, answer, signedOut } = bench();
  const read = badge();
  useActor.getState().signedIn('MC', 'handle of MC');
  answer('JB');
  expect(await read).toBeNull();
  expect(useActor.getState()).toMatchObject({ initials: 'MC', handle: 'handle of MC' });
  expect(signedOut()).toEqual(['handle of JB']);
  expect(useLock.getState().held).toBe(BADGE);
});

test('somebody who was quicker with their own PIN than their badge is signed in once', async () => {
  const { badge, answer, signedOut } = bench();
  const read = badge();
  useActor.getState().signedIn('JB', 'handle by PIN');
  answer('JB');
  await read;
  expect(useActor.getState().handle).toBe('handle by PIN');
  expect([signedOut(), useLock.getState().held]).toEqual([['handle of JB'], null]);
});

test('a window that was locked by the desk still has its old handle, and is signed in at all the same', () => {
  const { desk } = bench();
  useActor.setState({ initials: 'JB', handle: 'ended' });
  expect(signInHere(desk, 'ended', signedInAs('MC'))).toBe(true);
  expect(useActor.getState()).toMatchObject({ initials: 'MC', handle: 'handle of MC' });
});
