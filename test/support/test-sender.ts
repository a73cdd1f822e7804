// The outbox's sender over a real store and a test clock. What a change meets at the service is written by the test.
import type { Gateway } from '../../src/core/line/gateway.ts';
import { afterEach, beforeEach } from 'vitest';
import type { NewChange } from '../../src/core/outbox/changes.ts';
import type { Clock } from '../../src/core/ports/machine.ts';
import type { Attempt, Executor, Executors } from '../../src/core/outbox/attempt.ts';
import { createSender } from '../../src/core/outbox/sender.ts';
import type { Sender, SenderOptions } from '../../src/core/outbox/sender.ts';
import { SENDING_RULES } from '../../src/core/outbox/sending-rules.ts';
import type { SendingRules } from '../../src/core/outbox/sending-rules.ts';
import { confirmed } from '../../src/core/outbox/verdict.ts';
import type { Verdict } from '../../src/core/outbox/verdict.ts';
import type { Store } from '../../src/core/store/open.ts';
import { findRow } from '../../src/core/store/outbox/outbox.ts';
import type { OutboxRow } from '../../src/core/store/outbox/outbox.ts';
import type { AppError } from '../../src/domain/app-error.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../src/domain/change.ts';
import { patient, saveChanges } from './outbox-changes.ts';
import { silentLog } from './silent-log.ts';
import { useStore } from './store-fixture.ts';
import { createTestClock } from './test-clock.ts';
import type { TestClock } from './test-clock.ts';

const nothingIsAsked = (): Promise<never> => Promise.reject(new Error('nothing is asked in this test'));

/** A gateway that is never asked for anything: the executors of such a test answer by themselves. */
function unaskedGateway(clock: Clock, change: Partial<Gateway> = {}): Gateway {
  return {
    call: nothingIsAsked,
    callAside: nothingIsAsked,
    nowMs: () => clock.monotonicMs(),
    wrote() {},
    answeredWellAtMs: () => -Infinity,
    changedWellAtMs: () => -Infinity,
    isOutdated: () => false,
    stillCurrent: (_kind, records) => [...records],
    yieldToOthers: async () => {},
    pause: async () => {},
    isClosed: () => false,
    madeNoSense() {},
    networkSwitched() {},
    close() {},
    ...change,
  };
}

/** How a change ends at the service, whatever its kind: the verdict of one attempt. */
export type Answers = (attempt: Attempt, how: 'send' | 'verify') => Promise<Verdict>;

function executorsThat(answers: Answers): Executors {
  const executor: Executor<ChangeKind> = {
    send: (attempt) => answers(attempt, 'send'),
    verify: (attempt) => answers(attempt, 'verify'),
  };
  return Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, executor])) as unknown as Executors;
}

/**
 * Starts a sender that is not woken yet.
 *
 *     const sender = startSender({ store, clock, answers: async () => confirmed() });
 */
export function startSender(
  given: {
    readonly store: Pick<Store, 'db'>;
    readonly clock: Clock;
    readonly answers: Answers;
    readonly rules?: Partial<SendingRules>;
  } & Partial<Omit<SenderOptions, 'rules'>>,
): Sender {
  const { store, answers, rules = {}, ...options } = given;
  return createSender({
    db: store.db,
    gateway: unaskedGateway(given.clock),
    random: { uuid: () => 'id', fraction: () => 0.5 },
    log: silentLog,
    maySend: () => true,
    serverNowMs: () => given.clock.nowMs(),
    toldNowMs: () => null,
    timeZone: 'Europe/London',
    onMoved: () => {},
    onEntry: () => {},
    onDiskStuck: () => {},
    ...options,
    rules: { ...SENDING_RULES, executors: executorsThat(answers), ...rules },
  });
}

/** A patient given to a registration. */
export const assignment = (registrationId: string, patientId: string): NewChange => ({
  ...patient(patientId),
  kind: 'registration.assign',
  payload: { registrationId, patientId, expectedPatientId: null },
  subjectId: registrationId,
});

/** Each attempt waits for its own answer, which the test gives. */
export function byHand(): {
  answers: Answers;
  asked: { attempt: Attempt; answer: (verdict: Verdict) => void }[];
} {
  const asked: { attempt: Attempt; answer: (verdict: Verdict) => void }[] = [];
  return {
    asked,
    answers: (attempt) => new Promise((answer) => asked.push({ attempt, answer })),
  };
}

/** Not carried out; tried again. */
export const waiting = (
  error: AppError | null,
  change: Partial<Extract<Verdict, { to: 'pending' }>> = {},
): Verdict => ({ to: 'pending', error, delayMs: null, counted: true, ...change });

/** What a test of the sender holds; new for each test. */
export interface SenderBench {
  readonly store: Pick<Store, 'db'>;
  clock: TestClock;
  sender: Sender;
  connected: boolean;
  answeredWellAtMs: number;
  changedWellAtMs: number;
  /** `<id> <state>`, in the order in which a screen was told. */
  moved: string[];
  /** The records of which the gateway was told that a change of ours was confirmed. */
  written: unknown[];
  start(answers: Answers, more?: Partial<Parameters<typeof startSender>[0]>): void;
  /** Saves one change as a command of its own. */
  save(change: NewChange): OutboxRow;
  now(row: OutboxRow): OutboxRow;
  /** Answers with one verdict after the other, confirms when there is no further one, and keeps what was asked. */
  inTurn(...verdicts: (Verdict | Error)[]): {
    answers: Answers;
    asked: { how: 'send' | 'verify'; atMs: number; attempt: Attempt }[];
  };
}

/** A store, a clock that begins at `startMs`, and a sender that the test starts. Call it at the top of a file. */
export function useSender(startMs: number): SenderBench {
  const store = useStore();
  let commands = 0;
  let ended = Promise.withResolvers<Verdict>();
  const bench: SenderBench = {
    store,
    clock: createTestClock(startMs),
    sender: undefined as unknown as Sender,
    connected: true,
    answeredWellAtMs: -Infinity,
    changedWellAtMs: -Infinity,
    moved: [],
    written: [],
    start(answers, more = {}) {
      bench.sender = startSender({
        store,
        clock: bench.clock,
        answers: (attempt, how) => Promise.race([answers(attempt, how), ended.promise]),
        maySend: () => bench.connected,
        gateway: unaskedGateway(bench.clock, {
          answeredWellAtMs: () => bench.answeredWellAtMs,
          changedWellAtMs: () => bench.changedWellAtMs,
          wrote: (touched) => bench.written.push(...touched),
        }),
        onMoved: ({ id, state }) => bench.moved.push(`${id} ${state}`),
        ...more,
      });
    },
    save(change) {
      commands += 1;
      return saveChanges(store, { ...change, commandId: `command-${commands}` })[0] as OutboxRow;
    },
    now: (row) => findRow(store.db, row.id) as OutboxRow,
    inTurn(...verdicts) {
      const asked: { how: 'send' | 'verify'; atMs: number; attempt: Attempt }[] = [];
      const answers: Answers = async (attempt, how) => {
        const verdict = verdicts[asked.length] ?? confirmed();
        asked.push({ how, atMs: bench.clock.monotonicMs(), attempt });
        if (verdict instanceof Error) throw verdict;
        return verdict;
      };
      return { answers, asked };
    },
  };
  beforeEach(() => {
    ended = Promise.withResolvers();
    Object.assign(bench, {
      clock: createTestClock(startMs),
      connected: true,
      answeredWellAtMs: -Infinity,
      changedWellAtMs: -Infinity,
      moved: [],
      written: [],
    });
  });
  afterEach(() => {
    const closed = bench.sender.close();
    // A test that failed before it had answered everything would be waited for until the runner gives up.
    ended.resolve(confirmed());
    return closed;
  });
  return bench;
}
