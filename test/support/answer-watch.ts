// Looks on in every test with a desk whether the screens are told of what commands change: an answer that the test has asked for before must
// not become another one by a command without an event that makes it out of date. `told-answers.ts` does the same where a test names the
// answers itself.
import type { DeskEvent } from '../../src/contract/events.ts';
import { operations } from '../../src/contract/index.ts';
import type { OperationName, QueryName } from '../../src/contract/index.ts';
import type { AppError, Result } from '../../src/domain/app-error.ts';

export interface AnswerWatch {
  /** Notes a question of the test: it is asked again around the commands that follow, as a screen that shows the answer would be. */
  note(question: Question): void;
  /** Carries a command out. @throws Error when it has changed an answer and told no screen so */
  around<Value>(command: OperationName, carryOut: () => Promise<Value>): Promise<Value>;
}

/** A question as the test asked it, with the sign-in that it was asked with. */
interface Question {
  readonly name: OperationName;
  readonly input: unknown;
  readonly handle: string | undefined;
}

/** They ask the service, so that the test would see requests that it did not make. */
const ASK_THE_SERVICE: readonly QueryName[] = [
  'orders.terms',
  'service.deliveries',
  'service.webhook',
  'slots.list',
  'slots.month',
];
/** Counts of what is going on just now: of requests, and of what waits to be copied. They are told of together, a little later. */
const COUNT_WHAT_GOES_ON: readonly QueryName[] = ['connection.get', 'copy.get', 'service.diagnosis'];

/** Whoever asks may see the answer no more, and their window knows it: it was signed out. */
const isShutOut = (error: AppError): boolean =>
  error.kind === 'not-signed-in' || error.kind === 'not-allowed';

const isWatched = (name: OperationName): boolean => {
  const operation = operations[name];
  return (
    operation.kind === 'query' &&
    operation.cache.staleOn.length > 0 &&
    ![...ASK_THE_SERVICE, ...COUNT_WHAT_GOES_ON].some((one) => one === name)
  );
};

/** `ask` asks the engine; `subscribe` hears its events. */
export function createAnswerWatch(desk: {
  readonly ask: (question: Question) => Promise<Result<unknown>>;
  readonly subscribe: (listener: (event: DeskEvent) => void) => void;
}): AnswerWatch {
  const questions = new Map<string, Question>();
  let told = new Set<string>();
  let underWay = 0;
  desk.subscribe((event) => {
    // The first says only from where the others are told.
    if (event.type === 'changed') for (const topic of event.topics) told.add(topic);
  });
  const askAll = async (): Promise<Map<string, Result<unknown>>> => {
    const answers = new Map<string, Result<unknown>>();
    for (const [key, question] of questions) {
      answers.set(key, await desk.ask(question));
      // The first question takes back what has become wrong, and tells so: too late for the command. What is told after it comes from
      // what goes on beside the command.
      if (answers.size === 1) told = new Set();
    }
    return answers;
  };

  return {
    note(question) {
      if (isWatched(question.name)) questions.set(JSON.stringify(question), question);
    },
    async around(command, carryOut) {
      underWay += 1;
      try {
        // Of two at once nobody can tell which one has changed an answer.
        if (underWay > 1 || questions.size === 0) return await carryOut();
        const before = await askAll();
        told = new Set();
        const value = await carryOut();
        const toldByThen = told;
        if (underWay > 1) return value;
        for (const [key, answer] of await askAll()) {
          const { name } = questions.get(key) as Question;
          const isSame = JSON.stringify(before.get(key)) === JSON.stringify(answer);
          const operation = operations[name];
          const topics: readonly string[] = operation.kind === 'query' ? operation.cache.staleOn : [];
          if (isSame || topics.some((topic) => toldByThen.has(topic) || told.has(topic))) continue;
          if (!answer.ok && isShutOut(answer.error)) continue;
          throw new Error(
            `${command} has changed the answer to ${key} and told only [${[...toldByThen].join(', ')}]: screens would stay as they were.\n` +
              `before: ${JSON.stringify(before.get(key))}\nafter: ${JSON.stringify(answer)}`,
          );
        }
        return value;
      } finally {
        underWay -= 1;
      }
    },
  };
}
