// The service itself: where it sends its events, and what this desk can tell of its own connection.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

const SECRET = 'correct-horse-battery';
const CONFIGURATION = {
  webhook_url: 'https://events.example/lab',
  webhook_secret_set: true,
  secret_header: 'X-Webhook-Secret',
  events: ['result.ready', 7],
};

let desk: TestDesk;
let sent: unknown[];
function open(site: Parameters<typeof openTestDesk>[0] = {}): void {
  desk = openTestDesk(site);
  sent = [];
  desk.service.answer = ({ endpoint, body }) => {
    if (endpoint === 'webhook.get') return { status: 200, body: CONFIGURATION };
    if (endpoint !== 'webhook.update') return null;
    sent.push(body);
    return { status: 200, body: { ...CONFIGURATION, webhook_url: (body as { url?: string }).url ?? null } };
  };
}
beforeEach(() => open());
afterEach(() => desk.close());

const up = () => desk.setLine({ up: true, reading: false });
const down = () => desk.setLine({ up: false, reading: false });

describe('the webhook', () => {
  it('is read from the service, with the events that have a name', async () => {
    await up();
    expect(await desk.done('service.webhook', {})).toMatchObject({
      url: 'https://events.example/lab',
      secretSet: true,
      secretHeader: 'X-Webhook-Secret',
      events: ['result.ready'],
      maySetSecret: true,
    });
  });

  it('is changed key by key: what is not sent stays, and null clears', async () => {
    await up();
    await desk.done('service.setWebhook', { url: 'http://127.0.0.1:9000/events' });
    await desk.done('service.setWebhook', { secret: SECRET });
    await desk.done('service.setWebhook', { url: null });
    expect(sent).toEqual([{ url: 'http://127.0.0.1:9000/events' }, { secret: SECRET }, { url: null }]);
    const { items } = await desk.done('activity.list', { limit: 10 });
    expect(items.map(({ kind, detail }) => ({ kind, ...detail }))).toMatchObject([
      { kind: 'webhook-changed', address: 'cleared', secret: 'kept' },
      { kind: 'webhook-changed', address: 'kept', secret: 'set' },
      { kind: 'webhook-changed', address: 'set', secret: 'kept' },
    ]);
  });

  it('is shown without a token, and the activity names the hosts before and after', async () => {
    await up();
    const url = 'https://other.example/lab?token=s3cret';
    const shown = await desk.done('service.setWebhook', { url, seenHost: 'events.example' });
    expect(shown).toMatchObject({ url: 'https://other.example/lab?token=••••', host: 'other.example' });
    expect(sent).toEqual([{ url }]);
    const { items } = await desk.done('activity.list', { limit: 1 });
    expect(items).toMatchObject([{ detail: { fromHost: 'events.example', toHost: 'other.example' } }]);
    expect(JSON.stringify(items)).not.toContain('s3cret');
  });

  it('stays as it is where events have gone elsewhere since it was looked at', async () => {
    await up();
    const url = 'https://other.example/lab';
    expect(await desk.refused('service.setWebhook', { url, seenHost: 'gone.example' })).toMatchObject({
      fields: { url: 'changed-meanwhile' },
    });
    expect(sent).toEqual([]);
  });

  it('goes to one of two addresses that two windows choose at once: the second is told that it went elsewhere', async () => {
    await up();
    const answersOf = desk.service.answer;
    desk.service.answer = (request) =>
      request.endpoint === 'webhook.get' && sent.length > 0
        ? { status: 200, body: { ...CONFIGURATION, webhook_url: (sent.at(-1) as { url: string }).url } }
        : answersOf(request);
    const chosen = ['https://one.example/lab', 'https://two.example/lab'];
    const answers = await Promise.all(
      chosen.map((url) => desk.call('service.setWebhook', { url, seenHost: 'events.example' })),
    );
    expect(answers).toMatchObject([
      { ok: true, value: { host: 'one.example' } },
      { ok: false, error: { fields: { url: 'changed-meanwhile' } } },
    ]);
    expect(sent).toEqual([{ url: chosen[0] }]);
  });

  it('is off for both of two windows that turn it off at once', async () => {
    await up();
    const answersOf = desk.service.answer;
    desk.service.answer = (request) =>
      request.endpoint === 'webhook.get' && sent.length > 0
        ? { status: 200, body: { ...CONFIGURATION, webhook_url: null } }
        : answersOf(request);
    const off = { url: null, seenHost: 'events.example' };
    const answers = await Promise.all([
      desk.call('service.setWebhook', off),
      desk.call('service.setWebhook', off),
    ]);
    expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await desk.call('service.setWebhook', { ...off, url: 'https://one.example/lab' })).toMatchObject({
      error: { fields: { url: 'changed-meanwhile' } },
    });
  });

  it('goes to no address that others could read, and an empty change is none', async () => {
    await up();
    for (const [url, problem] of [
      ['http://events.example', 'not-safe'],
      ['https://user:word@events.example', 'has-credentials'],
      ['events', 'not-an-address'],
    ] as const) {
      expect(await desk.refused('service.setWebhook', { url })).toMatchObject({
        kind: 'rejected',
        fields: { url: problem },
      });
    }
    expect(await desk.refused('service.setWebhook', {})).toMatchObject({ kind: 'rejected' });
    expect(await desk.refused('service.setWebhook', { secret: 'two words' })).toMatchObject({
      kind: 'rejected',
    });
    expect(sent).toEqual([]);
  });

  it('of a live account keeps its secret: nothing is sent', async () => {
    await desk.close();
    open({ mode: 'live' });
    await up();
    expect(await desk.done('service.webhook', {})).toMatchObject({ maySetSecret: false });
    expect(await desk.refused('service.setWebhook', { secret: SECRET })).toMatchObject({ kind: 'forbidden' });
    expect(await desk.refused('service.setWebhook', { secret: null })).toMatchObject({ kind: 'forbidden' });
    expect(sent).toEqual([]);
    await desk.done('service.setWebhook', { url: null });
    expect(sent).toEqual([{ url: null }]);
  });

  it('is neither known nor changed while the service does not answer, and nothing waits for later', async () => {
    await down();
    expect(await desk.refused('service.webhook', {})).toMatchObject({ kind: 'offline' });
    expect(await desk.refused('service.setWebhook', { url: null })).toMatchObject({ kind: 'offline' });
    expect(await desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [] });
    await up();
    await desk.advance(60_000);
    expect(sent).toEqual([]);
  });
});

describe('the diagnosis', () => {
  it('names endpoints, statuses and times of the last answers, and nobody', async () => {
    desk.addVisit(1);
    await up();
    await desk.done('results.get', { registrationId: uuidOf(20_001) });
    const diagnosis = await desk.done('service.diagnosis', {});
    expect(diagnosis).toMatchObject({
      mode: 'training',
      address: 'http://127.0.0.1:1',
      token: 'accepted',
      state: 'online',
      clockAheadMs: 0,
      deskVersion: '0.0.0',
      runtime: 'Node of the tests',
      forcedStatus: null,
    });
    expect(diagnosis.answers.length).toBeGreaterThan(2);
    expect(diagnosis.answers.length).toBeLessThanOrEqual(60);
    const text = JSON.stringify(diagnosis);
    for (const secret of [
      'Oliver',
      'Ada',
      '1984',
      'AAA001',
      uuidOf(20_001),
      uuidOf(30_001),
      'token"',
      'Bearer',
    ]) {
      expect(text.replace('"token":', '')).not.toContain(secret);
    }
  });

  it('says whether the service accepts the token, and which answers did not come', async () => {
    await up();
    desk.service.answer = () => ({ status: 401, body: { error: { code: 'x', message: 'No.' } } });
    await desk.call('service.webhook', {});
    const diagnosis = await desk.done('service.diagnosis', {});
    expect(diagnosis.token).toBe('refused');
    expect(diagnosis.answers[0]).toMatchObject({
      endpoint: 'webhook.get',
      status: 401,
      failure: 'unauthorised',
    });
    desk.service.down = true;
    await desk.call('slots.list', { date: '2026-03-03' });
    const [last] = (await desk.done('service.diagnosis', {})).answers;
    expect(last).toMatchObject({ status: null, failure: 'offline', unreached: 'refused' });
  });

  it('tells how far the service’s clock is ahead of this computer’s', async () => {
    expect(await desk.done('service.diagnosis', {})).toMatchObject({
      clockAheadMs: null,
      token: 'not-known',
    });
    await up();
    expect(await desk.done('service.diagnosis', {})).toMatchObject({ clockAheadMs: 0 });
  });
});

it('what only training has is refused at a live desk', async () => {
  await desk.close();
  open({ mode: 'live' });
  await up();
  expect(await desk.refused('service.scenarios', {})).toMatchObject({ kind: 'forbidden' });
  expect(await desk.refused('service.deliveries', {})).toMatchObject({ kind: 'forbidden' });
  expect(await desk.refused('service.forceStatus', { status: 500 })).toMatchObject({ kind: 'forbidden' });
});
