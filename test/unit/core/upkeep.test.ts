import { readdirSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HttpFailure } from '../../../src/core/ports.ts';
import { createServiceClient } from '../../../src/core/service/client.ts';
import { findCommandAnswer, saveCommandAnswer } from '../../../src/core/store/desk/command-answers.ts';
import { findDocument, saveDocument } from '../../../src/core/store/mirror/documents.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { createSync } from '../../../src/core/sync.ts';
import type { Sync } from '../../../src/core/sync.ts';
import { DeskProcess, SeededRandom, VirtualTime } from '../../simulation/support/virtual-time.ts';
import { silentLog } from '../../support/silent-log.ts';
import { registrationBody, storeFolder, uuid } from '../../support/store-fixture.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-11-20T09:00:00Z');

let folder: StoreFolder;
let store: Store;
let sync: Sync;
let time: VirtualTime;

beforeEach(() => {
  folder = storeFolder();
  store = folder.open();
  time = new VirtualTime();
  const { clock } = new DeskProcess(time, () => START_MS);
  sync = createSync({
    store,
    service: createServiceClient({
      http: {
        request: async () => {
          throw new HttpFailure('refused', 'not-sent', 'no line');
        },
      },
      clock,
      log: silentLog,
      baseUrl: 'https://service.example',
      token: () => 'token',
    }),
    clock,
    random: new SeededRandom(1),
    log: silentLog,
    documentReader: { readCode: async () => null, readText: async () => '' },
    config: { timeZone: 'Europe/London', locationId: () => null, pullMs: 60_000, fullPullMs: 600_000 },
    onChange: () => {},
  });
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

const backups = (): string[] => readdirSync(folder.folder).filter((name) => name.includes('.backup-'));

it('makes a first backup a minute after a first start, and none so soon where there is one', async () => {
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

it('makes a backup each hour and forgets forms of weeks ago and answers of last week, line or no line', async () => {
  upsertRegistrations(store.db, [registrationBody(1), registrationBody(2)], 1);
  const form = { kind: 'trf' as const, contentType: 'application/pdf', bytes: new Uint8Array([37]) };
  saveDocument(store.db, { ...form, registrationId: uuid(2, 1), fetchedAtMs: START_MS - 15 * DAY_MS });
  saveDocument(store.db, { ...form, registrationId: uuid(2, 2), fetchedAtMs: START_MS - 2 * DAY_MS });
  const answer = { name: 'staff.add', inputHash: 'h', answer: {} };
  saveCommandAnswer(store.db, 'old', { ...answer, atMs: START_MS - 8 * DAY_MS });
  saveCommandAnswer(store.db, 'new', { ...answer, atMs: START_MS - 6 * DAY_MS });
  await store.backUp();
  const watched = watchBackups();
  sync.start();
  while (time.nowMs < 61 * 60_000 && (await time.step()));
  expect(findDocument(store.db, uuid(2, 1), 'trf')).toBeNull();
  expect(findDocument(store.db, uuid(2, 2), 'trf')).not.toBeNull();
  expect(findCommandAnswer(store.db, 'old')).toBeNull();
  expect(findCommandAnswer(store.db, 'new')).not.toBeNull();
  await watched.last;
  expect(backups()).toHaveLength(2);
});

it('says that nothing is known yet, and stops saying so once the first try has ended without a line', async () => {
  sync.start();
  expect(sync.freshness()).toMatchObject({ asOfMs: null, firstPullDone: false });
  while (!sync.freshness().firstPullDone && (await time.step()));
  expect(sync.freshness()).toMatchObject({ asOfMs: null, firstPullDone: true });
  expect(sync.connection().state).toBe('offline');
});
