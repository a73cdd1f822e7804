// The cache of answers, by question. An answer that is out of date is asked for again while a screen shows it. Answers
// that no screen shows are dropped when there are too many.
import type { Topic } from '../../contract/events.ts';
import type { Input, QueryName } from '../../contract/index.ts';
import type { AppError, Result } from '../../domain/app-error.ts';
import { noteOfQuestion } from './reading-failures.ts';

/** How many answers that nobody looks at are kept, so that going back paints at once. */
const KEPT_UNWATCHED = 60;

export interface QueryState<Value> {
  /** The last good answer; stays while a newer one is asked for or cannot be had. */
  readonly value: Value | null;
  /** Why the newest question has no answer; null once one has. */
  readonly error: AppError | null;
  /** True until there is a first answer or a first failure. Never true for a question that is not asked. */
  readonly loading: boolean;
}

export interface Question {
  readonly name: QueryName;
  readonly input: unknown;
}

/** In place of an input that is not known yet: nothing is asked, and there is no answer. */
export const skip = Symbol('skip');

/** A question of a given name. @example questionOf('visits.get', { visitId }) */
export function questionOf<Name extends QueryName>(name: Name, input: Input<Name>): Question {
  return { name, input };
}

interface Entry extends Question {
  state: QueryState<unknown>;
  /** False when the answer may be out of date: an event said so, or somebody asked for a newer one. */
  fresh: boolean;
  /** Counts up with each request and with each answer that came another way. An answer to an older turn is not used. */
  turn: number;
  inFlight: boolean;
  askAgain: boolean;
  readonly listeners: Set<() => void>;
}

export interface QueryCache {
  /** Keeps the answer up to date until the returned function is called; `listener` hears of every new state. */
  watch(question: Question | null, listener: () => void): () => void;
  read(question: Question | null): QueryState<unknown>;
  /** The kept answers to all questions of this name, without those that may be out of date. */
  kept(name: QueryName): readonly unknown[];
  /** Asks for an answer that somebody is about to look at, unless it is there or on its way. */
  askAhead(question: Question): void;
  /** Asks again now, whatever is kept; later, when nobody looks at the answer just then. */
  refresh(question: Question | null): void;
  /**
   * Stores an answer that came another way, such as with a command. A request that is still running is then not used.
   */
  learn(question: Question, value: unknown): void;
  /** Changes the kept answers to every question of this name, such as one row of a list. `change` returns its argument where
   * nothing changes. */
  amend(name: QueryName, change: (value: unknown) => unknown): void;
  /** Forgets the answers to every question of these names, and asks again for those that a screen shows. */
  forget(names: readonly QueryName[]): void;
  /** Marks the answers for which `concerns` is true as out of date, and asks again for those that a screen shows. */
  invalidate(concerns: (question: Question) => boolean): void;
  /** The same for the answers that depend on one of these topics. */
  invalidateTopics(topics: readonly Topic[]): void;
}

const NOTHING_YET: QueryState<unknown> = { value: null, error: null, loading: true };
const NOT_ASKED: QueryState<unknown> = { value: null, error: null, loading: false };

/**
 * A question that is null (see `skip`) is never asked and has no answer. `ask` must never reject. `staleOn` names the
 * topics whose events make an answer out of date. An answer without topics is asked for again each time a screen starts
 * to show it.
 */
export function createQueryCache(options: {
  ask: (question: Question) => Promise<Result<unknown>>;
  staleOn: (name: QueryName) => readonly Topic[];
  /** See the contract's word of the same name; false where it is left out. */
  isForgottenWhenLeft?: (name: QueryName) => boolean;
}): QueryCache {
  const entries = new Map<string, Entry>();
  const keyOf = (question: Question): string => `${question.name} ${JSON.stringify(question.input)}`;

  function entryOf(question: Question): Entry {
    const key = keyOf(question);
    let entry = entries.get(key);
    if (!entry) {
      entry = {
        name: question.name,
        input: question.input,
        state: NOTHING_YET,
        fresh: false,
        turn: 0,
        inFlight: false,
        askAgain: false,
        listeners: new Set(),
      };
      entries.set(key, entry);
      dropUnwatched(entry);
    }
    return entry;
  }

  /** Removes the oldest first, and never the one just made: a screen is about to watch it. */
  function dropUnwatched(except: Entry): void {
    let unwatched = 0;
    for (const entry of entries.values()) if (entry.listeners.size === 0) unwatched += 1;
    for (const [key, entry] of entries) {
      if (unwatched <= KEPT_UNWATCHED) return;
      if (entry === except || entry.listeners.size > 0 || entry.inFlight) continue;
      entries.delete(key);
      unwatched -= 1;
    }
  }

  function show(entry: Entry, state: QueryState<unknown>): void {
    entry.state = state;
    for (const listener of entry.listeners) listener();
  }

  const isForgottenWhenLeft = ({ name }: Entry): boolean => options.isForgottenWhenLeft?.(name) === true;

  /** Whether the answer that is shown stays although the next question failed so. */
  function mayStay(entry: Entry, { kind }: AppError): boolean {
    // What whoever sat here before was allowed to see is not shown to whoever sits here now.
    if (kind === 'not-allowed') return false;
    // It was asked for, and is given no more: it may be somebody else's by now. A failure says nothing of the kind.
    const isRefusal = kind === 'rejected' || kind === 'conflict' || kind === 'not-found';
    return !(isRefusal && isForgottenWhenLeft(entry));
  }

  async function fetchEntry(entry: Entry): Promise<void> {
    if (entry.inFlight) {
      entry.askAgain = true;
      return;
    }
    entry.inFlight = true;
    entry.fresh = true;
    const turn = ++entry.turn;
    if (!entry.state.loading && entry.state.value === null) show(entry, { ...entry.state, loading: true });
    const answer = await options.ask(entry);
    entry.inFlight = false;
    if (turn === entry.turn) {
      if (answer.ok) {
        show(entry, { value: answer.value, error: null, loading: false });
      } else {
        entry.fresh = false;
        noteOfQuestion(answer.error);
        const value = mayStay(entry, answer.error) ? entry.state.value : null;
        show(entry, { value, error: answer.error, loading: false });
      }
    }
    if (entry.askAgain) {
      entry.askAgain = false;
      if (entry.listeners.size > 0) void fetchEntry(entry);
      else entry.fresh = false;
    }
  }

  /** An answer that is on its way is not used either. */
  function forgetEntry(entry: Entry): void {
    entry.turn += 1;
    entry.fresh = false;
    show(entry, NOTHING_YET);
  }

  function invalidate(concerns: (question: Question) => boolean): void {
    for (const entry of entries.values()) {
      if (!concerns(entry)) continue;
      entry.fresh = false;
      if (entry.listeners.size > 0) void fetchEntry(entry);
    }
  }

  return {
    invalidate,
    forget(names) {
      for (const entry of entries.values()) {
        if (!names.includes(entry.name)) continue;
        forgetEntry(entry);
        if (entry.listeners.size > 0) void fetchEntry(entry);
      }
    },
    invalidateTopics(topics) {
      const changed = new Set(topics);
      invalidate((question) => options.staleOn(question.name).some((topic) => changed.has(topic)));
    },
    watch(question, listener) {
      if (question === null) return () => undefined;
      const entry = entryOf(question);
      entry.listeners.add(listener);
      if (!entry.fresh) void fetchEntry(entry);
      return () => {
        entry.listeners.delete(listener);
        if (options.staleOn(entry.name).length === 0) entry.fresh = false;
        if (entry.listeners.size === 0 && isForgottenWhenLeft(entry)) forgetEntry(entry);
      };
    },
    read: (question) =>
      question === null ? NOT_ASKED : (entries.get(keyOf(question))?.state ?? NOTHING_YET),
    kept: (name) =>
      [...entries.values()].flatMap((entry) =>
        entry.name === name && entry.fresh && !entry.inFlight && entry.state.value !== null
          ? [entry.state.value]
          : [],
      ),
    askAhead(question) {
      // An answer that no event makes out of date would be kept for too long.
      if (options.staleOn(question.name).length === 0) return;
      const entry = entryOf(question);
      if (!entry.fresh) void fetchEntry(entry);
    },
    refresh(question) {
      if (question === null) return;
      const entry = entryOf(question);
      entry.fresh = false;
      if (entry.listeners.size > 0) void fetchEntry(entry);
    },
    learn(question, value) {
      const entry = entryOf(question);
      entry.turn += 1;
      const saysTheSame =
        entry.fresh &&
        entry.state.error === null &&
        JSON.stringify(entry.state.value) === JSON.stringify(value);
      entry.fresh = true;
      // What says the same as before is not drawn anew.
      if (!saysTheSame) show(entry, { value, error: null, loading: false });
    },
    amend(name, change) {
      for (const entry of entries.values()) {
        if (entry.name !== name || entry.state.value === null) continue;
        const value = change(entry.state.value);
        if (value !== entry.state.value) show(entry, { ...entry.state, value });
      }
    },
  };
}
