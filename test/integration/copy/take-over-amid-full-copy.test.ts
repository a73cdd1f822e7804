// A take-over while a desk copies everything anew, as after an update or a restored backup: the new desk is made from the last copy
// that was whole, and never of rows of two of them.
import { describe, expect, test } from 'vitest';
import type { CopyDatabase } from '../../../src/core/ports/copy.ts';
import { CopyDatabaseFailure } from '../../../src/core/ports/copy.ts';
import { readCopyState, writeCopyState } from '../../../src/core/store/copy/copy-state.ts';
import { all, run } from '../../../src/core/store/db/database.ts';
import type { Db } from '../../../src/core/store/open.ts';
import { transaction } from '../../../src/core/store/open.ts';
import { postgresMissing } from '../../support/postgres.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';
import { contentOf, copied, useCopiedDesks } from './support/copied-desks.ts';
import type { CopiedDesk } from './support/copied-desks.ts';

const desks = useCopiedDesks();

/** More than go in one batch. */
const PEOPLE = 700;

function employ(db: Db): void {
  transaction(db, () => {
    for (let number = 0; number < PEOPLE; number += 1)
      run(db, "INSERT INTO staff (initials, name, added_at_ms) VALUES (?, 'Before', 1)", [`P${number}`]);
  });
}

const namesAt = (db: Db): unknown[] => all(db, 'SELECT name, count(*) AS count FROM staff GROUP BY name');

/** The desk of the folder comes back after an update that changed its tables: everything is copied anew. */
function updated(folder: StoreFolder): void {
  const store = folder.open({ nowMs: Date.now() });
  const state = readCopyState(store.db);
  if (state) writeCopyState(store.db, { ...state, recordedFor: 'of before the update' });
  transaction(store.db, () => {
    run(store.db, "UPDATE staff SET name = 'After'");
    run(store.db, "DELETE FROM staff WHERE initials = 'P1'");
  });
  store.close();
}

/** A database that cannot be reached any more after so many batches with rows. */
function endsAfter(batches: number): CopyDatabase {
  const real = desks.database();
  let had = 0;
  return {
    ...real,
    write: async (holder, batch) => {
      if (batch.rows.length > 0 && (had += 1) > batches) {
        throw new CopyDatabaseFailure('unreachable', 'it does not answer');
      }
      return real.write(holder, batch);
    },
  };
}

const unreachable = (desk: CopiedDesk): Promise<void> =>
  expect.poll(() => desk.copier.look().stage, { timeout: 300_000 }).toBe('unreachable');

describe.skipIf(postgresMissing !== null)(
  `a take-over amid a full copy (${postgresMissing ?? 'with PostgreSQL'})`,
  { timeout: 300_000 },
  () => {
    test('makes the desk as it was when the copy was last whole, and says until when', async () => {
      const folder = desks.newFolder();
      const desk = desks.openDesk(folder);
      employ(desk.db);
      await copied(desk);
      const { state, copiedUntilMs } = desk.copier.look();
      await desks.stop(desk);
      updated(folder);
      const amid = desks.openDesk(folder, { database: endsAfter(2) });
      await unreachable(amid);

      const other = desks.newFolder();
      await desks.takeOver(other, state.key);
      const made = desks.openDesk(other, { machine: 'desk-2', start: false });
      expect(namesAt(made.db)).toEqual([{ name: 'Before', count: PEOPLE }]);
      expect(made.copier.look().state.takenOver).toMatchObject({ copiedUntilMs });
    });

    test('leaves nothing of what came in halfway, so that a third machine gets what the second has', async () => {
      const folder = desks.newFolder();
      const desk = desks.openDesk(folder);
      employ(desk.db);
      await copied(desk);
      const { key } = desk.copier.look().state;
      await desks.stop(desk);
      updated(folder);
      const amid = desks.openDesk(folder, { database: endsAfter(2) });
      await unreachable(amid);

      const second = desks.newFolder();
      await desks.takeOver(second, key);
      const made = desks.openDesk(second, { machine: 'desk-2' });
      await copied(made);
      run(made.db, "UPDATE staff SET name = 'Since' WHERE initials = 'P2'");
      await copied(made);
      const content = contentOf(made.db);
      const rows = await desks.rowsInCopy();
      expect(rows).toEqual(
        Object.fromEntries(
          Object.entries(content)
            .map(([name, all]) => [name, all.length] as const)
            .filter(([, count]) => count > 0),
        ),
      );
      const third = desks.newFolder();
      await desks.takeOver(third, key);
      const last = desks.openDesk(third, { machine: 'desk-3', start: false });
      expect(contentOf(last.db)['staff']).toEqual(content['staff']);
    });

    test('is possible again while the first one, cut short, has copied a part in its own name', async () => {
      const desk = desks.openDesk(desks.newFolder());
      employ(desk.db);
      await copied(desk);
      const { key } = desk.copier.look().state;
      await desks.stop(desk);
      const second = desks.newFolder();
      await desks.takeOver(second, key);
      const made = desks.openDesk(second, { machine: 'desk-2', start: false });
      run(made.db, "UPDATE staff SET name = 'After'");
      await desks.stop(made);
      const amid = desks.openDesk(second, { machine: 'desk-2', database: endsAfter(2) });
      await unreachable(amid);
      const third = desks.newFolder();
      await desks.takeOver(third, key);
      const last = desks.openDesk(third, { machine: 'desk-3', start: false });
      expect(namesAt(last.db)).toEqual([{ name: 'Before', count: PEOPLE }]);
    });
  },
);
