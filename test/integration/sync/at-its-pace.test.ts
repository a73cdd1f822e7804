// What an idle desk asks of the service, and what a form that hangs does to it, over minutes of a clock that the test moves.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpFailure } from '../../../src/core/ports/machine.ts';
import type { Http, HttpRequest } from '../../../src/core/ports/machine.ts';
import { totalChanges } from '../../../src/core/store/db/database.ts';
import { findDocument } from '../../../src/core/store/mirror/documents.ts';
import type { Store } from '../../../src/core/store/open.ts';
import type { Sync } from '../../../src/core/sync-interface.ts';
import { registrationBody, storeFolder, uuid } from '../../support/store-fixture.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';
import { createTestClock } from '../../support/test-clock.ts';
import type { TestClock } from '../../support/test-clock.ts';
import { createTestService } from '../../support/test-service.ts';
import type { TestService } from '../../support/test-service.ts';
import { addVisit, lineTo, LOCATION, startSync } from './support/desk-at-test-service.ts';

const NINE_MS = Date.parse('2026-11-20T09:00:00Z');
const MINUTE_MS = 60_000;
/** Visits of today; each has a person, a form and a label. */
const VISITS = 12;

let folder: StoreFolder;
let store: Store;
let clock: TestClock;
let service: TestService;
let line: Http;
let sync: Sync | null;

beforeEach(() => {
  folder = storeFolder();
  store = folder.open();
  clock = createTestClock(NINE_MS);
  service = createTestService(clock.nowMs);
  line = lineTo(service, clock);
  service.down = false;
  service.locations.set(LOCATION.id, LOCATION);
  for (let number = 1; number <= VISITS; number += 1) addVisit(service, number);
  service.answer = ({ endpoint }) =>
    endpoint === 'registrations.trf' || endpoint === 'registrations.label'
      ? { status: 200, bytes: new TextEncoder().encode('%PDF-1.7 %%EOF'), contentType: 'application/pdf' }
      : null;
});
afterEach(async () => {
  const closed = sync?.close();
  // What is on its way is let come.
  await clock.advance(1_000);
  await closed;
  sync = null;
  store.close();
  folder.remove();
});

/**
 * A desk that looks for news each `pullMs`, all the time when not given, within `requestsPerMinute`, and reads everything again
 * within `fullPullMs`.
 */
function openDesk(
  http: Http,
  requestsPerMinute: number,
  pullMs = 400,
  { fullPullMs = 45 * MINUTE_MS, takesHints = false } = {},
): Sync {
  sync = startSync({ store, http, clock }, { pullMs, fullPullMs, requestsPerMinute, takesHints });
  return sync;
}

const formsHere = (): number =>
  Array.from({ length: VISITS }, (_, index) => uuid(2, index + 1)).filter(
    (id) => findDocument(store.db, id, 'trf') !== null,
  ).length;

/** How often slots of a day were asked for. */
const timetablesAsked = (): number =>
  service.requests.filter(({ endpoint }) => endpoint === 'locations.slots').length;

/** Rows that this connection has written so far. */
const rowsWritten = (): number => totalChanges(store.db);

describe('an idle desk', () => {
  it('keeps to the limit that was set, and still knows how old its board is', async () => {
    const desk = openDesk(line, 60);
    await clock.advance(5 * MINUTE_MS);
    expect(desk.freshness().everythingAsOfMs).not.toBeNull();
    expect(formsHere()).toBe(VISITS);
    for (let minute = 0; minute < 10; minute += 1) {
      const before = service.requests.length;
      await clock.advance(MINUTE_MS);
      const asked = service.requests.length - before;
      expect(asked, `in minute ${minute}`).toBeLessThanOrEqual(60);
      // It does look for news, which is what the limit is about.
      expect(asked, `in minute ${minute}`).toBeGreaterThan(30);
      const { asOfMs } = desk.freshness();
      expect(desk.serverNowMs() - (asOfMs ?? 0)).toBeLessThan(MINUTE_MS);
    }
  });

  it('asks for the time at once when it was changed, also where its requests of this minute are used up', async () => {
    const desk = openDesk(line, 60);
    await clock.advance(5 * MINUTE_MS);
    const asked = async (ms: number): Promise<string[]> => {
      const before = service.requests.length;
      await clock.advance(ms);
      return service.requests.slice(before).map(({ endpoint }) => endpoint);
    };
    // Until a second passes in which nothing may be asked.
    let turns = 0;
    do desk.pullNow();
    while ((await asked(1_000)).length > 0 && (turns += 1) < 100);
    desk.hearTime();
    expect(await asked(100)).toEqual(['locations.list']);
  });

  it('knows the whole board as of now after somebody asked for a reading, also those whose turn is minutes away', async () => {
    const desk = openDesk(line, 100_000, MINUTE_MS);
    await clock.advance(5 * MINUTE_MS + 20_000);
    const askedAtMs = desk.serverNowMs();
    expect(desk.freshness().asOfMs).toBeLessThan(askedAtMs);
    desk.pullNow();
    await clock.advance(10_000);
    expect(desk.freshness().asOfMs).toBeGreaterThanOrEqual(askedAtMs);
  });

  it('writes nothing while it reads everything again and finds nothing new', async () => {
    const desk = openDesk(line, 100_000, 10_000, { fullPullMs: MINUTE_MS });
    const everythingAsOf = (): number => desk.freshness().everythingAsOfMs ?? 0;
    // Forms are read little by little. In ten minutes the age of the board is saved, and in fifteen labels are read again.
    await clock.advance(3 * MINUTE_MS);
    const rowsBefore = rowsWritten();
    for (let reading = 0; reading < 3; reading += 1) {
      const askedMs = desk.serverNowMs();
      const before = timetablesAsked();
      await clock.advance(2 * MINUTE_MS);
      expect(everythingAsOf()).toBeGreaterThan(askedMs);
      expect(timetablesAsked()).toBeGreaterThan(before);
    }
    expect(rowsWritten() - rowsBefore).toBe(0);
  });
});

describe('an idle desk of a large site, with 328 visits today', () => {
  it(
    'asks by need, stays below its limit, and knows its board to within seven minutes, and who comes soon to within five',
    { timeout: 300_000 },
    async () => {
      const LARGE = 328;
      const FIRST_MS = NINE_MS - 60 * MINUTE_MS;
      for (let number = VISITS + 1; number <= LARGE; number += 1) addVisit(service, number);
      // Spread over ten hours, as the day of a large site is.
      for (const [index, appointment] of [...service.appointments.values()].entries()) {
        const startsAtMs = FIRST_MS + Math.floor((index * 10 * 60 * MINUTE_MS) / LARGE);
        appointment.starts_at = new Date(startsAtMs).toISOString();
        appointment.ends_at = new Date(startsAtMs + 10 * MINUTE_MS).toISOString();
      }
      const desk = openDesk(line, 240, 90_000);
      // The first reading, and forms and labels for all.
      await clock.advance(12 * MINUTE_MS);
      const perMinute: number[] = [];
      const askedAtMs = new Map<string, number>();
      for (let minute = 0; minute < 15; minute += 1) {
        const before = service.requests.length;
        await clock.advance(MINUTE_MS);
        const asked = service.requests.slice(before);
        perMinute.push(asked.length);
        for (const { endpoint, params } of asked)
          if (endpoint === 'registrations.appointment') askedAtMs.set(params['id'] ?? '', clock.nowMs());
        const { asOfMs } = desk.freshness();
        expect(desk.serverNowMs() - (asOfMs ?? 0), `in minute ${minute}`).toBeLessThan(7 * MINUTE_MS);
        if (minute < 5) continue;
        const late = [...service.registrations.values()].filter(({ id, appointment_id }) => {
          const startsAtMs = Date.parse(service.appointments.get(appointment_id ?? '')?.starts_at ?? '');
          const isSoon = Math.abs(startsAtMs - clock.nowMs()) < 110 * MINUTE_MS;
          return isSoon && clock.nowMs() - (askedAtMs.get(id) ?? 0) > 5 * MINUTE_MS;
        });
        expect(late, `in minute ${minute}`).toEqual([]);
      }
      const average = perMinute.reduce((sum, count) => sum + count, 0) / perMinute.length;
      expect(Math.max(...perMinute)).toBeLessThanOrEqual(240);
      expect(average).toBeLessThan(200);
    },
  );
});

describe('a desk of a very large site that was started again', () => {
  it(
    'asks for who comes soon before the rest of the day, and again before it has asked for everybody',
    { timeout: 300_000 },
    async () => {
      const LARGE = 400;
      const HOURS = 20;
      for (let number = VISITS + 1; number <= LARGE; number += 1) addVisit(service, number);
      // From half past midnight on, so that most who come soon are far from the first of the day.
      const firstMs = NINE_MS - 8.5 * 60 * MINUTE_MS;
      const soon = new Set<string>();
      for (const [index, registration] of [...service.registrations.values()].entries()) {
        const appointment = service.appointments.get(registration.appointment_id ?? '');
        if (!appointment) throw new Error('a visit without an appointment');
        const startsAtMs = firstMs + Math.floor((index * HOURS * 60 * MINUTE_MS) / LARGE);
        appointment.starts_at = new Date(startsAtMs).toISOString();
        appointment.ends_at = new Date(startsAtMs + 10 * MINUTE_MS).toISOString();
        if (Math.abs(startsAtMs - NINE_MS) < 60 * MINUTE_MS) soon.add(registration.id);
      }
      openDesk(line, 240, 90_000);
      await clock.advance(15 * MINUTE_MS);
      await sync?.close();

      openDesk(line, 60, 90_000);
      const begun = service.requests.length;
      const askedBy = (endpoint: string): string[] =>
        service.requests
          .slice(begun)
          .filter((asked) => asked.endpoint === endpoint)
          .map(({ params }) => params['id'] ?? '');
      await clock.advance(10 * MINUTE_MS);
      const patients = askedBy('registrations.patient');
      expect([...soon].filter((id) => !patients.includes(id))).toEqual([]);
      // The day is far from being asked for once.
      expect(new Set(patients).size).toBeLessThan(LARGE / 2);
      await clock.advance(10 * MINUTE_MS);
      const asked = askedBy('registrations.patient');
      expect(new Set(asked).size).toBeLessThan(LARGE);
      expect([...soon].filter((id) => asked.indexOf(id) === asked.lastIndexOf(id))).toEqual([]);
    },
  );
});

describe('a day that somebody looks at', () => {
  const TOMORROW = '2026-11-21';
  const LOOKED_AT = { locationId: LOCATION.id, date: TOMORROW };
  /** Visits of tomorrow, spread over the day. */
  const LATER = 60;

  async function openWithTomorrow(): Promise<Sync> {
    for (let number = VISITS + 1; number <= VISITS + LATER; number += 1) {
      addVisit(service, number);
      const appointment = service.appointments.get(uuid(3, number));
      if (!appointment) throw new Error('a visit without an appointment');
      appointment.starts_at = new Date(NINE_MS + (24 * 60 + number) * MINUTE_MS).toISOString();
      appointment.ends_at = new Date(NINE_MS + (24 * 60 + number + 10) * MINUTE_MS).toISOString();
    }
    const desk = openDesk(line, 240, 90_000);
    await clock.advance(20 * MINUTE_MS);
    return desk;
  }

  /** How often each appointment of tomorrow is asked for in `minutes`, while the board of tomorrow is asked for after each reading. */
  async function askedFor(desk: Sync, minutes: number, looks: boolean): Promise<Map<string, number>> {
    const seen = service.requests.length;
    for (let minute = 0; minute < minutes; minute += 1) {
      if (looks) desk.lookedAt(LOOKED_AT);
      await clock.advance(MINUTE_MS);
    }
    const asked = new Map<string, number>();
    for (const { endpoint, params } of service.requests.slice(seen)) {
      const id = params['id'] ?? '';
      const isLater = Number(id.slice(-12)) > VISITS;
      if (endpoint === 'registrations.appointment' && isLater) asked.set(id, (asked.get(id) ?? 0) + 1);
    }
    return asked;
  }

  it('has its appointments asked for at once, and all of them within five minutes; without a look that takes longer', async () => {
    const desk = await openWithTomorrow();
    const seen = service.requests.length;
    desk.lookedAt(LOOKED_AT);
    await clock.advance(10_000);
    const atOnce = service.requests
      .slice(seen)
      .filter(({ endpoint }) => endpoint === 'registrations.appointment');
    expect(atOnce.length).toBeGreaterThanOrEqual(24);
    expect((await askedFor(desk, 5, true)).size).toBe(LATER);
    // Nobody looks any more: it is as it was.
    await clock.advance(6 * MINUTE_MS);
    const counts = [...(await askedFor(desk, 12, false)).values()];
    expect(Math.max(0, ...counts)).toBeLessThanOrEqual(1);
  });

  it('costs no more than some sixteen requests a minute, and today is as fresh as before', async () => {
    const desk = await openWithTomorrow();
    const perMinute = async (looks: boolean): Promise<number> => {
      const seen = service.requests.length;
      await askedFor(desk, 15, looks);
      return (service.requests.length - seen) / 15;
    };
    const before = await perMinute(false);
    const during = await perMinute(true);
    expect(during - before).toBeGreaterThan(10);
    expect(during - before).toBeLessThan(20);
    expect(desk.serverNowMs() - (desk.freshness().asOfMs ?? 0)).toBeLessThan(4 * MINUTE_MS);
  });

  it('begins no reading when it is today’s, or past, or was looked at a moment ago', async () => {
    const desk = await openWithTomorrow();
    desk.lookedAt(LOOKED_AT);
    await clock.advance(20_000);
    const seen = service.requests.length;
    desk.lookedAt(LOOKED_AT);
    desk.lookedAt({ locationId: LOCATION.id, date: '2026-11-20' });
    desk.lookedAt({ locationId: LOCATION.id, date: '2026-11-19' });
    await clock.advance(1_000);
    expect(service.requests.length).toBe(seen);
  });
});

describe('an idle desk with years of registrations', () => {
  it('reads the old ones again slowly, at most a page in ten seconds, and the newest each time', async () => {
    for (let number = VISITS + 1; number <= 2_000; number += 1) {
      const registration = registrationBody(number, { completed_at: '2020-01-01T00:00:00Z' });
      service.registrations.set(registration.id, registration);
    }
    const PAGES = 20;
    const desk = openDesk(line, 1_000, 15_000, { fullPullMs: MINUTE_MS });
    await clock.advance(2 * MINUTE_MS);
    const before = desk.freshness().everythingAsOfMs ?? 0;
    const seen = service.requests.length;
    const MINUTES = 8;
    await clock.advance(MINUTES * MINUTE_MS);
    const listed = service.requests.slice(seen).filter(({ endpoint }) => endpoint === 'registrations.list');
    // Four readings a minute look at the two ends; the others go through the list.
    expect(listed.length).toBeLessThan(MINUTES * (2 * 4 + 8) + 1);
    expect(listed.length).toBeGreaterThan(2 * PAGES);
    expect(desk.freshness().everythingAsOfMs).toBeGreaterThan(before + 3 * MINUTE_MS);
    expect(desk.serverNowMs() - (desk.freshness().newBookingsAsOfMs ?? 0)).toBeLessThan(MINUTE_MS);
  });
});

describe('a desk that takes the service’s events', () => {
  const OLD = 400;
  const MEASURED_MS = 24 * MINUTE_MS;

  /** More registrations than are read at each reading, and visits for which nobody waits yet. */
  async function openWithEvents(): Promise<Sync> {
    for (let number = VISITS + 1; number <= VISITS + OLD; number += 1) {
      const registration = registrationBody(number, { completed_at: '2020-01-01T00:00:00Z' });
      service.registrations.set(registration.id, registration);
    }
    for (const appointment of service.appointments.values()) {
      appointment.starts_at = new Date(NINE_MS + 8 * 60 * MINUTE_MS).toISOString();
      appointment.ends_at = new Date(NINE_MS + 9 * 60 * MINUTE_MS).toISOString();
    }
    const desk = openDesk(line, 1_000, 90_000, { fullPullMs: 240 * MINUTE_MS, takesHints: true });
    await clock.advance(10 * MINUTE_MS);
    return desk;
  }

  /** Another client changes a registration, and the service tells of it. */
  async function changeAndTell(desk: Sync, number: number): Promise<void> {
    const id = uuid(2, number);
    service.registrations.set(id, registrationBody(number, { completed_at: '2026-11-20T08:00:00Z' }));
    const event = { event: 'lab_results.complete', data: { test_registration_id: id } };
    desk.hints?.take(new TextEncoder().encode(JSON.stringify(event)));
    await clock.advance(5_000);
  }

  async function askedOneByOne(endpoint: string): Promise<number> {
    const seen = service.requests.length;
    await clock.advance(MEASURED_MS);
    return service.requests.slice(seen).filter((request) => request.endpoint === endpoint).length;
  }

  it('asks for the registrations of later visits half as often while they come, and as before when one was missing', async () => {
    const desk = await openWithEvents();
    const before = await askedOneByOne('registrations.get');
    const appointmentsBefore = await askedOneByOne('registrations.appointment');
    for (const number of [101, 102, 103]) await changeAndTell(desk, number);
    expect(desk.hints?.heard()).toMatchObject({ heard: 3, asksLess: true });
    const relaxed = await askedOneByOne('registrations.get');
    expect(relaxed).toBeGreaterThan(0);
    expect(relaxed).toBeLessThan(before * 0.7);
    // No event is known to tell of a moved appointment, so these are asked for as often as before.
    expect(await askedOneByOne('registrations.appointment')).toBeGreaterThan(appointmentsBefore * 0.9);
    // A visit's registration is finished elsewhere, and no event tells of it.
    service.registrations.set(
      uuid(2, 1),
      registrationBody(1, { appointment_id: uuid(3, 1), completed_at: '2026-11-20T09:00:00Z' }),
    );
    await clock.advance(10 * MINUTE_MS);
    expect(desk.hints?.heard().asksLess).toBe(false);
    expect(await askedOneByOne('registrations.get')).toBeGreaterThan(before * 0.8);
  });
});

describe('a form that hangs', () => {
  it('does not make the desk offline, delays no other form, and is not asked for again for a while', async () => {
    let hanging: string | null = null;
    let asked = 0;
    const states = new Set<string>();
    const hangs: Http = {
      request(request: HttpRequest) {
        const { pathname } = new URL(request.url);
        if (!pathname.endsWith('/trf')) return line.request(request);
        hanging ??= pathname;
        if (pathname !== hanging) return line.request(request);
        asked += 1;
        return new Promise((_resolve, reject) => {
          request.signal?.addEventListener('abort', () =>
            reject(new HttpFailure('aborted', 'unknown', 'given up')),
          );
        });
      },
    };
    const desk = openDesk(hangs, 100_000);
    await clock.settle();
    for (let second = 0; second < 50; second += 1) {
      await clock.advance(1_000);
      states.add(desk.connection().state);
    }
    expect([...states]).toEqual(['online']);
    expect(formsHere()).toBe(VISITS - 1);
    expect(asked).toBe(1);
    await clock.advance(MINUTE_MS);
    expect(asked).toBe(2);
  });
});
