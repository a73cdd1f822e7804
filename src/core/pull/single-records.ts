// Asks the service for single records. One that it does not answer for keeps nobody else's from being read: it is named among the odd
// records, is asked for again later and later, and the reading goes on. Where the service itself is in trouble, the reading fails.
import { AppException } from '../../domain/app-error.ts';
import type { Gateway } from '../line/gateway.ts';
import { testRequest } from '../line/test-request.ts';
import type { OddKind } from '../store/mirror/odd-records.ts';
import type { Ask } from './asker.ts';
import type { One, ReadRecord, Records } from './records.ts';

/** The result of asking for one record. `unanswered`: the service works, and does not answer for this one. */
export type Single<Value> = One<Value> | { readonly found: null; readonly why: 'unanswered' };

export interface SingleRecordsOptions {
  readonly gateway: Gateway;
  readonly ask: Ask;
  readonly records: Records;
  /** False while the connection is down. */
  readonly mayAsk: () => boolean;
}

export interface SingleQuestion {
  /** False for a record that nobody misses: it is not named among the odd ones. */
  readonly isMissed?: boolean;
  /** The service has just answered so much else that this is certainly the record's own trouble. */
  readonly isServiceWell?: boolean;
}

export interface SingleRecords {
  /** Asks for a record by its id at the service. Rejects when the reading has to stop. */
  read<Value extends { readonly id: string }>(
    kind: OddKind,
    id: string,
    asking: () => Promise<ReadRecord<Value>>,
    question?: SingleQuestion,
  ): Promise<Single<Value>>;
  /** True while it is too early to ask again for a record that the service did not answer for. */
  rests(kind: OddKind, id: string): boolean;
  /** A person wants the service asked: nothing rests any more. */
  askAgain(): void;
  /**
   * To be asked for after all others and one at a time: it was not answered for. Where it was unclear whose trouble that is, one good
   * answer to another question settles it; and two that are never answered, asked for at once, would look like a lost connection.
   */
  comesLast(kind: OddKind, id: string): boolean;
  /** True while the record is named as unanswered: a screen says of it by itself that it is not up to date. */
  isUnanswered(kind: OddKind, id: string): boolean;
  unanswered(kind: OddKind): string[];
  /** A list has told these records, which was requested at `askedAtMs` (gateway's clock): they are known up to then. */
  told(kind: OddKind, ids: readonly string[], askedAtMs: number): void;
  /** When a list told a record that the service had not answered for, by the gateway's clock; -Infinity otherwise. */
  toldAt(kind: OddKind, id: string): number;
}

interface Failing {
  failures: number;
  /** By the gateway's clock. */
  againAt: number;
  toldAt: number;
  isNamed: boolean;
}

/** After the first failure; it doubles with each further one, up to the longest pause. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 30 * 60_000;
/**
 * After so many records of one kind in a row without an answer, it is looked whether the service answers for one that it has answered
 * for before.
 */
const IN_A_ROW = 3;
/** So long after it was found that the key may do something, a refusal is not weighed again. */
const WELL_FOR_MS = 2_000;
const NO_ANSWER = 'the service does not answer for it';
const REFUSED = 'the service refuses to tell it';

/** What to say of a record that failed so; null for what is never one record's own trouble. */
function reasonOf(thrown: unknown): string | null {
  if (!(thrown instanceof AppException)) return null;
  const { error } = thrown;
  switch (error.kind) {
    case 'forbidden':
    case 'rejected':
    case 'conflict':
      return REFUSED;
    case 'busy':
    case 'timeout':
    case 'offline':
      return NO_ANSWER;
    case 'bug':
      return error.origin === 'service' ? NO_ANSWER : null;
    default:
      return null;
  }
}

const isLost = (thrown: unknown): boolean =>
  thrown instanceof AppException && (thrown.error.kind === 'timeout' || thrown.error.kind === 'offline');
const isForbidden = (thrown: unknown): boolean =>
  thrown instanceof AppException && thrown.error.kind === 'forbidden';

export function createSingleRecords(options: SingleRecordsOptions): SingleRecords {
  const { gateway, ask, records } = options;
  const failing = new Map<string, Failing>();
  /** By kind: those that failed newly and in a row. */
  const suspects = new Map<OddKind, Set<string>>();
  /** By kind: a question that was answered well, to be asked once more. */
  const goodQuestions = new Map<OddKind, () => Promise<unknown>>();
  /** Those that were lost together with the connection when they were asked for last. */
  const lost = new Set<string>();
  /** When a request that everybody may make was answered last, by the gateway's clock. */
  let wellAt = -Infinity;
  let weighing: Promise<boolean> | null = null;
  const keyOf = (kind: OddKind, id: string): string => `${kind} ${id}`;
  const suspectsOf = (kind: OddKind): Set<string> => {
    const known = suspects.get(kind) ?? new Set();
    suspects.set(kind, known);
    return known;
  };

  /** `notFoundToo`: that there is no such record any more is an answer as well. */
  async function isAnswered(question: () => Promise<unknown>, notFoundToo: boolean): Promise<boolean> {
    try {
      await question();
      return true;
    } catch (thrown) {
      return notFoundToo && thrown instanceof AppException && thrown.error.kind === 'not-found';
    }
  }

  /**
   * What everybody may ask for is small. By it the connection learns as well that the service is not in trouble. Failures that come
   * together are weighed by one request.
   */
  function isServiceWell(): Promise<boolean> {
    weighing ??= isAnswered(() => testRequest({ call: ask }), false).then((isWell) => {
      weighing = null;
      if (isWell) wellAt = gateway.nowMs();
      return isWell;
    });
    return weighing;
  }

  /**
   * The connection went down with this question. Where that happens again and again two records that are never answered may take it down
   * together, before it is clear that the service is well: they rest, so that they are not the first again once it is back.
   */
  function restIfLostBefore(kind: OddKind, id: string): void {
    const key = keyOf(kind, id);
    if (lost.has(key)) setAside(kind, id, NO_ANSWER, failing.get(key)?.isNamed ?? false);
    else lost.add(key);
  }

  /** Whether the service answers other questions. */
  async function isItsOwnTrouble(kind: OddKind, id: string): Promise<boolean> {
    return (await answersForOthers(kind, id)) && (await isServiceWell());
  }

  /** Whether the service answers for other records of the kind, as far as is known. */
  async function answersForOthers(kind: OddKind, id: string): Promise<boolean> {
    if (failing.has(keyOf(kind, id))) return true;
    const inARow = suspectsOf(kind).add(id);
    if (inARow.size <= IN_A_ROW) return true;
    const good = goodQuestions.get(kind);
    if (good && (await isAnswered(good, true))) {
      inARow.clear();
      return true;
    }
    // All records of the kind fail, so none of those that were named has a trouble of its own.
    for (const one of inARow) failing.delete(keyOf(kind, one));
    records.noteOdd(kind, [], [...inARow]);
    return false;
  }

  function setAside(kind: OddKind, id: string, reason: string, isNamed: boolean): void {
    lost.delete(keyOf(kind, id));
    const failures = (failing.get(keyOf(kind, id))?.failures ?? 0) + 1;
    failing.set(keyOf(kind, id), {
      failures,
      againAt: gateway.nowMs() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)),
      toldAt: -Infinity,
      isNamed,
    });
    if (isNamed) records.noteOdd(kind, [{ id, field: kind, reason, used: false }], []);
  }

  return {
    async read<Value extends { readonly id: string }>(
      kind: OddKind,
      id: string,
      asking: () => Promise<ReadRecord<Value>>,
      question: SingleQuestion = {},
    ): Promise<Single<Value>> {
      let read: One<Value>;
      try {
        read = await records.one(kind, id, asking());
      } catch (thrown) {
        const reason = reasonOf(thrown);
        if (reason === null || gateway.isClosed()) throw thrown;
        if (!options.mayAsk()) {
          if (isLost(thrown)) restIfLostBefore(kind, id);
          throw thrown;
        }
        // A refusal is an answer, unless the key may do nothing any more.
        if (reason === REFUSED) {
          const isKnown = gateway.nowMs() - wellAt < WELL_FOR_MS;
          if (isForbidden(thrown) && !isKnown && !(await isServiceWell())) throw thrown;
          suspectsOf(kind).clear();
        } else if (question.isServiceWell !== true && !(await isItsOwnTrouble(kind, id))) throw thrown;
        setAside(kind, id, reason, question.isMissed ?? true);
        return { found: null, why: 'unanswered' };
      }
      suspectsOf(kind).clear();
      lost.delete(keyOf(kind, id));
      if (read.found) goodQuestions.set(kind, asking);
      const wasNamed = failing.get(keyOf(kind, id))?.isNamed === true;
      failing.delete(keyOf(kind, id));
      // Anything else is noted under the record's own id.
      const isElse = 'why' in read ? read.why === 'not-there' : read.found.id !== id;
      if (wasNamed && isElse) records.noteOdd(kind, [], [id]);
      return read;
    },
    rests: (kind, id) => gateway.nowMs() < (failing.get(keyOf(kind, id))?.againAt ?? -Infinity),
    askAgain() {
      for (const known of failing.values()) known.againAt = -Infinity;
    },
    comesLast(kind, id) {
      const key = keyOf(kind, id);
      return failing.has(key) || lost.has(key) || (suspects.get(kind)?.has(id) ?? false);
    },
    isUnanswered(kind, id) {
      const known = failing.get(keyOf(kind, id));
      return known !== undefined && known.isNamed && known.toldAt === -Infinity;
    },
    unanswered(kind) {
      const start = keyOf(kind, '');
      return [...failing].flatMap(([key, { isNamed, toldAt }]) =>
        isNamed && toldAt === -Infinity && key.startsWith(start) ? key.slice(start.length) : [],
      );
    },
    told(kind, ids, askedAtMs) {
      if (failing.size === 0) return;
      for (const id of ids) {
        const known = failing.get(keyOf(kind, id));
        // The note about it is gone, so the next reading asks whether it can be said again.
        if (known) Object.assign(known, { toldAt: askedAtMs, againAt: -Infinity });
      }
    },
    toldAt: (kind, id) => failing.get(keyOf(kind, id))?.toldAt ?? -Infinity,
  };
}
