// Connects each endpoint of the interface to its handler. Input is checked and answers are written here, in one place.
import type { Hono } from 'hono';
import type { z } from 'zod';
import { readQuery } from '../../wire/query-string.ts';
import {
  ENDPOINTS,
  ENDPOINT_NAMES,
  type BodyOf,
  type EndpointName,
  type ParamsOf,
  type QueryOf,
} from '../../wire/routes.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { invalid, missing } from '../refusal.ts';
import type { Answer } from './answer.ts';
import { readJsonBody } from './request-body.ts';

/** A request whose parameters, query and body have passed their schemas. */
export interface Call<Name extends EndpointName> {
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
}

/** One handler for each endpoint. */
export type Handlers<Names extends EndpointName = EndpointName> = {
  readonly [Name in Names]: (call: Call<Name>) => Answer | Promise<Answer>;
};

type AnyHandler = (call: { params: unknown; query: unknown; body: unknown }) => Answer | Promise<Answer>;

/** What is wrong with each field, by its path; the first problem of a field counts. */
function faultsOf(error: z.ZodError): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of error.issues) faults[issue.path.join('.') || 'body'] ??= issue.message;
  return faults;
}

function checked(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(faultsOf(parsed.error));
  return parsed.data;
}

/**
 * Checks a body. A null in a field that takes no null counts as if the field were left out: an optional field is then
 * accepted, a required one is reported as missing. Null items of a list are not removed.
 */
function checkedBody(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const without = parsed.error.issues.reduce((rest, { path }) => withoutNull(rest, path), value);
  return checked(schema, without);
}

/** A copy of `value` without the field at `path`, if that field is null; otherwise an equal copy. */
function withoutNull(value: unknown, path: readonly PropertyKey[]): unknown {
  const [name, ...deeper] = path;
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item, index): unknown => (index === name ? withoutNull(item, deeper) : item));
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
      if (key !== name) return [[key, item]];
      return deeper.length === 0 && item === null ? [] : [[key, withoutNull(item, deeper)]];
    }),
  );
}

/** Checks path parameters. An `id` that cannot be an identifier answers 404; other wrong parameters answer 422. */
function checkedParams(schema: z.ZodType, value: Record<string, string>): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error);
  if (Object.keys(faults).every((name) => name === 'id')) throw missing('There is no such record.');
  throw invalid(faults);
}

const NO_QUERY = {};
const queryOf = (url: string): Record<string, string | string[]> => {
  const at = url.indexOf('?');
  return at < 0 ? NO_QUERY : readQuery(url.slice(at));
};

/**
 * A sort key for paths: one digit for each part, 0 for a fixed word and 1 for a parameter. Paths are tried in this
 * order, so a fixed word wins over a parameter: `…/barcode/trf` asks for the bar code "trf", and not for the form of a
 * registration called "barcode".
 */
const specificityOf = (name: EndpointName): string =>
  ENDPOINTS[name].path
    .split('/')
    .map((part) => (part.startsWith('{') ? '1' : '0'))
    .join('');
const bySpecificity = (a: EndpointName, b: EndpointName): number =>
  specificityOf(a).localeCompare(specificityOf(b));

function patternOf(endpoint: Endpoint): string {
  return endpoint.path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1');
}

/** Adds a route for every endpoint to `app`. `before` runs before each handler. */
export function bindOperations(app: Hono, handlers: Handlers, before: () => void): void {
  for (const name of [...ENDPOINT_NAMES].sort(bySpecificity)) {
    const endpoint: Endpoint = ENDPOINTS[name];
    const handle = handlers[name] as AnyHandler;
    app.on(endpoint.method, patternOf(endpoint), async (context) => {
      const body = endpoint.body ? checkedBody(endpoint.body, await readJsonBody(context.req.raw)) : null;
      const params = checkedParams(endpoint.params, context.req.param());
      const query = checked(endpoint.query, queryOf(context.req.url));
      before();
      return toResponse(await handle({ params, query, body }));
    });
  }
}

function toResponse(answer: Answer): Response {
  switch (answer.kind) {
    case 'json':
      return new Response(JSON.stringify(answer.value), {
        status: answer.status,
        headers: { 'content-type': 'application/json' },
      });
    case 'bytes':
      return new Response(answer.bytes as string | Uint8Array<ArrayBuffer>, {
        status: answer.status,
        headers: {
          'content-type': answer.type,
          ...(answer.type.startsWith('text/html')
            ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:" }
            : {}),
        },
      });
    case 'empty':
      return new Response(null, { status: answer.status });
  }
}

const PATHS = ENDPOINT_NAMES.map((name) => ({
  method: ENDPOINTS[name].method as string,
  matches: new RegExp(`^${ENDPOINTS[name].path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`),
}));

/** The methods that a path accepts; empty when there is no such path. */
export const methodsOf = (path: string): string[] => [
  ...new Set(PATHS.filter((one) => one.matches.test(path)).map((one) => one.method)),
];
