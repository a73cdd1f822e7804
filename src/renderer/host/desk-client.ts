// What screens know of the engine: answers kept by question, asked again when an event says that they are out of date.
import type { DeskEvent, Topic } from '../../contract/events.ts';
import type { Answer, CommandName, Input, Output, QueryName } from '../../contract/index.ts';
import type { Call } from '../../contract/operation.ts';
import type { VisitDetail } from '../../contract/views.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Host } from './host.ts';
import { noteServiceNow } from './service-clock.ts';

/** How many answers that nobody looks at are kept, so that going back paints at once. */
const KEPT_UNWATCHED = 60;

export interface QueryState<Value> {
  /** The last good answer; stays while a newer one is asked for or cannot be had. */
  readonly value: Value | null;
  readonly error: AppError | null;
  readonly loading: boolean;
}

interface Entry {
  readonly name: QueryName;
  readonly input: unknown;
  topics: readonly Topic[];
  state: QueryState<unknown>;
  /** False once an event or a newer wish made the answer doubtful. */
  fresh: boolean;
  /** Grows with every question and every answer learnt another way; an older answer is thrown away. */
  turn: number;
  inFlight: boolean;
  askAgain: boolean;
  readonly listeners: Set<() => void>;
}

export interface DeskClient {
  readonly host: Host;
  watch(question: Question, listener: () => void): () => void;
  read(question: Question): QueryState<unknown>;
  refresh(question: Question): void;
  ask<Name extends QueryName>(name: Name, input: Input<Name>): Promise<Answer<Name>>;
  command<Name extends CommandName>(
    name: Name,
    input: Input<Name>,
    as: { commandId: string; actor: string },
  ): Promise<Answer<Name>>;
  /** Takes a visit that came with some other answer as the newest there is. */
  learnVisit(visit: VisitDetail): void;
  resynchronise(): void;
}

export interface Question {
  readonly name: QueryName;
  readonly input: unknown;
  readonly topics: readonly Topic[];
}

const NOTHING_YET: QueryState<unknown> = { value: null, error: null, loading: true };

export function createDeskClient(host: Host): DeskClient {
  const entries = new Map<string, Entry>();
  let eventsSeen = 0;
  const keyOf = (question: Pick<Question, 'name' | 'input'>): string =>
    `${question.name} ${JSON.stringify(question.input)}`;

  function entryOf(question: Question): Entry {
    const key = keyOf(question);
    let entry = entries.get(key);
    if (!entry) {
      entry = {
        name: question.name,
        input: question.input,
        topics: question.topics,
        state: NOTHING_YET,
        fresh: false,
        turn: 0,
        inFlight: false,
        askAgain: false,
        listeners: new Set(),
      };
      entries.set(key, entry);
      dropUnwatched();
    }
    return entry;
  }

  function dropUnwatched(): void {
    if (entries.size <= KEPT_UNWATCHED) return;
    for (const [key, entry] of entries) {
      if (entries.size <= KEPT_UNWATCHED) return;
      if (entry.listeners.size === 0 && !entry.inFlight) entries.delete(key);
    }
  }

  function show(entry: Entry, state: QueryState<unknown>): void {
    entry.state = state;
    for (const listener of entry.listeners) listener();
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
    const answer = await host.call({ name: entry.name, input: entry.input });
    entry.inFlight = false;
    if (turn === entry.turn) {
      if (answer.ok) {
        noteTime(answer.value);
        show(entry, { value: answer.value, error: null, loading: false });
      } else {
        entry.fresh = false;
        show(entry, { value: entry.state.value, error: answer.error, loading: false });
      }
    }
    if (entry.askAgain) {
      entry.askAgain = false;
      void fetchEntry(entry);
    }
  }

  function invalidate(concerns: (entry: Entry) => boolean): void {
    for (const entry of entries.values()) {
      if (!concerns(entry)) continue;
      entry.fresh = false;
      if (entry.listeners.size > 0) void fetchEntry(entry);
    }
  }

  function learn(question: Question, value: unknown): void {
    const entry = entryOf(question);
    entry.turn += 1;
    entry.fresh = true;
    show(entry, { value, error: null, loading: false });
  }

  function learnVisit(visit: VisitDetail): void {
    learn({ name: 'visits.get', input: { visitId: visit.id }, topics: [] }, visit);
    for (const entry of entries.values()) {
      if (entry.name !== 'board.get' || entry.state.value === null) continue;
      const board = entry.state.value as Output<'board.get'>;
      if (!board.rows.some((row) => row.id === visit.id && row.version <= visit.version)) continue;
      const rows = board.rows.map((row) => (row.id === visit.id ? visit : row));
      show(entry, { ...entry.state, value: { ...board, rows } });
    }
  }

  function onEvent(event: DeskEvent): void {
    eventsSeen += 1;
    if (event.type === 'resynchronise') {
      invalidate(() => true);
      return;
    }
    const changed = new Set(event.topics);
    invalidate((entry) => entry.topics.some((topic) => changed.has(topic)));
  }

  host.subscribe(null, onEvent);

  return {
    host,
    learnVisit,
    resynchronise: () => invalidate(() => true),
    watch(question, listener) {
      const entry = entryOf(question);
      entry.topics = question.topics;
      entry.listeners.add(listener);
      if (!entry.fresh) void fetchEntry(entry);
      return () => {
        entry.listeners.delete(listener);
        // Without topics nothing tells that the answer grew old: ask anew next time.
        if (entry.topics.length === 0) entry.fresh = false;
      };
    },
    read: (question) => entries.get(keyOf(question))?.state ?? NOTHING_YET,
    refresh: (question) => void fetchEntry(entryOf(question)),
    async ask(name, input) {
      return (await host.call({ name, input })) as Answer<typeof name>;
    },
    async command(name, input, as) {
      const call: Call = { name, input, commandId: as.commandId, actor: as.actor };
      const eventsBefore = eventsSeen;
      const answer = await host.call(call);
      if (answer.ok) {
        noteTime(answer.value);
        const visit = visitIn(answer.value);
        if (visit) {
          learnVisit(visit);
          // Events and answers come by different ways: what an event told may be newer than this answer.
          if (eventsSeen !== eventsBefore) invalidate((entry) => isVisit(entry, visit.id));
        }
        if (isTrainingState(answer.value))
          learn({ name: 'training.get', input: {}, topics: [] }, answer.value);
      }
      return answer as Answer<typeof name>;
    },
  };
}

function isVisit(entry: Entry, visitId: string): boolean {
  return entry.name === 'visits.get' && (entry.input as { visitId: string }).visitId === visitId;
}

function noteTime(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('nowMs' in value && typeof value.nowMs === 'number') noteServiceNow(value.nowMs);
  if ('serviceNowMs' in value && typeof value.serviceNowMs === 'number') noteServiceNow(value.serviceNowMs);
}

/** The training panel's commands all answer with its whole state. */
function isTrainingState(value: unknown): value is Output<'training.get'> {
  return typeof value === 'object' && value !== null && 'offline' in value && 'serviceNowMs' in value;
}

/** Commands answer with the visit as it is now, itself or under `visit`. */
function visitIn(value: unknown): VisitDetail | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('labelList' in value && 'deskState' in value) return value as VisitDetail;
  if ('visit' in value) return visitIn(value.visit);
  return null;
}
