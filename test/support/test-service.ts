// A simple laboratory service for tests. The test puts records into it, and the real client reads them. It has no rules
// and answers no writes by itself; a test that needs the rules of the service uses the sandbox.
import { HttpFailure } from '../../src/core/ports/machine.ts';
import type { Http, HttpRequest, HttpResponse } from '../../src/core/ports/machine.ts';
import type { Appointment } from '../../src/wire/appointment.ts';
import type { Patient } from '../../src/wire/patient.ts';
import type { ProductSummary } from '../../src/wire/product.ts';
import type { Registration } from '../../src/wire/registration.ts';
import { ENDPOINTS } from '../../src/wire/routes.ts';
import type { EndpointName } from '../../src/wire/routes.ts';
import type { Calendar, Slot, TestLocation } from '../../src/wire/test-location.ts';
import { examplePage } from './wire-examples.ts';

export interface TestRequest {
  readonly endpoint: EndpointName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface TestAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: Uint8Array;
  readonly contentType?: string;
}

export interface TestService extends Http {
  readonly locations: Map<string, TestLocation>;
  readonly products: Map<string, ProductSummary>;
  readonly patients: Map<string, Patient>;
  readonly registrations: Map<string, Registration>;
  readonly appointments: Map<string, Appointment>;
  /** The slots of a day. The key is `<location id> <YYYY-MM-DD>`. */
  readonly slots: Map<string, readonly Slot[]>;
  /** The free days of a month. The key is `<location id> <YYYY-MM>`. */
  readonly months: Map<string, Calendar>;
  /** All requests so far, in order. */
  readonly requests: TestRequest[];
  /** While true, every request fails before it is sent, as without a network. */
  down: boolean;
  /**
   * While true, requests about registrations get no answer until `release`. Other requests do, so the connection is up.
   */
  holdsRegistrations: boolean;
  /** The test's own answer to a request. When it returns null, the request is answered from the records above. */
  answer: (request: TestRequest) => TestAnswer | null;
  /** Requests whose answers are made at once and come only with `release`: by then they tell what was. */
  isLate: (request: TestRequest) => boolean;
  /** Sends the answers that `holdsRegistrations` and `isLate` have held back. */
  release(): void;
}

const ROUTES = (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => {
  const { method, path } = ENDPOINTS[name];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)').replace(/\/?$/, '/?')}$`);
  return { name, method, names, pattern };
});

function readRequest({ method, url, body }: HttpRequest): TestRequest {
  const { pathname, searchParams } = new URL(url);
  for (const route of ROUTES) {
    const found = route.method === method ? route.pattern.exec(pathname) : null;
    if (!found) continue;
    const params = Object.fromEntries(
      route.names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
    );
    const parsed: unknown = body === undefined ? null : JSON.parse(body);
    return { endpoint: route.name, params, query: searchParams, body: parsed };
  }
  throw new Error(`The service has no endpoint ${method} ${pathname}.`);
}

/** A label document of the service: a desk for tests reads its code off it; null is a label without any. */
export function labelDocument(code: string | null): TestAnswer {
  const text = `%PDF-1.7 ${code === null ? '' : `code:${code} `}%%EOF`;
  return { status: 200, bytes: new TextEncoder().encode(text), contentType: 'application/pdf' };
}

const NOT_FOUND: TestAnswer = {
  status: 404,
  body: { error: { code: 'not-found', message: 'There is no such record.' } },
};
const found = (record: unknown): TestAnswer =>
  record === undefined ? NOT_FOUND : { status: 200, body: record };

function page(items: readonly unknown[], query: URLSearchParams): TestAnswer {
  const size = Number(query.get('results_per_page') ?? 25);
  const number = Number(query.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(items.length / size));
  const shown = items.slice((number - 1) * size, number * size);
  return { status: 200, body: { ...examplePage(shown, number, pages), nr_of_results: items.length } };
}

/**
 * Answers a request for the list of registrations with one of them on each page, and others not at all (null): only so is the list of a
 * small test too long to be read whole at each reading, and each registration asked for by itself.
 *
 * @example desk.service.answer = (request) => listInShortPages(desk.service, request);
 */
export function listInShortPages(service: TestService, { endpoint, query }: TestRequest): TestAnswer | null {
  if (endpoint !== 'registrations.list') return null;
  const all = [...service.registrations.values()];
  const number = Number(query.get('page') ?? 1);
  const body = examplePage(all.slice(number - 1, number), number, all.length);
  return { status: 200, body: { ...body, nr_of_results: all.length } };
}

const twoDigits = (text: string | undefined): string => String(text).padStart(2, '0');
const slotsKey = ({ year, month, day }: TestRequest['params'], query: URLSearchParams): string =>
  `${query.get('test_location_id')} ${year}-${twoDigits(month)}-${twoDigits(day)}`;

/** Makes a service without records, which is down until `down` is set to false. `nowMs` is its clock. */
export function createTestService(nowMs: () => number): TestService {
  let held: (() => void)[] = [];
  const service: TestService = {
    locations: new Map(),
    products: new Map(),
    patients: new Map(),
    registrations: new Map(),
    appointments: new Map(),
    slots: new Map(),
    months: new Map(),
    requests: [],
    down: true,
    holdsRegistrations: false,
    isLate: () => false,
    answer: () => null,
    release() {
      const waiting = held;
      held = [];
      for (const go of waiting) go();
    },
    async request(request) {
      if (service.down) throw new HttpFailure('refused', 'not-sent', 'ECONNREFUSED');
      const asked = readRequest(request);
      service.requests.push(asked);
      if (service.holdsRegistrations && asked.endpoint.startsWith('registrations.'))
        await new Promise<void>((go) => held.push(go));
      if (service.isLate(asked)) {
        const response = toResponse(service.answer(asked) ?? fromRecords(asked));
        await new Promise<void>((go) => held.push(go));
        return response;
      }
      return toResponse(service.answer(asked) ?? fromRecords(asked));
    },
  };

  function registrationOf(id: string | undefined): Registration | undefined {
    return [...service.registrations.values()].find(
      (one) => one.id === id || one.trf_code === id || (one.foreign_id !== null && one.foreign_id === id),
    );
  }

  function fromRecords({ endpoint, params, query }: TestRequest): TestAnswer {
    const registration = registrationOf(params['id']);
    switch (endpoint) {
      case 'locations.list':
        return page([...service.locations.values()], query);
      case 'locations.slots':
        return { status: 200, body: service.slots.get(slotsKey(params, query)) ?? [] };
      case 'locations.calendar':
        return found(
          service.months.get(
            `${query.get('test_location_id')} ${params['year']}-${twoDigits(params['month'])}`,
          ),
        );
      case 'products.list':
        return page([...service.products.values()], query);
      case 'registrations.list':
        return page([...service.registrations.values()], query);
      case 'registrations.get':
        return found(registration);
      case 'registrations.patient':
        return found(service.patients.get(registration?.patient_id ?? ''));
      case 'registrations.appointment':
        return found(service.appointments.get(registration?.appointment_id ?? ''));
      default:
        return NOT_FOUND;
    }
  }

  function toResponse({ status, body, bytes, contentType }: TestAnswer): HttpResponse {
    return {
      status,
      headers: {
        'content-type': contentType ?? 'application/json',
        date: new Date(nowMs()).toUTCString(),
      },
      body: bytes ?? new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
    };
  }

  return service;
}
