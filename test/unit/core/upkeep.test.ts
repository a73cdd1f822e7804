// The upkeep: backups, the watch on the data file, retention.
import { readdirSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpFailure } from '../../../src/core/ports/machine.ts';
import type { Http } from '../../../src/core/ports/machine.ts';
import { createServiceClient } from '../../../src/core/service/client.ts';
import { beginActivityCheck } from '../../../src/core/store/check-activity.ts';
import { insertActivity } from '../../../src/core/store/desk/activity.ts';
import { findCommandAnswer, saveCommandAnswer } from '../../../src/core/store/desk/command-answers.ts';
import { keepDraft } from '../../../src/core/store/desk/drafts.ts';
import { createPrintJobStore } from '../../../src/core/store/desk/print-jobs.ts';
import { readSetting, writeSetting } from '../../../src/core/store/desk/settings.ts';
import { ensureVisitForAppointment } from '../../../src/core/store/desk/visits.ts';
import { findDocument, saveDocument } from '../../../src/core/store/mirror/documents.ts';
import { saveOrder } from '../../../src/core/store/mirror/orders.ts';
import { upsertPatients } from '../../../src/core/store/mirror/patients.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { moveRow } from '../../../src/core/store/outbox/outbox-moves.ts';
import { createSync } from '../../../src/core/sync.ts';
import type { SyncOptions } from '../../../src/core/sync.ts';
import type { Sync } from '../../../src/core/sync-interface.ts';
import { DeskProcess, SeededRandom, VirtualTime } from '../../simulation/support/virtual-time.ts';
import { silentLog } from '../../support/silent-log.ts';
import {
  patientBody,
  registrationBody,
  savePatient,
  storeFolder,
  uuid,
} from '../../support/store-fixture.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';
import { createTestService } from '../../support/test-service.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-11-20T09:00:00Z');

let folder: StoreFolder;
let store: Store;
let sync: Sync;
let time: VirtualTime;
/** What the upkeep wrote into the log of what failed. */
let errors: unknown[];

const noLine: Http = {
  request: async () => {
    throw new HttpFailure('refused', 'not-sent', 'no line');
  },
};

/** A service that has nothing, and whose answers say what time it is, which this machine's clock may be wrong about. */
const service = (aheadMs = 0): Http =>
  Object.assign(
    createTestService(() => START_MS + time.nowMs + aheadMs),
    { down: false },
  );

function openSync(
  config: Partial<SyncOptions['config']> = {},
  onChange: SyncOptions['onChange'] = () => {},
  http: Http = noLine,
): Sync {
  const { clock } = new DeskProcess(time, () => START_MS);
  return createSync({
    store,
    service: createServiceClient({
      http,
      clock,
      log: silentLog,
      baseUrl: 'https://service.example',
      token: () => 'token',
    }),
    clock,
    random: new SeededRandom(1),
    log: { ...silentLog, error: (message, fields) => void errors.push({ message, ...fields }) },
    documentReader: { readLabel: async () => ({ text: '', code: null }), read: async () => ({ text: '' }) },
    config: {
      timeZone: 'Europe/London',
      locationId: () => null,
      pullMs: 60_000,
      fullPullMs: 600_000,
      ...config,
    },
    isResultInDoubt: () => false,
    onChange,
  });
}

beforeEach(() => {
  errors = [];
  folder = storeFolder();
  store = folder.open();
  time = new VirtualTime();
  sync = openSync();
});
afterEach(async () => {
  await sync.close();
  store.close();
  folder.remove();
});

/** Remembers the backup that the upkeep has begun last, which a real thread makes while the virtual time goes on. */
function watchBackups(): { last: Promise<string> | null } {
  const watched: { last: Promise<string> | null } = { last: null };
  const made = store.backUp;
  Object.assign(store, { backUp: () => (watched.last = made()) });
  return watched;
}

it.each([
  { isDamaged: true, says: 'tells the screens' },
  { isDamaged: false, says: 'says nothing' },
])(
  'reads the data file through soon after the start, and $says when damaged is $isDamaged',
  async ({ isDamaged }) => {
    await sync.close();
    const told: string[] = [];
    sync = openSync({}, (topics) => told.push(topics.join()));
    let checks = 0;
    Object.assign(store, { check: async () => ((checks += 1), isDamaged) });
    sync.start();
    while (time.nowMs < 61_000 && (await time.step()));
    await sync.close();
    expect(checks).toBe(1);
    expect(told.includes('session')).toBe(isDamaged);
  },
);

const backups = (): string[] => readdirSync(folder.folder).filter((name) => name.includes('.backup-'));

it('makes a first backup a minute after the first start, and none so soon when there is one', async () => {
  const watched = watchBackups();
  sync.start();
  while (time.nowMs < 61_000 && (await time.step()));
  await watched.last;
  expect(backups()).toHaveLength(1);
  await sync.close();
  store.close();

  store = folder.open();
  expect(store.isBackedUp()).toBe(true);
});

it('notices within seconds that the database was removed, though nobody saves anything', async () => {
  sync.start();
  while (time.nowMs < 1_000 && (await time.step()));
  rmSync(store.file);
  while (time.nowMs < 6_100 && (await time.step()));
  expect(store.notices.map(({ kind }) => kind)).toEqual(['store-lost']);
});

it('makes a backup each hour, with or without a connection', async () => {
  await store.backUp();
  const watched = watchBackups();
  sync.start();
  await runUntil(61 * 60_000);
  await watched.last;
  expect(backups()).toHaveLength(2);
});

it('makes a backup an hour after one that failed', async () => {
  await store.backUp();
  const triedAtMs: number[] = [];
  Object.assign(store, {
    backUp: async () => {
      triedAtMs.push(time.nowMs);
      throw new Error('no room');
    },
  });
  sync.start();
  await runUntil(3 * 60 * 60_000 + 60_000);
  expect(triedAtMs.map((atMs) => Math.round(atMs / (60 * 60_000)))).toEqual([1, 2, 3]);
});

it('says that no backup could be made for hours, until one is made', async () => {
  await store.backUp();
  const said = () => sync.notices().filter(({ kind }) => kind === 'not-backed-up');
  let isFull = true;
  Object.assign(store, {
    backUp: async () => {
      if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    },
  });
  sync.start();
  await runUntil(3.9 * 60 * 60_000);
  expect(said()).toEqual([]);
  await runUntil(4.1 * 60 * 60_000);
  expect(said()).toMatchObject([
    { detail: 'No backup of this desk’s records since 09:00: the disk has too little room.' },
  ]);
  isFull = false;
  await runUntil(5.1 * 60 * 60_000);
  expect(said()).toEqual([]);
});

/** Lets time pass, event by event, until `untilMs` after the beginning. */
async function runUntil(untilMs: number, eachStep: () => void = () => {}): Promise<void> {
  for (let goesOn = true; goesOn && (time.nextAtMs() ?? Infinity) <= untilMs;) {
    goesOn = await time.step();
    eachStep();
  }
}

const form = { kind: 'trf' as const, contentType: 'application/pdf', bytes: new Uint8Array([37]) };
const answer = { name: 'staff.add', inputHash: 'h', answer: {} };

/** Two jobs that were sent: one of four days ago, one of two days ago. */
function addPrintJobs() {
  const jobs = createPrintJobStore(store.db);
  for (const [id, createdAtMs] of [
    ['old', START_MS - 4 * DAY_MS],
    ['new', START_MS - 2 * DAY_MS],
  ] as const) {
    jobs.insert({
      id,
      printerId: 'front',
      title: id,
      visitId: null,
      labelId: null,
      madeFor: null,
      document: null,
      ticketFor: null,
      madeOutFor: null,
      bytes: new Uint8Array([1]),
      reprintBytes: new Uint8Array([1]),
      reprintReason: null,
      actor: 'Desk',
      createdAtMs,
    });
    jobs.change(id, { state: 'sent', detail: null, nextAttemptAtMs: null, finishedAtMs: createdAtMs });
  }
  return jobs;
}

describe('what is kept for a time only', () => {
  it('is removed soon after a start, with or without a connection: old forms, answers to commands, bytes of print jobs', async () => {
    upsertRegistrations(store.db, [registrationBody(1), registrationBody(2)], 1);
    saveDocument(store.db, { ...form, registrationId: uuid(2, 1), fetchedAtMs: START_MS - 15 * DAY_MS });
    saveDocument(store.db, { ...form, registrationId: uuid(2, 2), fetchedAtMs: START_MS - 2 * DAY_MS });
    saveCommandAnswer(store.db, 'old', { ...answer, atMs: START_MS - 8 * DAY_MS });
    saveCommandAnswer(store.db, 'new', { ...answer, atMs: START_MS - 6 * DAY_MS });
    const jobs = addPrintJobs();
    await sync.close();
    const told: string[] = [];
    sync = openSync({}, (topics) => told.push(...topics));
    sync.start();
    await runUntil(2 * 60_000);
    // Nobody is offered to print again what is gone.
    expect(told).toContain('print-jobs');
    expect(findDocument(store.db, uuid(2, 1), 'trf')).toBeNull();
    expect(findDocument(store.db, uuid(2, 2), 'trf')).not.toBeNull();
    expect(findCommandAnswer(store.db, 'old')).toBeNull();
    expect(findCommandAnswer(store.db, 'new')).not.toBeNull();
    expect([jobs.hasBytes('old'), jobs.hasBytes('new')]).toEqual([false, true]);
    expect(jobs.find('old')?.state).toBe('sent');
  });

  it('is removed as early as the site wants it: bytes of print jobs, and nothing else of them', async () => {
    await sync.close();
    sync = openSync({ printJobBytesKeptMs: DAY_MS });
    const jobs = addPrintJobs();
    sync.start();
    await runUntil(2 * 60_000);
    expect([jobs.hasBytes('old'), jobs.hasBytes('new')]).toEqual([false, false]);
    expect(jobs.find('new')).toMatchObject({ state: 'sent', perhapsPrinted: true });
  });

  it('is the activity: its oldest entries go, and the chain of the others still agrees', async () => {
    for (let day = 0; day < 500; day += 1) {
      insertActivity(store.db, {
        atMs: START_MS - (500 - day) * DAY_MS,
        actor: 'JB',
        visitId: null,
        kind: 'moved',
        detail: {},
      });
    }
    await sync.close();
    const told: string[] = [];
    sync = openSync({ kept: { activityMs: 100.5 * DAY_MS } }, (topics) => told.push(...topics), service());
    sync.start();
    await runUntil(2 * 60_000);
    const checking = beginActivityCheck(store.db);
    while (checking.next());
    expect(checking.result()).toMatchObject({
      entries: 100,
      faultCount: 0,
      removed: { upTo: 400, atMs: START_MS - 101 * DAY_MS },
      head: { number: 500 },
    });
    expect(told).toContain('activity');
  });

  it('are visits, print jobs and records as long as the site wants them, and the screens are told', async () => {
    for (const days of [400, 300, 40]) {
      ensureVisitForAppointment(store.db, {
        appointmentId: `visit-${days}`,
        locationId: 'place',
        date: new Date(START_MS - days * DAY_MS).toISOString().slice(0, 10),
        nowMs: 1,
      });
      saveOrder(store.db, { id: `order-${days}` }, START_MS - days * DAY_MS);
    }
    upsertPatients(
      store.db,
      Array.from({ length: 250 }, (_, index) => patientBody(index + 1)),
      START_MS - 400 * DAY_MS,
    );
    addPrintJobs();
    const told: string[] = [];
    await sync.close();
    sync = openSync(
      { kept: { visitsMs: 350 * DAY_MS, recordsMs: 100 * DAY_MS, printJobsMs: 3 * DAY_MS } },
      (topics) => told.push(...topics),
      service(),
    );
    sync.start();
    await runUntil(2 * 60_000);
    const ids = (table: string): unknown[] =>
      (store.db.prepare(`SELECT id FROM ${table} ORDER BY id`).all() as { id: string }[]).map(({ id }) => id);
    expect(ids('visit')).toEqual(['visit-300', 'visit-40']);
    expect(ids('mirror_order')).toEqual(['order-40']);
    expect(ids('mirror_patient')).toEqual([]);
    expect(ids('print_job')).toEqual(['new']);
    expect(told).toEqual(expect.arrayContaining(['board', 'orders', 'print-jobs', 'patients']));
  });

  it('is nothing that only this desk has, while the service has not told its time: this machine’s clock may be wrong by years', async () => {
    for (const atMs of [START_MS - 2 * DAY_MS, START_MS - DAY_MS])
      insertActivity(store.db, { atMs, actor: 'JB', visitId: null, kind: 'moved', detail: {} });
    ensureVisitForAppointment(store.db, {
      appointmentId: 'visit',
      locationId: 'place',
      date: new Date(START_MS - DAY_MS).toISOString().slice(0, 10),
      nowMs: 1,
    });
    keepDraft(store.db, { windowId: 'w', person: '', form: 'f', text: 't', keptAtMs: START_MS - DAY_MS });
    savePatient(store.db, 'given-up');
    moveRow(store.db, 1, 'discarded', { finishedAtMs: START_MS - 31 * DAY_MS });
    const jobs = addPrintJobs();
    const kept = { activityMs: DAY_MS / 2, visitsMs: DAY_MS / 2, printJobsMs: DAY_MS / 2 };
    const count = (table: string): unknown =>
      store.db.prepare(`SELECT count(*) AS n FROM ${table}`).pluck().get();
    const counts = (): unknown[] => ['activity', 'visit', 'print_job', 'draft', 'outbox'].map(count);
    // Nobody says that this clock is right.
    await sync.close();
    sync = openSync({ kept });
    sync.start();
    await runUntil(3 * 60 * 60_000);
    expect(counts()).toEqual([2, 1, 2, 1, 1]);
    expect(jobs.hasBytes('old')).toBe(false);
    // The service says that it is ten days ahead.
    await sync.close();
    sync = openSync({ kept }, undefined, service(-10 * DAY_MS));
    sync.start();
    await runUntil(5 * 60 * 60_000);
    expect(counts()).toEqual([2, 1, 2, 1, 1]);
    // It says that it is right.
    await sync.close();
    sync = openSync({ kept }, undefined, service());
    sync.start();
    await runUntil(7 * 60 * 60_000);
    // The newest entry and the newest job always stay.
    expect(counts()).toEqual([1, 0, 1, 0, 0]);
  });

  it('is nothing at all while this machine’s clock alone says that the last run was long ago, and people are asked to look at it', async () => {
    const YEAR_MS = 365 * DAY_MS;
    writeSetting(store.db, 'believedTimeMs', START_MS - YEAR_MS);
    saveDocument(store.db, { ...form, registrationId: uuid(2, 1), fetchedAtMs: START_MS - YEAR_MS });
    const jobs = addPrintJobs();
    const left = (): unknown => store.db.prepare('SELECT count(*) FROM mirror_document').pluck().get();
    await sync.close();
    sync = openSync();
    sync.start();
    await runUntil(3 * 60 * 60_000);
    expect([left(), jobs.hasBytes('old')]).toEqual([1, true]);
    expect(sync.notices()).toMatchObject([
      { kind: 'clock-unconfirmed', detail: expect.stringMatching(/20-Nov-2026 12:00.*20-Nov-2025 09:00/) },
    ]);
    // The service says that so much time has passed.
    await sync.close();
    const told: string[] = [];
    sync = openSync({}, (topics) => told.push(...topics), service());
    sync.start();
    await runUntil(5 * 60 * 60_000);
    expect([left(), jobs.hasBytes('old')]).toEqual([0, false]);
    expect(sync.notices()).toEqual([]);
    expect(told).toContain('session');
  });

  it('is removed a few rows at a time, so that nobody waits for it', async () => {
    for (let number = 1; number <= 70; number += 1)
      saveDocument(store.db, {
        ...form,
        registrationId: uuid(2, number),
        fetchedAtMs: START_MS - 15 * DAY_MS,
      });
    const left = (): number =>
      (store.db.prepare('SELECT count(*) AS count FROM mirror_document').get() as { count: number }).count;
    const steps: number[] = [];
    let before = left();
    sync.start();
    await runUntil(2 * 60_000, () => {
      if (left() !== before) steps.push(before - left());
      before = left();
    });
    expect(left()).toBe(0);
    expect(steps.length).toBeGreaterThan(2);
    expect(Math.max(...steps)).toBeLessThanOrEqual(20);
  });

  it('is removed each hour, also when something else could not be removed', async () => {
    // The hourly backup runs on a thread, which would still be writing when the folder is removed.
    Object.assign(store, { backUp: async () => 'none' });
    sync.start();
    await runUntil(30 * 60_000);
    saveDocument(store.db, { ...form, registrationId: uuid(2, 1), fetchedAtMs: START_MS - 15 * DAY_MS });
    saveCommandAnswer(store.db, 'old', { ...answer, atMs: START_MS - 8 * DAY_MS });
    store.db.exec(
      `CREATE TRIGGER keep BEFORE DELETE ON mirror_document BEGIN SELECT RAISE(ABORT, 'not this one of James Oliver'); END`,
    );
    await runUntil(62 * 60_000);
    expect(store.db.prepare('SELECT count(*) AS count FROM mirror_document').get()).toEqual({ count: 1 });
    expect(findCommandAnswer(store.db, 'old')).toBeNull();
    // What failed may quote a record, and a log is copied into reports.
    expect(errors).toMatchObject([
      { message: 'old documents could not be removed', code: 'SQLITE_CONSTRAINT_TRIGGER' },
    ]);
    expect(JSON.stringify(errors)).not.toContain('Oliver');
    store.db.exec('DROP TRIGGER keep');
    await runUntil(123 * 60_000);
    expect(store.db.prepare('SELECT count(*) AS count FROM mirror_document').get()).toEqual({ count: 0 });
  });
});

it('says that nothing is known yet, until the first try has ended without a connection', async () => {
  sync.start();
  expect(sync.freshness()).toMatchObject({ asOfMs: null, firstPullDone: false });
  while (!sync.freshness().firstPullDone && (await time.step()));
  expect(sync.freshness()).toMatchObject({ asOfMs: null, firstPullDone: true });
  expect(sync.connection().state).toBe('offline');
});

it('lets nobody take a clock for right that the service last found wrong', async () => {
  writeSetting(store.db, 'believedTimeMs', START_MS - DAY_MS);
  writeSetting(store.db, 'machineClockAheadMs', DAY_MS);
  await sync.close();
  sync = openSync();
  sync.start();
  expect(sync.notices()).toMatchObject([
    { kind: 'clock-unconfirmed', detail: expect.stringMatching(/last told the time, it was 24 hours ahead/) },
  ]);
  await sync.close();
  sync = openSync({}, undefined, service());
  sync.start();
  await runUntil(60_000);
  expect(sync.notices()).toEqual([]);
  expect(readSetting(store.db, 'machineClockAheadMs')).toBeLessThan(1_000);
});
