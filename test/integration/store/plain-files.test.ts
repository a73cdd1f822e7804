// SQLite's temporary files are never encrypted: the desk's connections make none, on whatever thread, however large the work.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFilesOf } from '../../support/plain-files.ts';

const module = (path: string): string => JSON.stringify(resolve(path));
const openStore = `
  const { openStore } = await import(${module('src/core/store/open.ts')});
  const { silentLog } = await import(${module('test/support/silent-log.ts')});
  const store = openStore({ file: FILE, key: new Uint8Array(32).fill(7), nowMs: () => 0, log: silentLog });`;
const openSandbox = `
  const { openDatabase } = await import(${module('src/sandbox/store/database.ts')});
  const db = openDatabase(FILE, new Uint8Array(32).fill(7));`;
/** More than SQLite's page cache holds, so that a sort cannot stay in it. */
const SORT = `
  db.prepare(\`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
    SELECT hex(randomblob(300)) AS text FROM n ORDER BY text\`).get();`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawdesk-plain-'));
});
afterAll(() => rm(folder, { recursive: true }));

const filesOf = (script: string): Promise<string[]> =>
  temporaryFilesOf(script.replaceAll('FILE', JSON.stringify(join(folder, 'some.db'))));

describe('temporary files', () => {
  it('are noticed when there are some', async () => {
    const script = `${openStore} const { db } = store; db.pragma('temp_store = FILE'); ${SORT}`;
    expect(await filesOf(script)).not.toEqual([]);
  });

  it('are not made by the store', async () => {
    expect(await filesOf(`${openStore} const { db } = store; ${SORT}`)).toEqual([]);
  });

  it('are not made by a backup on its own thread, nor by one before a migration', async () => {
    const script = `${openStore}
      const { backUpNow } = await import(${module('src/core/store/db/backup.ts')});
      store.db.exec('CREATE TABLE filler (text TEXT) STRICT; CREATE INDEX filler_text ON filler (text)');
      store.db.exec(\`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        INSERT INTO filler SELECT hex(randomblob(300)) FROM n\`);
      await store.backUp();
      backUpNow(store.db, { file: FILE, nowMs: 1, log: console });`;
    expect(await filesOf(script)).toEqual([]);
  });

  it('are not made by the embedded service', async () => {
    expect(await filesOf(`${openSandbox.replace('FILE', 'FILE + ".sandbox"')} ${SORT}`)).toEqual([]);
  });
});
