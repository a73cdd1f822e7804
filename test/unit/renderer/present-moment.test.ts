// A slot of the present moment that is asked for once more, because its answer was lost, is the same one.
import { expect, it } from 'vitest';
import { createAttempts } from '../../../src/renderer/host/command-attempts.ts';
import { createPresentMoment } from '../../../src/renderer/features/walk-in/present-moment.ts';
import { conflict } from '../../../src/domain/app-error.ts';
import type { AppError, Result } from '../../../src/domain/app-error.ts';

const LOST: AppError = { kind: 'timeout', retry: 'later', detail: 'no answer' } as AppError;

function press() {
  let nowMs = 1_000;
  const moment = createPresentMoment(() => (nowMs += 5_000));
  const attempts = createAttempts<Result<unknown>>({ repeatable: false });
  const sent: string[] = [];
  return {
    sent,
    async hold(serial: number, answer: Result<unknown>) {
      const startsAtMs = moment.toAskFor(serial);
      await attempts.attempt(JSON.stringify({ startsAtMs }), (commandId) => {
        sent.push(commandId);
        return Promise.resolve(answer);
      });
      moment.answered(serial, answer);
    },
  };
}

it('is sent as the same command again while no answer came', async () => {
  const { sent, hold } = press();
  await hold(1, { ok: false, error: LOST });
  await hold(1, { ok: false, error: LOST });
  await hold(1, { ok: true, value: 'held' });
  expect(new Set(sent).size).toBe(1);
});

it('is another moment for another person, after a refusal, and after an answer', async () => {
  const { sent, hold } = press();
  await hold(1, { ok: false, error: LOST });
  await hold(2, { ok: false, error: conflict('taken', 'taken') });
  await hold(2, { ok: true, value: 'held' });
  await hold(2, { ok: true, value: 'held' });
  expect(new Set(sent).size).toBe(4);
});
