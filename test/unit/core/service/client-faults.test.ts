// What the client makes of a service that goes wrong: real sockets, one test for each failure.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgeWrite } from '../../../../src/core/outbox/judge.ts';
import type { ServiceClient } from '../../../../src/core/service/client.ts';
import { RefusedException } from '../../../../src/core/service/refused-exception.ts';
import {
  errorOf,
  startClientUnderFault,
  WEB_PAGE,
  type ClientUnderFault,
} from '../../../support/client-under-fault.ts';
import { startFaultServer, type FaultServer } from '../../../support/fault-server.ts';
import { exampleAppointment, examplePage, exampleRegistration } from '../../../support/wire-examples.ts';

let line: ClientUnderFault;
let server: FaultServer;
let client: ServiceClient;

beforeEach(async () => {
  line = await startClientUnderFault();
  ({ server, client } = line);
});
afterEach(() => line.close());

describe('answers that are not the service’s', () => {
  test('a web page instead of JSON is a captive portal, and says nothing about a write', async () => {
    server.always({ body: WEB_PAGE, contentType: 'text/html; charset=utf-8' });
    expect(await errorOf(client.registrations.list())).toMatchObject({
      kind: 'offline',
      reason: 'captive-portal',
      delivery: 'unknown',
    });
    expect(line.notes).toEqual([]);
  });

  test('the time is taken from a refusal of the service, not from a page that refuses in its place', async () => {
    const date = 'Mon, 05 May 2031 10:00:00 GMT';
    const refusedBy = async (body: unknown): Promise<unknown> => {
      server.next({ status: 409, headers: { date }, body });
      return await client.registrations.get('DRW-1').catch((thrown: unknown) => thrown);
    };
    const own = await refusedBy({ error: { code: 'taken', message: 'taken' } });
    expect(own).toBeInstanceOf(RefusedException);
    expect(own).toMatchObject({ error: { kind: 'conflict' }, serverDateMs: Date.parse(date) });
    expect(await refusedBy('<html>Not here</html>')).not.toBeInstanceOf(RefusedException);
  });

  test('a web page that claims to be JSON is recognised all the same', async () => {
    server.always({ body: `\n  ${WEB_PAGE}` });
    expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject({ reason: 'captive-portal' });
  });

  test('a web page instead of a PDF is a captive portal', async () => {
    server.always({ body: WEB_PAGE, contentType: 'text/html' });
    expect(await errorOf(client.registrations.label('DRW-1'))).toMatchObject({ reason: 'captive-portal' });
  });

  test('a redirect to another host is a captive portal, and is not followed', async () => {
    const elsewhere = await startFaultServer();
    server.always({ status: 302, headers: { location: `${elsewhere.url}/login` } });
    expect(await errorOf(client.registrations.list())).toMatchObject({
      kind: 'offline',
      reason: 'captive-portal',
      delivery: 'unknown',
    });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  test('a redirect to the same host is not followed either', async () => {
    server.always({ status: 308, headers: { location: '/elsewhere' } });
    expect(await errorOf(client.registrations.list())).toMatchObject({ kind: 'bug', origin: 'service' });
    expect(server.requests).toHaveLength(1);
  });

  test('network authentication required (511) is a captive portal', async () => {
    server.always({ status: 511, body: WEB_PAGE, contentType: 'text/html' });
    expect(await errorOf(client.products.list())).toMatchObject({ reason: 'captive-portal' });
  });
});

describe('answers that make no sense', () => {
  test.each([
    ['nonsense', 'flurble'],
    ['JSON cut short though the line was whole', '{"items": [{"id": "0000'],
  ])('%s is a bug of the service', async (_, body) => {
    server.always({ body });
    expect(await errorOf(client.registrations.list())).toMatchObject({
      kind: 'bug',
      origin: 'service',
      operation: 'registrations.list',
    });
  });

  test('a name that is not UTF-8 is a bug of the service, and not half a name', async () => {
    const latin1 = Buffer.from(JSON.stringify(exampleRegistration({ first_name: 'Zoë' })), 'latin1');
    server.always({ body: latin1 });
    expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject({
      kind: 'bug',
      origin: 'service',
    });
  });

  test('an empty answer where a record was due is a bug of the service', async () => {
    server.always({ status: 200 });
    expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject({
      kind: 'bug',
      origin: 'service',
    });
  });

  test('an odd record of a list is named by its id and field, its content is not, and it hides no other', async () => {
    const good = exampleRegistration();
    const wrong = { ...exampleRegistration(), id: good.id.replace(/.$/, '9'), results_ready: 'Margaret' };
    const { trf_code: _, ...nameless } = { ...exampleRegistration(), id: 'Margaret' };
    server.always({ body: examplePage([good, wrong, nameless]) });
    const answer = await client.call('registrations.list', {});
    expect(answer.value.items).toEqual([good]);
    expect(answer.odd).toMatchObject([
      { id: wrong.id, field: 'results_ready', used: false },
      { id: null, field: 'id', used: false },
    ]);
    expect(JSON.stringify([answer.odd, line.logged])).not.toContain('Margaret');
  });

  test('a wrong field on which nothing depends is named, and its record is used', async () => {
    const { doctors_note: _, ...record } = { ...exampleRegistration(), created_at: '2026-03-03T09:00:00Z' };
    server.always({ body: examplePage([record]) });
    const answer = await client.call('registrations.list', {});
    expect(answer.value.items).toMatchObject([{ id: record.id, last_name: 'Oliver', doctors_note: null }]);
    expect(answer.odd).toMatchObject([{ id: record.id, field: 'created_at', used: true }]);
    server.always({ body: { ...exampleRegistration(), date_of_birth: '' } });
    const read = await client.call('registrations.get', { params: { id: 'DRW-1' } });
    expect(read.value).toMatchObject({ id: record.id, date_of_birth: null });
  });

  test('a page that does not tell which one it is, nor how many records it holds, is the one that was asked for', async () => {
    const wrong = { current_page: 0, results_per_page: 0, next_page: null };
    server.always({ body: { ...examplePage([exampleRegistration()]), ...wrong } });
    const { value } = await client.call('registrations.list', { query: { page: 3 } });
    expect(value).toMatchObject({ current_page: 3, results_per_page: 100, next_page: null });
    expect(value.items).toHaveLength(1);
  });

  test('an envelope of the wrong form is no list, whatever its records are like', async () => {
    server.always({ body: { ...examplePage([exampleRegistration()]), next_page: 'Margaret' } });
    expect(await errorOf(client.registrations.list())).toMatchObject({
      kind: 'bug',
      origin: 'service',
      operation: 'registrations.list',
      field: 'next_page',
    });
    server.always({ body: { ...examplePage([]), items: {} } });
    expect(await errorOf(client.registrations.list())).toMatchObject({ kind: 'bug', field: 'items' });
  });

  test('a missing field is named', async () => {
    const { trf_code: _, ...without } = exampleRegistration();
    server.always({ body: without });
    expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject({
      kind: 'bug',
      field: 'trf_code',
    });
  });

  test('a document that is no PDF is a bug of the service', async () => {
    server.always({ body: 'hello', contentType: 'application/pdf' });
    expect(await errorOf(client.registrations.trf('DRW-1'))).toMatchObject({
      kind: 'bug',
      origin: 'service',
    });
  });

  test('unknown fields, a new status and a 200 instead of a 201 are accepted', async () => {
    server.always({
      status: 200,
      body: { ...exampleRegistration({ status: 'teleported' }), planet: 'Mars' },
    });
    const created = await client.registrations.create({
      patient_id: exampleRegistration().id,
      product_skus: ['IRON-4'],
    });
    expect(created.status).toBe('teleported');
  });
});

describe('refusals', () => {
  test.each([
    [401, { kind: 'unauthorised', retry: 'after-sign-in' }],
    [408, { kind: 'timeout' }],
    [500, { kind: 'busy', reason: 'server-error', retryAfterMs: null }],
    [502, { kind: 'busy', reason: 'server-error' }],
    [503, { kind: 'busy', reason: 'server-error' }],
  ])('%i becomes its kind, whatever the body', async (status, expected) => {
    server.next(
      { status, body: WEB_PAGE, contentType: 'text/html' },
      { status, body: { odd: true } },
      { status },
    );
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject(expected);
    }
    expect(line.notes.map((note) => note.status)).toEqual([status, status, status]);
  });

  describe.each([
    [403, { kind: 'forbidden' }],
    [404, { kind: 'not-found' }],
    [410, { kind: 'not-found' }],
    [409, { kind: 'conflict', reason: 'changed' }],
    [400, { kind: 'rejected', fields: {} }],
    [422, { kind: 'rejected' }],
    [413, { kind: 'rejected' }],
  ])('%i', (status, expected) => {
    test('is a refusal when the service itself says so, which speaks JSON', async () => {
      server.next({ status, body: { odd: true } }, { status, body: {}, contentType: 'text/plain' });
      for (let attempt = 0; attempt < 2; attempt += 1) {
        expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject(expected);
      }
      expect(line.notes.map((note) => note.status)).toEqual([status, status]);
    });

    test('is trouble of the connection when something between the desk and the service says so, and proves nothing', async () => {
      const others = [
        { status, body: WEB_PAGE, contentType: 'text/html' },
        { status, body: WEB_PAGE },
        { status, body: 'not here', contentType: 'text/plain' },
        { status, body: '["not", "an", "object"]' },
        { status },
      ];
      server.next(...others);
      for (let attempt = 0; attempt < others.length; attempt += 1) {
        const error = await errorOf(client.registrations.get('DRW-1'));
        expect(error).toMatchObject({ kind: 'busy', reason: 'gateway', retry: 'later' });
        expect(judgeWrite(error)).toBe('unknown');
      }
      expect(line.notes).toEqual([]);
    });
  });

  test('429 with seconds to wait', async () => {
    server.always({ status: 429, headers: { 'retry-after': '7' } });
    expect(await errorOf(client.registrations.list())).toMatchObject({
      kind: 'busy',
      reason: 'rate-limited',
      retryAfterMs: 7_000,
    });
  });

  test('429 with a date to wait for is read by the service’s own clock', async () => {
    server.always({
      status: 429,
      headers: { date: 'Tue, 03 Mar 2015 09:30:00 GMT', 'retry-after': 'Tue, 03 Mar 2015 09:31:30 GMT' },
    });
    expect(await errorOf(client.registrations.list())).toMatchObject({ retryAfterMs: 90_000 });
  });

  test('field messages of a refusal are handed on, and are not logged', async () => {
    const body = {
      error: { code: 'invalid', message: 'no', fields: { 'items.0.quantity': 'too many for Ada' } },
    };
    server.always({ status: 422, body });
    const error = await errorOf(client.registrations.get('DRW-1'));
    expect(error).toMatchObject({ kind: 'rejected', fields: { 'items.0.quantity': 'too many for Ada' } });
    expect(JSON.stringify([error.detail, line.logged])).not.toContain('Ada');
  });

  test('a field with several messages hides neither them nor the conflict’s code', async () => {
    const error = { code: 'duplicate', message: 'no', fields: { foreign_id: ['is in use', 'is too long'] } };
    server.next({ status: 422, body: { error } }, { status: 409, body: { error } });
    expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject({
      fields: { foreign_id: 'is in use, is too long' },
    });
    expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject({ reason: 'duplicate' });
  });

  test('a refusal of the whole request puts its message under the empty path', async () => {
    server.always({ status: 422, body: { error: { code: 'postage', message: 'appointment only' } } });
    expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject({
      fields: { '': 'appointment only' },
    });
  });

  test('a conflict says what it is about, by its code or by what was asked', async () => {
    const asked = { slot_id: exampleAppointment().id, confirmed: false };
    server.next(
      { status: 409, body: { error: { code: 'duplicate', message: '' } } },
      { status: 409, body: {} },
    );
    expect(await errorOf(client.appointments.create(asked))).toMatchObject({ reason: 'duplicate' });
    expect(await errorOf(client.appointments.create(asked))).toMatchObject({ reason: 'taken' });
  });
});

describe('a line that fails', () => {
  test('nobody listening is proof that nothing was delivered', async () => {
    await server.close();
    expect(await errorOf(client.registrations.list())).toMatchObject({
      kind: 'offline',
      reason: 'refused',
      delivery: 'not-sent',
    });
  });

  test('a name that cannot be found is proof that nothing was delivered', async () => {
    const lost = line.clientFor({ baseUrl: 'http://no-such-host.invalid' });
    expect(await errorOf(lost.registrations.list())).toMatchObject({
      kind: 'offline',
      reason: 'name-not-found',
      delivery: 'not-sent',
    });
  });

  test('a reset after the request was read leaves a write unknown', async () => {
    server.always({ reset: true });
    const write = client.appointments.create({ slot_id: exampleAppointment().id, confirmed: false });
    expect(await errorOf(write)).toMatchObject({
      kind: 'offline',
      reason: 'connection-lost',
      delivery: 'unknown',
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each(['PUT', 'DELETE'])('a %s whose answer is lost is not repeated by itself', async (method) => {
    server.always({ reset: true });
    const lost =
      method === 'PUT'
        ? client.webhook.update({ url: null })
        : client.appointments.cancel(exampleAppointment().id);
    await errorOf(lost);
    expect(server.requests.map((request) => request.method)).toEqual([method]);
  });

  test('an answer cut short is a lost connection, delivery unknown', async () => {
    server.always({ body: exampleRegistration(), cutAfterBytes: 40 });
    expect(await errorOf(client.registrations.get('DRW-1'))).toMatchObject({
      kind: 'offline',
      reason: 'connection-lost',
      delivery: 'unknown',
    });
  });

  test('no answer at all ends in a timeout', async () => {
    server.always({ silent: true });
    expect(await errorOf(line.clientFor({ timeoutMs: 60 }).registrations.list())).toMatchObject({
      kind: 'timeout',
    });
    expect(server.requests).toHaveLength(1);
  });

  test('an answer that stops after its head ends in a timeout', async () => {
    server.always({ body: exampleRegistration(), stallAfterHead: true });
    expect(await errorOf(line.clientFor({ timeoutMs: 60 }).registrations.get('DRW-1'))).toMatchObject({
      kind: 'timeout',
    });
  });

  test('a slow answer within its time is an answer', async () => {
    server.always({ body: exampleRegistration(), delayMs: 60 });
    expect((await client.registrations.get('DRW-1')).trf_code).toBe('DRW-ABC234');
  });

  test('an abort ends the wait at once', async () => {
    server.always({ silent: true });
    const abort = new AbortController();
    const failing = errorOf(client.registrations.get('DRW-1', { signal: abort.signal }));
    await server.seen(1);
    abort.abort();
    expect(await failing).toMatchObject({ kind: 'offline', delivery: 'unknown' });
  });

  test('an abort before the start sends nothing', async () => {
    const error = await errorOf(client.registrations.get('DRW-1', { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ kind: 'offline', delivery: 'not-sent' });
    expect(server.requests).toEqual([]);
  });

  test('an endless answer is cut off', async () => {
    server.always({ endlessBytes: 64 * 1024 * 1024, contentType: 'application/json' });
    expect(await errorOf(client.registrations.list())).toMatchObject({ kind: 'bug', origin: 'service' });
  });

  test('while switched off nothing is sent', async () => {
    line.switchOff();
    expect(await errorOf(client.registrations.list())).toMatchObject({
      kind: 'offline',
      reason: 'switched-off',
      delivery: 'not-sent',
    });
    expect(server.requests).toEqual([]);
  });
});
