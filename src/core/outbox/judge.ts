// What a failed write proves. The one place where an error of the service becomes a judgement about what was done.
import type { AppError } from '../../domain/app-error.ts';

/**
 * `not-sent`: nothing was delivered, so nothing was done. `unknown`: it may have been carried out, now or later.
 * `sign-in`, `rate-limited`: turned away at the door, nothing done, everybody waits. The rest are refusals.
 */
export type Judgement =
  'not-sent' | 'unknown' | 'sign-in' | 'rate-limited' | 'forbidden' | 'not-found' | 'conflict' | 'rejected';

/** Says what a failed write proves. After anything but a clear refusal, it is not known whether the write was carried out. */
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
    case 'bug':
    case 'printer-unavailable':
    case 'storage-corrupt':
    case 'storage-full':
    case 'storage-lost':
      return 'unknown';
  }
}
