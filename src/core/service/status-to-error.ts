// The one place where a status of the service becomes a kind of error.
import {
  bug,
  busy,
  conflict,
  forbidden,
  notFound,
  offline,
  rejected,
  timeout,
  unauthorised,
  type AppError,
} from '../../domain/app-error.ts';
import { CONFLICT_CODES, type ConflictCode } from '../../wire/error.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { readJsonObject } from './refusal-shapes.ts';
import { readRetryAfter } from './retry-after.ts';
import { toldInRefusal } from './told-in-refusal.ts';

export interface Refusal {
  readonly endpoint: Pick<Endpoint, 'name' | 'conflict'>;
  /** Host (with port) that was asked. */
  readonly host: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** When the answer was given, by the service's own clock where it told. */
  readonly answeredAtMs: number;
  /** Whether the body can be the service's own, see `refusal-shapes.ts`. */
  readonly isOwn: (body: Uint8Array) => boolean;
}

/**
 * Turns any answer but a 2xx into data. A refusal (403, 404, 409, 422 …) counts only when the service itself gave it,
 * which answers in JSON: a page or an empty answer comes from something on the way and proves nothing about what was
 * asked for. A gateway can answer in JSON as well, so a 403, a 404 and others that it gives have to be in the service's
 * own shape. Of the body only a code, field messages and one message are used (`told-in-refusal.ts`). What the service
 * wrote is never part of `detail`, which may be logged.
 */
export function statusToError(refusal: Refusal): AppError {
  const { endpoint, status, headers } = refusal;
  const told = toldInRefusal(refusal.body);
  const detail = `${endpoint.name} was answered ${status}`;
  const retryAfterMs = readRetryAfter(headers['retry-after'], refusal.answeredAtMs);

  if (status >= 300 && status < 400) return redirected(refusal);
  if (isVerdict(status) && !isByService(refusal)) {
    return busy('gateway', retryAfterMs, `${detail}, and not by the service itself`);
  }
  switch (status) {
    case 401:
      return unauthorised(detail);
    case 403:
      return forbidden(detail);
    case 404:
    case 410:
      return notFound(detail);
    case 408:
      return timeout(detail);
    case 409:
      return conflict(conflictReason(told.code) ?? endpoint.conflict ?? 'changed', detail);
    case 425:
    case 429:
      return busy('rate-limited', retryAfterMs, detail);
    case 511:
      return offline('captive-portal', 'unknown', detail);
  }
  if (status >= 500) return busy('server-error', retryAfterMs, detail);
  if (status >= 400) return rejected(detail, told.fields);
  return bug(`${detail}, which is no final answer`, { origin: 'service', operation: endpoint.name });
}

/** Statuses about the request itself, after which the same request would fail again. */
const isVerdict = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);

/**
 * Statuses about the content of a request. Only the service itself checks the content, and the bodies have many shapes.
 */
const ABOUT_CONTENT: ReadonlySet<number> = new Set([400, 409, 422]);

function isByService({ status, body, isOwn }: Refusal): boolean {
  return ABOUT_CONTENT.has(status) ? readJsonObject(body) !== null : isOwn(body);
}

/**
 * Redirects are not followed, because they would send the token, and perhaps a write, to a server that nobody chose.
 */
function redirected({ endpoint, host, status, headers }: Refusal): AppError {
  const target = hostOf(headers['location'], host);
  const detail = `${endpoint.name} was redirected (${status})`;
  if (target !== null && target !== host)
    return offline('captive-portal', 'unknown', `${detail} to another host`);
  return bug(`${detail}; the base address may be wrong`, { origin: 'service', operation: endpoint.name });
}

function hostOf(location: string | undefined, base: string): string | null {
  if (location === undefined) return null;
  try {
    return new URL(location, `http://${base}`).host;
  } catch {
    return null;
  }
}

const conflictReason = (code: string | null): ConflictCode | null =>
  CONFLICT_CODES.find((known) => known === code) ?? null;
