// A desk that is started where a take-over was killed: nothing of the copy that was being brought is left beside its own database.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDesk } from '../../../src/app/compose.ts';
import { storeFile } from '../../../src/app/data-files.ts';
import { readManagedSettings } from '../../../src/app/managed-settings.ts';
import { beginRebuild } from '../../../src/core/store/rebuild.ts';
import { latestVersion } from '../../../src/core/store/db/inspect.ts';
import { silentLog } from '../../support/silent-log.ts';
import { TEST_KEY } from '../../support/store-fixture.ts';

const SERVICE = { address: 'http://127.0.0.1:9', formerAddresses: [], token: 'token', brand: 'City' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-killed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const left = (): string[] => readdirSync(folder).filter((name) => name.includes('.part'));

it('removes the copy that was being brought, and begins with its own database', async () => {
  const file = storeFile(folder, SERVICE);
  // Its process ends with the files as they are.
  beginRebuild(file, TEST_KEY, latestVersion()).db.close();
  expect(left()).not.toEqual([]);
  const desk = await openDesk({
    settings: { ...(await readManagedSettings(null, () => undefined)), service: SERVICE, printers: [] },
    dataFolder: folder,
    folderLock: () => 'held',
    secrets: { databaseKey: async () => TEST_KEY },
    log: silentLog,
    version: '0.0.0',
    drawsIn: 'threads',
    machine: 'desk-1',
  });
  await desk.close();
  expect(left()).toEqual([]);
});
