// A sandbox, a client in front of it, and between them an ear that compares both with the wire.
import { expect } from 'vitest';
import { createHttp } from '../../src/adapters/http.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import type { Http, HttpRequest, HttpResponse, Log } from '../../src/core/ports.ts';
import { createServiceClient, type ServiceClient } from '../../src/core/service/client.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { errorBody } from '../../src/wire/error.ts';
import type { Operation } from '../../src/wire/operation.ts';
import { OPERATIONS, type OperationName } from '../../src/wire/routes.ts';

export const TOKEN = 'contract-token';

export interface ServiceUnderContract {
  readonly sandbox: Sandbox;
  readonly client: ServiceClient;
  /** Operations that have given a good answer so far. */
  readonly answered: ReadonlySet<OperationName>;
  close(): Promise<void>;
}

export async function startServiceUnderContract(): Promise<ServiceUnderContract> {
  const sandbox = await startSandbox({ dataFile: ':memory:', token: TOKEN, seed: 'demo' });
  const http = createHttp();
  const answered = new Set<OperationName>();
  const log: Log = { debug() {}, info() {}, warn() {}, error() {} };
  const client = createServiceClient({
    http: listening(http),
    clock: systemClock,
    log,
    baseUrl: sandbox.baseUrl,
    token: () => TOKEN,
    onAnswer: ({ operation, status }) => {
      if (status < 300) answered.add(operation);
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
      const operation = operationOf(request);
      checkRequest(operation, request);
      const response = await http.request(request);
      checkResponse(operation, response);
      return response;
    },
  };
}

const patterns: readonly (readonly [RegExp, Operation])[] = Object.values(
  OPERATIONS as Record<string, Operation>,
)
  // Fixed paths before those that a parameter would swallow.
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
  .map((operation) => [
    new RegExp(`^${operation.method} ${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    operation,
  ]);

function operationOf({ method, url }: HttpRequest): Operation {
  const line = `${method} ${new URL(url).pathname}`;
  const found = patterns.find(([pattern]) => pattern.test(line));
  if (!found) throw new Error(`no operation for ${line}`);
  return found[1];
}

function checkRequest(operation: Operation, request: HttpRequest): void {
  if (operation.body === null) expect(request.body, `${operation.name} takes no body`).toBeUndefined();
  else {
    const sent: unknown = JSON.parse(request.body ?? 'null');
    expect(operation.body.parse(sent), `request of ${operation.name}`).toEqual(sent);
  }
}

function checkResponse(operation: Operation, response: HttpResponse): void {
  const { status, body } = response;
  const contentType = response.headers['content-type'] ?? '';
  const readBody = (): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  if (status >= 400) {
    expect(contentType, `${operation.name} ${status}`).toMatch(/^application\/json/);
    const refused = readBody();
    expect(errorBody.parse(refused), `refusal by ${operation.name}`).toEqual(refused);
    return;
  }
  const forms = operation.success.filter((form) => form.status === status);
  expect(forms.length, `${operation.name} may answer ${status}`).toBeGreaterThan(0);
  const kind = body.length === 0 ? 'empty' : contentType.startsWith('application/pdf') ? 'pdf' : null;
  const form = forms.find(
    (one) => one.kind === (kind ?? (contentType.startsWith('text/html') ? 'html' : 'json')),
  );
  expect(form, `${operation.name} may answer ${status} as ${contentType}`).toBeDefined();
  if (form?.kind === 'json') {
    const given = readBody();
    expect(form.schema.parse(given), `answer of ${operation.name}`).toEqual(given);
  }
}
