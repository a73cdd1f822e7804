// Many changes for which the service failed, as after an hour in which it was worked on: one press has all of them sent again.
import { expect, it, vi } from 'vitest';
import { bug, busy, conflict, forbidden, notSignedIn } from '../../../src/domain/app-error.ts';
import type { AppError } from '../../../src/domain/app-error.ts';
import type { ChangeChoice } from '../../../src/domain/outbox-state.ts';
import {
  onlyFailed,
  onlyForbidden,
  sendEachAgain,
} from '../../../src/renderer/features/outbox/only-failed.ts';
import { useActor } from '../../../src/renderer/host/actor.ts';

await vi.hoisted(async () => (await import('../../support/tab-storage.ts')).giveTabStorage());

const failure = busy('server-error', null, '503');
const row = (id: string, change: object = {}) => ({
  id,
  state: 'needs-human' as const,
  error: failure as AppError,
  choices: ['send-again', 'give-up'] as ChangeChoice[],
  ...change,
});

it('takes those with which the service failed, and none about which something is to be decided', () => {
  const rows = [
    row('failed'),
    row('nonsense', { error: bug('no sense', { origin: 'service' }) }),
    row('not the service', { error: busy('gateway', null, '404') }),
    row('refused', { state: 'refused' }),
    row('perhaps done', { choices: ['said-done', 'repeat', 'give-up'] }),
    row('stopped', { error: null }),
  ];
  expect(onlyFailed(rows).map(({ id }) => id)).toEqual(['failed']);
});

it('takes those that the service does not allow this desk together, and none that may be done twice', () => {
  const error = forbidden('403');
  const rows = [
    row('one', { error }),
    row('two', { error, state: 'refused' }),
    row('perhaps done', { error, choices: ['said-done', 'repeat', 'give-up'] }),
    row('failed'),
  ];
  expect(onlyForbidden(rows).map(({ id }) => id)).toEqual(['one', 'two']);
});

it('sends nothing more in the name of somebody else who has signed in meanwhile', async () => {
  const sent: string[] = [];
  useActor.getState().signedIn('MS', 'handle of MS');
  await sendEachAgain([row('a'), row('b'), row('c')], async (id) => {
    sent.push(id);
    if (id === 'b') useActor.getState().signedIn('RT', 'handle of RT');
    return { ok: true };
  });
  expect(sent).toEqual(['a', 'b']);
});

it('goes on past one that somebody else has decided about, and stops where each would fail', async () => {
  const sent: string[] = [];
  const refusals: Record<string, AppError> = { b: conflict('state', 'sent'), d: notSignedIn('') };
  await sendEachAgain([row('a'), row('b'), row('c'), row('d'), row('e')], async (id) => {
    sent.push(id);
    const error = refusals[id];
    return error ? { ok: false, error } : { ok: true };
  });
  expect(sent).toEqual(['a', 'b', 'c', 'd']);
});
