// A sandbox for one test, its clock in the test's hand, and calls whose good answers are checked against the interface.
import { ENDPOINTS, type JsonOf, type EndpointName, type ParamsOf } from '../../../src/wire/routes.ts';
import { encodePart, writeQuery, type QueryValue } from '../../../src/wire/query-string.ts';
import type { CreatedOrder } from '../../../src/wire/order.ts';
import type { Endpoint } from '../../../src/wire/endpoint.ts';
import type { Page } from '../../../src/wire/pagination.ts';
import type { Patient } from '../../../src/wire/patient.ts';
import type { ProductSummary } from '../../../src/wire/product.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import type { Slot } from '../../../src/wire/test-location.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.ts';

export const TOKEN = 'test-token';
/** A Wednesday, 09:00 in London. */
export const MORNING = Date.parse('2026-07-01T09:00:00+01:00');
export const TODAY = '2026-07-01';

export interface Answer<Value = unknown> {
  readonly status: number;
  readonly value: Value;
  readonly headers: Headers;
}

interface Input<Name extends EndpointName> {
  readonly params?: ParamsOf<Name>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

export interface Refused {
  readonly status: number;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly fields?: Record<string, string>;
  };
}

export interface Caller {
  readonly sandbox: Sandbox;
  /** Calls an endpoint; throws unless the answer is good and as the interface says. */
  call<Name extends EndpointName>(name: Name, input?: Input<Name>): Promise<JsonOf<Name>>;
  /** Calls an endpoint that must be refused, with a body that says why. */
  refused<Name extends EndpointName>(name: Name, input?: Input<Name>): Promise<Refused>;
  /** Any request at all, with the token. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  bytes(path: string): Promise<{ status: number; type: string | null; bytes: Uint8Array }>;
  close(): Promise<void>;
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    value: isJson ? (JSON.parse(text) as unknown) : text,
    headers: response.headers,
  };
}

export async function startCaller(options: Partial<SandboxOptions> = {}): Promise<Caller> {
  const unforeseen: unknown[] = [];
  const sandbox = await startSandbox({
    dataFile: ':memory:',
    token: TOKEN,
    seed: 'empty',
    now: () => MORNING,
    log: { error: (message, fields) => unforeseen.push([message, fields]) },
    ...options,
  });
  const headers = { authorization: `Bearer ${TOKEN}` };

  const send: Caller['send'] = async (method, path, body) =>
    readAnswer(
      await fetch(sandbox.baseUrl + path, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const ask = (name: EndpointName, input: Input<EndpointName>): Promise<Answer> => {
    const { method, path }: Endpoint = ENDPOINTS[name];
    const params = (input.params ?? {}) as Record<string, string | number>;
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodePart(String(params[key])));
    return send(method, filled + writeQuery(input.query ?? {}), input.body);
  };

  return {
    sandbox,
    send,
    call: async (name, input = {}) => {
      const answer = await ask(name, input as Input<EndpointName>);
      const success = (ENDPOINTS[name] as Endpoint).success.find((one) => one.status === answer.status);
      if (!success) {
        throw new Error(
          `${name} answered ${answer.status}: ${JSON.stringify(answer.value)} ${unforeseen.join()}`,
        );
      }
      if (success.kind === 'json') success.schema.parse(answer.value);
      return answer.value as JsonOf<typeof name>;
    },
    refused: async (name, input = {}) => {
      const answer = await ask(name, input as Input<EndpointName>);
      const { error } = answer.value as Partial<Refused>;
      if (answer.status < 400 || !error) {
        throw new Error(`${name} was not refused: ${answer.status} ${JSON.stringify(answer.value)}`);
      }
      return { status: answer.status, error };
    },
    bytes: async (path) => {
      const response = await fetch(sandbox.baseUrl + path, { headers });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
    },
    close: async () => {
      await sandbox.close();
      if (unforeseen.length > 0) throw new Error(`the sandbox failed: ${JSON.stringify(unforeseen)}`);
    },
  };
}

let made = 0;

/** A patient nobody else is. */
export function newPatient(caller: Caller, more: Record<string, unknown> = {}): Promise<Patient> {
  made += 1;
  return caller.call('patients.create', {
    body: {
      first_name: 'Ada',
      last_name: `Lovelace ${made}`,
      email: 'ada@example.com',
      date_of_birth: '1985-12-10',
      gender: 'female',
      ...more,
    },
  });
}

export async function productOf(caller: Caller, sku: string): Promise<ProductSummary> {
  const page: Page<ProductSummary> = await caller.call('products.list', {
    query: { sku, all_products: true },
  });
  const product = page.items[0];
  if (!product) throw new Error(`no product ${sku}`);
  return product;
}

export async function shippingOf(caller: Caller, sku: string, type: string): Promise<string> {
  const { id } = await productOf(caller, sku);
  const { items } = await caller.call('products.shipping', { params: { id } });
  const method = items.find((one) => one.type === type);
  if (!method) throw new Error(`${sku} has no ${type}`);
  return method.id;
}

/** A registration made directly; the body may be changed. */
export async function newRegistration(
  caller: Caller,
  body: Record<string, unknown> = {},
): Promise<Registration> {
  const patientId = body.patient_id ?? (await newPatient(caller)).id;
  return caller.call('registrations.create', {
    body: {
      ...(body.product_ids == null ? { product_skus: ['IRON-4'] } : {}),
      ...body,
      patient_id: patientId,
    },
  });
}

export const CUSTOMER = { email: 'c@example.com', first_name: 'Carl', last_name: 'Customer' };
export const ADDRESS = { line1: '1 High Street', city: 'Leeds', postal_code: 'LS1 1AA', country_code: 'GB' };

/** An order for a posted kit unless the body says otherwise. */
export async function newOrder(caller: Caller, body: Record<string, unknown> = {}): Promise<CreatedOrder> {
  return caller.call('orders.create', {
    body: {
      items: [{ product_sku: 'IRON-4', quantity: 1 }],
      shipping_id: await shippingOf(caller, 'IRON-4', 'home_kit'),
      address: ADDRESS,
      ...(body.customer_id === undefined ? { customer: CUSTOMER } : {}),
      ...body,
    },
  });
}

export async function locationIds(caller: Caller): Promise<string[]> {
  const page = await caller.call('locations.list');
  return page.items.map((one) => one.id);
}

export async function mainLocation(caller: Caller): Promise<string> {
  const [first] = await locationIds(caller);
  if (first === undefined) throw new Error('no location');
  return first;
}

export async function slotsOn(caller: Caller, date: string, locationId?: string): Promise<Slot[]> {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return caller.call('locations.slots', {
    params: { year, month, day },
    query: { test_location_id: locationId ?? (await mainLocation(caller)) },
  });
}

/** The first free slot of a day at or after a time. */
export async function freeSlot(caller: Caller, date = TODAY, from = '10:00'): Promise<Slot> {
  const slot = (await slotsOn(caller, date)).find((one) => one.available && one.preview >= from);
  if (!slot) throw new Error(`no free slot on ${date}`);
  return slot;
}
