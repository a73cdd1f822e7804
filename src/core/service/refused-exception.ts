// A refusal of the service itself tells its time as well as a good answer does. After a start it may be the first to tell it.
import { AppException } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';

const REFUSALS: ReadonlySet<AppError['kind']> = new Set(['forbidden', 'not-found', 'conflict', 'rejected']);

export class RefusedException extends AppException {
  /** The service's time, from the Date header, in milliseconds since the epoch. */
  readonly serverDateMs: number;

  constructor(error: AppError, serverDateMs: number) {
    super(error);
    this.serverDateMs = serverDateMs;
  }
}

/** What is thrown for an answer that is none of the good ones; its time is kept only where it certainly is the service's. */
export function refusedOrFailed(error: AppError, serverDateMs: number | null): AppException {
  return serverDateMs !== null && REFUSALS.has(error.kind)
    ? new RefusedException(error, serverDateMs)
    : new AppException(error);
}
