// Every request of the sync goes through here, so that the connection knows of each and a late answer can be told.
import type { RecordKind } from '../../domain/record-kind.ts';
import { toAppError } from '../../domain/app-error.ts';
import type { EndpointName } from '../../wire/routes.ts';
import type { Clock } from '../ports.ts';
import type { Answer, CallInput } from '../service/answers.ts';
import type { Call } from '../service/client.ts';
import type { Connection } from './connection.ts';

/** A record of the service that a write has just changed; older answers about it are out of date. */
export interface Touched {
  readonly kind: RecordKind;
  readonly serverId: string;
}

export interface Gateway {
  /** Rejects with AppException only, after the connection was told. */
  readonly call: Call;
  /** Now, on the clock by which answers and writes are put in order. */
  nowMs(): number;
  /** A write of ours has been confirmed: answers about these records that were asked for before are out of date. */
  wrote(touched: readonly Touched[]): void;
  /** True when a write on the record was confirmed after the question was asked. */
  isOutdated(record: Touched, askedAtMs: number): boolean;
  /** Lets others have their turn; at once when this is being closed. */
  yieldToOthers(): Promise<void>;
  /** The line was switched: what comes of requests sent before says nothing about how it stands now. */
  lineChanged(): void;
  /** Ends what is under way. */
  close(): void;
}

export function createGateway(parts: {
  readonly service: { readonly call: Call };
  readonly clock: Clock;
  readonly connection: () => Connection;
}): Gateway {
  const { service, clock } = parts;
  const closing = new AbortController();
  let lineChanges = 0;
  const written = new Map<string, number>();
  const keyOf = (record: Touched): string => `${record.kind}:${record.serverId}`;

  const call = async <Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Answer<Name>> => {
    const askedAt = lineChanges;
    try {
      const answer = await service.call(name, { ...input, signal: closing.signal });
      if (askedAt === lineChanges) parts.connection().answered(answer.serverDateMs);
      return answer;
    } catch (thrown) {
      if (!closing.signal.aborted && askedAt === lineChanges)
        parts.connection().failed(toAppError(thrown, name));
      throw thrown;
    }
  };

  return {
    call: call as Call,
    nowMs: () => clock.monotonicMs(),
    wrote(touched) {
      for (const record of touched) written.set(keyOf(record), clock.monotonicMs());
    },
    isOutdated: (record, askedAtMs) => askedAtMs <= (written.get(keyOf(record)) ?? -Infinity),
    yieldToOthers: () =>
      new Promise((resume) => {
        // Timers keep no process alive, so one that is ending must not be left waiting for them.
        if (closing.signal.aborted) return resume();
        const atOnce = (): void => resume();
        closing.signal.addEventListener('abort', atOnce, { once: true });
        clock.after(0, () => {
          closing.signal.removeEventListener('abort', atOnce);
          resume();
        });
      }),
    lineChanged() {
      lineChanges += 1;
    },
    close: () => closing.abort(),
  };
}
