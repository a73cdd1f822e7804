// What the desk knows of the service, how soon, how surely, and at what cost.
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import type { Clock, Http } from '../../../src/core/ports/machine.ts';
import { HttpFailure } from '../../../src/core/ports/machine.ts';
import { findDocument } from '../../../src/core/store/mirror/documents.ts';
import { listProducts } from '../../../src/core/store/mirror/products.ts';
import { readPatient } from '../../../src/core/store/mirror/patient-records.ts';
import { readRegistration } from '../../../src/core/store/mirror/registration-records.ts';
import { wallClockAt } from '../../../src/domain/site-time.ts';
import { alteringHttp } from '../../support/altered-answers.ts';
import { openSyncedDesk, TIME_ZONE } from './support/synced-desk.ts';
import type { SyncedDesk, SyncedDeskOptions } from './support/synced-desk.ts';

let desk: SyncedDesk;
afterEach(() => desk.close());

const REGISTRATIONS = '/api/test_registration/';
const pageRequests = (page: number): number =>
  desk.requests.filter((request) => request.startsWith(`GET ${REGISTRATIONS}?page=${page}&`)).length;
const asOf = (): number | null => desk.sync.freshness().asOfMs;
const boardIsThere = (): Promise<unknown> => desk.until('the board', () => asOf() !== null);
/** So many more readings have come to their end. */
async function readings(count: number): Promise<void> {
  for (let read = 0; read < count; read += 1) {
    const before = asOf() ?? 0;
    await desk.until('another reading', () => (asOf() ?? 0) > before);
  }
}
async function open(options: SyncedDeskOptions = {}): Promise<void> {
  desk = await openSyncedDesk({
    ...options,
    config: { pullMs: 400, requestsPerMinute: 100_000, ...options.config },
  });
  await boardIsThere();
}

/** Books somebody in for today as another client of the service does; returns the registration's id. */
async function bookElsewhere(lastName: string): Promise<string> {
  const patient = await desk.asAnother('POST', '/api/patient/', {
    first_name: 'Else',
    last_name: lastName,
    email: 'else@example.org',
    date_of_birth: '1980-05-05',
    gender: 'female',
  });
  const appointment = await desk.asAnother('POST', '/api/appointment/', {
    starts_at: new Date(Date.now()).toISOString(),
    confirmed: true,
    override_availability: true,
    patient_id: patient['id'],
  });
  const registration = await desk.asAnother('POST', REGISTRATIONS, {
    patient_id: patient['id'],
    product_ids: [listProducts(desk.store.db)[0]?.id],
    appointment_id: appointment['id'],
  });
  return String(registration['id']);
}

const many = (total: number) => ({
  prepare: (sandbox: SyncedDesk['sandbox']) => sandbox.fillWithRegistrations(total),
});

/** The same list in another order: oldest first, or with what is new in its middle. */
function reordered(http: Http, order: (items: unknown[]) => unknown[]): Http {
  return {
    async request(request) {
      const url = new URL(request.url);
      if (request.method !== 'GET' || url.pathname !== REGISTRATIONS) return http.request(request);
      const items: unknown[] = [];
      for (let page: number | null = 1; page !== null;) {
        url.searchParams.set('page', String(page));
        const answer = await http.request({ ...request, url: url.href });
        const body = JSON.parse(new TextDecoder().decode(answer.body)) as {
          items: unknown[];
          next_page: number | null;
        };
        items.push(...body.items);
        page = body.next_page;
      }
      const sorted = order(items);
      const wanted = Number(new URL(request.url).searchParams.get('page'));
      const pages = Math.ceil(sorted.length / 100);
      const body = {
        nr_of_results: sorted.length,
        current_page: wanted,
        nr_of_pages: pages,
        results_per_page: 100,
        next_page: wanted < pages ? wanted + 1 : null,
        items: sorted.slice((wanted - 1) * 100, wanted * 100),
      };
      return {
        status: 200,
        headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
        body: new TextEncoder().encode(JSON.stringify(body)),
      };
    },
  };
}

/** How often a reading has begun with the first page of the list. */
const beginnings = (): number =>
  desk.requests.filter((line) => /[?&]page=1(&|$)/.test(line) && line.includes(REGISTRATIONS)).length;

describe('a booking made elsewhere', () => {
  it.each([
    ['newest first', (items: unknown[]) => items],
    ['oldest first', (items: unknown[]) => [...items].reverse()],
  ])('shows within two readings in a list of any size, %s', async (_order, order) => {
    await open({ ...many(900), around: (http) => reordered(http, order) });
    const id = await bookElsewhere('Newcomer');
    const before = beginnings();
    await desk.until('the booking', () => desk.registrationsToday().includes(id));
    // The one under way may have passed it; a list that changed while it was read is begun once more.
    expect(beginnings() - before).toBeLessThanOrEqual(4);
  });

  it(
    'in the middle of a list is missed by nobody: the board is not called up to date until it is found',
    { timeout: 300_000 },
    async () => {
      let inTheMiddle = false;
      await open({
        ...many(900),
        around: (http) =>
          reordered(http, (items) =>
            inTheMiddle ? [...items.slice(1, 500), items[0], ...items.slice(500)] : items,
          ),
        config: { fullPullMs: 5_000 },
      });
      inTheMiddle = true;
      const id = await bookElsewhere('Middleton');
      const bookedAtMs = desk.sync.serverNowMs();
      let claimedTooEarly = false;
      await desk.until('the booking in the middle', () => {
        const found = desk.registrationsToday().includes(id);
        claimedTooEarly ||= !found && (desk.sync.freshness().newBookingsAsOfMs ?? 0) > bookedAtMs + 1_000;
        return found;
      });
      expect(claimedTooEarly).toBe(false);
    },
  );
});

describe('what changes at the service', () => {
  it(
    'a person’s corrected name is read again with their visit, and their forms are made out anew',
    { timeout: 300_000 },
    async () => {
      let corrected: string | null = null;
      await open({
        around: (http) =>
          alteringHttp(http, (path, body) =>
            path.endsWith('/patient') && body['id'] === corrected
              ? { ...body, last_name: 'Corrected' }
              : body,
          ),
      });
      const registrationId = await desk.until('a form of somebody', () =>
        desk.registrationsToday().find((id) => findDocument(desk.store.db, id, 'trf') !== null),
      );
      const patientId = readRegistration(desk.store.db, registrationId)?.patientId ?? '';
      const formBefore = findDocument(desk.store.db, registrationId, 'trf')?.fetchedAtMs ?? 0;
      corrected = patientId;
      await desk.until(
        'the corrected name',
        () => readPatient(desk.store.db, patientId)?.lastName === 'Corrected',
      );
      await desk.until('a form made since', () => {
        const form = findDocument(desk.store.db, registrationId, 'trf');
        return form !== null && form.fetchedAtMs > formBefore;
      });
    },
  );

  it('a registration of today that is finished is on the board of a desk that starts empty', async () => {
    const today = wallClockAt(Date.now(), TIME_ZONE).date;
    let finished: string | null = null;
    await open({
      around: (http) =>
        alteringHttp(http, (path, body) => {
          const { items } = body as { items?: Record<string, unknown>[] };
          if (path !== REGISTRATIONS || !items) return body;
          return {
            ...body,
            items: items.map((item) => {
              if (item['completed_at'] === null && item['appointment_id'] !== null)
                finished ??= String(item['id']);
              return item['id'] === finished ? { ...item, completed_at: `${today}T08:00:00Z` } : item;
            }),
          };
        }),
    });
    // The newest of the demo day's registrations is for today or tomorrow; both are read.
    await desk.until('the visit of the finished one', () =>
      desk.store.db.prepare('SELECT 1 FROM visit_registration WHERE registration_id = ?').get(finished),
    );
  });
});

describe('a bad line', () => {
  it(
    'loses single answers without beginning anew, and the desk does not call it down',
    { timeout: 300_000 },
    async () => {
      let count = 0;
      const dropping = (http: Http): Http => ({
        async request(request) {
          const response = await http.request(request);
          if (request.method === 'GET' && (count += 1) % 30 === 0)
            throw new HttpFailure('connection-lost', 'unknown', 'lost on the way');
          return response;
        },
      });
      await open({ ...many(2_000), around: dropping, config: { pullMs: 60_000 } });
      expect(desk.wentOffline()).toBe(false);
      // A page is asked for once, or again where its answer was the lost one.
      for (let page = 1; page <= 20; page += 1) expect(pageRequests(page)).toBeLessThanOrEqual(2);
    },
  );
});

describe('a start', () => {
  it('shows what is kept before it reads, but reads at once where nothing is kept', async () => {
    const waits: number[] = [];
    const clock: Clock = {
      ...systemClock,
      after(delayMs, action) {
        waits.push(delayMs);
        return systemClock.after(delayMs, action);
      },
    };
    await open({ clock, config: { firstReadAfterMs: 321 } });
    expect(waits).not.toContain(321);
    const requestsBefore = desk.requests.length;
    await desk.restart();
    expect(waits).toContain(321);
    await desk.until('another reading', () => desk.requests.length > requestsBefore);
  });
});

describe('what it costs', () => {
  it('a start reads the list once', async () => {
    await open({ config: { pullMs: 60_000 } });
    await desk.until('a form', () =>
      desk.registrationsToday().some((id) => findDocument(desk.store.db, id, 'trf')),
    );
    expect(pageRequests(1)).toBe(1);
  });
});

describe('a clock that is set while the desk runs', () => {
  it.each([26 * 3_600_000, -26 * 3_600_000])(
    'by %i ms moves neither today nor what is known of it',
    async (jumpMs) => {
      let wallMs = 0;
      const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + wallMs };
      await open({ clock });
      const visits = desk.visitsToday();
      const before = desk.sync.serverNowMs();
      wallMs = jumpMs;
      expect(Math.abs(desk.sync.serverNowMs() - before)).toBeLessThan(2_000);
      await readings(1);
      expect(desk.visitsToday()).toEqual(visits);
      expect(asOf()).toBeLessThanOrEqual(desk.sync.serverNowMs());
      expect(desk.sync.notices().map(({ kind }) => kind)).toContain('clock-differs');
    },
  );
});

describe('a service whose date is years off', () => {
  it.each([
    { year: '2031', offMs: 5 * 365 * 86_400_000, words: /so the service is 5 years ahead\.$/ },
    { year: '1999', offMs: -27 * 365 * 86_400_000, words: /so the service is 27 years behind\.$/ },
  ])('($year) moves no board, also after a restart, and is said', async ({ offMs, words }) => {
    let aheadMs = 0;
    await open({
      around: (line) => ({
        async request(request) {
          const answer = await line.request(request);
          const date = new Date(Date.now() + aheadMs).toUTCString();
          return { ...answer, headers: { ...answer.headers, date } };
        },
      }),
    });
    const visits = desk.visitsToday();
    expect(visits.length).toBeGreaterThan(0);
    aheadMs = offMs;
    const isRight = (): boolean =>
      Math.abs(desk.sync.serverNowMs() - Date.now()) < 5_000 && desk.visitsToday().length === visits.length;
    const doubted = () => desk.sync.notices().find(({ kind }) => kind === 'clock-doubted');
    // A reading may have had its last answer with the right date already; only the next one brings the wrong one.
    await desk.until('the wrong date', doubted);
    await readings(1);
    expect(isRight()).toBe(true);
    expect(doubted()?.detail).toMatch(words);
    await desk.restart();
    await desk.until('the date', doubted);
    expect(isRight()).toBe(true);
    // It has told a time: nobody may be told that it has not.
    expect(Math.abs((desk.sync.clockDoubtedAheadMs() ?? 0) - offMs)).toBeLessThan(5_000);
  });
});
