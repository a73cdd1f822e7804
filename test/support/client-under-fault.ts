// A service client over real sockets, connected to a server that fails as a test tells it. All that it logs is
// recorded.
import { expect } from 'vitest';
import { createHttp } from '../../src/adapters/http.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import type { Log } from '../../src/core/ports/machine.ts';
import {
  createServiceClient,
  type ServiceAnswerNote,
  type ServiceClient,
} from '../../src/core/service/client.ts';
import { toAppError, type AppError } from '../../src/domain/app-error.ts';
import { startFaultServer, type FaultServer } from './fault-server.ts';

export const TOKEN = 'secret-token-1';
export const WEB_PAGE = '<!DOCTYPE html><title>Welcome to the guest network</title>';

export interface ClientUnderFault {
  readonly server: FaultServer;
  readonly client: ServiceClient;
  /** Everything that was logged: messages and fields, in one list. */
  readonly logged: readonly unknown[];
  readonly notes: readonly ServiceAnswerNote[];
  /** Another client for the same server, with other settings. */
  clientFor(changes: { baseUrl?: string; timeoutMs?: number; token?: string }): ServiceClient;
  /** From now on every request fails before it is sent. */
  switchOff(): void;
  close(): Promise<void>;
}

export async function startClientUnderFault(): Promise<ClientUnderFault> {
  const server = await startFaultServer();
  let switchedOff = false;
  const http = createHttp({ switchedOff: () => switchedOff });
  const logged: unknown[] = [];
  const notes: ServiceAnswerNote[] = [];
  const record = (message: string, fields?: unknown): void => void logged.push(message, fields);
  const log: Log = { debug: record, info: record, warn: record, error: record };

  const clientFor: ClientUnderFault['clientFor'] = ({
    baseUrl = server.url,
    timeoutMs = 5_000,
    token = TOKEN,
  }) =>
    createServiceClient({
      http,
      clock: systemClock,
      log,
      baseUrl,
      token: () => token,
      timeoutsMs: { read: timeoutMs, write: timeoutMs, document: timeoutMs },
      onAnswer: (note) => notes.push(note),
    });

  return {
    server,
    client: clientFor({}),
    logged,
    notes,
    clientFor,
    switchOff: () => {
      switchedOff = true;
    },
    close: async () => {
      await http.close();
      await server.close();
    },
  };
}

/** The AppError with which a call fails. The test fails when the call succeeds or throws another kind of error. */
export async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  if ('value' in outcome) throw new Error(`expected a failure, got ${JSON.stringify(outcome.value)}`);
  expect(outcome.thrown).toHaveProperty('name', 'AppException');
  return toAppError(outcome.thrown);
}
