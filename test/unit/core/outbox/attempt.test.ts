// What a failed request means for a change, whatever its kind.
import { describe, expect, it } from 'vitest';
import {
  commonVerdict,
  firstLookFailed,
  lookFailed,
  outcomeOf,
} from '../../../../src/core/outbox/attempt.ts';
import type { Attempt } from '../../../../src/core/outbox/attempt.ts';
import { judgeWrite } from '../../../../src/core/outbox/judge.ts';
import {
  AppException,
  busy,
  conflict,
  forbidden,
  notFound,
  offline,
  rejected,
  timeout,
  unauthorised,
} from '../../../../src/domain/app-error.ts';

const attempt = { judge: judgeWrite } as Attempt;

describe('a write that failed', () => {
  it.each([offline('refused', 'not-sent', ''), unauthorised(''), busy('rate-limited', 5_000, '')])(
    'is tried again without counting when the change cannot have been carried out ($kind)',
    (error) => {
      expect(commonVerdict(attempt, error)).toEqual({ to: 'pending', error, delayMs: 0, counted: false });
    },
  );

  it.each([offline('connection-lost', 'unknown', ''), timeout(''), busy('server-error', null, '')])(
    'is in doubt when it may have been carried out ($kind)',
    (error) => {
      expect(commonVerdict(attempt, error)).toEqual({ to: 'unknown', error, delayMs: null, counted: true });
    },
  );

  it('waits for a person when the service forbids it', () => {
    const error = forbidden('');
    expect(commonVerdict(attempt, error)).toEqual({ to: 'needs-human', error });
  });

  it.each([notFound(''), conflict('taken', ''), rejected('')])(
    'is judged by its own kind of change when the service refuses it ($kind)',
    (error) => {
      expect(commonVerdict(attempt, error)).toBeNull();
    },
  );
});

describe('a look at the service that failed', () => {
  it('leaves the change in doubt', () => {
    const error = timeout('');
    expect(lookFailed(error)).toEqual({ to: 'unknown', error, delayMs: null, counted: true });
  });

  it('waits for a person when looking is forbidden', () => {
    const error = forbidden('');
    expect(lookFailed(error)).toEqual({ to: 'needs-human', error, byLook: true });
  });
});

describe('a look before sending that failed', () => {
  const inState = (state: 'sending' | 'unknown') => ({ judge: judgeWrite, row: { state } }) as Attempt;
  const failures = [
    offline('refused', 'not-sent', ''),
    offline('connection-lost', 'unknown', ''),
    unauthorised(''),
    busy('rate-limited', 5_000, ''),
    timeout(''),
  ];

  it.each(failures)('leaves a change that is being sent not sent ($kind)', (error) => {
    expect(firstLookFailed(inState('sending'), error)).toMatchObject({ to: 'pending', error });
  });

  it.each(failures)('leaves a change in doubt that was in doubt before ($kind)', (error) => {
    expect(firstLookFailed(inState('unknown'), error)).toMatchObject({ to: 'unknown', error, counted: true });
  });
});

describe('the outcome of a request', () => {
  it('is its answer, or the failure that the service is to blame for', async () => {
    expect(await outcomeOf(Promise.resolve(7))).toEqual({ ok: true, value: 7 });
    const error = notFound('');
    expect(await outcomeOf(Promise.reject(new AppException(error)))).toEqual({ ok: false, error });
  });

  it('is thrown when the mistake is ours', async () => {
    await expect(outcomeOf(Promise.reject(new RangeError('ours')))).rejects.toThrow(RangeError);
  });
});
