// The copy in a real PostgreSQL database: everything of the desk's own gets there, in order and sealed, whatever is down meanwhile;
// and another machine can be made from it.
import { copyFileSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectPostgres, createPostgresCopy } from '../../../src/adapters/postgres-copy.ts';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../src/adapters/system-random.ts';
import { CopyDatabaseFailure } from '../../../src/core/ports.ts';
import type { CopyDatabase, Log } from '../../../src/core/ports.ts';
import { createCopier } from '../../../src/core/copy/copier.ts';
import type { Copier } from '../../../src/core/copy/copier.ts';
import { takeOverSite } from '../../../src/core/copy/take-over.ts';
import { copiedTables } from '../../../src/core/store/copy/copied-tables.ts';
import { all, run } from '../../../src/core/store/db/database.ts';
import { openStore, transaction } from '../../../src/core/store/open.ts';
import type { Db, Store } from '../../../src/core/store/open.ts';
import { postgresMissing, startPostgres } from '../../support/postgres.ts';
import type { TestPostgres } from '../../support/postgres.ts';
import { silentLog } from '../../support/silent-log.ts';
import { savePatient, storeFolder, TEST_KEY } from '../../support/store-fixture.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  if (postgresMissing === null) postgres = await startPostgres();
});
afterAll(async () => {
  if (postgresMissing === null) await postgres.remove();
});

// A test that fails must not leave the others without a server.
beforeEach(async () => {
  if (postgresMissing === null) await postgres.start();
});

let site = '';
let sites = 0;
const folders: StoreFolder[] = [];
const running: { copier: Copier; store: Store }[] = [];

beforeEach(async () => {
  sites += 1;
  site = `site-${sites}`;
  if (postgresMissing === null) await postgres.addSite(site, `login_${sites}`);
});
afterEach(async () => {
  for (const { copier, store } of running.splice(0)) {
    await copier.close();
    store.close();
  }
  for (const folder of folders.splice(0)) folder.remove();
});

const database = () => createPostgresCopy(postgres.address(`login_${sites}`));

function newFolder(): StoreFolder {
  const folder = storeFolder();
  folders.push(folder);
  return folder;
}

/** A desk: its store and its copier, at work. */
function openDesk(
  folder: StoreFolder,
  options: {
    readonly machine?: string;
    readonly start?: boolean;
    readonly database?: CopyDatabase;
    readonly log?: Log;
  } = {},
) {
  const store = openStore({ file: folder.file, key: TEST_KEY, nowMs: () => Date.now(), log: silentLog });
  const copier = createCopier({
    store,
    database: options.database ?? database(),
    clock: systemClock,
    random: systemRandom,
    log: options.log ?? silentLog,
    site,
    machine: options.machine ?? 'desk-1',
    timeZone: 'Europe/London',
    status: () => ({ open: 3 }),
    onChange: () => {},
    onMaySend: () => {},
  });
  if (options.start !== false) copier.start();
  const desk = { copier, store, db: store.db };
  running.push(desk);
  return desk;
}

async function stop(desk: { copier: Copier; store: Store }): Promise<void> {
  running.splice(
    running.findIndex(({ copier }) => copier === desk.copier),
    1,
  );
  await desk.copier.close();
  desk.store.close();
}

const copied = (copier: Copier): Promise<void> =>
  expect.poll(() => copier.look(), { timeout: 20_000 }).toMatchObject({ stage: 'copied', waiting: 0 });

/** What the desk's own tables hold, so that two desks can be compared. */
function contentOf(db: Db): Record<string, unknown[]> {
  return Object.fromEntries(
    copiedTables(db).map(({ name, keyColumns }) => [
      name,
      all(db, `SELECT * FROM "${name}" ORDER BY ${keyColumns.join(', ')}`),
    ]),
  );
}

/** Everything that a site has in the database, as text. */
async function sealedText(): Promise<string> {
  const admin = await postgres.admin();
  const rows = await admin.query('SELECT * FROM drawdesk.record WHERE site_id = $1', [site]);
  const [own] = await admin.query('SELECT * FROM drawdesk.site WHERE id = $1', [site]);
  await admin.close();
  return JSON.stringify([rows, own]);
}

async function takeOver(folder: StoreFolder, siteKey: string, machine = 'desk-2') {
  const connection = database();
  try {
    return await takeOverSite({
      database: connection,
      site,
      siteKey,
      machine,
      file: folder.file,
      key: TEST_KEY,
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
      finish: () => {},
    });
  } finally {
    await connection.close();
  }
}

describe.skipIf(postgresMissing !== null)(`the copy (${postgresMissing ?? 'with PostgreSQL'})`, () => {
  test('holds what was there before, what is saved, changed and deleted since, and no name in the clear', async () => {
    const folder = newFolder();
    const before = folder.open({ nowMs: Date.now() });
    savePatient(before.db, 'early');
    before.close();

    const desk = openDesk(folder);
    await copied(desk.copier);
    savePatient(desk.db, 'later');
    transaction(desk.db, () => {
      run(desk.db, "INSERT INTO staff (initials, name, added_at_ms) VALUES ('ZQ', 'Quillfeather', 1)");
      run(desk.db, "INSERT INTO staff (initials, name, added_at_ms) VALUES ('XX', 'Gone', 1)");
    });
    run(desk.db, "UPDATE staff SET name = 'Zoë Quillfeather' WHERE initials = 'ZQ'");
    run(desk.db, "UPDATE staff SET initials = 'ZZ' WHERE initials = 'ZQ'");
    run(desk.db, "DELETE FROM staff WHERE initials = 'XX'");
    await copied(desk.copier);

    expect(await sealedText()).not.toMatch(/Quillfeather|Zebedee|1984-03-15|example\.org/);
    const { key } = desk.copier.look().state;
    const content = contentOf(desk.db);
    const other = newFolder();
    await takeOver(other, key);
    const made = openDesk(other, { machine: 'desk-2', start: false });
    const rebuilt = contentOf(made.db);
    expect(rebuilt['staff']).toEqual(content['staff']);
    expect(rebuilt['staff']).toMatchObject([{ initials: 'ZZ', name: 'Zoë Quillfeather' }]);
    expect(rebuilt['outbox']).toMatchObject([
      { id: 'early.1', state: 'unknown' },
      { id: 'later.1', state: 'unknown' },
    ]);
  });

  test('goes on after the database was down, and the desk saves meanwhile', async () => {
    const desk = openDesk(newFolder());
    await copied(desk.copier);
    await postgres.kill();
    savePatient(desk.db, 'one');
    await expect.poll(() => desk.copier.look().stage, { timeout: 20_000 }).toBe('unreachable');
    savePatient(desk.db, 'two');
    expect(desk.copier.look()).toMatchObject({ waiting: 2 });
    await postgres.start();
    await copied(desk.copier);
    expect(desk.copier.look()).toMatchObject({ unreachableSinceMs: null, problem: null });
  });

  test('takes a batch whose answer was lost once, and goes on after a restart, without copying all anew', async () => {
    const folder = newFolder();
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };
    const real = database();
    let lost = 0;
    const desk = openDesk(folder, {
      log,
      database: {
        ...real,
        write: async (holder, batch) => {
          const answer = await real.write(holder, batch);
          if (batch.rows.length === 0 || lost > 0) return answer;
          lost += 1;
          throw new CopyDatabaseFailure('unreachable', 'the answer was lost');
        },
      },
    });
    savePatient(desk.db, 'one');
    await copied(desk.copier);
    expect(lost).toBe(1);
    await stop(desk);
    const again = openDesk(folder, { log });
    savePatient(again.db, 'two');
    await copied(again.copier);
    expect(warnings).toEqual(['the database of the copy cannot be used; the desk goes on without it']);
    const admin = await postgres.admin();
    const [row] = await admin.query(
      "SELECT count(*) FROM drawdesk.record WHERE site_id = $1 AND table_name = 'outbox'",
      [site],
    );
    await admin.close();
    expect(Number(row?.['count'])).toBe(2);
  });

  test('is made anew when the desk was restored from an older backup', async () => {
    const folder = newFolder();
    const desk = openDesk(folder);
    savePatient(desk.db, 'kept');
    await copied(desk.copier);
    const backup = await desk.store.backUp();
    savePatient(desk.db, 'lost');
    await copied(desk.copier);
    const { key } = desk.copier.look().state;
    await stop(desk);

    for (const ending of ['', '-wal', '-shm', '.last-commit']) rmSync(folder.file + ending, { force: true });
    copyFileSync(backup, folder.file);
    const restored = openDesk(folder);
    for (const name of ['a', 'b', 'c', 'd']) savePatient(restored.db, name);
    await copied(restored.copier);
    const content = contentOf(restored.db);

    const other = newFolder();
    await takeOver(other, key);
    const made = openDesk(other, { start: false });
    expect(contentOf(made.db)['outbox']?.map((row) => (row as { id: string }).id)).toEqual(
      content['outbox']?.map((row) => (row as { id: string }).id),
    );
  });

  test('fences the desk that was replaced, at its next word to the database', async () => {
    const old = openDesk(newFolder());
    await copied(old.copier);
    const other = newFolder();
    await takeOver(other, old.copier.look().state.key);
    savePatient(old.db, 'too-late');
    await expect.poll(() => old.copier.look().stage, { timeout: 20_000 }).toBe('fenced');
    expect(() => savePatient(old.db, 'refused')).toThrow(/another machine is the site desk/);
    const made = openDesk(other, { machine: 'desk-2' });
    await copied(made.copier);
    savePatient(made.db, 'goes-on');
    await copied(made.copier);
    expect(made.copier.look().state).toMatchObject({ epoch: 2, takenOver: { from: 'desk-1' } });
    expect(contentOf(made.db)['outbox']).toMatchObject([{ id: 'goes-on.1' }]);
  });

  test('fences it at its next start, where it says what only it has, and stays fenced without the database', async () => {
    const folder = newFolder();
    const old = openDesk(folder);
    savePatient(old.db, 'copied');
    await copied(old.copier);
    await postgres.kill();
    savePatient(old.db, 'never-copied');
    const { key } = old.copier.look().state;
    await stop(old);
    await postgres.start();
    await takeOver(newFolder(), key);

    const returned = openDesk(folder);
    expect(returned.copier.maySend()).toBe(false);
    await expect.poll(() => returned.copier.look().stage, { timeout: 20_000 }).toBe('fenced');
    expect(returned.store.notices).toMatchObject([
      {
        kind: 'fenced',
        detail: expect.stringMatching(
          /^desk-2 became the site desk .*1 change saved here never reached the copy/,
        ),
      },
    ]);
    await stop(returned);
    await postgres.kill();
    const again = openDesk(folder, { start: false });
    expect(() => savePatient(again.db, 'refused')).toThrow(/another machine is the site desk/);
    expect(again.copier.maySend()).toBe(false);
  });

  test('refuses a wrong recovery key and a second desk, and changes nothing by it', async () => {
    const desk = openDesk(newFolder());
    await copied(desk.copier);
    await expect(takeOver(newFolder(), '00'.repeat(32))).rejects.toThrow(/recovery key is not the one/);
    const stranger = openDesk(newFolder(), { machine: 'stranger' });
    await expect
      .poll(() => stranger.copier.look(), { timeout: 20_000 })
      .toMatchObject({
        stage: 'refused',
        problem: expect.stringMatching(/has a site desk already \(desk-1\)/),
      });
    savePatient(stranger.db, 'works-alone');
    savePatient(desk.db, 'goes-on');
    await copied(desk.copier);
  });

  test('gives a login its own site only, and no table at all', async () => {
    const desk = openDesk(newFolder());
    await copied(desk.copier);
    await postgres.addSite(`${site}-other`, `login_${sites}_other`);
    const other = createPostgresCopy(postgres.address(`login_${sites}_other`));
    await expect(other.look(site)).rejects.toMatchObject({ reason: 'refused' });
    await expect(other.fleet()).rejects.toMatchObject({ reason: 'refused' });
    await other.close();
    const plain = await connectPostgres(postgres.address(`login_${sites}`));
    for (const statement of [
      'SELECT * FROM drawdesk.record',
      'DELETE FROM drawdesk.record',
      'UPDATE drawdesk.site SET epoch = 1',
      'CREATE TABLE drawdesk.mine (id text)',
    ]) {
      await expect(plain.query(statement)).rejects.toThrow(/permission denied/);
    }
    await plain.close();
    await postgres.addFleetLogin(`fleet_${sites}`);
    const fleet = createPostgresCopy(postgres.address(`fleet_${sites}`));
    const all = await fleet.fleet();
    expect(all.find((one) => one.site === site)).toMatchObject({ holderName: 'desk-1', status: { open: 3 } });
    await expect(fleet.look(site)).rejects.toMatchObject({ reason: 'refused' });
    await fleet.close();
  });
});
