// A database that was prepared by an earlier version: desks go on with it, and `npm run copy` brings it up to date while they work.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresCopy } from '../../../src/adapters/postgres-copy.ts';
import { prepareCopyDatabase } from '../../../src/app/prepare-copy.ts';
import type { CopyBatch } from '../../../src/core/ports/copy.ts';
import {
  ADD_SITE,
  NOTE_MIGRATION,
  POSTGRES_MIGRATIONS,
  PREPARE_ROLES,
} from '../../../src/core/store/copy/postgres-schema.ts';
import { postgresMissing, startPostgres } from '../../support/postgres.ts';
import type { TestPostgres } from '../../support/postgres.ts';

const HOLDER = '4f6f2c1e-0d7c-4c1e-9c55-3f6f3f1d2a10';
const KEYS = ['a', 'b', 'c'];

let postgres: TestPostgres;
beforeAll(async () => {
  if (postgresMissing !== null) return;
  postgres = await startPostgres();
  const admin = await postgres.admin();
  await admin.query("CREATE ROLE leeds_desk LOGIN PASSWORD 'test-only'");
  await admin.query(PREPARE_ROLES);
  const [first] = POSTGRES_MIGRATIONS;
  await admin.query(first?.sql ?? '');
  await admin.query(NOTE_MIGRATION, [first?.version]);
  await admin.query(ADD_SITE, ['leeds', 'leeds_desk']);
  await admin.query('RESET ROLE');
  await admin.query('GRANT drawdesk_writer TO leeds_desk');
  await admin.close();
});
afterAll(async () => {
  if (postgresMissing === null) await postgres.remove();
});

const batch = (
  { after, number, until }: { after: [number, string]; number: number; until: number | null },
  rows: CopyBatch['rows'],
): CopyBatch => ({
  afterNumber: after[0],
  afterChain: after[1],
  number,
  chain: `chain ${number}`,
  allAnew: until === null ? null : { from: after[0] + 1, until },
  storeVersion: 1,
  copiedUntilMs: 1,
  rows,
  status: { notCopied: 0 },
});

/** While a desk has its site and is about to write its rows, as amid a batch. */
async function broughtUpToDate(): Promise<void> {
  const desk = await postgres.admin();
  await desk.query('BEGIN');
  await desk.query('SELECT FROM drawdesk.site FOR UPDATE');
  const done = prepareCopyDatabase(postgres.address('admin'), { site: null, fleetLogin: null });
  const admin = await postgres.admin();
  const waits = 'SELECT FROM pg_stat_activity WHERE wait_event_type = $1';
  await expect.poll(() => admin.query(waits, ['Lock']), { timeout: 300_000 }).toHaveLength(1);
  await desk.query('DELETE FROM drawdesk.record WHERE false');
  await desk.query('COMMIT');
  await done;
  await admin.close();
  await desk.close();
}

describe.skipIf(postgresMissing !== null)(
  `an older database (${postgresMissing ?? 'with PostgreSQL'})`,
  { timeout: 300_000 },
  () => {
    test('whose full copy is half there when it is brought up to date has that copied once more', async () => {
      const copy = createPostgresCopy(postgres.address('leeds_desk'));
      const desk = { site: 'leeds', epoch: 1, holder: HOLDER };
      const row = (key: string, number: number, sealed: string) => ({ table: 'staff', key, number, sealed });
      await copy.agree({ ...desk, epoch: 0 }, { holderName: 'desk-1', keyCheck: 'k' });
      const first = KEYS.map((key, at) => row(key, at + 2, 'before'));
      await copy.write(desk, batch({ after: [0, ''], number: 4, until: 4 }, first));
      await copy.write(desk, batch({ after: [4, 'chain 4'], number: 6, until: 8 }, [row('a', 6, 'after')]));

      await broughtUpToDate();
      const next = batch({ after: [6, 'chain 6'], number: 8, until: null }, [row('b', 7, 'after')]);
      await expect(copy.write(desk, next)).resolves.toEqual({ kind: 'out-of-step' });
      const at = await copy.agree(desk, { holderName: 'desk-1', keyCheck: 'k' });
      if (at.kind !== 'agreed') throw new Error(at.kind);
      expect(at.schema).toBe(POSTGRES_MIGRATIONS.at(-1)?.version);
      const anew = [row('b', 10, 'after')];
      await copy.write(desk, batch({ after: [at.number, at.chain], number: 10, until: 10 }, anew));
      const { records } = (await copy.read(desk, { afterTable: '', afterKey: '', limit: 10 })) as {
        records: unknown;
      };
      expect(records).toEqual(anew);
      const admin = await postgres.admin();
      expect(await admin.query('SELECT record_key FROM drawdesk.record')).toEqual([{ record_key: 'b' }]);
      await admin.close();
      await copy.close();
    });

    test('keeps no more than the copy that is whole and the one that comes in, however often that was cut short', async () => {
      await postgres.addSite('york', 'york_desk');
      const copy = createPostgresCopy(postgres.address('york_desk'));
      const desk = { site: 'york', epoch: 1, holder: HOLDER };
      const rows = (number: number) => KEYS.map((key) => ({ table: 'staff', key, number, sealed: 's' }));
      await copy.agree({ ...desk, epoch: 0 }, { holderName: 'desk-1', keyCheck: 'k' });
      await copy.write(desk, batch({ after: [0, ''], number: 4, until: 4 }, rows(4)));
      for (const from of [4, 6, 8])
        await copy.write(
          desk,
          batch({ after: [from, `chain ${from}`], number: from + 2, until: from + 4 }, rows(from + 2)),
        );
      const admin = await postgres.admin();
      const kept = 'SELECT DISTINCT generation FROM drawdesk.record WHERE site_id = $1 ORDER BY generation';
      const generations = async () =>
        (await admin.query(kept, ['york'])).map(({ generation }) => Number(generation));
      expect(await generations()).toEqual([1, 9]);
      await copy.write(desk, batch({ after: [10, 'chain 10'], number: 12, until: null }, rows(12)));
      expect(await generations()).toEqual([9]);
      await admin.close();
      await copy.close();
    });

    test('or a newer one is told by its own version', async () => {
      const wanted = { site: null, fleetLogin: null };
      const newest = POSTGRES_MIGRATIONS.at(-1)?.version;
      const ours = await prepareCopyDatabase(postgres.address('admin'), wanted);
      expect(ours).toEqual({ version: newest, isOfNewerDrawdesk: false, formerLogin: null });
      const admin = await postgres.admin();
      await admin.query('INSERT INTO drawdesk.migration (version) VALUES (999)');
      const newer = await prepareCopyDatabase(postgres.address('admin'), wanted);
      expect(newer).toEqual({ version: 999, isOfNewerDrawdesk: true, formerLogin: null });
      await admin.close();
    });
  },
);
