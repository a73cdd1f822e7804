// A service that answers few requests in a time, and a desk with hundreds of changes to send it: they get there, and the board is read.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Http } from '../../../src/core/ports/machine.ts';
import type { Store } from '../../../src/core/store/open.ts';
import type { Sync } from '../../../src/core/sync-interface.ts';
import { patient, saveChanges } from '../../support/outbox-changes.ts';
import { patientBody, storeFolder } from '../../support/store-fixture.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';
import { createTestClock } from '../../support/test-clock.ts';
import type { TestClock } from '../../support/test-clock.ts';
import { createTestService, labelDocument } from '../../support/test-service.ts';
import type { TestService } from '../../support/test-service.ts';
import { addVisit, lineTo, LOCATION, startSync } from './support/desk-at-test-service.ts';

const NINE_MS = Date.parse('2026-11-20T09:00:00Z');
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const VISITS = 40;
const WAITING = 500;

interface Limit {
  readonly requests: number;
  readonly inMs: number;
  /** Also what is refused counts. */
  readonly countsRefused: boolean;
}

let folder: StoreFolder;
let store: Store;
let clock: TestClock;
let service: TestService;
let sync: Sync;
let limit: Limit;
/** How many of the waiting changes the service has carried out. */
let made: number;

beforeEach(async () => {
  folder = storeFolder();
  store = folder.open();
  clock = createTestClock(NINE_MS);
  service = createTestService(clock.nowMs);
  service.down = false;
  service.locations.set(LOCATION.id, LOCATION);
  for (let number = 1; number <= VISITS; number += 1) addVisit(service, number);
  made = 0;
  service.answer = ({ endpoint, body }) => {
    if (endpoint === 'registrations.trf' || endpoint === 'registrations.label') return labelDocument('CODE');
    if (endpoint !== 'patients.create') return null;
    made += 1;
    return { status: 201, body: patientBody(VISITS + made, body as object) };
  };
  limit = { requests: Infinity, inMs: SECOND_MS, countsRefused: false };
  sync = startDesk();
  await clock.advance(5 * MINUTE_MS);
});

afterEach(async () => {
  const closed = sync.close();
  // What is on its way is let come.
  await clock.advance(SECOND_MS);
  await closed;
  store.close();
  folder.remove();
});

const startDesk = (): Sync =>
  startSync(
    { store, http: lineTo(limited(service), clock), clock },
    { pullMs: MINUTE_MS, fullPullMs: 45 * MINUTE_MS },
  );

/** Asks for a pause of one second each time, as services do that count by the second or tell the same always. */
function limited(answering: Http): Http {
  let window = -1;
  let used = 0;
  return {
    async request(request) {
      const current = Math.floor(clock.monotonicMs() / limit.inMs);
      if (current !== window) [window, used] = [current, 0];
      const isOver = used >= limit.requests;
      if (!isOver || limit.countsRefused) used += 1;
      if (!isOver) return answering.request(request);
      return {
        status: 429,
        headers: { 'retry-after': '1', 'content-type': 'application/json' },
        body: new TextEncoder().encode('{"error":{"code":"too-many","message":"Too many requests."}}'),
      };
    },
  };
}

/** Has all of the changes wait from now on. Returns the greatest age of the board in the minutes until they are sent, and how many. */
async function sendAll(): Promise<{ readonly oldestMs: number; readonly minutes: number }> {
  for (let number = 1; number <= WAITING; number += 1)
    saveChanges(store, patient(`person-${String(number)}`));
  sync.wake();
  let oldestMs = 0;
  let minutes = 0;
  while (made < WAITING && minutes < 60) {
    await clock.advance(MINUTE_MS);
    minutes += 1;
    oldestMs = Math.max(oldestMs, sync.serverNowMs() - (sync.freshness().asOfMs ?? -Infinity));
  }
  return { oldestMs, minutes };
}

it('that answers two requests a second gets the changes, and the board stays as it is there', async () => {
  limit = { requests: 2, inMs: SECOND_MS, countsRefused: false };
  const { oldestMs, minutes } = await sendAll();
  // Half of what is answered would be enough for the changes within eight minutes and a half.
  expect(minutes).toBeLessThanOrEqual(9);
  expect(oldestMs).toBeLessThan(3 * MINUTE_MS);
});

it('that answers sixty requests a minute, and counts those that it refuses, gets both as well', async () => {
  limit = { requests: 60, inMs: MINUTE_MS, countsRefused: true };
  const { oldestMs, minutes } = await sendAll();
  expect(minutes).toBeLessThanOrEqual(19);
  expect(oldestMs).toBeLessThan(7 * MINUTE_MS);
});

it('that refuses from the start on keeps nobody waiting for the first reading, which goes on once it answers', async () => {
  const closed = sync.close();
  await clock.advance(SECOND_MS);
  await closed;
  limit = { requests: 0, inMs: MINUTE_MS, countsRefused: true };
  sync = startDesk();
  await clock.advance(SECOND_MS);
  const startedMs = sync.serverNowMs();
  expect(sync.freshness().firstPullDone).toBe(true);
  expect(sync.freshness().asOfMs).toBeLessThan(startedMs - SECOND_MS);
  limit = { ...limit, requests: Infinity };
  await clock.advance(MINUTE_MS);
  expect(sync.freshness().asOfMs).toBeGreaterThan(startedMs);
});
