// One odd record of the service is said and hides no other; an answer that makes no sense is trouble.
import { afterEach, expect, it } from 'vitest';
import { countOddRecords, listOddRecords } from '../../../src/core/store/mirror/odd-records.ts';
import { isPatientStored } from '../../../src/core/store/mirror/patients.ts';
import { readRegistration } from '../../../src/core/store/mirror/registration-records.ts';
import { registrationIdsOf } from '../../../src/core/store/desk/visits.ts';
import { alteringHttp } from '../../support/altered-answers.ts';
import { openSyncedDesk } from './support/synced-desk.ts';
import type { SyncedDesk } from './support/synced-desk.ts';

let desk: SyncedDesk;
afterEach(() => desk.close());

const REGISTRATIONS = '/api/test_registration/';
type Alter = (record: Record<string, unknown>, index: number) => Record<string, unknown>;

/** What the service answers, with one of its registrations changed, in the list and by itself. */
let alter: Alter = (record) => record;
const open = (): Promise<SyncedDesk> =>
  openSyncedDesk({
    around: (http) =>
      alteringHttp(http, (path, body) => {
        const { items } = body as { items?: Record<string, unknown>[] };
        if (path === REGISTRATIONS && items) return { ...body, items: items.map(alter) };
        return /^\/api\/test_registration\/[^/]+$/.test(path) ? alter(body, -1) : body;
      }),
  });
const boardIsThere = (): Promise<unknown> =>
  desk.until('the board', () => desk.sync.freshness().asOfMs !== null);
const registrationsToday = (): string[] =>
  [...registrationIdsOf(desk.store.db, desk.visitsToday()).values()].flat();

it.each([
  ['a date with a time in it', (record: object) => ({ ...record, created_at: '2026-03-03T09:00:00Z' }), true],
  ['an empty date of birth', (record: object) => ({ ...record, date_of_birth: '' }), true],
  ['a missing note', ({ doctors_note: _, ...record }: Record<string, unknown>) => record, true],
  ['a patient that is no id', (record: object) => ({ ...record, patient_id: 7 }), false],
  ['a missing code', ({ trf_code: _, ...record }: Record<string, unknown>) => record, false],
])('one registration with %s leaves all others on the board and is said', async (_what, change, used) => {
  alter = (record) => record;
  desk = await open();
  await boardIsThere();
  const all = registrationsToday();
  expect(all.length).toBeGreaterThan(20);
  const odd = all[3] as string;
  await desk.close();

  alter = (record) => (record['id'] === odd ? change(record) : record);
  desk = await open();
  await boardIsThere();
  expect(registrationsToday().sort()).toEqual(used ? [...all].sort() : all.filter((id) => id !== odd).sort());
  expect(listOddRecords(desk.store.db, 5)).toMatchObject([{ kind: 'registration', id: odd, used }]);
  const said = (): string | undefined =>
    desk.sync.notices().find(({ kind }) => kind === 'records-unreadable')?.detail;
  expect(said()).toContain(odd);
  expect(desk.sync.connection().state).toBe('online');

  await desk.restart();
  expect(said()).toContain(odd);

  alter = (record) => record;
  desk.sync.pullNow();
  await desk.until('the record to be read well', () => {
    const { setAside, inPart } = countOddRecords(desk.store.db);
    return setAside + inPart === 0 && registrationsToday().includes(odd);
  });
  expect(said()).toBeUndefined();
});

it('records without an id are counted one by one, and not once more at each reading', async () => {
  // On each of the list's two pages.
  let lacking = 7;
  alter = (record, index) =>
    index >= 0 && index < lacking ? { ...record, id: index % 2 ? null : 'none' } : record;
  desk = await open();
  await boardIsThere();
  const counted = (): number => countOddRecords(desk.store.db).setAside;
  expect(counted()).toBe(14);
  expect(listOddRecords(desk.store.db, 5)).toMatchObject([{ kind: 'registration', id: null, records: 14 }]);
  expect(desk.sync.notices().find(({ kind }) => kind === 'records-unreadable')?.detail).toContain(
    'without an id, 14 times',
  );
  const asOf = desk.sync.freshness().everythingAsOfMs ?? 0;
  desk.sync.pullNow();
  await desk.until('another reading', () => (desk.sync.freshness().everythingAsOfMs ?? 0) > asOf);
  expect(counted()).toBe(14);
  lacking = 3;
  desk.sync.pullNow();
  await desk.until('fewer of them', () => counted() === 6);
  lacking = 0;
  desk.sync.pullNow();
  await desk.until('none of them', () => counted() === 0);
});

it('records without an id are counted once where their page is read again after a failure', async () => {
  alter = (record, index) => (index >= 0 && index < 7 ? { ...record, id: null } : record);
  let pagesRead = 0;
  let broken = true;
  desk = await openSyncedDesk({
    config: { pullMs: 300 },
    around: (http) => {
      const altered = alteringHttp(http, (path, body) => {
        const { items } = body as { items?: Record<string, unknown>[] };
        if (path !== REGISTRATIONS || !items) return body;
        pagesRead += 1;
        return { ...body, items: items.map(alter) };
      });
      return {
        request: async (request) => {
          // Which appointments there are is asked after each page; the reading goes on only with an answer.
          const isAsked = new URL(request.url).pathname.endsWith('/appointment');
          const response = await altered.request(request);
          return isAsked && broken && pagesRead > 0 ? { ...response, status: 503 } : response;
        },
      };
    },
  });
  await desk.until('the first try to end', () => desk.sync.freshness().firstPullDone);
  const pagesBefore = pagesRead;
  expect(desk.sync.freshness().asOfMs).toBeNull();
  // Nobody asks for a new reading: the one that has begun goes on.
  broken = false;
  await boardIsThere();
  expect(pagesRead).toBeGreaterThan(pagesBefore);
  expect(countOddRecords(desk.store.db).setAside).toBe(14);
});

it('one patient whose own record cannot be read is named, and everybody else’s is read', async () => {
  let oddId: string | null = null;
  desk = await openSyncedDesk({
    around: (http) =>
      alteringHttp(http, (path, body) => {
        if (!path.endsWith('/patient')) return body;
        oddId ??= String(body['id']);
        return body['id'] === oddId ? { ...body, date_of_birth: 'unknown' } : body;
      }),
  });
  await boardIsThere();
  const others = await desk.until('the other people', () => {
    const people = registrationsToday().flatMap((id) => readRegistration(desk.store.db, id)?.patientId ?? []);
    const read = people.filter((id) => id !== oddId && isPatientStored(desk.store.db, id));
    return people.length > 10 && read.length === people.length - 1 ? read : null;
  });
  expect(others.length).toBeGreaterThan(10);
  expect(listOddRecords(desk.store.db, 5)).toMatchObject([
    { kind: 'patient', id: oddId, field: 'date_of_birth', used: false },
  ]);
  expect(desk.sync.connection().state).toBe('online');
});

it('a list that makes no sense is shown as trouble with the reason, and the board does not count as read', async () => {
  desk = await openSyncedDesk({
    around: (http) =>
      alteringHttp(http, (path, body) => (path === REGISTRATIONS ? { ...body, items: 'many' } : body)),
  });
  await desk.until('trouble', () => desk.sync.connection().state === 'trouble');
  await desk.until('the first try to end', () => desk.sync.freshness().firstPullDone);
  expect(desk.sync.connection()).toMatchObject({
    state: 'trouble',
    error: { kind: 'bug', origin: 'service', field: 'items' },
  });
  expect(desk.sync.freshness().asOfMs).toBeNull();
});

it('an empty list with a page count of zero is read like any other, each time', async () => {
  const empty = { nr_of_results: 0, current_page: 1, nr_of_pages: 0, next_page: null, items: [] };
  desk = await openSyncedDesk({
    around: (http) =>
      alteringHttp(http, (path, body) => (path === REGISTRATIONS ? { ...body, ...empty } : body)),
  });
  await boardIsThere();
  const before = desk.sync.freshness().asOfMs ?? 0;
  desk.sync.pullNow();
  await desk.until('the second reading', () => (desk.sync.freshness().asOfMs ?? 0) > before);
  expect(desk.visitsToday()).toEqual([]);
  expect(desk.sync.connection().state).toBe('online');
});

it.each([{ nr_of_results: -4 }, { nr_of_pages: -1 }, { nr_of_results: 2.5, nr_of_pages: 0.5 }])(
  'a list whose counts are none is read by its records, and is no trouble: %o',
  async (counts) => {
    desk = await openSyncedDesk({
      around: (http) =>
        alteringHttp(http, (_path, body) => ('items' in body ? { ...body, ...counts } : body)),
    });
    await boardIsThere();
    expect(desk.visitsToday().length).toBeGreaterThan(10);
    expect(desk.sync.connection().state).toBe('online');
  },
);

it('a list that continues beyond its own number of pages makes no sense, and reading it ends; whom its page names are expected', async () => {
  desk = await openSyncedDesk({
    around: (http) =>
      alteringHttp(http, (path, body) => {
        if (path !== REGISTRATIONS) return body;
        const page = Number(body['current_page']);
        return { ...body, nr_of_pages: 1, next_page: page + 1 };
      }),
  });
  await desk.until('trouble', () => desk.sync.connection().state === 'trouble');
  expect(desk.sync.connection()).toMatchObject({ error: { kind: 'bug', field: 'next_page' } });
  expect(desk.requests.filter((line) => line.includes('/api/test_registration/?')).length).toBeLessThan(20);
  await desk.until('the people of that page', () => desk.visitsToday().length > 10);
  expect(desk.sync.freshness().asOfMs).toBeNull();
});

it('a list that makes no sense any more leaves those who are known read one by one, and stays trouble', async () => {
  let isGood = true;
  desk = await openSyncedDesk({
    config: { pullMs: 400, requestsPerMinute: 100_000 },
    around: (http) =>
      alteringHttp(http, (path, body) =>
        path !== REGISTRATIONS || isGood ? body : { ...body, next_page: body['current_page'] },
      ),
  });
  await boardIsThere();
  isGood = false;
  await desk.until('trouble', () => desk.sync.connection().state === 'trouble');
  const { visitsAsOfMs, newBookingsAsOfMs } = desk.sync.freshness();
  await desk.until(
    'visits read again',
    () => (desk.sync.freshness().visitsAsOfMs ?? 0) > (visitsAsOfMs ?? 0) + 500,
  );
  // The two clocks that make the time are rounded.
  expect(desk.sync.freshness().newBookingsAsOfMs).toBeLessThan((newBookingsAsOfMs ?? 0) + 50);
  expect(desk.sync.connection()).toMatchObject({
    state: 'trouble',
    error: { kind: 'bug', field: 'next_page' },
  });
  isGood = true;
  await desk.until('all well', () => desk.sync.connection().state === 'online');
});

it('bookings whose appointments are not found are named, and their visits come once they are found', async () => {
  let found = false;
  const nobodys = '00000000-0000-4000-8000-000000000000';
  desk = await openSyncedDesk({
    around: (http) => ({
      request: (request) =>
        http.request(
          found
            ? request
            : { ...request, url: request.url.replace(/[^/]+\/appointment$/, `${nobodys}/appointment`) },
        ),
    }),
  });
  await boardIsThere();
  expect(desk.visitsToday()).toEqual([]);
  expect(countOddRecords(desk.store.db).setAside).toBeGreaterThan(20);
  expect(listOddRecords(desk.store.db, 1)).toMatchObject([
    { kind: 'appointment', field: 'appointment', reason: 'not found', used: false },
  ]);

  // A desk that is started again asks for them again, and says nothing of those that it then has.
  found = true;
  await desk.restart();
  await desk.until('all bookings', () => countOddRecords(desk.store.db).setAside === 0);
  expect(desk.visitsToday().length).toBeGreaterThan(20);
});
