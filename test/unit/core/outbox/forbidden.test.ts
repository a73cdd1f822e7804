// A "forbidden" is a person's to decide only where it is about the change, and not about all that the key may do.
import { describe, expect, it } from 'vitest';
import { lookFailed } from '../../../../src/core/outbox/attempt.ts';
import type { Attempt } from '../../../../src/core/outbox/attempt.ts';
import { weighForbidden } from '../../../../src/core/outbox/forbidden.ts';
import { again, confirmed, forHuman } from '../../../../src/core/outbox/verdict.ts';
import type { Verdict } from '../../../../src/core/outbox/verdict.ts';
import {
  AppException,
  busy,
  conflict,
  forbidden,
  timeout,
  unauthorised,
} from '../../../../src/domain/app-error.ts';
import type { AppError } from '../../../../src/domain/app-error.ts';

const error = forbidden('not this one');
const lastError = timeout('no answer');

/**
 * What becomes of the verdict, and what the service was asked. `test` and `second`: what it answers the requests that everybody may
 * make.
 */
async function weigh(
  verdict: Verdict,
  state: 'sending' | 'unknown',
  test: AppError | 'answered',
  second = test,
) {
  const asked: string[] = [];
  const call = async (endpoint: string) => {
    asked.push(endpoint);
    const answer = endpoint === 'registrations.list' ? second : test;
    if (answer !== 'answered') throw new AppException(answer);
  };
  const attempt = { gateway: { call }, row: { state, lastError } } as unknown as Attempt;
  return { asked, verdict: await weighForbidden(attempt, verdict) };
}

describe('a change that is forbidden', () => {
  it.each([forHuman('needs-human', error), forHuman('refused', error), lookFailed(error)])(
    'stays what it is while the service answers what everybody may ask: %j',
    async (verdict) => {
      for (const state of ['sending', 'unknown'] as const) {
        expect(await weigh(verdict, state, 'answered')).toEqual({ asked: ['locations.list'], verdict });
      }
    },
  );

  it.each([forbidden('nor that'), unauthorised('401')])(
    'waits uncounted where the key is what is refused ($kind)',
    async (test) => {
      for (const verdict of [forHuman('needs-human', error), forHuman('refused', error)]) {
        expect((await weigh(verdict, 'sending', test)).verdict).toEqual({
          to: 'pending',
          error,
          delayMs: 0,
          counted: false,
        });
      }
    },
  );

  it('stays what it is where one list alone is forbidden to the key', async () => {
    for (const verdict of [forHuman('needs-human', error), forHuman('refused', error), lookFailed(error)]) {
      expect(await weigh(verdict, 'sending', forbidden('nor that'), 'answered')).toEqual({
        asked: ['locations.list', 'registrations.list'],
        verdict,
      });
    }
    const verdict = forHuman('refused', error);
    expect((await weigh(verdict, 'sending', unauthorised('401'), 'answered')).verdict).toEqual(verdict);
    const unclear = await weigh(verdict, 'sending', forbidden('nor that'), timeout('no answer'));
    expect(unclear.verdict).toEqual({ to: 'pending', error, delayMs: null, counted: true });
  });

  it('is tried again after a growing pause where it cannot be found out', async () => {
    const { verdict } = await weigh(forHuman('refused', error), 'sending', busy('server-error', null, '500'));
    expect(verdict).toEqual({ to: 'pending', error, delayMs: null, counted: true });
  });

  it('stays in doubt, with what is known of the doubt, where it was in doubt', async () => {
    for (const verdict of [forHuman('needs-human', error), lookFailed(error)]) {
      expect((await weigh(verdict, 'unknown', forbidden('nor that'))).verdict).toEqual({
        to: 'unknown',
        error: lastError,
        delayMs: 0,
        counted: false,
      });
      expect(await weigh(verdict, 'unknown', timeout(''))).toMatchObject({ verdict: { to: 'unknown' } });
    }
  });

  it('is in doubt where the look after it was sent is forbidden, as it may have been carried out', async () => {
    const { verdict } = await weigh(lookFailed(error), 'sending', forbidden('nor that'));
    expect(verdict).toEqual({ to: 'unknown', error, delayMs: 0, counted: false });
    expect(await weigh(lookFailed(error), 'sending', timeout(''))).toMatchObject({
      verdict: { to: 'unknown' },
    });
  });
});

it('nothing is asked about any other verdict', async () => {
  for (const verdict of [confirmed(), again(), forHuman('conflict', conflict('changed', ''))]) {
    expect(await weigh(verdict, 'sending', forbidden(''))).toEqual({ asked: [], verdict });
  }
});
