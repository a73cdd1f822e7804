// Every request of the sync goes through here. So the connection learns of each result, and an answer that is older
// than one of our own changes is recognised.
import type { RecordKind } from '../../domain/record-kind.ts';
import { isRateLimited, toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import { ENDPOINTS } from '../../wire/routes.ts';
import type { EndpointName } from '../../wire/routes.ts';
import type { Clock } from '../ports/machine.ts';
import type { Answer, CallInput } from '../service/answers.ts';
import type { Call } from '../service/client.ts';
import { OddRecordException } from '../service/read-answer.ts';
import { RefusedException } from '../service/refused-exception.ts';
import type { Connection } from './connection.ts';
import type { ServiceClock } from './service-clock.ts';

/** A record of the service that one of our changes has just changed; answers requested before that are out of date. */
export interface Touched {
  readonly kind: RecordKind;
  readonly serverId: string;
}

/** The way by which the sync sends requests to the service. */
export interface Gateway {
  /** Sends a request. Rejects with AppException only, and tells the connection before it does. */
  readonly call: Call;
  /**
   * The same for requests that can wait, such as documents: cancelled after `timeoutMs`, and no failure but a pause that the service
   * asks for changes the connection's state. One document that the service cannot make must not turn the desk offline.
   */
  callAside<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    timeoutMs: number,
  ): Promise<Answer<Name>>;
  /**
   * When the service last answered a request as it should (milliseconds of the monotonic clock); -Infinity before that.
   */
  answeredWellAtMs(): number;
  /** The same of requests that change something: a service that can only be read for some time answers none of them. */
  changedWellAtMs(): number;
  /** Now, in milliseconds of the monotonic clock, by which answers and our own changes are put in order. */
  nowMs(): number;
  /** A change of ours was confirmed: answers about these records that were requested before now are out of date. */
  wrote(touched: readonly Touched[]): void;
  /**
   * True when a change of the record was confirmed after `askedAtMs`, so that an answer requested then is out of date.
   */
  isOutdated(record: Touched, askedAtMs: number): boolean;
  /** Those of the records whose answer, requested at `askedAtMs`, is not out of date. */
  stillCurrent<Record extends { readonly id: string }>(
    kind: Touched['kind'],
    records: readonly Record[],
    askedAtMs: number,
  ): Record[];
  /** Lets other work run first. Resolves at once when the gateway is closed. */
  yieldToOthers(): Promise<void>;
  /** Resolves after the pause, or at once when the gateway is closed. */
  pause(delayMs: number): Promise<void>;
  /** An answer has the right form but cannot be true. For the connection it is a wrong answer of the service. */
  madeNoSense(endpoint: EndpointName, error: AppError): void;
  /** The network was switched: results of requests that were sent before do not change the connection's state. */
  networkSwitched(): void;
  isClosed(): boolean;
  /** Cancels the requests and ends the pauses that are under way. */
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
  let networkSwitches = 0;
  let answeredWellAt = -Infinity;
  let changedWellAt = -Infinity;
  const written = new Map<string, number>();
  const keyOf = (record: Touched): string => `${record.kind}:${record.serverId}`;
  const isOutdated = (record: Touched, askedAtMs: number): boolean =>
    askedAtMs <= (written.get(keyOf(record)) ?? -Infinity);

  async function ask<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    how: { readonly signal: AbortSignal; readonly judgesConnection: boolean },
  ): Promise<Answer<Name>> {
    const askedAt = networkSwitches;
    const startedMs = clock.monotonicMs();
    const asked = () => ({ endpoint: name, tookMs: clock.monotonicMs() - startedMs });
    try {
      const answer = await service.call(name, { ...input, signal: how.signal });
      answeredWellAt = clock.monotonicMs();
      if (ENDPOINTS[name].method !== 'GET') changedWellAt = answeredWellAt;
      if (askedAt === networkSwitches) {
        const { endpoint, tookMs } = asked();
        if (answer.serverDateMs !== null) serviceClock.heard(answer.serverDateMs, tookMs);
        // A document takes long on any connection, so its time is no measurement.
        if (how.judgesConnection) parts.connection().answered({ endpoint, tookMs });
      }
      return answer;
    } catch (thrown) {
      if (thrown instanceof RefusedException && askedAt === networkSwitches) {
        serviceClock.heard(thrown.serverDateMs, asked().tookMs);
      }
      const isOwn = !closing.signal.aborted && askedAt === networkSwitches;
      // A document without an answer proves nothing about the connection, but it is a reason to test it: until its
      // state is known, labels wait for a code that cannot come.
      if (isOwn && !how.judgesConnection && !how.signal.aborted) {
        const error = toAppError(thrown, name);
        if (error.kind === 'offline') parts.connection().lookNow();
        // That is about how often anything is asked, and not about the document.
        else if (isRateLimited(error)) parts.connection().failed(error, asked());
      }
      if (isOwn && how.judgesConnection) {
        // Only this one record is wrong; the service itself answered as it should.
        if (thrown instanceof OddRecordException && thrown.odd.id !== null)
          parts.connection().answered(asked());
        else parts.connection().failed(toAppError(thrown, name), asked());
      }
      throw thrown;
    }
  }

  /** Resolves after the delay, or at once when the gateway is closed. */
  function later(delayMs: number): Promise<void> {
    return new Promise((resume) => {
      // While the desk ends, its timers do not keep the process alive, so nothing may wait for one.
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
      ask(name, input, { signal: closing.signal, judgesConnection: true })) as Call,
    async callAside(name, input, timeoutMs) {
      const tooLong = new AbortController();
      const cancel = clock.after(timeoutMs, () => tooLong.abort());
      try {
        return await ask(name, input, {
          signal: AbortSignal.any([closing.signal, tooLong.signal]),
          judgesConnection: false,
        });
      } finally {
        cancel();
      }
    },
    answeredWellAtMs: () => answeredWellAt,
    changedWellAtMs: () => changedWellAt,
    nowMs: () => clock.monotonicMs(),
    wrote(touched) {
      for (const record of touched) written.set(keyOf(record), clock.monotonicMs());
    },
    isOutdated,
    stillCurrent: (kind, records, askedAtMs) =>
      records.filter(({ id }) => !isOutdated({ kind, serverId: id }, askedAtMs)),
    yieldToOthers: () => later(0),
    pause: later,
    madeNoSense: (endpoint, error) => parts.connection().failed(error, { endpoint, tookMs: 0 }),
    networkSwitched() {
      networkSwitches += 1;
    },
    isClosed: () => closing.signal.aborted,
    close: () => closing.abort(),
  };
}
