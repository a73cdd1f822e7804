// A sandbox, a client in front of it, and between them an ear that compares both with the wire.
import { silentLog } from '../support/silent-log.ts';
import { expect } from 'vitest';
import { createHttp } from '../../src/adapters/http.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import type { Http, HttpRequest, HttpResponse } from '../../src/core/ports/machine.ts';
import { createServiceClient, type ServiceClient } from '../../src/core/service/client.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { errorBody } from '../../src/wire/error.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../src/wire/routes.ts';

const TOKEN = 'contract-token';

export interface ServiceUnderContract {
  readonly sandbox: Sandbox;
  readonly client: ServiceClient;
  /** Operations that have given a good answer so far. */
  readonly answered: ReadonlySet<EndpointName>;
  close(): Promise<void>;
}

export async function startServiceUnderContract(): Promise<ServiceUnderContract> {
  const sandbox = await startSandbox({ dataFile: ':memory:', token: TOKEN, seed: 'demo' });
  const http = createHttp();
  const answered = new Set<EndpointName>();
  const client = createServiceClient({
    http: listening(http),
    clock: systemClock,
    log: silentLog,
    baseUrl: sandbox.baseUrl,
    token: () => TOKEN,
    onAnswer: ({ endpoint, status }) => {
      if (status < 300) answered.add(endpoint);
    },
  });
  return {
    sandbox,
    client,
    answered,
    close: async () => {
      await http.close();
      await sandbox.close();
    },
  };
}

/** Passes every exchange on, and holds both sides to the wire to the letter: no field more, no field less. */
function listening(http: Http): Http {
  return {
    async request(request) {
      const endpoint = operationOf(request);
      checkRequest(endpoint, request);
      const response = await http.request(request);
      checkResponse(endpoint, response);
      return response;
    },
  };
}

const patterns: readonly (readonly [RegExp, Endpoint])[] = Object.values(
  ENDPOINTS as Record<string, Endpoint>,
)
  // Fixed paths before those that a parameter would swallow.
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
  .map((endpoint) => [
    new RegExp(`^${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    endpoint,
  ]);

function operationOf({ method, url }: HttpRequest): Endpoint {
  const line = `${method} ${new URL(url).pathname}`;
  const found = patterns.find(([pattern]) => pattern.test(line));
  if (!found) throw new Error(`no endpoint for ${line}`);
  return found[1];
}

function checkRequest(endpoint: Endpoint, request: HttpRequest): void {
  if (endpoint.body === null) expect(request.body, `${endpoint.name} takes no body`).toBeUndefined();
  else {
    const sent: unknown = JSON.parse(request.body ?? 'null');
    expect(endpoint.body.parse(sent), `request of ${endpoint.name}`).toEqual(sent);
  }
}

function checkResponse(endpoint: Endpoint, response: HttpResponse): void {
  const { status, body } = response;
  const contentType = response.headers['content-type'] ?? '';
  const readBody = (): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  if (status >= 400) {
    expect(contentType, `${endpoint.name} ${status}`).toMatch(/^application\/json/);
    const refused = readBody();
    expect(errorBody.parse(refused), `refusal by ${endpoint.name}`).toEqual(refused);
    return;
  }
  const forms = endpoint.success.filter((form) => form.status === status);
  expect(forms.length, `${endpoint.name} may answer ${status}`).toBeGreaterThan(0);
  const kind = body.length === 0 ? 'empty' : contentType.startsWith('application/pdf') ? 'pdf' : null;
  const form = forms.find(
    (one) => one.kind === (kind ?? (contentType.startsWith('text/html') ? 'html' : 'json')),
  );
  expect(form, `${endpoint.name} may answer ${status} as ${contentType}`).toBeDefined();
  if (form?.kind === 'json') {
    const given = readBody();
    expect(form.schema.parse(given), `answer of ${endpoint.name}`).toEqual(given);
  }
}
