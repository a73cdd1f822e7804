// The sandbox's webhooks, received by a real server: configuration, secret, events, retries, log.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RETRY_DELAYS_MS } from '../../../src/sandbox/webhooks/delivery.ts';
import { newOrder, newPatient, newRegistration, startCaller, type Caller } from './caller.ts';

interface Received {
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { readonly event: string; readonly data: Readonly<Record<string, unknown>> };
}

interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers from now on; null: never. */
  status: number | null;
  close(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const receiver = { status: 200 as number | null };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Received['body'];
      received.push({ method: request.method, headers: request.headers, body });
      if (receiver.status === null) return;
      response.writeHead(receiver.status, receiver.status === 302 ? { location: '/elsewhere' } : {});
      response.end('thanks');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  });
}

describe('webhooks', () => {
  let caller: Caller;
  let receiver: Receiver;
  beforeEach(async () => {
    caller = await startCaller();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await caller.close();
    await receiver.close();
  });

  const configure = (body: Record<string, unknown>) => caller.call('webhook.update', { body });
  const events = (): string[] => receiver.received.map((one) => one.body.event);
  const until = (check: () => void) => vi.waitFor(check, { timeout: 8_000, interval: 20 });
  const newest = () => caller.sandbox.webhookLog()[0];

  test('the configuration is empty at first and names the secret’s header and the events', async () => {
    const configuration = await caller.call('webhook.get');
    expect(configuration).toMatchObject({
      webhook_url: null,
      webhook_secret_set: false,
      secret_header: 'X-Webhook-Secret',
    });
    const listed = ['order.shipped', 'order.delivered', 'test_registration.complete', 'lab_results.complete'];
    expect(configuration.events).toEqual(expect.arrayContaining(listed));
  });

  test('only the keys sent are changed, and null clears', async () => {
    await configure({ url: receiver.url, secret: 's3cret' });
    expect(await configure({})).toMatchObject({ webhook_url: receiver.url, webhook_secret_set: true });
    expect(await configure({ secret: null })).toMatchObject({
      webhook_url: receiver.url,
      webhook_secret_set: false,
    });
    await configure({ secret: 'again' });
    expect(await configure({ url: null })).toMatchObject({ webhook_url: null, webhook_secret_set: true });
  });

  test('the secret is never returned', async () => {
    const answers = [
      await configure({ url: receiver.url, secret: 'very-secret-indeed' }),
      await caller.call('webhook.get'),
      caller.sandbox.webhookLog(),
    ];
    expect(JSON.stringify(answers)).not.toContain('very-secret-indeed');
  });

  test('an address that cannot be posted to is refused', async () => {
    for (const url of ['nonsense', 'ftp://127.0.0.1/', 'javascript:alert(1)', '', 7]) {
      const refused = await caller.refused('webhook.update', { body: { url } });
      expect(refused).toMatchObject({ status: 422, error: { fields: { url: expect.any(String) } } });
    }
    const refused = await caller.refused('webhook.update', { body: { secret: 'line\nbreak' } });
    expect(refused).toMatchObject({ status: 422, error: { fields: { secret: expect.any(String) } } });
  });

  test('an event is a POST of event and data as JSON', async () => {
    await configure({ url: receiver.url });
    const made = await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    await until(() => expect(receiver.received).toHaveLength(1));
    const [one] = receiver.received;
    expect(one?.method).toBe('POST');
    expect(one?.headers['content-type']).toBe('application/json');
    expect(one?.body).toEqual({
      event: 'test_registration.complete',
      data: expect.objectContaining({ test_registration_id: made.id, patient_id: made.patient_id }),
    });
  });

  test('the secret’s header is sent when a secret is set and absent otherwise', async () => {
    await configure({ url: receiver.url, secret: 's3cret' });
    await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    await until(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.headers['x-webhook-secret']).toBe('s3cret');
    await configure({ secret: null });
    await newRegistration(caller, { foreign_id: 'test:pending_forever:2' });
    await until(() => expect(receiver.received).toHaveLength(2));
    expect(receiver.received[1]?.headers).not.toHaveProperty('x-webhook-secret');
  });

  test('a forced registration’s life is told: registered, sample received, lab id created, results complete', async () => {
    await configure({ url: receiver.url });
    const made = await newRegistration(caller, { foreign_id: 'test:success:1' });
    const life = [
      'test_registration.complete',
      'test_registration.sample_received',
      'test_registration.lab_id_created',
      'lab_results.complete',
    ];
    for (const count of [1, 2, 3, 4]) {
      await until(() => expect(events()).toEqual(life.slice(0, count)));
      caller.sandbox.clock.advanceSeconds(10);
    }
    const last = receiver.received[3]?.body.data;
    expect(last).toMatchObject({
      test_registration_id: made.id,
      foreign_id: 'test:success:1',
      status: 'success',
    });
  });

  test('test_registration.complete is sent when a patient is assigned to an ordered registration', async () => {
    await configure({ url: receiver.url });
    const id = (await newOrder(caller)).test_registrations[0]?.id ?? '';
    const patient = await newPatient(caller);
    await caller.call('registrations.update', { params: { id }, body: { patient_id: patient.id } });
    await until(() => expect(events()).toEqual(['test_registration.complete']));
  });

  test('lab_results.complete is not sent where no results come', async () => {
    await configure({ url: receiver.url });
    await newRegistration(caller, { foreign_id: 'test:processing_error+instant:1' });
    await until(() => expect(events()).toContain('test_registration.lab_id_created'));
    caller.sandbox.clock.advanceSeconds(600);
    expect(caller.sandbox.webhookLog().map((one) => one.event)).not.toContain('lab_results.complete');
  });

  test('order.shipped and order.delivered follow a posted order', async () => {
    await configure({ url: receiver.url });
    const order = await newOrder(caller);
    caller.sandbox.clock.advanceSeconds(30);
    await until(() => expect(events()).toEqual(['order.shipped']));
    caller.sandbox.clock.advanceSeconds(30);
    await until(() => expect(events()).toEqual(['order.shipped', 'order.delivered']));
    expect(receiver.received[1]?.body.data).toMatchObject({ order_id: order.id });
  });

  test('nothing is kept or sent while no address is set', async () => {
    await newRegistration(caller, { foreign_id: 'test:success+instant:1' });
    caller.sandbox.clock.advanceSeconds(60);
    await configure({ url: receiver.url });
    expect(caller.sandbox.webhookLog()).toEqual([]);
  });

  test.each([201, 204, 302, 404, 500])(
    'an answer of %i is a failed attempt and is tried again',
    async (status) => {
      receiver.status = status;
      await configure({ url: receiver.url });
      await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
      await until(() =>
        expect(newest()).toMatchObject({ state: 'waiting', attempts: 1, last_status: status }),
      );
      receiver.status = 200;
      caller.sandbox.clock.advanceSeconds(2);
      await until(() => expect(newest()).toMatchObject({ state: 'delivered', attempts: 2 }));
      expect(receiver.received).toHaveLength(2);
      expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
    },
  );

  test('retries come with growing delays, the first within five seconds, and then the event is abandoned', async () => {
    expect(RETRY_DELAYS_MS[0]).toBeLessThanOrEqual(5_000);
    receiver.status = 500;
    await configure({ url: receiver.url });
    await newRegistration(caller, { foreign_id: 'test:awaiting_auth+instant:1' });
    await caller.call('webhook.get');
    let attempts = 1;
    const oldest = () => caller.sandbox.webhookLog().at(-1);
    for (const delayMs of RETRY_DELAYS_MS) {
      expect(delayMs).toBeGreaterThan(RETRY_DELAYS_MS[attempts - 2] ?? 0);
      await until(() => expect(oldest()).toMatchObject({ state: 'waiting', attempts }));
      caller.sandbox.clock.advanceSeconds((delayMs - 1) / 1000);
      expect(oldest()?.attempts).toBe(attempts);
      caller.sandbox.clock.advanceSeconds(0.001);
      attempts += 1;
    }
    await until(() =>
      expect(oldest()).toMatchObject({ state: 'abandoned', attempts, next_attempt_at: null }),
    );
  });

  test('the first retry comes by itself within five seconds', async () => {
    const started = Date.now();
    await caller.close();
    caller = await startCaller({ now: () => Date.now() });
    receiver.status = 503;
    await configure({ url: receiver.url });
    await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    await until(() => expect(receiver.received.length).toBeGreaterThanOrEqual(2));
    expect(Date.now() - started).toBeLessThan(8_000);
  });

  test('a dead receiver is a failed attempt with its reason in the log', async () => {
    await configure({ url: 'http://127.0.0.1:9/' });
    await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    await until(() => expect(newest()?.attempts).toBe(1));
    expect(newest()?.last_problem).toMatch(/could not be reached/);
  });

  test('a receiver that never answers delays nothing else', async () => {
    receiver.status = null;
    await configure({ url: receiver.url });
    await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    await until(() => expect(receiver.received).toHaveLength(1));
    // The first delivery is still unanswered while requests are, and while the next delivery ends.
    for (let index = 0; index < 5; index += 1) await caller.call('registrations.list');
    expect(newest()).toMatchObject({ attempts: 0, state: 'waiting' });
    receiver.status = 200;
    await newRegistration(caller, { foreign_id: 'test:pending_forever:2' });
    await until(() => expect(newest()).toMatchObject({ state: 'delivered' }));
    expect(caller.sandbox.webhookLog().at(-1)?.state).toBe('waiting');
  });

  test('what happens to a registration is told in order: a failed event holds back later ones of its own, and no others', async () => {
    await configure({ url: receiver.url });
    receiver.status = 500;
    const stuck = await newRegistration(caller, { foreign_id: 'test:success:stuck' });
    await until(() => expect(newest()).toMatchObject({ state: 'waiting', attempts: 1 }));
    receiver.status = 200;
    // Its sample arrives while the first event waits for its next attempt.
    const early = caller.sandbox.clock.nowMs();
    const free = await newRegistration(caller, { foreign_id: 'test:success+instant:free' });
    await caller.call('registrations.get', { params: { id: free.id } });
    const told = (id: string): string[] =>
      receiver.received
        .filter((one) => one.body.data['test_registration_id'] === id)
        .map((one) => one.body.event);
    const life = [
      'test_registration.complete',
      'test_registration.sample_received',
      'test_registration.lab_id_created',
      'lab_results.complete',
    ];
    await until(() => expect(told(free.id)).toEqual(life));
    expect(told(stuck.id)).toEqual(life.slice(0, 1));
    expect(caller.sandbox.clock.nowMs()).toBe(early);

    receiver.status = 500;
    caller.sandbox.clock.advanceSeconds(30);
    await caller.call('registrations.get', { params: { id: stuck.id } });
    const waiting = () => caller.sandbox.webhookLog().filter((one) => one.state === 'waiting');
    await until(() => expect(waiting().map((one) => one.attempts)).toEqual([0, 0, 0, 2]));
    receiver.status = 200;
    caller.sandbox.clock.advanceSeconds(10);
    await until(() => expect(waiting()).toEqual([]));
    const [complete = '', ...rest] = life;
    expect(told(stuck.id)).toEqual([complete, complete, complete, ...rest]);
  });

  test('an abandoned event holds nothing back any more', async () => {
    await configure({ url: receiver.url });
    receiver.status = 500;
    const made = await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    caller.sandbox.clock.advanceSeconds(10);
    const oldest = () => caller.sandbox.webhookLog().at(-1);
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      await until(() => expect(oldest()).toMatchObject({ state: 'waiting', attempts: index + 1 }));
      caller.sandbox.clock.advanceSeconds(delayMs / 1000);
    }
    await until(() => expect(oldest()?.state).toBe('abandoned'));
    await until(() => expect(events()).toContain('test_registration.sample_received'));
    expect(receiver.received.at(-1)?.body.data['test_registration_id']).toBe(made.id);
  });

  test('turning webhooks off abandons what waits', async () => {
    receiver.status = 500;
    await configure({ url: receiver.url });
    await newRegistration(caller, { foreign_id: 'test:pending_forever:1' });
    await until(() => expect(newest()?.attempts).toBe(1));
    await configure({ url: null });
    caller.sandbox.clock.advanceSeconds(2);
    await until(() => expect(newest()?.state).toBe('abandoned'));
    expect(receiver.received).toHaveLength(1);
  });
});
