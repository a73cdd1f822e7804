// Secrets leave the environment when they are read; children get what they need and nothing else.
import { expect, test } from 'vitest';
import { childEnvironment, takeSecretsFrom } from '../../../src/app/environment.ts';

test('a secret that was read is not in the environment any more, and can be read again', () => {
  const env: Record<string, string | undefined> = { DESK_TOKEN: 's3cret', PATH: '/bin' };
  const readSecret = takeSecretsFrom(env);
  expect([readSecret('DESK_TOKEN'), readSecret('DESK_TOKEN')]).toEqual(['s3cret', 's3cret']);
  expect(env).toEqual({ PATH: '/bin' });
  expect(readSecret('OTHER')).toBeUndefined();
});

test('children get the names that are known to be needed, whatever else there is', () => {
  const env = {
    PATH: '/bin',
    DISPLAY: ':0',
    Path: 'C:\\',
    DESK_TOKEN: 's3cret',
    ANY_SECRET: 's3cret',
    LANG: undefined,
  };
  expect(childEnvironment(env, 'program')).toEqual({ PATH: '/bin', Path: 'C:\\' });
  expect(childEnvironment(env, 'desktop')).toEqual({ PATH: '/bin', Path: 'C:\\', DISPLAY: ':0' });
});
