// The one path that every request to the service takes.
import type { z } from 'zod';
import {
  AppException,
  notFound,
  rejected,
  toAppError,
  unauthorised,
  type AppError,
} from '../../domain/app-error.ts';
import { tokenProblem } from '../../domain/service-token.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import type { OddRecord } from '../../wire/record.ts';
import { encodePart, writeQuery, type QueryValue } from '../../wire/query-string.ts';
import { ENDPOINTS, type EndpointName } from '../../wire/routes.ts';
import {
  HttpFailure,
  type Clock,
  type Http,
  type HttpRequest,
  type HttpResponse,
  type Log,
} from '../ports/machine.ts';
import type { Call } from './answers.ts';
import { httpFailureToError } from './http-failure-to-error.ts';
import { readAnswer } from './read-answer.ts';
import { createRequestLog, type RequestNote } from './request-log.ts';
import { readHttpDate } from './retry-after.ts';
import { serviceResources, type ServiceResources } from './resources.ts';
import { createRefusalShapes } from './refusal-shapes.ts';
import { refusedOrFailed } from './refused-exception.ts';
import { statusToError } from './status-to-error.ts';

/** How long a request may take from its start to the last byte of the answer, in milliseconds. */
export interface ServiceTimeouts {
  readonly read: number;
  readonly write: number;
  readonly document: number;
}

const DEFAULT_TIMEOUTS_MS: ServiceTimeouts = { read: 15_000, write: 20_000, document: 30_000 };
const LARGEST_JSON_BYTES = 8 * 1024 * 1024;
const LARGEST_DOCUMENT_BYTES = 25 * 1024 * 1024;

/** One answer of the service, good or not. Pages of another server, such as a hotel's sign-in page, do not count. */
export interface ServiceAnswerNote {
  readonly endpoint: EndpointName;
  readonly status: number;
  /** The service's time, in milliseconds since the epoch; null when the answer did not tell it. */
  readonly serverDateMs: number | null;
}

export interface ServiceClientOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Log;
  /** Address of the service, with or without a closing slash. */
  readonly baseUrl: string;
  /** Called for every request, so that a new token is used at once. */
  readonly token: () => string;
  readonly timeoutsMs?: Partial<ServiceTimeouts>;
  /** Waited for before each request; where it rejects, nothing is asked and nothing sent. */
  readonly mayAsk?: (() => Promise<void>) | undefined;
  readonly onAnswer?: (note: ServiceAnswerNote) => void;
}

export type { Call } from './answers.ts';

/** What is known of how the service's own refusals look; see `refusal-shapes.ts`. */
export interface Refusals {
  /**
   * Asks for registrations that cannot exist, to learn what a refusal of this service looks like. Call it while the
   * service answers well. An answer that teaches nothing changes nothing. Never rejects.
   *
   * @param unknownIds ids that no registration has, such as new random ones
   * @returns the shapes known now, for {@link know} at the next start
   */
  learn(unknownIds: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** Takes over the shapes that an earlier run learned. */
  know(shapes: readonly string[]): void;
}

/** Every endpoint by name through `call`, and a typed function for each, grouped by resource. */
export interface ServiceClient extends ServiceResources {
  readonly call: Call;
  readonly refusals: Refusals;
  /** The last requests that have ended, newest first. */
  latestRequests(): readonly RequestNote[];
  /** Whether there is a token that can be sent. */
  hasToken(): boolean;
}

interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { http, clock, log } = options;
  const timeoutsMs = { ...DEFAULT_TIMEOUTS_MS, ...options.timeoutsMs };
  const base = options.baseUrl.replace(/\/+$/, '');
  const host = new URL(base).host;
  const requestLog = createRequestLog();
  const refusalShapes = createRefusalShapes();
  const { isOwn } = refusalShapes;

  const exchange = async (endpoint: Endpoint, request: HttpRequest): Promise<HttpResponse> => {
    try {
      return await http.request(request);
    } catch (thrown) {
      throw new AppException(
        thrown instanceof HttpFailure
          ? httpFailureToError(thrown, endpoint.name)
          : toAppError(thrown, endpoint.name),
        { cause: thrown },
      );
    }
  };

  const logOdd = (endpoint: EndpointName, odd: readonly OddRecord[]): void => {
    const [first] = odd;
    if (!first) return;
    const setAside = odd.filter((one) => !one.used).length;
    log.warn('records of the service do not match its interface; they are used in part or set aside', {
      endpoint,
      count: odd.length,
      setAside,
      field: first.field,
    });
  };

  const perform = async (
    name: EndpointName,
    input: LooseInput,
    progress: { sent: boolean; status: number | null },
  ): Promise<unknown> => {
    const endpoint: Endpoint = ENDPOINTS[name];
    const query = checkInput(endpoint, endpoint.query, input.query ?? {}) as Record<string, QueryValue>;
    const request: HttpRequest = {
      method: endpoint.method,
      url: base + pathOf(endpoint, input.params ?? {}) + writeQuery(query),
      ...headersAndBody(endpoint, input.body, bearer(options.token(), endpoint)),
      ...limitsOf(endpoint, timeoutsMs),
      ...(input.signal ? { signal: input.signal } : {}),
    };
    await options.mayAsk?.();
    progress.sent = true;
    const response = await exchange(endpoint, request);
    progress.status = response.status;
    const serverDateMs = readHttpDate(response.headers['date']);
    const note = { endpoint: name, status: response.status, serverDateMs };
    try {
      if (response.status < 200 || response.status > 299) {
        const { status, headers, body } = response;
        const answeredAtMs = serverDateMs ?? clock.nowMs();
        const error = statusToError({ endpoint, host, status, headers, body, answeredAtMs, isOwn });
        throw refusedOrFailed(error, serverDateMs);
      }
      const htmlWanted = query['show_as_html'] === 1;
      const answer = readAnswer(endpoint, response, { htmlWanted, page: Number(query['page'] ?? 1) });
      options.onAnswer?.(note);
      if (answer.kind === 'json') logOdd(name, answer.odd);
      return { ...answer, status: response.status, serverDateMs };
    } catch (thrown) {
      const error = toAppError(thrown, name);
      const byService = error.kind !== 'offline' && !(error.kind === 'busy' && error.reason === 'gateway');
      if (byService) options.onAnswer?.(note);
      throw thrown;
    }
  };

  const call = (async (name: EndpointName, input: LooseInput): Promise<unknown> => {
    const startedMs = clock.monotonicMs();
    const progress: { sent: boolean; status: number | null } = { sent: false, status: null };
    const note = (error: AppError | null): void => {
      // What was refused here, before anything was sent, says nothing about the connection.
      if (!progress.sent) return;
      const tookMs = clock.monotonicMs() - startedMs;
      requestLog.add({
        endpoint: name,
        status: progress.status,
        failure: error?.kind ?? null,
        unreached: error?.kind === 'offline' ? error.reason : null,
        tookMs,
        endedAtMs: clock.nowMs(),
      });
    };
    try {
      const answer = await perform(name, input, progress);
      note(null);
      return answer;
    } catch (thrown) {
      const error = toAppError(thrown, name);
      note(error);
      if (error.kind === 'bug')
        log.warn('an answer of the service could not be understood', {
          endpoint: name,
          detail: error.detail,
        });
      else log.debug('a request failed', { endpoint: name, kind: error.kind });
      throw thrown instanceof AppException ? thrown : new AppException(error, { cause: thrown });
    }
  }) as Call;

  /** The body of the 404 for a record that does not exist; null when the answer was another one. */
  async function refusedBody(id: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const endpoint: Endpoint = ENDPOINTS['registrations.get'];
    try {
      const { status, body } = await exchange(endpoint, {
        method: endpoint.method,
        url: base + pathOf(endpoint, { id }),
        ...headersAndBody(endpoint, null, bearer(options.token(), endpoint)),
        ...limitsOf(endpoint, timeoutsMs),
        signal,
      });
      return status === 404 ? body : null;
    } catch {
      return null;
    }
  }

  return {
    call,
    refusals: {
      async learn(unknownIds, signal) {
        const bodies: Uint8Array[] = [];
        for (const id of unknownIds) {
          const body = await refusedBody(id, signal);
          if (body !== null) bodies.push(body);
        }
        return refusalShapes.learn(bodies.length === unknownIds.length ? bodies : []);
      },
      know: (shapes) => refusalShapes.know(shapes),
    },
    latestRequests: () => requestLog.latest(),
    hasToken: () => tokenProblem(options.token()) === null,
    ...serviceResources(call),
  };
}

/** The header with the token. A token that is missing or cannot be in a header is refused before anything is sent. */
function bearer(token: string, endpoint: Endpoint): string {
  if (tokenProblem(token) !== null) throw new AppException(unauthorised(`${endpoint.name}: no usable token`));
  return `Bearer ${token}`;
}

function headersAndBody(
  endpoint: Endpoint,
  body: unknown,
  authorization: string,
): Pick<HttpRequest, 'headers' | 'body'> {
  const expectsPdf = endpoint.success.some(({ kind }) => kind === 'pdf');
  const headers = {
    authorization,
    accept: expectsPdf ? 'application/pdf, text/html, application/json' : 'application/json',
  };
  if (endpoint.body === null) return { headers };
  const checked = checkInput(endpoint, endpoint.body, body);
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(checked) };
}

function limitsOf(
  endpoint: Endpoint,
  timeoutsMs: ServiceTimeouts,
): Pick<HttpRequest, 'timeoutMs' | 'maxBytes'> {
  if (endpoint.success.some(({ kind }) => kind === 'pdf')) {
    return { timeoutMs: timeoutsMs.document, maxBytes: LARGEST_DOCUMENT_BYTES };
  }
  return {
    timeoutMs: endpoint.method === 'GET' ? timeoutsMs.read : timeoutsMs.write,
    maxBytes: LARGEST_JSON_BYTES,
  };
}

function pathOf(endpoint: Endpoint, params: unknown): string {
  const checked = checkInput(endpoint, endpoint.params, params) as Record<string, string | number>;
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(checked[name]);
    // In a path these two mean "here" and "one up", also when they are encoded, so no record can be read by them.
    if (value === '.' || value === '..')
      throw new AppException(notFound(`${endpoint.name}: no record has this key`));
    return encodePart(value);
  });
}

/** Checks what is about to be sent, so that a wrong field is refused without a request. */
function checkInput(endpoint: Endpoint, schema: z.ZodType, value: unknown): unknown {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const fields: Record<string, string> = {};
  for (const issue of checked.error.issues) fields[issue.path.map(String).join('.')] ??= issue.message;
  throw new AppException(rejected(`${endpoint.name} was not sent: its input does not fit`, fields));
}
