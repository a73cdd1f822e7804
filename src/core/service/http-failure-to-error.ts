// Turns a request that got no complete answer into an AppError.
import { bug, offline, timeout, type AppError } from '../../domain/app-error.ts';
import type { HttpFailure } from '../ports/machine.ts';

/**
 * Turns a failure of the network into an error. Only `offline` with delivery `not-sent` proves that the service got
 * nothing; after anything else a write may have been carried out.
 * A request that its caller cancelled becomes `offline`, `connection-lost`; the caller knows that it has cancelled it.
 */
export function httpFailureToError(failure: HttpFailure, operation: string): AppError {
  const detail = `${operation}: ${failure.message}`;
  switch (failure.reason) {
    case 'refused':
    case 'name-not-found':
    case 'untrusted':
    case 'connection-lost':
    case 'switched-off':
      return offline(failure.reason, failure.delivery, detail);
    case 'aborted':
      return offline('connection-lost', failure.delivery, detail);
    case 'timeout':
      return timeout(detail);
    case 'too-large':
      return bug(detail, { origin: 'service', operation });
  }
}
