// What the client sends, and what it makes of good answers.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceClient } from '../../../../src/core/service/client.ts';
import {
  errorOf,
  startClientUnderFault,
  TOKEN,
  WEB_PAGE,
  type ClientUnderFault,
} from '../../../support/client-under-fault.ts';
import type { FaultServer } from '../../../support/fault-server.ts';
import { examplePage, exampleRegistration } from '../../../support/wire-examples.ts';

let line: ClientUnderFault;
let server: FaultServer;
let client: ServiceClient;

beforeEach(async () => {
  line = await startClientUnderFault();
  ({ server, client } = line);
});
afterEach(() => line.close());

describe('what is sent', () => {
  test('the token goes into its header and nowhere else, not even into errors and logs', async () => {
    server.always({ status: 401, body: { error: { code: 'x', message: `bad token ${TOKEN}` } } });
    const error = await errorOf(client.registrations.get('DRW-1'));
    const [request] = server.requests;
    expect(request?.headers['authorization']).toBe(`Bearer ${TOKEN}`);
    expect(JSON.stringify([request?.target, request?.body, error, line.logged, line.notes])).not.toContain(
      TOKEN,
    );
  });

  test('without a usable token nothing is sent', async () => {
    for (const token of ['', 'a b', 'line\nbreak']) {
      const tokenless = line.clientFor({ token });
      expect(await errorOf(tokenless.registrations.list())).toMatchObject({ kind: 'unauthorised' });
    }
    expect(server.requests).toEqual([]);
  });

  test('keys are one path segment, whatever is in them', async () => {
    server.always({ body: exampleRegistration() });
    await client.registrations.get('test:success+instant@HB:a/b?c#d é');
    expect(server.requests[0]?.target).toBe(
      '/api/test_registration/test%3Asuccess%2Binstant%40HB%3Aa%2Fb%3Fc%23d%20%C3%A9',
    );
    for (const key of ['.', '..']) {
      expect(await errorOf(client.registrations.get(key))).toMatchObject({ kind: 'not-found' });
    }
    expect(server.requests).toHaveLength(1);
  });

  test('lists are sent as name[]', async () => {
    server.always({ body: examplePage([]) });
    await client.products.list({
      query: { shipping_type_in: ['home_kit', 'walk_in'], all_products: true, page: 2 },
    });
    const target = new URL(server.requests[0]?.target ?? '', 'http://x');
    expect(target.searchParams.getAll('shipping_type_in[]')).toEqual(['home_kit', 'walk_in']);
    expect(target.searchParams.get('all_products')).toBe('true');
    expect(target.searchParams.get('page')).toBe('2');
  });

  test('a field that cannot be right is refused without a round trip', async () => {
    const wrong = {
      first_name: 'Ada',
      last_name: ' ',
      email: 'ada',
      date_of_birth: '1984-02-31',
      gender: 'female',
    };
    const error = await errorOf(client.patients.create({ ...wrong, gender: 'female' }));
    expect(error.kind === 'rejected' && Object.keys(error.fields).sort()).toEqual([
      'date_of_birth',
      'email',
      'last_name',
    ]);
    expect(server.requests).toEqual([]);
  });
});

describe('good answers', () => {
  test('no results yet is a value', async () => {
    server.next({ status: 204 }, { body: examplePage([]) });
    expect(await client.registrations.labResults('DRW-1')).toEqual({ ready: false });
    expect(await client.registrations.labResults('DRW-1')).toMatchObject({
      ready: true,
      page: { items: [] },
    });
  });

  test('a cancellation is done whether the answer has a body or not', async () => {
    const { id } = exampleRegistration();
    server.next({ status: 204 }, { status: 200 }, { status: 200, body: { cancelled: true } });
    for (let given = 0; given < 3; given += 1) await client.appointments.cancel(id);
    expect(server.requests.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'DELETE']);
  });

  test('a PDF is bytes with its type, its page is text', async () => {
    const pdf = Buffer.from('%PDF-1.7\n\x00\xff\n%%EOF\n', 'latin1');
    server.next({ body: pdf, contentType: 'application/pdf' }, { body: WEB_PAGE, contentType: 'text/html' });
    const document = await client.registrations.label('DRW-1');
    expect(document.contentType).toBe('application/pdf');
    expect(Buffer.from(document.bytes).equals(pdf)).toBe(true);
    expect(await client.registrations.labelHtml('DRW-1')).toBe(WEB_PAGE);
    expect(server.requests.map(({ target }) => target)).toEqual([
      '/api/test_registration/DRW-1/label',
      '/api/test_registration/DRW-1/label?show_as_html=1',
    ]);
  });

  test('each answer tells the service’s clock', async () => {
    server.always({ body: exampleRegistration(), headers: { date: 'Tue, 03 Mar 2026 09:30:00 GMT' } });
    const answer = await client.call('registrations.get', { params: { id: 'DRW-1' } });
    const expected = Date.UTC(2026, 2, 3, 9, 30);
    expect(answer.serverDateMs).toBe(expected);
    expect(line.notes).toMatchObject([
      { endpoint: 'registrations.get', status: 200, serverDateMs: expected },
    ]);
  });

  test('pages are walked to the end', async () => {
    server.next(
      { body: examplePage([exampleRegistration()], 1, 2) },
      { body: examplePage([exampleRegistration({ trf_code: 'DRW-2' })], 2, 2) },
    );
    const codes: string[] = [];
    for await (const page of client.pages('registrations.list', { query: { results_per_page: 1 } })) {
      for (const { trf_code } of page.items) codes.push(trf_code);
    }
    expect(codes).toEqual(['DRW-ABC234', 'DRW-2']);
    expect(server.requests.map(({ target }) => target)).toEqual([
      '/api/test_registration/?page=1&results_per_page=1',
      '/api/test_registration/?page=2&results_per_page=1',
    ]);
  });
});
