// Which questions a part of the screen asks, for whoever has to know when one of them is answered otherwise.
import type { DeskClient } from './desk-client.ts';
import type { Question } from './query-cache.ts';

export interface NotedQuestions {
  /** The desk for that part of the screen. */
  readonly desk: DeskClient;
  /**
   * Calls `listener` once one of the questions asked until now has another answer than now, also where whoever asked it is gone from the
   * screen; until {@link stopWaiting}. Called again, it goes on from the answers of then, with the listener of then.
   */
  onOtherAnswer(listener: () => void): void;
  stopWaiting(): void;
}

/** Notes what is asked of a desk. @example const noted = notedQuestions(desk); // noted.desk goes to the screen */
export function notedQuestions(desk: DeskClient): NotedQuestions {
  /** By how many each is watched; by nobody where its answer was read and what read it could not be drawn. */
  const watchers = new Map<Question, number>();
  const count = (question: Question, by: number): void =>
    void watchers.set(question, (watchers.get(question) ?? 0) + by);

  /** By what is asked: how it was answered when it began to be waited for. It is watched for all that time, as being watched asks anew. */
  const waiting = new Map<string, { before: string; end: () => void }>();
  let tell = (): void => undefined;
  const answerTo = (question: Question): string => {
    const { value, error } = desk.read(question);
    return JSON.stringify({ value, error });
  };

  function waitFor(question: Question): void {
    const key = JSON.stringify([question.name, question.input]);
    const before = answerTo(question);
    const known = waiting.get(key);
    if (known) {
      known.before = before;
      return;
    }
    const one = { before, end: (): void => undefined };
    waiting.set(key, one);
    one.end = desk.watch(question, () => {
      if (answerTo(question) !== one.before) tell();
    });
  }

  return {
    desk: {
      ...desk,
      read(question) {
        if (question !== null) count(question, 0);
        return desk.read(question);
      },
      watch(question, listener) {
        if (question === null) return desk.watch(question, listener);
        count(question, 1);
        const end = desk.watch(question, listener);
        return () => {
          count(question, -1);
          if (watchers.get(question) === 0) watchers.delete(question);
          end();
        };
      },
    },
    onOtherAnswer(listener) {
      tell = listener;
      const asked = [...watchers];
      for (const [question, by] of asked) if (by === 0) watchers.delete(question);
      for (const [question] of asked) waitFor(question);
    },
    stopWaiting() {
      for (const { end } of waiting.values()) end();
      waiting.clear();
    },
  };
}
