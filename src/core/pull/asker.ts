// Sends read requests to the service: within the limit of requests, and once more when an answer was lost, so that one
// lost answer costs one request and not the whole reading.
import { isRateLimited, toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Random } from '../ports/machine.ts';
import type { EndpointName } from '../../wire/routes.ts';
import type { Answer, Call, CallInput } from '../service/answers.ts';
import { OddRecordException } from '../service/read-answer.ts';
import type { RequestLimit } from './request-limit.ts';
import { waitForPause } from './wait-for-pause.ts';

/** Sends a request of the desk's own, when the limit on these allows it. Used like {@link Gateway.call}. */
export type Ask = Call;

export interface AskerOptions {
  readonly gateway: Gateway;
  readonly random: Random;
  readonly limit: RequestLimit;
  /** False until the board was read once: a person waits for it, so the limit does not apply. */
  readonly isLimited: () => boolean;
  /** False while the connection is down. Then nothing is asked again here; a new reading begins when it is back. */
  readonly mayAsk: () => boolean;
  /** Milliseconds until it may be asked: the service's pause is over, and it is the reading's turn after it. */
  readonly pauseRestMs: () => number;
}

/** How often a request is sent before its failure is passed on. */
const TRIES = 4;
const FIRST_PAUSE_MS = 250;
/** How often a request is put off by a pause before its failure is passed on. */
const MOST_PAUSES = 10;

/** Rejects with AppException: the failure of the last try, or a failure that another try cannot change. */
export function createAsker(options: AskerOptions): Ask {
  const { gateway, random, limit } = options;

  async function waitForTurn(): Promise<void> {
    while (options.isLimited() && !gateway.isClosed()) {
      const waitMs = limit.take();
      if (waitMs === 0) return;
      await gateway.pause(waitMs);
    }
  }

  /**
   * Asks once it may, and once more after each pause that the service asks for instead. A reading that ended with each pause would begin
   * anew after each, and never come to the visits where few requests are answered.
   */
  async function askInTurn<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Answer<Name>> {
    for (let pauses = 0; ; pauses += 1) {
      await waitForTurn();
      await waitForPause(gateway, options.pauseRestMs);
      try {
        return await gateway.call(name, input);
      } catch (thrown) {
        const isPutOff = isRateLimited(toAppError(thrown, name)) && options.pauseRestMs() > 0;
        if (!isPutOff || pauses >= MOST_PAUSES) throw thrown;
      }
    }
  }

  return async (name, input) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await askInTurn(name, input);
      } catch (thrown) {
        const mayMend = !(thrown instanceof OddRecordException) && isPassing(toAppError(thrown, name));
        if (!mayMend || attempt >= TRIES || gateway.isClosed() || !options.mayAsk()) throw thrown;
        // A random part of the pause, so that several requests that failed together are not sent again together.
        await gateway.pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random.fraction()));
        if (gateway.isClosed() || !options.mayAsk()) throw thrown;
      }
    }
  };
}

/** True for a failure that may concern only this one answer. */
function isPassing(error: AppError): boolean {
  switch (error.kind) {
    case 'offline':
      return error.reason === 'connection-lost';
    case 'timeout':
      return true;
    case 'busy':
      return error.reason === 'server-error';
    case 'bug':
      return error.origin === 'service';
    default:
      return false;
  }
}
