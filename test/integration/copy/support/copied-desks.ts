// Desks that are copied to a real PostgreSQL database, each test with a site of its own.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createPostgresCopy } from '../../../../src/adapters/postgres-copy.ts';
import { systemClock } from '../../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../../src/adapters/system-random.ts';
import { createCopier } from '../../../../src/core/copy/copier.ts';
import type { Copier } from '../../../../src/core/copy/copier-interface.ts';
import { takeOverSite } from '../../../../src/core/copy/take-over.ts';
import type { CopyDatabase } from '../../../../src/core/ports/copy.ts';
import type { Log } from '../../../../src/core/ports/machine.ts';
import { copiedTables } from '../../../../src/core/store/copy/copied-tables.ts';
import { all } from '../../../../src/core/store/db/database.ts';
import { openStore } from '../../../../src/core/store/open.ts';
import type { Db, Store } from '../../../../src/core/store/open.ts';
import { postgresMissing, startPostgres } from '../../../support/postgres.ts';
import type { TestPostgres } from '../../../support/postgres.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { storeFolder, TEST_KEY } from '../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../support/store-fixture.ts';

/** A desk at work: its store and its copier. */
export interface CopiedDesk {
  readonly copier: Copier;
  readonly store: Store;
  readonly db: Db;
}

export interface DeskOptions {
  readonly machine?: string;
  readonly start?: boolean;
  readonly database?: CopyDatabase;
  readonly log?: Log;
  readonly aheadKeptMs?: number;
}

/** Where a take-over is not as usual. */
export type TakingOver = Partial<
  Pick<Parameters<typeof takeOverSite>[0], 'database' | 'freeBytes' | 'judge' | 'finish' | 'atWork'>
>;

/** What tests of the copy work with; all of it is gone after each test. */
export interface CopiedDesks {
  readonly postgres: TestPostgres;
  /** The name of this test's site, and the login that may write it. */
  readonly site: string;
  readonly login: string;
  /** A connection of the site's login. */
  database(): CopyDatabase;
  newFolder(): StoreFolder;
  /** A desk, at work unless it is told otherwise. */
  openDesk(folder: StoreFolder, options?: DeskOptions): CopiedDesk;
  stop(desk: CopiedDesk): Promise<void>;
  /** Makes a desk in `folder` from the copy. */
  takeOver(folder: StoreFolder, siteKey: string, options?: TakingOver): Promise<unknown>;
  /** How many rows of each table the copy has. */
  rowsInCopy(): Promise<Record<string, number>>;
}

/** Resolves when the copy has everything. */
export const copied = ({ copier }: CopiedDesk): Promise<void> =>
  expect.poll(() => copier.look(), { timeout: 300_000 }).toMatchObject({ stage: 'copied', waiting: 0 });

/** What the desk's own tables hold, so that two desks can be compared. */
export function contentOf(db: Db): Record<string, unknown[]> {
  return Object.fromEntries(
    copiedTables(db).map(({ name, keyColumns }) => [
      name,
      all(db, `SELECT * FROM "${name}" ORDER BY ${keyColumns.join(', ')}`),
    ]),
  );
}

/**
 * Starts the server for a file's tests, and gives each of them a site of its own. Call it at the top of the file.
 *
 * @example const desks = useCopiedDesks();
 */
export function useCopiedDesks(): CopiedDesks {
  let postgres: TestPostgres;
  let sites = 0;
  let site = '';
  const folders: StoreFolder[] = [];
  const running: CopiedDesk[] = [];
  const login = (): string => `login_${sites}`;
  const database = (): CopyDatabase => createPostgresCopy(postgres.address(login()));

  beforeAll(async () => {
    if (postgresMissing === null) postgres = await startPostgres();
  });
  afterAll(async () => {
    if (postgresMissing === null) await postgres.remove();
  });
  beforeEach(async () => {
    sites += 1;
    site = `site-${sites}`;
    if (postgresMissing !== null) return;
    // A test that fails must not leave the others without a server.
    await postgres.start();
    await postgres.addSite(site, login());
  });
  afterEach(async () => {
    for (const { copier, store } of running.splice(0)) {
      await copier.close();
      store.close();
    }
    for (const folder of folders.splice(0)) folder.remove();
  });

  return {
    get postgres() {
      return postgres;
    },
    get site() {
      return site;
    },
    get login() {
      return login();
    },
    database,
    newFolder() {
      const folder = storeFolder();
      folders.push(folder);
      return folder;
    },
    openDesk(folder, options = {}) {
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
        aheadKeptMs: options.aheadKeptMs,
        status: () => ({ open: 3 }),
        onChange: () => {},
        onMaySend: () => {},
      });
      if (options.start !== false) copier.start();
      const desk = { copier, store, db: store.db };
      running.push(desk);
      return desk;
    },
    async stop(desk) {
      running.splice(running.indexOf(desk), 1);
      await desk.copier.close();
      desk.store.close();
    },
    async takeOver(folder, siteKey, options = {}) {
      const connection = options.database ?? database();
      try {
        return await takeOverSite({
          site,
          siteKey,
          machine: 'desk-2',
          file: folder.file,
          key: TEST_KEY,
          freeBytes: () => Infinity,
          clock: systemClock,
          random: systemRandom,
          log: silentLog,
          check: () => {},
          atWork: null,
          judge: () => {},
          finish: () => {},
          ...options,
          database: connection,
        });
      } finally {
        await connection.close();
      }
    },
    async rowsInCopy() {
      const admin = await postgres.admin();
      const rows = await admin.query(
        'SELECT table_name, count(*) AS count FROM drawdesk.record WHERE site_id = $1 GROUP BY table_name',
        [site],
      );
      await admin.close();
      return Object.fromEntries(rows.map((row) => [String(row['table_name']), Number(row['count'])]));
    },
  };
}
