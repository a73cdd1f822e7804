// Decides when two presses are one intention, so that both carry the same command id.
import type { Result } from '../../domain/app-error.ts';

/** A second press within this time of the first one's answer is a double click. */
export const DOUBLE_CLICK_MS = 700;

/**
 * What is meant by an input, as text. Where nothing in the input says whom it is for, `of` does: what one person asked for and was never
 * answered is not given to the next one who asks for the same.
 */
export const intentionOf = (input: object, of?: number): string =>
  JSON.stringify(of === undefined ? input : [of, input]);

export interface Attempts<Answer> {
  /**
   * Sends under an id; the same intention while under way, or just done, joins the first attempt. `unseen`: the intention without what the
   * input names as seen, where the first press itself changes that: a second one right after it means nothing else. Left out: there is none.
   */
  attempt(intention: string, send: (commandId: string) => Promise<Answer>, unseen?: string): Promise<Answer>;
  /** What was done was taken back: the same input is a new intention from now on, however soon it comes. */
  takenBack(): void;
}

export function createAttempts<Answer extends Result<unknown>>(options: {
  repeatable: boolean;
  nowMs?: () => number;
}): Attempts<Answer> {
  const nowMs = options.nowMs ?? (() => performance.now());
  let last: {
    intention: string;
    unseen: string;
    commandId: string;
    answer: Promise<Answer>;
    state: 'under-way' | 'done' | 'unanswered';
    endedAtMs: number;
  } | null = null;

  return {
    attempt(intention, send, unseen = intention) {
      if (last && last.unseen === unseen) {
        if (last.state === 'under-way') return last.answer;
        const soon = nowMs() - last.endedAtMs < DOUBLE_CLICK_MS;
        if (last.state === 'done' && soon && !options.repeatable) return last.answer;
      }
      // The answer may have been lost after the change was made: the same id gets the first answer.
      const keepsId = last?.intention === intention && last.state === 'unanswered';
      const commandId = keepsId && last ? last.commandId : crypto.randomUUID();
      const answer = send(commandId);
      const current: NonNullable<typeof last> = {
        intention,
        unseen,
        commandId,
        answer,
        state: 'under-way',
        endedAtMs: 0,
      };
      last = current;
      void answer.then((result) => {
        current.endedAtMs = nowMs();
        // Also where nobody is signed in any more: the desk looked at nothing, and an earlier try may have been carried out.
        current.state = !result.ok && result.error.retry !== 'never' ? 'unanswered' : 'done';
        // After a refusal the next press asks again: what was wrong may have been corrected on another screen.
        if (!result.ok && current.state === 'done' && last === current) last = null;
      });
      return answer;
    },
    takenBack() {
      if (last?.state === 'done') last = null;
    },
  };
}
