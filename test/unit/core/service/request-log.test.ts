// The last requests, and what they tell of the token; a status that a person in training asked for.
import { expect, it } from 'vitest';
import type { HttpRequest } from '../../../../src/core/ports/machine.ts';
import { withForcedStatus } from '../../../../src/core/service/forced-status.ts';
import { createRequestLog, tokenSeen, type RequestNote } from '../../../../src/core/service/request-log.ts';

const note = (changes: Partial<RequestNote>): RequestNote => ({
  endpoint: 'products.list',
  status: 200,
  failure: null,
  unreached: null,
  tookMs: 12,
  endedAtMs: 1_000,
  ...changes,
});

it('the twenty latest are kept, newest first', () => {
  const log = createRequestLog();
  for (let tookMs = 1; tookMs <= 25; tookMs += 1) log.add(note({ tookMs }));
  expect(log.latest().map(({ tookMs }) => tookMs)).toEqual(
    Array.from({ length: 20 }, (_, index) => 25 - index),
  );
});

it('what was asked for before a reading of everything is still there, the three newest of each endpoint', () => {
  const log = createRequestLog();
  for (let tookMs = 1; tookMs <= 4; tookMs += 1)
    log.add(note({ endpoint: 'appointments.create', status: 409, failure: 'conflict', tookMs }));
  for (let tookMs = 100; tookMs < 400; tookMs += 1) log.add(note({ tookMs }));
  const [newest, ...others] = log.latest();
  expect([newest?.tookMs, others.length]).toEqual([399, 22]);
  expect(
    log
      .latest()
      .slice(20)
      .map(({ endpoint, tookMs }) => [endpoint, tookMs]),
  ).toEqual([
    ['appointments.create', 4],
    ['appointments.create', 3],
    ['appointments.create', 2],
  ]);
});

it('the newest answer that depends on the token tells whether it is accepted', () => {
  const refused = note({ status: 401, failure: 'unauthorised' });
  const lost = note({ status: null, failure: 'timeout' });
  const gateway = note({ status: 502, failure: 'busy' });
  expect(tokenSeen([])).toBe('not-known');
  expect(tokenSeen([lost, gateway])).toBe('not-known');
  expect(tokenSeen([note({}), refused])).toBe('accepted');
  expect(tokenSeen([lost, refused, note({})])).toBe('refused');
  const missing = note({ endpoint: 'registrations.get', status: 404, failure: 'not-found' });
  expect(tokenSeen([gateway, missing])).toBe('accepted');
  expect(tokenSeen([note({ status: 403, failure: 'forbidden' })])).toBe('accepted');
});

it('a 404 for a list, as at a wrong address, says nothing of the token', () => {
  const elsewhere = note({ endpoint: 'locations.list', status: 404, failure: 'not-found' });
  expect(tokenSeen([elsewhere])).toBe('not-known');
  expect(tokenSeen([elsewhere, note({})])).toBe('accepted');
});

it('a forced status is asked for once, whatever the address has behind it', async () => {
  const urls: string[] = [];
  const wanted: (number | null)[] = [503, 401, null];
  const http = withForcedStatus(
    {
      request: async ({ url }) => {
        urls.push(url);
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    },
    () => wanted.shift() ?? null,
  );
  const request = { method: 'GET', headers: {}, timeoutMs: 1, maxBytes: 1 } satisfies Omit<
    HttpRequest,
    'url'
  >;
  await http.request({ ...request, url: 'http://x/a' });
  await http.request({ ...request, url: 'http://x/a?page=2' });
  await http.request({ ...request, url: 'http://x/a' });
  expect(urls).toEqual(['http://x/a?force_status=503', 'http://x/a?page=2&force_status=401', 'http://x/a']);
});
