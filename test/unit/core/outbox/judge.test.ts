// What a failed write proves, and how long is waited before the next try.
import { describe, expect, it } from 'vitest';
import {
  bug,
  busy,
  conflict,
  forbidden,
  notFound,
  offline,
  rejected,
  timeout,
  unauthorised,
} from '../../../../src/domain/app-error.ts';
import type { AppError } from '../../../../src/domain/app-error.ts';
import { judgeWrite } from '../../../../src/core/outbox/judge.ts';
import { probePauseMs } from '../../../../src/core/line/probe-pause.ts';
import { pauseMs } from '../../../../src/core/outbox/retry-policy.ts';

describe('judgeWrite', () => {
  const verdicts: readonly (readonly [string, AppError, ReturnType<typeof judgeWrite>])[] = [
    ['a refused connection delivered nothing', offline('refused', 'not-sent', ''), 'not-sent'],
    ['an unknown name delivered nothing', offline('name-not-found', 'not-sent', ''), 'not-sent'],
    ['a line that broke proves nothing', offline('connection-lost', 'unknown', ''), 'unknown'],
    ['a sign-in page proves nothing', offline('captive-portal', 'unknown', ''), 'unknown'],
    ['no answer in time proves nothing', timeout(''), 'unknown'],
    ['a server error proves nothing', busy('server-error', null, ''), 'unknown'],
    ['an answer that cannot be understood proves nothing', bug('', { origin: 'service' }), 'unknown'],
    ['being told to wait means nothing was done', busy('rate-limited', 1, ''), 'rate-limited'],
    ['being told to sign in means nothing was done', unauthorised(''), 'sign-in'],
    ['not being allowed is a refusal', forbidden(''), 'forbidden'],
    ['not being there is a refusal', notFound(''), 'not-found'],
    ['somebody being first is a refusal', conflict('taken', ''), 'conflict'],
    ['a wrong field is a refusal', rejected(''), 'rejected'],
  ];
  for (const [what, error, judgement] of verdicts) {
    it(what, () => expect(judgeWrite(error)).toBe(judgement));
  }
});

describe('pauses', () => {
  it('are random below a limit that doubles up to five minutes', () => {
    expect([0, 1, 2, 3].map((attempts) => pauseMs(attempts, 0.999_999))).toEqual([999, 1_999, 3_999, 7_999]);
    expect(pauseMs(50, 0.999_999_9)).toBeLessThanOrEqual(300_000);
    expect(pauseMs(8, 0)).toBe(0);
  });

  it('are never so short that tests of the connection follow without a pause', () => {
    expect(probePauseMs(0, 0, 0)).toBeGreaterThanOrEqual(500);
  });
});
