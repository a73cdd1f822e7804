// The present moment that a walk-in asks for. The same press once more, after its answer was lost, has to name the same moment: the
// desk knows by that that it is the same, and two moments would be two slots.
import type { Result } from '../../../domain/app-error.ts';

export interface PresentMoment {
  /** The moment (milliseconds since the epoch) to ask for; `serial`: the walk-in that it is for. */
  toAskFor(serial: number): number;
  /** To be called with what became of asking. */
  answered(serial: number, answer: Result<unknown>): void;
}

export function createPresentMoment(nowMs: () => number): PresentMoment {
  let unanswered: { readonly serial: number; readonly atMs: number } | null = null;
  return {
    toAskFor(serial) {
      if (unanswered?.serial !== serial) unanswered = { serial, atMs: nowMs() };
      return unanswered.atMs;
    },
    answered(serial, answer) {
      const isLost = !answer.ok && answer.error.retry !== 'never';
      if (!isLost && unanswered?.serial === serial) unanswered = null;
    },
  };
}
