// What waits says why it does: a key that is not accepted is no connection that is gone.
import { expect, it } from 'vitest';
import { forbidden, offline, unauthorised } from '../../../src/domain/app-error.ts';
import { cutOffOf } from '../../../src/renderer/shared/connection/cut-off-words.ts';

it('tells a service out of reach from a key that it does not accept, or lets do nothing', () => {
  const error = offline('refused', 'not-sent', '');
  expect(cutOffOf({ state: 'offline', error })?.why).toBe('The service cannot be reached');
  expect(
    [unauthorised(''), forbidden('')].map((error) => cutOffOf({ state: 'sign-in-needed', error })),
  ).toEqual([
    { why: 'The service does not accept this desk’s key', until: 'it does' },
    { why: 'The service lets this desk’s key do nothing', until: 'it has its rights again' },
  ]);
  for (const state of ['online', 'connecting', 'trouble'] as const)
    expect(cutOffOf({ state, error: null })).toBeNull();
});
