// The copy in a real PostgreSQL database: everything of the desk's own gets there, in order and sealed, whatever is down meanwhile;
// and another machine can be made from it.
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { connectPostgres, createPostgresCopy } from '../../../src/adapters/postgres-copy.ts';
import { recordActivity } from '../../../src/core/activity.ts';
import { CopyDatabaseFailure } from '../../../src/core/ports/copy.ts';
import type { Log } from '../../../src/core/ports/machine.ts';
import { run } from '../../../src/core/store/db/database.ts';
import { transaction } from '../../../src/core/store/open.ts';
import { postgresMissing } from '../../support/postgres.ts';
import { silentLog } from '../../support/silent-log.ts';
import { savePatient } from '../../support/store-fixture.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';
import { contentOf, copied, useCopiedDesks } from './support/copied-desks.ts';
import type { CopiedDesk } from './support/copied-desks.ts';

const desks = useCopiedDesks();

/** Everything that a site has in the database, as text. */
async function sealedText(): Promise<string> {
  const admin = await desks.postgres.admin();
  const rows = await admin.query('SELECT * FROM drawdesk.record WHERE site_id = $1', [desks.site]);
  const [own] = await admin.query('SELECT * FROM drawdesk.site WHERE id = $1', [desks.site]);
  await admin.close();
  return JSON.stringify([rows, own]);
}

describe.skipIf(postgresMissing !== null)(
  `the copy (${postgresMissing ?? 'with PostgreSQL'})`,
  { timeout: 300_000 },
  () => {
    test('holds what was there before, what is saved, changed and deleted since, and no name in the clear', async () => {
      const folder = desks.newFolder();
      const before = folder.open({ nowMs: Date.now() });
      savePatient(before.db, 'early');
      before.close();

      const desk = desks.openDesk(folder);
      await copied(desk);
      savePatient(desk.db, 'later');
      transaction(desk.db, () => {
        run(desk.db, "INSERT INTO staff (initials, name, added_at_ms) VALUES ('ZQ', 'Quillfeather', 1)");
        run(desk.db, "INSERT INTO staff (initials, name, added_at_ms) VALUES ('XX', 'Gone', 1)");
      });
      run(desk.db, "UPDATE staff SET name = 'Zoë Quillfeather' WHERE initials = 'ZQ'");
      run(desk.db, "UPDATE staff SET initials = 'ZZ' WHERE initials = 'ZQ'");
      run(desk.db, "DELETE FROM staff WHERE initials = 'XX'");
      await copied(desk);

      expect(await sealedText()).not.toMatch(/Quillfeather|Zebedee|1984-03-15|example\.org/);
      const { key } = desk.copier.look().state;
      const content = contentOf(desk.db);
      const other = desks.newFolder();
      await desks.takeOver(other, key);
      const made = desks.openDesk(other, { machine: 'desk-2', start: false });
      const rebuilt = contentOf(made.db);
      expect(rebuilt['staff']).toEqual(content['staff']);
      expect(rebuilt['staff']).toMatchObject([{ initials: 'ZZ', name: 'Zoë Quillfeather' }]);
      expect(rebuilt['outbox']).toMatchObject([
        { id: 'early.1', state: 'unknown' },
        { id: 'later.1', state: 'unknown' },
      ]);
    });

    test('goes on after the database was down, and the desk saves meanwhile', async () => {
      const desk = desks.openDesk(desks.newFolder());
      await copied(desk);
      await desks.postgres.kill();
      savePatient(desk.db, 'one');
      await expect.poll(() => desk.copier.look().stage, { timeout: 300_000 }).toBe('unreachable');
      savePatient(desk.db, 'two');
      expect(desk.copier.look()).toMatchObject({ waiting: 2 });
      await desks.postgres.start();
      await copied(desk);
      expect(desk.copier.look()).toMatchObject({ unreachableSinceMs: null, problem: null });
    });

    test('says what a database lacks that is reached, and goes on once that is over', async () => {
      const desk = desks.openDesk(desks.newFolder());
      await copied(desk);
      const admin = await desks.postgres.admin();
      const sees = (problem: string): Promise<void> =>
        expect
          .poll(() => desk.copier.look(), { timeout: 300_000 })
          .toMatchObject({ stage: 'unreachable', problem });
      await admin.query(
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$",
      );
      await admin.query(
        'CREATE TRIGGER no_room BEFORE INSERT ON drawdesk.record FOR EACH ROW EXECUTE FUNCTION no_room()',
      );
      savePatient(desk.db, 'one');
      await sees('its disk is full (53100)');
      await admin.query('DROP TRIGGER no_room ON drawdesk.record');
      await admin.query('DROP FUNCTION no_room()');
      await copied(desk);
      await admin.query(`ALTER ROLE "${desks.login}" CONNECTION LIMIT 0`);
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${desks.login}'`,
      );
      savePatient(desk.db, 'two');
      await sees('it takes no more connections (53300)');
      await admin.query(`ALTER ROLE "${desks.login}" CONNECTION LIMIT -1`);
      await copied(desk);
      await admin.close();
      expect(await desks.rowsInCopy()).toMatchObject({ outbox: 2 });
    });

    test('takes a batch whose answer was lost once, and goes on after a restart, without copying all anew', async () => {
      const folder = desks.newFolder();
      const warnings: string[] = [];
      const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };
      const real = desks.database();
      let lost = 0;
      const desk = desks.openDesk(folder, {
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
      await copied(desk);
      expect(lost).toBe(1);
      await desks.stop(desk);
      const again = desks.openDesk(folder, { log });
      savePatient(again.db, 'two');
      await copied(again);
      expect(warnings).toEqual(['the database of the copy cannot be used; the desk goes on without it']);
      expect(await desks.rowsInCopy()).toMatchObject({ outbox: 2 });
    });

    /** A desk that goes on from its backup, and lacks what it has saved and copied after that. */
    async function restoredDesk(): Promise<{ folder: StoreFolder; key: string }> {
      const folder = desks.newFolder();
      const desk = desks.openDesk(folder);
      savePatient(desk.db, 'kept');
      await copied(desk);
      const backup = await desk.store.backUp();
      savePatient(desk.db, 'lost');
      await copied(desk);
      const { key } = desk.copier.look().state;
      await desks.stop(desk);
      for (const ending of ['', '-wal', '-shm', '.last-commit'])
        rmSync(folder.file + ending, { force: true });
      copyFileSync(backup, folder.file);
      return { folder, key };
    }
    const changesOf = ({ db }: CopiedDesk): unknown[] =>
      (contentOf(db)['outbox'] ?? []).map((row) => (row as { id: string }).id);
    const takenOver = async (key: string): Promise<CopiedDesk> => {
      const other = desks.newFolder();
      await desks.takeOver(other, key);
      return desks.openDesk(other, { start: false });
    };

    test('is left as it is when the desk was restored from an older backup, so that another can be made of what that lacks', async () => {
      const { folder, key } = await restoredDesk();
      const restored = desks.openDesk(folder);
      await expect
        .poll(() => restored.copier.look(), { timeout: 300_000 })
        .toMatchObject({
          stage: 'ahead',
          problem: expect.stringContaining('this desk lacks a part of it'),
        });
      // It is the site desk all the same, and people work at it.
      expect(restored.copier.maySend()).toBe(true);
      savePatient(restored.db, 'a');
      expect(changesOf(await takenOver(key))).toContain('lost.1');
    });

    test('is made anew when the desk was restored from an older backup and nobody came for what that lacks', async () => {
      const { folder, key } = await restoredDesk();
      const restored = desks.openDesk(folder, { aheadKeptMs: 0 });
      for (const name of ['a', 'b', 'c', 'd']) savePatient(restored.db, name);
      await copied(restored);
      const content = changesOf(restored);
      expect(changesOf(await takenOver(key))).toEqual(content);
    });

    test('that was restored from before a take-over is the site desk’s again, and never that of the machine before it', async () => {
      const before = desks.newFolder();
      const old = desks.openDesk(before);
      savePatient(old.db, 'yesterday');
      await copied(old);
      const { key } = old.copier.look().state;
      await desks.stop(old);
      const admin = await desks.postgres.admin();
      for (const [table, column] of [
        ['site', 'id'],
        ['record', 'site_id'],
      ])
        await admin.query(
          `CREATE TABLE backup_${table} AS SELECT * FROM drawdesk.${table} WHERE ${column} = '${desks.site}'`,
        );
      const other = desks.newFolder();
      await desks.takeOver(other, key);
      const made = desks.openDesk(other, { machine: 'desk-2' });
      savePatient(made.db, 'today');
      await copied(made);
      // The database is down meanwhile, as for a restore.
      await desks.stop(made);
      await admin.query('DELETE FROM drawdesk.record WHERE site_id = $1', [desks.site]);
      await admin.query('DELETE FROM drawdesk.take_over WHERE site_id = $1', [desks.site]);
      await admin.query('DELETE FROM drawdesk.site WHERE id = $1', [desks.site]);
      for (const table of ['site', 'record'])
        await admin.query(`INSERT INTO drawdesk.${table} SELECT * FROM backup_${table}`);
      await admin.close();

      const goesOn = desks.openDesk(other, { machine: 'desk-2' });
      await copied(goesOn);
      savePatient(goesOn.db, 'since');
      await copied(goesOn);
      const returned = desks.openDesk(before);
      await expect.poll(() => returned.copier.look().stage, { timeout: 300_000 }).toBe('fenced');
      expect(returned.copier.look().state.fenced).toMatchObject({ epoch: 2, by: 'desk-2' });
      const third = desks.newFolder();
      await desks.takeOver(third, key);
      const last = desks.openDesk(third, { machine: 'desk-3', start: false });
      expect(contentOf(last.db)['outbox']).toMatchObject(
        ['yesterday', 'today', 'since'].map((id) => ({ id: `${id}.1` })),
      );
    });

    test('is of one machine at a time, where two have the same data folder: the other waits and says so, and no start is waited for otherwise', async () => {
      const folder = desks.newFolder();
      const before = desks.openDesk(folder);
      savePatient(before.db, 'before');
      await copied(before);
      await desks.stop(before);
      const disk = desks.newFolder();
      cpSync(folder.folder, disk.folder, { recursive: true });
      const stopped = desks.openDesk(folder);
      await copied(stopped);
      await desks.stop(stopped);
      const first = desks.openDesk(folder);
      savePatient(first.db, 'at-first');
      await copied(first);
      const look = (desk: CopiedDesk) => expect.poll(() => desk.copier.look(), { timeout: 300_000 });

      const second = desks.openDesk(disk);
      await look(second).toMatchObject({ worksElsewhere: 'another machine named desk-1' });
      expect(second.copier.maySend()).toBe(false);
      // Whoever stands there can save; it is copied once that machine is the only one.
      savePatient(second.db, 'at-second');
      savePatient(first.db, 'goes-on');
      await copied(first);
      expect(first.copier.look()).toMatchObject({ worksElsewhere: null, state: { fenced: null } });
      expect(first.copier.maySend()).toBe(true);
      expect(second.copier.maySend()).toBe(false);

      await desks.stop(first);
      // What the first has copied meanwhile is left as it is for a while.
      await look(second).toMatchObject({ stage: 'ahead', worksElsewhere: null, state: { fenced: null } });
      expect(second.copier.maySend()).toBe(true);
      await desks.stop(second);
      const later = desks.openDesk(disk, { aheadKeptMs: 0 });
      await copied(later);
      expect(later.copier.look()).toMatchObject({ worksElsewhere: null, state: { fenced: null } });
      expect(later.copier.maySend()).toBe(true);
      const returned = desks.openDesk(folder);
      await look(returned).toMatchObject({ stage: 'unreachable', state: { fenced: null } });
      await copied(later);
    });

    test('fences the desk that was replaced, at its next word to the database', async () => {
      const old = desks.openDesk(desks.newFolder());
      await copied(old);
      const other = desks.newFolder();
      await desks.takeOver(other, old.copier.look().state.key);
      savePatient(old.db, 'too-late');
      await expect.poll(() => old.copier.look().stage, { timeout: 300_000 }).toBe('fenced');
      expect(() => savePatient(old.db, 'refused')).toThrow(/another machine is the site desk/);
      const made = desks.openDesk(other, { machine: 'desk-2' });
      await copied(made);
      savePatient(made.db, 'goes-on');
      await copied(made);
      expect(made.copier.look().state).toMatchObject({ epoch: 2, takenOver: { from: 'desk-1' } });
      expect(contentOf(made.db)['outbox']).toMatchObject([{ id: 'goes-on.1' }]);
    });

    test('fences it at its next start, where it says what only it has, and stays fenced without the database', async () => {
      const folder = desks.newFolder();
      const old = desks.openDesk(folder);
      savePatient(old.db, 'copied');
      await copied(old);
      await desks.postgres.kill();
      savePatient(old.db, 'never-copied');
      transaction(old.db, () =>
        recordActivity(old.db, { actor: 'JB', atMs: Date.now() }, 'desk-paired', {
          visitId: null,
          desk: 'Room 2',
        }),
      );
      const { key } = old.copier.look().state;
      await desks.stop(old);
      await desks.postgres.start();
      await desks.takeOver(desks.newFolder(), key);

      const returned = desks.openDesk(folder);
      expect(returned.copier.maySend()).toBe(false);
      await expect.poll(() => returned.copier.look().stage, { timeout: 300_000 }).toBe('fenced');
      expect(returned.store.notices).toMatchObject([
        {
          kind: 'fenced',
          detail: expect.stringMatching(
            /^Another machine, desk-2, became the site desk .*1 change saved here never reached the copy/,
          ),
        },
      ]);
      await desks.stop(returned);
      await desks.postgres.kill();
      const again = desks.openDesk(folder, { start: false });
      expect(() => savePatient(again.db, 'refused')).toThrow(/another machine is the site desk/);
      expect(again.copier.maySend()).toBe(false);
    });

    test('refuses a wrong recovery key and a second desk, and changes nothing by it', async () => {
      const desk = desks.openDesk(desks.newFolder());
      await copied(desk);
      await expect(desks.takeOver(desks.newFolder(), '00'.repeat(32))).rejects.toThrow(
        /recovery key is not the one/,
      );
      const stranger = desks.openDesk(desks.newFolder(), { machine: 'stranger' });
      await expect
        .poll(() => stranger.copier.look(), { timeout: 300_000 })
        .toMatchObject({
          stage: 'refused',
          problem: expect.stringMatching(/has a site desk already \(desk-1\)/),
        });
      savePatient(stranger.db, 'works-alone');
      savePatient(desk.db, 'goes-on');
      await copied(desk);
    });

    test('gives a login its own site only, and no table at all', async () => {
      const desk = desks.openDesk(desks.newFolder());
      await copied(desk);
      await desks.postgres.addSite(`${desks.site}-other`, `${desks.login}_other`);
      const other = createPostgresCopy(desks.postgres.address(`${desks.login}_other`));
      await expect(other.look(desks.site)).rejects.toMatchObject({ reason: 'refused' });
      await expect(other.fleet()).rejects.toMatchObject({ reason: 'refused' });
      await other.close();
      const plain = await connectPostgres(desks.postgres.address(desks.login));
      for (const statement of [
        'SELECT * FROM drawdesk.record',
        'DELETE FROM drawdesk.record',
        'UPDATE drawdesk.site SET epoch = 1',
        'CREATE TABLE drawdesk.mine (id text)',
      ]) {
        await expect(plain.query(statement)).rejects.toThrow(/permission denied/);
      }
      await plain.close();
      await desks.postgres.addFleetLogin(`fleet_${desks.login}`);
      const fleet = createPostgresCopy(desks.postgres.address(`fleet_${desks.login}`));
      const all = await fleet.fleet();
      expect(all.find((one) => one.site === desks.site)).toMatchObject({
        holderName: 'desk-1',
        status: { open: 3 },
      });
      // Its copying was never set up: whoever looks after the sites has to see that.
      expect(all.find((one) => one.site === `${desks.site}-other`)).toMatchObject({
        ...{ epoch: 0, holderName: '', isWhole: false, lastSignMs: null },
      });
      await expect(fleet.look(desks.site)).rejects.toMatchObject({ reason: 'refused' });
      await fleet.close();
    });
  },
);
