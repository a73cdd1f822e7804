// Every request of the sync goes through here, so that the connection knows of each and a late answer can be told.
import type { RecordKind } from '../../domain/record-kind.ts';
import { toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { EndpointName } from '../../wire/routes.ts';
import type { Clock } from '../ports.ts';
import type { Answer, CallInput } from '../service/answers.ts';
import type { Call } from '../service/client.ts';
import { OddRecordException } from '../service/read-answer.ts';
import type { Connection } from './connection.ts';
import type { ServiceClock } from './service-clock.ts';

/** A record of the service that a write has just changed; older answers about it are out of date. */
export interface Touched {
  readonly kind: RecordKind;
  readonly serverId: string;
}

export interface Gateway {
  /** Rejects with AppException only, after the connection was told. */
  readonly call: Call;
  /**
   * The same for requests that can wait: cancelled after `timeoutMs`, and a failure does not change the connection's state.
   * One document that the service cannot make must not turn the desk offline.
   */
  callAside<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    timeoutMs: number,
  ): Promise<Answer<Name>>;
  /** When the service last answered a request well, on that clock; -Infinity before. */
  answeredWellAtMs(): number;
  /** Now, on the clock by which answers and writes are put in order. */
  nowMs(): number;
  /** A write of ours has been confirmed: answers about these records that were asked for before are out of date. */
  wrote(touched: readonly Touched[]): void;
  /** True when a write on the record was confirmed after the question was asked. */
  isOutdated(record: Touched, askedAtMs: number): boolean;
  /** Lets others have their turn; at once when this is being closed. */
  yieldToOthers(): Promise<void>;
  /** Ends after the pause; at once when this is being closed. */
  pause(delayMs: number): Promise<void>;
  /** An answer in good form that cannot be true: trouble of the service's, like one in no form at all. */
  madeNoSense(endpoint: EndpointName, error: AppError): void;
  /** The line was switched: what comes of requests sent before says nothing about how it stands now. */
  lineChanged(): void;
  isClosed(): boolean;
  /** Ends what is under way. */
  close(): void;
}

export function createGateway(parts: {
  readonly service: { readonly call: Call };
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly connection: () => Connection;
}): Gateway {
  const { service, clock, serviceClock } = parts;
  const closing = new AbortController();
  let lineChanges = 0;
  let answeredWellAt = -Infinity;
  const written = new Map<string, number>();
  const keyOf = (record: Touched): string => `${record.kind}:${record.serverId}`;

  async function ask<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    how: { readonly signal: AbortSignal; readonly judgesLine: boolean },
  ): Promise<Answer<Name>> {
    const askedAt = lineChanges;
    const startedMs = clock.monotonicMs();
    const asked = () => ({ endpoint: name, tookMs: clock.monotonicMs() - startedMs });
    try {
      const answer = await service.call(name, { ...input, signal: how.signal });
      answeredWellAt = clock.monotonicMs();
      if (askedAt === lineChanges) {
        const { endpoint, tookMs } = asked();
        if (answer.serverDateMs !== null) serviceClock.heard(answer.serverDateMs, tookMs);
        // Documents take their time whatever the line is like.
        if (how.judgesLine) parts.connection().answered({ endpoint, tookMs });
      }
      return answer;
    } catch (thrown) {
      const isOwn = !closing.signal.aborted && askedAt === lineChanges;
      // A document that got no answer says nothing sure, but it is a reason to look how the connection stands: until that
      // is known, labels wait for a code that cannot come.
      if (isOwn && !how.judgesLine && !how.signal.aborted && toAppError(thrown, name).kind === 'offline') {
        parts.connection().lookNow();
      }
      if (isOwn && how.judgesLine) {
        // A record that does not fit is that record's trouble: the service answered in good form.
        if (thrown instanceof OddRecordException && thrown.odd.id !== null)
          parts.connection().answered(asked());
        else parts.connection().failed(toAppError(thrown, name), asked());
      }
      throw thrown;
    }
  }

  /** Calls back after the delay, or at once when this is closed. */
  function later(delayMs: number): Promise<void> {
    return new Promise((resume) => {
      // Timers keep no process alive, so one that is ending must not be left waiting for them.
      if (closing.signal.aborted) return resume();
      const atOnce = (): void => {
        cancel();
        resume();
      };
      closing.signal.addEventListener('abort', atOnce, { once: true });
      const cancel = clock.after(delayMs, () => {
        closing.signal.removeEventListener('abort', atOnce);
        resume();
      });
    });
  }

  return {
    call: ((name: EndpointName, input: CallInput<EndpointName>) =>
      ask(name, input, { signal: closing.signal, judgesLine: true })) as Call,
    async callAside(name, input, timeoutMs) {
      const tooLong = new AbortController();
      const cancel = clock.after(timeoutMs, () => tooLong.abort());
      try {
        return await ask(name, input, {
          signal: AbortSignal.any([closing.signal, tooLong.signal]),
          judgesLine: false,
        });
      } finally {
        cancel();
      }
    },
    answeredWellAtMs: () => answeredWellAt,
    nowMs: () => clock.monotonicMs(),
    wrote(touched) {
      for (const record of touched) written.set(keyOf(record), clock.monotonicMs());
    },
    isOutdated: (record, askedAtMs) => askedAtMs <= (written.get(keyOf(record)) ?? -Infinity),
    yieldToOthers: () => later(0),
    pause: later,
    madeNoSense: (endpoint, error) => parts.connection().failed(error, { endpoint, tookMs: 0 }),
    lineChanged() {
      lineChanges += 1;
    },
    isClosed: () => closing.signal.aborted,
    close: () => closing.abort(),
  };
}
