// A request without a whole answer, as data.
import { bug, offline, timeout, type AppError } from '../../domain/app-error.ts';
import type { HttpFailure } from '../ports.ts';

/**
 * Turns a failure of the line into data. Only `offline` with delivery `not-sent` proves that the service got nothing;
 * after anything else a write may have been carried out.
 * A request that its caller gave up is `offline`, `connection-lost`; the caller knows better by its own signal.
 */
export function httpFailureToError(failure: HttpFailure, operation: string): AppError {
  const detail = `${operation}: ${failure.message}`;
  switch (failure.reason) {
    case 'refused':
    case 'name-not-found':
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
