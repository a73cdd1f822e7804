// Lets what concerns one thing go on one after another: what was looked up before something is done must still be so when it is done.

const lastOf = new WeakMap<object, Promise<unknown>>();

/** Runs `act` once everything that was begun before about the same thing has ended, whatever came of it. */
export function inTurn<Answer>(about: object, act: () => Promise<Answer>): Promise<Answer> {
  const answer = (lastOf.get(about) ?? Promise.resolve()).then(act);
  lastOf.set(
    about,
    answer.catch(() => undefined),
  );
  return answer;
}
