// A take-over while the old machine is at work, as where a site desk moves to another computer: what it saves, changes and removes until it
// is replaced is there, and a machine that cannot take the copy replaces nobody.
import { describe, expect, test } from 'vitest';
import { CopyDatabaseFailure } from '../../../src/core/ports/copy.ts';
import type { CopyDatabase } from '../../../src/core/ports/copy.ts';
import { readCopyState, writeCopyState } from '../../../src/core/store/copy/copy-state.ts';
import { run } from '../../../src/core/store/db/database.ts';
import type { Db } from '../../../src/core/store/open.ts';
import { transaction } from '../../../src/core/store/open.ts';
import { postgresMissing } from '../../support/postgres.ts';
import { contentOf, copied, useCopiedDesks } from './support/copied-desks.ts';
import type { CopiedDesk } from './support/copied-desks.ts';

const desks = useCopiedDesks();

/** More than are read at once. */
const PEOPLE = 2_500;

function employ(db: Db): void {
  transaction(db, () => {
    for (let number = 0; number < PEOPLE; number += 1)
      run(db, "INSERT INTO staff (initials, name, added_at_ms) VALUES (?, 'Before', 1)", [`P${number}`]);
  });
}

/** A desk of which everything is copied, and its key. */
async function deskAtWork(): Promise<CopiedDesk & { readonly siteKey: string }> {
  const desk = desks.openDesk(desks.newFolder());
  employ(desk.db);
  await copied(desk);
  return { ...desk, siteKey: desk.copier.look().state.key };
}

/** The database, with something that is done before the page with this number, or before the take-over. */
function interrupted(
  at: { readonly page?: number; readonly isTakeOver?: true },
  act: () => Promise<unknown>,
): CopyDatabase {
  const real = desks.database();
  let pages = 0;
  return {
    ...real,
    records: async (...asked) => {
      pages += 1;
      if (pages === at.page) await act();
      return real.records(...asked);
    },
    takeOver: async (...asked) => {
      if (at.isTakeOver) await act();
      return real.takeOver(...asked);
    },
  };
}

/** Changes, adds and removes people, and gives a name that nobody else may have to another. */
async function goOn(desk: CopiedDesk, round: number): Promise<void> {
  transaction(desk.db, () => {
    for (let number = round; number < PEOPLE; number += 10) {
      run(desk.db, 'UPDATE staff SET name = ? WHERE initials = ?', [`Since ${round}`, `P${number}`]);
    }
    run(desk.db, 'DELETE FROM staff WHERE initials IN (?, ?)', [`P${round + 3}`, `P${PEOPLE - 1 - round}`]);
    run(desk.db, 'INSERT INTO staff (initials, name, added_at_ms) VALUES (?, ?, 1)', [`A${round}`, 'New']);
  });
  await copied(desk);
}

describe.skipIf(postgresMissing !== null)(
  `a take-over while the old machine works (${postgresMissing ?? 'with PostgreSQL'})`,
  { timeout: 300_000 },
  () => {
    test.each([
      ['while the copy is brought', { page: 2 } as const],
      ['between that and the take-over', { isTakeOver: true } as const],
    ])('has what that saves, changes and removes %s', async (_, at) => {
      const desk = await deskAtWork();
      const folder = desks.newFolder();
      await desks.takeOver(folder, desk.siteKey, {
        database: interrupted(at, () => goOn(desk, 1)),
      });
      const made = desks.openDesk(folder, { machine: 'desk-2', start: false });
      expect(contentOf(made.db)).toEqual(contentOf(desk.db));
      await expect.poll(() => desk.copier.look().stage, { timeout: 300_000 }).toBe('fenced');
    });

    test.each([
      ['while the copy is brought', { page: 2 } as const],
      ['between that and the take-over', { isTakeOver: true } as const],
    ])('is one of the copy that became whole %s', async (_, at) => {
      const first = desks.newFolder();
      let desk = desks.openDesk(first);
      employ(desk.db);
      await copied(desk);
      const { key } = desk.copier.look().state;
      const folder = desks.newFolder();
      const update = async (): Promise<void> => {
        await desks.stop(desk);
        const store = first.open({ nowMs: Date.now() });
        const state = readCopyState(store.db);
        if (state) writeCopyState(store.db, { ...state, recordedFor: 'of before the update' });
        transaction(store.db, () => run(store.db, "DELETE FROM staff WHERE initials < 'P2'"));
        store.close();
        desk = desks.openDesk(first);
        await copied(desk);
      };
      await desks.takeOver(folder, key, { database: interrupted(at, update) });
      const made = desks.openDesk(folder, { machine: 'desk-2', start: false });
      expect(contentOf(made.db)).toEqual(contentOf(desk.db));
    });

    test.each<[string, () => Parameters<typeof desks.takeOver>[2]]>([
      [
        'the line breaks while the copy is brought',
        () => ({
          database: interrupted({ page: 2 }, async () => {
            throw new CopyDatabaseFailure('unreachable', 'it does not answer');
          }),
        }),
      ],
      ['the disk there has too little room', () => ({ freeBytes: () => 1 })],
    ])('replaces nobody where %s', async (_, options) => {
      const desk = await deskAtWork();
      await expect(desks.takeOver(desks.newFolder(), desk.siteKey, options())).rejects.toThrow();
      await goOn(desk, 2);
      expect(desk.copier.look()).toMatchObject({ stage: 'copied', state: { fenced: null } });
    });

    test('that is started again after it was cut short behind the old machine says who that was, and that it saves nothing any more', async () => {
      const desk = await deskAtWork();
      const folder = desks.newFolder();
      const finish = (): never => {
        throw new Error('it was cut short');
      };
      for (const _ of ['once', 'and once more'])
        await expect(desks.takeOver(folder, desk.siteKey, { finish })).rejects.toThrow('cut short');
      await expect(desks.takeOver(folder, desk.siteKey, { freeBytes: () => 1 })).rejects.toThrow(
        /no desk was made of it, and the machine that was the site desk \(desk-1\) saves nothing any more/,
      );
      const judged: boolean[] = [];
      const judge = (_: Db, isReplaced: boolean): unknown => judged.push(isReplaced);
      expect(await desks.takeOver(folder, desk.siteKey, { judge })).toMatchObject({ from: 'desk-1' });
      expect(judged).toEqual([true]);
      // Once the new one has begun its work it is the machine that goes on.
      await copied(desks.openDesk(folder, { machine: 'desk-2' }));
      await expect(desks.takeOver(desks.newFolder(), desk.siteKey, { freeBytes: () => 1 })).rejects.toThrow(
        /nothing was changed, and the machine that is the site desk \(desk-2\) goes on/,
      );
    });

    test('of two at once makes one site desk, and the other machine leaves nothing', async () => {
      const desk = await deskAtWork();
      const folders = [desks.newFolder(), desks.newFolder()];
      const both = await Promise.allSettled(folders.map((folder) => desks.takeOver(folder, desk.siteKey)));
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const lost = both.find(({ status }) => status === 'rejected');
      expect(lost).toMatchObject({
        reason: { message: expect.stringMatching(/is the site desk.*: work there\.$/) },
      });
      const winner = folders[both.findIndex(({ status }) => status === 'fulfilled')];
      if (winner === undefined) throw new Error('nobody took over');
      const made = desks.openDesk(winner, { machine: 'desk-2' });
      await copied(made);
      expect(contentOf(made.db)['staff']).toHaveLength(PEOPLE);
    });
  },
);
