// What the sandbox makes of wrong tokens, forced statuses and hostile input: a clear refusal or text kept as it is.
import { request as rawRequest } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../../../src/wire/error.ts';
import { ENDPOINT_NAMES, ENDPOINTS } from '../../../src/wire/routes.ts';
import type { Endpoint } from '../../../src/wire/endpoint.ts';
import { encodePart } from '../../../src/wire/query-string.ts';
import { MORNING, newPatient, startCaller, TOKEN, type Caller } from './caller.ts';

describe('refusals', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await startCaller();
  });
  afterAll(() => caller.close());

  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(caller.sandbox.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
      body,
    });
  const pathOf = ({ path }: Endpoint, filler = 'x'): string => path.replace(/\{\w+\}/g, encodePart(filler));

  test.each([...ENDPOINT_NAMES])('%s needs the token', async (name) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    for (const authorization of [undefined, 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, 'Bearer']) {
      const response = await fetch(caller.sandbox.baseUrl + pathOf(endpoint), {
        method: endpoint.method,
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(response.status).toBe(401);
      expect(errorBody.parse(await response.json()).error.code).toBe('unauthorised');
    }
  });

  test.each([...ENDPOINT_NAMES])('%s answers any status that is forced', async (name) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    for (const status of [401, 404, 429, 500, 503, 204, 302]) {
      const response = await fetch(`${caller.sandbox.baseUrl}${pathOf(endpoint)}?force_status=${status}`, {
        method: endpoint.method,
        redirect: 'manual',
      });
      expect(response.status).toBe(status);
      if (status === 429) expect(response.headers.get('retry-after')).toBe('5');
      const text = await response.text();
      if (status >= 400) errorBody.parse(JSON.parse(text));
    }
  });

  test('a forced status changes nothing', async () => {
    const before = caller.sandbox.count.patients();
    const body = {
      first_name: 'A',
      last_name: 'B',
      email: 'a@b.co',
      date_of_birth: '1990-01-01',
      gender: 'other',
    };
    const answer = await caller.send('POST', '/api/patient/?force_status=500', body);
    expect(answer.status).toBe(500);
    expect(caller.sandbox.count.patients()).toBe(before);
    for (const wrong of ['99', '600', 'abc', '']) {
      expect((await caller.send('GET', `/api/webhook?force_status=${wrong}`)).status).toBe(422);
    }
  });

  test('the Date header follows the sandbox’s clock', async () => {
    const at = async () => Date.parse((await caller.send('GET', '/api/webhook')).headers.get('date') ?? '');
    expect(await at()).toBe(MORNING);
    caller.sandbox.clock.advanceSeconds(3_600);
    expect(await at()).toBe(MORNING + 3_600_000);
  });

  test('an idle connection is kept for a minute, so that the next request does not meet its end', async () => {
    const { headers } = await caller.send('GET', '/api/webhook');
    const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(60);
  });

  test('an unknown path is 404 and a wrong method 405 with what is allowed', async () => {
    expect((await caller.send('GET', '/api/nothing')).status).toBe(404);
    expect((await caller.send('GET', '/')).status).toBe(404);
    const answer = await caller.send('DELETE', '/api/patient/');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    errorBody.parse(answer.value);
  });

  test('paths work with and without their last slash', async () => {
    for (const path of ['/api/product', '/api/product/', '/api/test_registration', '/api/webhook/']) {
      expect((await caller.send('GET', path)).status).toBe(200);
    }
  });

  test.each(['', '{', 'null', '[]', '7', '"text"', '{"a":1}}', '\ufeff'])(
    'a body of %j is refused',
    async (body) => {
      const response = await post('/api/patient/', body);
      expect([400, 422]).toContain(response.status);
      errorBody.parse(await response.json());
    },
  );

  test('bytes that are no UTF-8 are malformed', async () => {
    const response = await post('/api/patient/', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]));
    expect(response.status).toBe(400);
    expect(errorBody.parse(await response.json()).error.code).toBe('malformed');
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('a body sent as %s is refused', async (type) => {
    const response = await post('/api/patient/', '{}', { 'content-type': type });
    expect(response.status).toBe(415);
  });

  test('a body over 1 MB is refused, with its length announced or not', async () => {
    const big = `{"first_name":"${'x'.repeat(1_000_001)}"}`;
    expect((await post('/api/patient/', big)).status).toBe(413);
    const status = await new Promise<number | undefined>((answered, failed) => {
      const request = rawRequest(`${caller.sandbox.baseUrl}/api/patient/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      });
      request.once('response', (response) => {
        response.resume();
        answered(response.statusCode);
      });
      request.once('error', failed);
      for (let part = 0; part < 30; part += 1) request.write('x'.repeat(50_000));
      request.end();
    });
    expect(status).toBe(413);
  });

  test('JSON nested too deep is refused, however deep', async () => {
    for (const depth of [40, 1_000, 200_000]) {
      const nested = `{"address":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      expect((await post('/api/patient/', nested)).status).toBe(400);
    }
  });

  test('a text that is too long is refused by its field', async () => {
    const answer = await caller.send('POST', '/api/patient/', { first_name: 'x'.repeat(2_001) });
    expect(answer).toMatchObject({
      status: 422,
      value: { error: { fields: { first_name: expect.any(String) } } },
    });
  });

  const HOSTILE = [
    "Robert'); DROP TABLE patient;--",
    '<img src=x onerror=alert(1)>',
    '{{7*7}}${7*7}',
    '../../etc/passwd',
    'a\u0000b',
    '\u202Eevil\u202C',
    'Ｆｕｌｌｗｉｄｔｈ',
    '👩🏽‍⚕️',
    'ẞß ſ İı',
    '%00%2e%2e%2f',
    '\\u0041"\'`',
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  ];

  test.each(HOSTILE)('%j is kept as text, in names, references and addresses', async (text) => {
    const patient = await newPatient(caller, {
      last_name: text,
      phone_number: text,
      address: { [text]: text },
    });
    expect(patient).toMatchObject({ last_name: text, phone_number: text });
    const made = await caller.call('registrations.create', {
      body: { patient_id: patient.id, product_skus: ['VITD-1'], foreign_id: text },
    });
    expect(made.foreign_id).toBe(text);
    const { items } = await caller.call('registrations.list', { query: { results_per_page: 1 } });
    expect(items[0]).toMatchObject({ foreign_id: text, last_name: text });
    if (!text.includes('\u0000')) {
      const found = await caller.send('GET', `/api/test_registration/${encodeURIComponent(text)}`);
      expect(found).toMatchObject({ status: 200, value: { id: made.id } });
    }
  });

  test('half a surrogate pair becomes the replacement character', async () => {
    const response = await post(
      '/api/patient/',
      '{"first_name":"a\\ud800b","last_name":"B","email":"a@b.co","date_of_birth":"1990-01-01","gender":"other"}',
    );
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ first_name: 'a\ufffdb' });
  });

  test('__proto__ and constructor in a body do no harm', async () => {
    const response = await post(
      '/api/patient/',
      '{"__proto__":{"first_name":"x"},"constructor":{"prototype":{"polluted":1}},"address":{"__proto__":{"a":1}}}',
    );
    expect(response.status).toBe(422);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('no request whatever is answered with a 500', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(...HOSTILE, '', 'NaN', '-1', '1e309', '2026-02-30'),
    );
    const anyValue = fc.oneof(
      anyText,
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(null, true, 0, -1, 1e308, [], {}),
    );
    const anyBody = fc.dictionary(
      fc.constantFrom(
        ...[
          'first_name',
          'last_name',
          'email',
          'date_of_birth',
          'gender',
          'patient_id',
          'product_skus',
          'foreign_id',
        ],
        ...[
          'slot_id',
          'starts_at',
          'confirmed',
          'items',
          'shipping_id',
          'customer',
          'address',
          'url',
          'secret',
        ],
        ...[
          'cancel',
          'appointment_time',
          'biomarker_codes',
          'product_ids',
          'initial_appointment',
          'customer_id',
        ],
      ),
      anyValue,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ENDPOINT_NAMES),
        anyText,
        fc.dictionary(
          fc.constantFrom('page', 'search', 'test_location_id', 'sku', 'show_as_html', 'force'),
          anyText,
        ),
        anyBody,
        async (name, filler, query, body) => {
          const endpoint: Endpoint = ENDPOINTS[name];
          const path = pathOf(endpoint, filler.toWellFormed()) + `?${new URLSearchParams(query)}`;
          const answer = await caller.send(endpoint.method, path, endpoint.body ? body : undefined);
          expect(answer.status, `${endpoint.method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500);
          if (answer.status >= 400) errorBody.parse(answer.value);
        },
      ),
      { numRuns: 400 },
    );
  });
});
