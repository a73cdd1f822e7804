// Asking the service for what it knows: within the limit, and again by itself when an answer was lost. One lost answer
// must cost one request, not a whole reading.
import { toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { EndpointName } from '../../wire/routes.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Random } from '../ports.ts';
import type { Answer, CallInput } from '../service/answers.ts';
import { OddRecordException } from '../service/read-answer.ts';
import type { RequestLimit } from './request-limit.ts';

export type Ask = <Name extends EndpointName>(name: Name, input: CallInput<Name>) => Promise<Answer<Name>>;

export interface AskerOptions {
  readonly gateway: Gateway;
  readonly random: Random;
  readonly limit: RequestLimit;
  /** False while nothing was ever read: somebody waits for the first board, which is not held back. */
  readonly isLimited: () => boolean;
  /** False while the connection is down. Then nothing is asked again here; a new reading begins when it is back. */
  readonly mayAsk: () => boolean;
}

/** A request is made so often in all before its failure is handed on. */
const TRIES = 4;
const FIRST_PAUSE_MS = 250;

/** Rejects with AppException: the last failure of a request, or one that asking again would not mend. */
export function createAsker(options: AskerOptions): Ask {
  const { gateway, random, limit } = options;

  async function waitForTurn(): Promise<void> {
    while (options.isLimited() && !gateway.isClosed()) {
      const waitMs = limit.take();
      if (waitMs === 0) return;
      await gateway.pause(waitMs);
    }
  }

  return async (name, input) => {
    for (let attempt = 1; ; attempt += 1) {
      await waitForTurn();
      try {
        return await gateway.call(name, input);
      } catch (thrown) {
        const mayMend = !(thrown instanceof OddRecordException) && isPassing(toAppError(thrown, name));
        if (!mayMend || attempt >= TRIES || gateway.isClosed() || !options.mayAsk()) throw thrown;
        // Somewhere in the pause and never at its beginning, so that several do not come back as one.
        await gateway.pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random.fraction()));
        if (gateway.isClosed() || !options.mayAsk()) throw thrown;
      }
    }
  };
}

/** A failure that may be this one answer's alone. */
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
