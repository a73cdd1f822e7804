// What a failed write proves: was it carried out or not? Decided here and nowhere else.
import type { AppError } from '../../domain/app-error.ts';

/**
 * `not-sent`: nothing reached the service, so nothing was done. `unknown`: it may have been carried out, or still may
 * be. `sign-in`, `rate-limited`: the service did nothing, and no change is sent until it takes requests again. The
 * others are refusals of this one change.
 */
export type Judgement =
  'not-sent' | 'unknown' | 'sign-in' | 'rate-limited' | 'forbidden' | 'not-found' | 'conflict' | 'rejected';

/** Says what a failed write proves. Without a clear refusal it is not known whether the write was carried out. */
export function judgeWrite(error: AppError): Judgement {
  switch (error.kind) {
    case 'offline':
      return error.delivery === 'not-sent' ? 'not-sent' : 'unknown';
    case 'busy':
      return error.reason === 'rate-limited' ? 'rate-limited' : 'unknown';
    case 'unauthorised':
      return 'sign-in';
    case 'forbidden':
    case 'not-found':
    case 'conflict':
    case 'rejected':
      return error.kind;
    case 'timeout':
    // The service gives none of these three.
    case 'not-signed-in':
    case 'not-allowed':
    case 'second-person-needed':
    case 'bug':
    case 'printer-unavailable':
    case 'storage-corrupt':
    case 'storage-full':
    case 'storage-lost':
      return 'unknown';
  }
}
