// The managed settings name another address of the service: an empty desk begins only where a person has said so, a desk whose service
// has moved goes on with what it has, and what waits elsewhere is told.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeFile } from '../../../src/app/data-files.ts';
import { noteMadeFor, requireCopyMadeFor, requireMadeFor } from '../../../src/app/made-for.ts';
import { readManagedSettings } from '../../../src/app/managed-settings.ts';
import type { ManagedSettings } from '../../../src/app/managed-settings.ts';
import {
  otherDesksIn,
  ownStoreFile,
  requireOwnDesk,
  waitingElsewhereNotices,
} from '../../../src/app/other-desks.ts';
import { beginDesk } from '../../../src/app/start-desk.ts';
import type { DeskHost } from '../../../src/app/start-desk.ts';
import { openStore } from '../../../src/core/store/open.ts';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { patient, saveChanges } from '../../support/outbox-changes.ts';
import { silentLog } from '../../support/silent-log.ts';
import { TEST_KEY } from '../../support/store-fixture.ts';

const OLD = 'https://old.example.org/v1';
const NEW = 'https://new.example.org';
/** 14:02 at the site. */
const USED_MS = Date.parse('2026-11-26T14:02:00Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-other-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function settingsOf(service: object): Promise<ManagedSettings> {
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ service: { tokenFromEnvironment: 'TOKEN', ...service } }));
  return readManagedSettings(file, () => 'token');
}

/** A desk works for a service, saves so many changes that were never sent, and ends. Returns the name of its database. */
async function work(service: object, changes: number): Promise<string> {
  const settings = await settingsOf(service);
  const file = ownStoreFile(folder, settings.service, TEST_KEY);
  const store = openStore({ file, key: TEST_KEY, nowMs: () => USED_MS, log: silentLog });
  noteMadeFor(store.db, settings.service, silentLog);
  for (let made = 0; made < changes; made += 1)
    saveChanges(store, { ...patient(`${made}`), commandId: `command-${made}` });
  store.close();
  return basename(file);
}

async function start(service: object, mayBeginEmpty = false): Promise<string> {
  const settings = await settingsOf(service);
  await requireOwnDesk({ folder, settings, databaseKey: async () => TEST_KEY, mayBeginEmpty });
  return basename(ownStoreFile(folder, settings.service, TEST_KEY));
}

const noticesOf = async (service: object) =>
  waitingElsewhereNotices(
    otherDesksIn(folder, ownStoreFile(folder, (await settingsOf(service)).service, TEST_KEY), TEST_KEY),
  );

describe('a new address of the service', () => {
  it('begins no empty desk: what the folder holds is told, how it goes on, and nothing is changed', async () => {
    const name = await work({ address: OLD }, 3);
    const before = readdirSync(folder);
    await expect(start({ address: NEW })).rejects.toThrow(
      new RegExp(
        `^Nothing was changed: the managed settings name ${NEW}, for which .* the desk of ${OLD} in ${name} ` +
          '\\(last used at 14:02 on 26-Nov-2026; 3 changes wait to be sent\\)' +
          `.*same service, which has moved or whose address was wrong before, add "${OLD}" to service.formerAddresses.*--new-desk`,
      ),
    );
    expect(readdirSync(folder).filter((file) => !/-(wal|shm)$/.test(file))).toEqual(before);
  });

  it('is none where it is only written otherwise, and a first desk begins without a question', async () => {
    const first = await start({ address: NEW });
    expect(await work({ address: NEW }, 0)).toBe(first);
    expect(await start({ address: 'HTTPS://NEW.example.org:443/' })).toBe(first);
  });

  it('of the very same service goes on with the desk of before and all that waits there', async () => {
    const name = await work({ address: OLD }, 2);
    const moved = { address: NEW, formerAddresses: ['https://older.example.org', `${OLD}/`] };
    expect(await start(moved)).toBe(name);
    const settings = await settingsOf(moved);
    const store = openStore({
      file: storeFile(folder, settings.service),
      key: TEST_KEY,
      nowMs: () => USED_MS,
      log: silentLog,
    });
    expect(listRows(store.db, 'open')).toHaveLength(2);
    // Its copy can be taken over before and after it has noted where the service is now.
    const of = { service: settings.service, site: 'leeds' };
    expect(() => requireMadeFor(store.db, of, false)).not.toThrow();
    noteMadeFor(store.db, settings.service, silentLog);
    expect(() => requireMadeFor(store.db, of, false)).not.toThrow();
    store.close();
    // The same by what stands beside the copy.
    for (const address of [OLD, NEW]) {
      expect(() => requireCopyMadeFor({ address, brand: null }, of, false)).not.toThrow();
      const another = { address, brand: 'City' };
      expect(() => requireCopyMadeFor(another, of, false)).toThrow(/^Nothing was changed/);
      expect(() => requireCopyMadeFor(another, of, true)).toThrow(/saves nothing any more: start again/);
    }
    // An earlier version wrote nothing of it.
    for (const unsaid of [null, undefined]) expect(() => requireCopyMadeFor(unsaid, of, false)).not.toThrow();
    expect(await noticesOf(moved)).toEqual([]);
  });

  it('is that of the desk also once the former one was taken out of the settings, and after a second move', async () => {
    const name = await work({ address: OLD }, 1);
    await work({ address: NEW, formerAddresses: [OLD] }, 0);
    expect(await start({ address: NEW })).toBe(name);
    expect(await noticesOf({ address: NEW })).toEqual([]);
    const newest = { address: 'https://newest.example.org' };
    await expect(start(newest)).rejects.toThrow(`add "${NEW}" to service.formerAddresses`);
    expect(await start({ ...newest, formerAddresses: [NEW] })).toBe(name);
    await expect(start({ ...newest, formerAddresses: [NEW], brand: 'City' })).rejects.toThrow(
      'for which there is no desk',
    );
  });

  it('that earlier versions wrote otherwise is the same one', async () => {
    const written = createHash('sha256')
      .update(JSON.stringify(['live', `${NEW}:443`, null]))
      .digest('hex');
    writeFileSync(join(folder, `desk-live-${written.slice(0, 16)}.db`), '');
    const name = await work({ address: `${NEW}:443` }, 1);
    expect(name).toContain(written.slice(0, 16));
    expect(await start({ address: NEW })).toBe(name);
  });

  it('whose database is missing begins no other one: what lies beside it shows that there was one', async () => {
    await work({ address: OLD }, 1);
    const own = await start({ address: NEW }, true);
    writeFileSync(join(folder, `${own}.key-check`), 'ab');
    expect(await start({ address: NEW })).toBe(own);
  });

  it('that has a desk of its own by now is refused as the same service: neither is left behind without a word', async () => {
    const before = await work({ address: OLD }, 2);
    const own = await work({ address: NEW }, 1);
    await expect(start({ address: NEW, formerAddresses: [OLD] })).rejects.toThrow(
      new RegExp(`${own} .*1 change waits to be sent.*${before} .*2 changes wait to be sent.*move the files`),
    );
  });
});

describe('another service', () => {
  it('gets an empty desk once a person has said so, and what waits in the one of before stays told', async () => {
    const before = await work({ address: OLD }, 1);
    const own = await start({ address: NEW }, true);
    expect(own).not.toBe(before);
    await work({ address: NEW }, 0);
    expect(await start({ address: NEW })).toBe(own);
    expect(await noticesOf({ address: NEW })).toMatchObject([
      { kind: 'waiting-elsewhere', detail: expect.stringContaining(`1 change waits in ${before}`) as string },
    ]);
    // Back at the first one everything is there, and the other has nothing that waits.
    expect(await start({ address: OLD })).toBe(before);
    expect(await noticesOf({ address: OLD })).toEqual([]);
  });

  it('is a brand as well; nobody is told to add an address that is the same', async () => {
    await work({ address: OLD, brand: 'City' }, 0);
    const refusal = start({ address: OLD, brand: 'Park' });
    await expect(refusal).rejects.toThrow(/\(brand City\).*nothing waits to be sent.*--new-desk/);
    await expect(refusal).rejects.not.toThrow('formerAddresses');
  });

  it('is told of a database that cannot be read, too', async () => {
    writeFileSync(join(folder, 'desk-live-0123456789abcdef.db'), Buffer.alloc(8_192, 7));
    await expect(start({ address: NEW })).rejects.toThrow(
      /desk-live-0123456789abcdef.db \(it cannot be read/,
    );
    expect(await noticesOf({ address: NEW })).toEqual([]);
  });

  it('is not begun in training, and the folder stays as it is', async () => {
    const settings = await readManagedSettings(null, () => undefined);
    const host = { drawsIn: 'threads', warn: () => undefined } as unknown as DeskHost;
    await expect(beginDesk(folder, settings, host, { mayBeginEmpty: true })).rejects.toThrow(
      '--new-desk begins an empty desk of a service, and the managed settings name none',
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
