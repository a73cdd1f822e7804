// One record that the service does not answer for is named, and keeps nobody else's from being read.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { HttpFailure } from '../../../src/core/ports/machine.ts';
import type { HttpRequest } from '../../../src/core/ports/machine.ts';
import { countOddRecords, listOddRecords } from '../../../src/core/store/mirror/odd-records.ts';
import { listInShortPages } from '../../support/test-service.ts';
import type { TestAnswer, TestRequest } from '../../support/test-service.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from '../operations/support/desk-steps.ts';
import { openSyncedDesk } from './support/synced-desk.ts';
import type { SyncedDesk } from './support/synced-desk.ts';

const MINUTE_MS = 60_000;
const VISITS = 9;
/** The service's ids of the visit that it does not answer for. */
const BROKEN = { visit: 4, registration: uuidOf(20_004), appointment: uuidOf(10_004) };
const refusal = (status: number): TestAnswer => ({
  status,
  body: { error: { code: status === 403 ? 'forbidden' : 'internal', message: 'No.' } },
});

describe('a desk that reads for the first time', () => {
  let desk: SyncedDesk;
  afterEach(() => desk.close());

  it.each([500, 403])('has its board where one appointment is answered with %i', async (status) => {
    let broken: string | null = null;
    let isMended = false;
    const line = createHttp();
    desk = await openSyncedDesk({
      around: () => ({
        async request(request) {
          const [, registrationId] =
            /test_registration\/([^/]+)\/appointment$/.exec(new URL(request.url).pathname) ?? [];
          const response = await line.request(request);
          if (registrationId === undefined || response.status !== 200) return response;
          broken ??= registrationId;
          return broken === registrationId && !isMended ? { ...response, status } : response;
        },
      }),
    });
    await desk.until('the board', () => desk.sync.freshness().asOfMs !== null);
    expect(desk.visitsToday().length).toBeGreaterThan(20);
    expect(listOddRecords(desk.store.db, 5)).toMatchObject([
      { kind: 'appointment', field: 'appointment', used: false },
    ]);
    const named = listOddRecords(desk.store.db, 1)[0]?.id as string;
    const said = (): string =>
      desk.sync.notices().find(({ kind }) => kind === 'records-unreadable')?.detail ?? '';
    expect(said()).toContain(named);
    expect(desk.sync.connection().state).toBe('online');
    const asOf = desk.sync.freshness().asOfMs ?? 0;
    desk.sync.pullNow();
    await desk.until('another reading', () => (desk.sync.freshness().asOfMs ?? 0) > asOf);
    expect(said()).toContain(named);

    isMended = true;
    await desk.restart();
    await desk.until('the record', () => countOddRecords(desk.store.db).setAside === 0);
    expect(said()).toBe('');
  });
});

describe('a desk that has a board', () => {
  let desk: TestDesk;
  let visits: string[];

  beforeEach(async () => {
    desk = openTestDesk();
    visits = Array.from({ length: VISITS }, (_, at) => desk.addVisit(at + 1));
    await desk.setLine({ up: true, reading: false });
    await desk.advance(5 * MINUTE_MS);
  });
  afterEach(() => desk.close());

  const brokenId = (): string => visits[BROKEN.visit - 1] as string;
  const visit = (id: string) => desk.done('visits.get', { visitId: id });
  const odd = () => listOddRecords(desk.parts.store.db, 20);
  const boardAgeMs = (): number => {
    const { asOfMs } = desk.parts.sync.freshness();
    return asOfMs === null ? Infinity : desk.parts.sync.serverNowMs() - asOfMs;
  };
  const asked = (endpoint: TestRequest['endpoint'], id: string): number =>
    desk.service.requests.filter((one) => one.endpoint === endpoint && one.params['id'] === id).length;
  const answerBadly = (status: number, about: (request: TestRequest) => boolean): void => {
    desk.service.answer = (request) => (about(request) ? refusal(status) : null);
  };
  const isAppointment = ({ endpoint, params }: TestRequest): boolean =>
    endpoint === 'registrations.appointment' && params['id'] === BROKEN.registration;
  const inShortPages = (request: TestRequest): TestAnswer | null => listInShortPages(desk.service, request);

  it.each([500, 403])('goes on reading where one appointment is answered with %i', async (status) => {
    answerBadly(status, isAppointment);
    await desk.advance(10 * MINUTE_MS);
    expect(boardAgeMs()).toBeLessThan(4 * MINUTE_MS);
    expect(odd()).toMatchObject([{ kind: 'appointment', id: BROKEN.appointment, used: false }]);
    // Of this one visit the board says that it is shown as it was told before.
    expect(await visit(brokenId())).toMatchObject({ deskState: 'expected', unread: ['appointment'] });
    expect((await desk.done('board.get', {})).rows.filter(({ unread }) => unread.length > 0)).toHaveLength(1);
    expect(desk.parts.sync.connection().state).toBe('online');

    // It is asked for less and less often.
    const before = asked('registrations.appointment', BROKEN.registration);
    await desk.advance(60 * MINUTE_MS);
    expect(asked('registrations.appointment', BROKEN.registration) - before).toBeLessThanOrEqual(16);
    expect(boardAgeMs()).toBeLessThan(4 * MINUTE_MS);

    desk.service.answer = () => null;
    await desk.advance(31 * MINUTE_MS);
    expect(odd()).toEqual([]);
    expect((await visit(brokenId())).unread).toEqual([]);
  });

  it.each([500, 403])('goes on reading where one registration is answered with %i', async (status) => {
    const isRegistration = ({ endpoint, params }: TestRequest): boolean =>
      endpoint === 'registrations.get' && params['id'] === BROKEN.registration;
    desk.service.answer = (request) => (isRegistration(request) ? refusal(status) : inShortPages(request));
    await desk.advance(6 * MINUTE_MS);
    expect(asked('registrations.get', BROKEN.registration)).toBeGreaterThan(0);
    expect(asked('registrations.get', uuidOf(20_005))).toBeGreaterThan(0);
    expect(boardAgeMs()).toBeLessThan(4 * MINUTE_MS);
    expect(odd()).toMatchObject([{ kind: 'registration', id: BROKEN.registration, used: false }]);
    expect(await visit(brokenId())).toMatchObject({ unread: ['registration'] });
    desk.service.answer = inShortPages;
    await desk.advance(31 * MINUTE_MS);
    expect(odd()).toEqual([]);
  });

  it('goes on reading where more appointments in a row fail than prove a record’s own trouble', async () => {
    answerBadly(
      500,
      ({ endpoint, params }) =>
        endpoint === 'registrations.appointment' && (params['id'] ?? '') < uuidOf(20_007),
    );
    await desk.advance(10 * MINUTE_MS);
    expect(odd()).toHaveLength(6);
    expect(boardAgeMs()).toBeLessThan(4 * MINUTE_MS);
  });

  it('keeps a registration that left the list and may not be asked for', async () => {
    const gone = desk.service.registrations.get(BROKEN.registration);
    desk.service.registrations.delete(BROKEN.registration);
    answerBadly(403, ({ params }) => params['id'] === BROKEN.registration);
    await desk.advance(15 * MINUTE_MS);
    expect(await visit(brokenId())).toMatchObject({ deskState: 'expected' });
    expect(odd()).toContainEqual(expect.objectContaining({ kind: 'registration', id: BROKEN.registration }));
    expect(boardAgeMs()).toBeLessThan(4 * MINUTE_MS);
    if (gone) desk.service.registrations.set(gone.id, gone);
    desk.service.answer = () => null;
    await desk.advance(31 * MINUTE_MS);
    expect(odd()).toEqual([]);
  });

  it('says nothing of single records while the service answers nothing well', async () => {
    answerBadly(500, () => true);
    await desk.advance(10 * MINUTE_MS);
    expect(odd()).toEqual([]);
    expect(boardAgeMs()).toBeGreaterThan(8 * MINUTE_MS);
    expect(desk.parts.sync.connection().state).toBe('trouble');
  });

  it('takes no single record for the trouble where no appointment is answered for', async () => {
    answerBadly(500, ({ endpoint }) => endpoint === 'registrations.appointment');
    await desk.advance(10 * MINUTE_MS);
    expect(odd()).toEqual([]);
    expect(boardAgeMs()).toBeGreaterThan(7 * MINUTE_MS);
    expect(desk.parts.sync.connection().state).toBe('trouble');
    desk.service.answer = () => null;
    await desk.advance(5 * MINUTE_MS);
    expect(boardAgeMs()).toBeLessThan(4 * MINUTE_MS);
  });

  describe.each(['registrations.get', 'registrations.patient', 'registrations.appointment'] as const)(
    'where %s of two visits never comes back',
    (endpoint) => {
      const HANGING = [uuidOf(20_004), uuidOf(20_006)];
      const TIMEOUT_S = 15;
      /** What is asked for and not answered; given up together, as those are that began together. */
      let waiting: { readonly giveUp: () => void; seconds: number }[];
      let isOver: boolean;

      beforeEach(() => {
        waiting = [];
        isOver = false;
        desk.service.answer = inShortPages;
        const { request } = desk.service;
        const isHanging = ({ url }: HttpRequest): boolean => {
          const [, id, part = 'get'] =
            /test_registration\/([^/]+)(?:\/(\w+))?$/.exec(new URL(url).pathname) ?? [];
          return id !== undefined && HANGING.includes(id) && endpoint === `registrations.${part}`;
        };
        Object.assign(desk.service, {
          request: async (asked: HttpRequest) => {
            if (isHanging(asked) && !isOver) {
              await new Promise<void>((giveUp) => waiting.push({ giveUp, seconds: 0 }));
              throw new HttpFailure('timeout', 'unknown', 'no answer');
            }
            return request(asked);
          },
        });
      });

      afterEach(() => {
        isOver = true;
        for (const { giveUp } of waiting) giveUp();
      });

      it('takes the connection down once, and then asks for one at a time', async () => {
        // It is back a moment later, so what shows that it was down is that it has been up since.
        const upSince = new Set<number | null>();
        for (let second = 0; second < 70 * 60; second += 5) {
          await desk.advance(5_000);
          for (const one of waiting) one.seconds += 5;
          const over = waiting.filter(({ seconds }) => seconds >= TIMEOUT_S);
          waiting = waiting.filter((one) => !over.includes(one));
          for (const { giveUp } of over) giveUp();
          await desk.advance(10);
          upSince.add(desk.parts.sync.connection().sinceMs);
        }
        expect(upSince.size).toBe(2);
        expect(boardAgeMs()).toBeLessThan(4 * MINUTE_MS);
        if (endpoint !== 'registrations.patient') expect(odd()).toHaveLength(2);
      });
    },
  );

  it('takes an appointment for gone when it was not found twice, and keeps whoever is here', async () => {
    const here = visits[0] as string;
    await deskSteps(() => desk).checkIn(here);
    desk.service.appointments.delete(uuidOf(10_001));
    desk.service.appointments.delete(BROKEN.appointment);
    await desk.advance(8 * MINUTE_MS);
    expect(await visit(brokenId())).toMatchObject({
      deskState: 'expected',
      appointment: { gone: true },
      unread: [],
    });
    expect(odd()).toMatchObject([
      { kind: 'appointment', id: BROKEN.appointment, field: 'appointment', reason: 'not found' },
    ]);
    expect(await visit(here)).toMatchObject({ deskState: 'arrived', appointment: { gone: false } });
    // Its registration is not asked for once more each time that it is not found again.
    const before = asked('registrations.get', BROKEN.registration);
    await desk.advance(10 * MINUTE_MS);
    expect(asked('registrations.get', BROKEN.registration) - before).toBeLessThanOrEqual(1);
    expect(odd()).toHaveLength(1);
    expect((await desk.done('board.get', {})).rows).toHaveLength(VISITS);
  });

  it('says nothing of an appointment that its registration does not name any more, though the list has not told so yet', async () => {
    const registration = desk.service.registrations.get(BROKEN.registration);
    desk.service.appointments.delete(BROKEN.appointment);
    desk.service.answer = ({ endpoint, params }) =>
      endpoint === 'registrations.get' && params['id'] === BROKEN.registration
        ? { status: 200, body: { ...registration, appointment_id: null } }
        : null;
    await desk.advance(8 * MINUTE_MS);
    expect(odd()).toEqual([]);
  });

  it('proves nothing by one answer that an appointment is not found', async () => {
    let once = true;
    desk.service.answer = (request) => {
      if (!isAppointment(request) || !once) return null;
      once = false;
      return { status: 404, body: { error: { code: 'not-found', message: 'There is no such record.' } } };
    };
    const before = asked('registrations.appointment', BROKEN.registration);
    while (asked('registrations.appointment', BROKEN.registration) === before) await desk.advance(15_000);
    expect(once).toBe(false);
    expect(odd()).toEqual([]);
    expect(await visit(brokenId())).toMatchObject({ appointment: { gone: false } });
  });

  it('knows an appointment that is answered under its id in capitals', async () => {
    const record = desk.service.appointments.get(BROKEN.appointment);
    const id = 'abcdef00-0000-4000-8000-000000000004';
    const registration = desk.service.registrations.get(BROKEN.registration);
    if (!record || !registration) throw new Error('there is a visit');
    const startsAtMs = NINE_O_CLOCK_MS + 5 * 60 * MINUTE_MS;
    desk.service.registrations.set(registration.id, { ...registration, appointment_id: id });
    desk.service.appointments.set(id, {
      ...record,
      id: id.toUpperCase(),
      starts_at: new Date(startsAtMs).toISOString(),
      ends_at: new Date(startsAtMs + 600_000).toISOString(),
    });
    await desk.advance(10 * MINUTE_MS);
    expect(odd()).toEqual([]);
    const { rows } = await desk.done('board.get', {});
    expect(rows.map(({ appointment }) => appointment?.startsAtMs)).toContain(startsAtMs);
  });

  it('names an appointment that is answered with another one, and goes on', async () => {
    const record = desk.service.appointments.get(BROKEN.appointment);
    if (!record) throw new Error('there is an appointment');
    const other = { ...record, id: uuidOf(77_777) };
    desk.service.answer = (request) => (isAppointment(request) ? { status: 200, body: other } : null);
    await desk.advance(10 * MINUTE_MS);
    expect(odd()).toMatchObject([{ kind: 'appointment', id: BROKEN.appointment, field: 'id', used: false }]);
    expect(boardAgeMs()).toBeLessThan(4 * MINUTE_MS);
    expect(await visit(brokenId())).toMatchObject({ unread: ['appointment'] });
  });
});
