// Every failure that a screen can be shown, as data. The screens have words for each kind; no code reads the text of a
// message.
import type { Relaxation, RelaxationRule } from './relaxation.ts';
import type { Role } from './staff.ts';

/**
 * What may be done next: `later`: wait and try again; `never`: the same request will fail again; `after-sign-in`: sign
 * in first.
 */
export type Retry = 'later' | 'never' | 'after-sign-in';

interface ErrorBase<Kind extends string, R extends Retry = Retry> {
  readonly kind: Kind;
  readonly retry: R;
  /**
   * A technical text for logs and for the details of an error. It is never shown alone, never read by code, and never
   * holds patient data.
   */
  readonly detail: string;
}

/** Why the service could not be reached. */
export const OFFLINE_REASONS = [
  'refused',
  'name-not-found',
  'connection-lost',
  /** Whoever answered has no certificate that this computer believes to be the service's. */
  'untrusted',
  'captive-portal',
  'switched-off',
  /** At the service's new address another laboratory answers than the one whose records this desk holds. */
  'another-laboratory',
  /** Not the service: this is a further desk, and its site desk does not answer. */
  'site-desk',
  /** Not the service: the window cannot reach its own engine. */
  'engine',
] as const;
export type OfflineReason = (typeof OFFLINE_REASONS)[number];

/**
 * The service could not be reached. `delivery` tells whether the request may have arrived: after `unknown` it has to be
 * looked up whether it was carried out, before it is sent again.
 */
export interface OfflineError extends ErrorBase<'offline', 'later'> {
  readonly reason: OfflineReason;
  readonly delivery: 'not-sent' | 'unknown';
}
export type TimeoutError = ErrorBase<'timeout', 'later'>;
export type UnauthorisedError = ErrorBase<'unauthorised', 'after-sign-in'>;
export type ForbiddenError = ErrorBase<'forbidden', 'never'>;
/** Nobody has signed in at the window that asks, or their sign-in has ended. Nothing was done. */
export type NotSignedInError = ErrorBase<'not-signed-in', 'after-sign-in'>;
/** Whoever has signed in may not do this; `roles` may. */
export interface NotAllowedError extends ErrorBase<'not-allowed', 'never'> {
  readonly roles: readonly Role[];
}
/** It is done only with a second person, who has not agreed to it yet: `rule` says who may. Nothing was done. */
export interface SecondPersonNeededError extends ErrorBase<'second-person-needed', 'never'> {
  readonly relaxation: Relaxation;
  readonly rule: Exclude<RelaxationRule, 'anybody'>;
}
export type NotFoundError = ErrorBase<'not-found', 'never'>;
/**
 * The request does not fit the present state: somebody else was first, or the record has changed since it was shown.
 */
export interface ConflictError extends ErrorBase<'conflict', 'never'> {
  readonly reason: 'taken' | 'duplicate' | 'changed' | 'state';
}
/** The input was refused; `fields` maps a field's path to what is wrong with it. */
export interface RejectedError extends ErrorBase<'rejected', 'never'> {
  readonly fields: Readonly<Record<string, string>>;
}
/**
 * The service answered, but cannot do it now (status 429 or 5xx), or something else answered in its place.
 * `retryAfterMs` is the wait that it asked for; null when it named none.
 */
export interface BusyError extends ErrorBase<'busy', 'later'> {
  /** `gateway`: a proxy or gateway between this desk and the service answered, not the service. */
  readonly reason: 'rate-limited' | 'server-error' | 'gateway';
  readonly retryAfterMs: number | null;
}
export interface PrinterUnavailableError extends ErrorBase<'printer-unavailable', 'later'> {
  readonly printerId: string;
}
export interface StorageCorruptError extends ErrorBase<'storage-corrupt', 'never'> {
  /** Where the damaged database file was moved to, unchanged; null while it is still in its place. */
  readonly setAsidePath: string | null;
}
/** The disk is full or fails. What was asked for was not saved; what was saved before is still there. */
export type StorageFullError = ErrorBase<'storage-full', 'later'>;
/** The database was removed or exchanged under the running desk. What was asked for was not saved. */
export type StorageLostError = ErrorBase<'storage-lost', 'never'>;
/**
 * Something nobody foresaw: ours (`desk`), or an answer of the service that breaks its own specification (`service`).
 */
export interface BugError extends ErrorBase<'bug', 'never'> {
  readonly origin: 'desk' | 'service';
  /** The operation that failed, such as `GET /api/product/` or `board.get`; null when unknown. */
  readonly operation: string | null;
  /** Path of the offending field, such as `items.3.price.currency`; null when unknown. */
  readonly field: string | null;
}

/** Everything that can go wrong, as data, told apart by `kind`. `retry` says whether and when trying again can help. */
export type AppError =
  | OfflineError
  | TimeoutError
  | UnauthorisedError
  | ForbiddenError
  | NotSignedInError
  | NotAllowedError
  | SecondPersonNeededError
  | NotFoundError
  | ConflictError
  | RejectedError
  | BusyError
  | PrinterUnavailableError
  | StorageCorruptError
  | StorageFullError
  | StorageLostError
  | BugError;

export type AppErrorKind = AppError['kind'];

export const APP_ERROR_KINDS = [
  'offline',
  'timeout',
  'unauthorised',
  'forbidden',
  'not-signed-in',
  'not-allowed',
  'second-person-needed',
  'not-found',
  'conflict',
  'rejected',
  'busy',
  'printer-unavailable',
  'storage-corrupt',
  'storage-full',
  'storage-lost',
  'bug',
] as const satisfies readonly AppErrorKind[];

/**
 * Carries an {@link AppError} through code that throws. The engine catches it and answers with the error as data.
 *
 *     throw new AppException(notFound('There is no such visit.'));
 */
export class AppException extends Error {
  readonly error: AppError;

  constructor(error: AppError, options?: { cause?: unknown }) {
    super(`${error.kind}: ${error.detail}`, options);
    this.name = 'AppException';
    this.error = error;
  }
}

// The functions below make one error each. `detail` is for a person who reads the log: it holds no patient data.

/**
 * The service could not be reached. `delivery` says whether the request may have been carried out.
 *
 *     offline('refused', 'not-sent', 'nobody answers at this address')
 */
export const offline = (
  reason: OfflineError['reason'],
  delivery: OfflineError['delivery'],
  detail: string,
): OfflineError => ({ kind: 'offline', retry: 'later', reason, delivery, detail });
/** No answer came in time, so the request may have been carried out. */
export const timeout = (detail: string): TimeoutError => ({ kind: 'timeout', retry: 'later', detail });
/** The service does not accept the token. */
export const unauthorised = (detail: string): UnauthorisedError => ({
  kind: 'unauthorised',
  retry: 'after-sign-in',
  detail,
});
/** The token is accepted, but it may not do this. */
export const forbidden = (detail: string): ForbiddenError => ({ kind: 'forbidden', retry: 'never', detail });
/** The window that asks has nobody signed in. */
export const notSignedIn = (detail: string): NotSignedInError => ({
  kind: 'not-signed-in',
  retry: 'after-sign-in',
  detail,
});
/** The role of whoever has signed in may not do it; those of `roles` may. */
export const notAllowed = (roles: readonly Role[], detail: string): NotAllowedError => ({
  kind: 'not-allowed',
  retry: 'never',
  roles,
  detail,
});
/** The site wants a second person for it; see {@link SecondPersonNeededError}. */
export const secondPersonNeeded = (
  relaxation: Relaxation,
  rule: SecondPersonNeededError['rule'],
  detail: string,
): SecondPersonNeededError => ({ kind: 'second-person-needed', retry: 'never', relaxation, rule, detail });
/** What was asked for does not exist: `notFound('There is no such visit.')`. */
export const notFound = (detail: string): NotFoundError => ({ kind: 'not-found', retry: 'never', detail });
/**
 * It cannot be done because of what has happened meanwhile. Screens choose their words by `reason`.
 *
 *     conflict('changed', 'The visit has changed since it was shown.')
 */
export const conflict = (reason: ConflictError['reason'], detail: string): ConflictError => ({
  kind: 'conflict',
  retry: 'never',
  reason,
  detail,
});
/**
 * The input is wrong. `fields` says what is wrong with each field, by its path.
 *
 *     rejected('The date of birth is wrong.', { dateOfBirth: 'lies in the future' })
 */
export const rejected = (detail: string, fields: Readonly<Record<string, string>> = {}): RejectedError => ({
  kind: 'rejected',
  retry: 'never',
  fields,
  detail,
});
/** What was entered is too large to be taken at all: a whole file was pasted, for example. Nothing was done. */
export const tooLarge = (detail: string): RejectedError => rejected(detail, { '': 'too-long' });
/** The service answers, but cannot do it now. `retryAfterMs`: how long it asks to wait; null when it does not say. */
export const busy = (
  reason: BusyError['reason'],
  retryAfterMs: number | null,
  detail: string,
): BusyError => ({ kind: 'busy', retry: 'later', reason, retryAfterMs, detail });
/** There is no such printer, or it cannot be reached. */
/** The service asks for a pause: it limits how often it is asked, whatever for. */
export const isRateLimited = (error: AppError | null): boolean =>
  error?.kind === 'busy' && error.reason === 'rate-limited';

export const printerUnavailable = (printerId: string, detail: string): PrinterUnavailableError => ({
  kind: 'printer-unavailable',
  retry: 'later',
  printerId,
  detail,
});
/** The database cannot be used. `setAsidePath`: where it was kept; null when it was not moved. */
export const storageCorrupt = (setAsidePath: string | null, detail: string): StorageCorruptError => ({
  kind: 'storage-corrupt',
  retry: 'never',
  setAsidePath,
  detail,
});
/** The disk is full or cannot be written, so nothing was saved. */
export const storageFull = (detail: string): StorageFullError => ({
  kind: 'storage-full',
  retry: 'later',
  detail,
});
/** The database was removed or exchanged while the desk was running, so nothing was saved. */
export const storageLost = (detail: string): StorageLostError => ({
  kind: 'storage-lost',
  retry: 'never',
  detail,
});
/**
 * Something that nobody foresaw. With `origin: 'service'` the service broke its own rules, otherwise the mistake is
 * ours.
 *
 *     bug('the list never ends', { origin: 'service', operation: 'products.list' })
 */
export const bug = (
  detail: string,
  where: { origin?: BugError['origin']; operation?: string | null; field?: string | null } = {},
): BugError => ({
  kind: 'bug',
  retry: 'never',
  origin: where.origin ?? 'desk',
  operation: where.operation ?? null,
  field: where.field ?? null,
  detail,
});

/** The answer of every desk operation: a value or an error, never a thrown exception. */
export type Result<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: AppError };

/**
 * Turns anything that was thrown into an {@link AppError}. What is not an {@link AppException} is a fault of this
 * program: a `bug`. `operation` is what was being done, for the report.
 *
 *     catch (thrown) { return { ok: false, error: toAppError(thrown, 'board.get') }; }
 */
export function toAppError(thrown: unknown, operation: string | null = null): AppError {
  if (thrown instanceof AppException) return thrown.error;
  return bug(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown), { operation });
}
