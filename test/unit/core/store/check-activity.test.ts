// The chain of the activity: whatever is done to entries past the desk is noticed, and what the desk itself does is not.
import { describe, expect, it } from 'vitest';
import { beginActivityCheck } from '../../../../src/core/store/check-activity.ts';
import type { ActivityCheck, NotedEntry } from '../../../../src/core/store/check-activity.ts';
import { hashOfEntry } from '../../../../src/core/store/db/activity-hash.ts';
import { connect } from '../../../../src/core/store/db/connect.ts';
import { all, get, run, transaction } from '../../../../src/core/store/db/database.ts';
import type { Db } from '../../../../src/core/store/db/database.ts';
import { migrate } from '../../../../src/core/store/db/migrate.ts';
import { MIGRATIONS } from '../../../../src/core/store/db/migrations/index.ts';
import { readSetting } from '../../../../src/core/store/desk/settings.ts';
import { findStaff } from '../../../../src/core/store/desk/staff.ts';
import { forgetOldActivity, insertActivity, listActivity } from '../../../../src/core/store/desk/activity.ts';
import { storeFolder, TEST_KEY, useStore } from '../../../support/store-fixture.ts';

const store = useStore();

function write(count: number, db: Db = store.db): void {
  for (let index = 0; index < count; index += 1) {
    insertActivity(db, {
      atMs: 1_000 * (index + 1),
      actor: 'JB',
      visitId: index % 2 === 0 ? null : `visit-${index}`,
      kind: 'patient-created',
      detail: { duplicatesSeen: false, patientId: `patient-${index}` },
    });
  }
}

function check(noted: NotedEntry | null = null): ActivityCheck {
  const checking = beginActivityCheck(store.db, noted);
  while (checking.next());
  return checking.result();
}

/** What somebody does who has the key and leaves the desk out. */
function pastTheDesk(sql: string): void {
  for (const guard of ['activity_is_never_changed', 'activity_is_never_deleted', 'activity_is_chained']) {
    store.db.exec(`DROP TRIGGER IF EXISTS ${guard}`);
  }
  store.db.exec(sql);
}

describe('the activity as the desk writes it', () => {
  it('agrees, and says from when to when it goes', () => {
    expect(check()).toMatchObject({ entries: 0, firstMs: null, lastMs: null, faultCount: 0 });
    write(5);
    expect(check()).toMatchObject({
      entries: 5,
      firstMs: 1_000,
      lastMs: 5_000,
      head: { number: 5 },
      faults: [],
    });
  });

  it('agrees when the desk goes on writing while it is checked', () => {
    transaction(store.db, () => write(4_500));
    const checking = beginActivityCheck(store.db);
    expect(checking.next()).toBe(true);
    write(10);
    while (checking.next());
    expect(checking.result()).toMatchObject({ entries: 4_500, faultCount: 0 });
  });

  it('agrees when an entry was undone with its command', () => {
    write(1);
    store.db.exec('BEGIN');
    write(1);
    store.db.exec('ROLLBACK');
    write(1);
    expect(check()).toMatchObject({ entries: 2, faultCount: 0 });
  });

  it('is written by nobody who does not hold on to the last entry', () => {
    write(1);
    expect(() =>
      run(store.db, "INSERT INTO activity (at_ms, actor, kind, detail) VALUES (1, 'XX', 'moved', '{}')"),
    ).toThrow(/holds the hash/);
  });
});

describe('removing what is old', () => {
  it('leaves a chain that agrees, to the last entry but one, and lets nobody remove more', () => {
    write(10);
    expect(forgetOldActivity(store.db, 4_000, 2)).toBe(2);
    expect(forgetOldActivity(store.db, 4_000, 200)).toBe(1);
    expect(check()).toMatchObject({ entries: 7, faultCount: 0, removed: { upTo: 3, atMs: 3_000 } });
    expect(() => store.db.exec('DELETE FROM activity WHERE number = 4')).toThrow(/append-only/);
    write(1);
    expect(forgetOldActivity(store.db, 99_000, 200)).toBe(7);
    expect(check()).toMatchObject({ entries: 1, faultCount: 0, removed: { upTo: 10 } });
    pastTheDesk("UPDATE activity SET actor = 'XX'");
    expect(check().faults).toEqual([{ kind: 'changed', number: 11, isLast: true }]);
  });

  it('may go on while the chain is checked, and knows an entry that was noted and is gone', () => {
    transaction(store.db, () => write(4_500));
    const { number, hash } = check().head;
    const checking = beginActivityCheck(store.db);
    checking.next();
    expect(forgetOldActivity(store.db, 3_000_000, 3_000)).toBe(2_999);
    while (checking.next());
    expect(checking.result()).toMatchObject({ faultCount: 0 });
    expect(check({ number: 1, hash }).noted).toBe('removed');
    expect(check({ number, hash }).noted).toBe('same');
  });

  it('takes away nothing from the first entry on that does not agree', () => {
    write(10);
    pastTheDesk("UPDATE activity SET actor = 'XX' WHERE number = 4");
    expect(forgetOldActivity(store.db, 99_000, 200)).toBe(3);
    expect(forgetOldActivity(store.db, 99_000, 200)).toBe(0);
    expect(check().faults).toEqual([{ kind: 'changed', number: 4, isLast: false }]);
  });
});

describe('what is done past the desk is noticed', () => {
  it('a changed entry, whatever of it was changed', () => {
    write(5);
    for (const change of [
      "actor = 'XX'",
      'at_ms = 2',
      "kind = 'moved'",
      "visit_id = 'another'",
      "desk = 'Desk 2'",
      "detail = '{}'",
    ]) {
      const before = get<object>(store.db, 'SELECT * FROM activity WHERE number = 3');
      pastTheDesk(`UPDATE activity SET ${change} WHERE number = 3`);
      expect(check().faults).toEqual([{ kind: 'changed', number: 3, isLast: false }]);
      run(
        store.db,
        `UPDATE activity SET actor = @actor, at_ms = @at_ms, kind = @kind, visit_id = @visit_id, desk = @desk,
         detail = @detail WHERE number = 3`,
        before as Record<string, unknown>,
      );
      expect(check().faults).toEqual([]);
    }
  });

  it('a changed first or last entry', () => {
    write(3);
    pastTheDesk("UPDATE activity SET actor = 'XX' WHERE number IN (1, 3)");
    expect(check().faults).toEqual([
      { kind: 'changed', number: 1, isLast: false },
      { kind: 'changed', number: 3, isLast: true },
    ]);
  });

  it('entries that are missing inside, and those cut off at the end', () => {
    write(9);
    pastTheDesk('DELETE FROM activity WHERE number IN (4, 5, 8, 9)');
    expect(check().faults).toEqual([
      { kind: 'missing', from: 4, to: 5 },
      { kind: 'cut-off', from: 8, to: 9 },
    ]);
    pastTheDesk('DELETE FROM activity');
    expect(check().faults).toEqual([{ kind: 'cut-off', from: 1, to: 9 }]);
  });

  it('cut-off entries also after the desk went on writing', () => {
    write(5);
    pastTheDesk('DELETE FROM activity WHERE number > 3');
    write(2);
    expect(check().faults).toEqual([{ kind: 'missing', from: 4, to: 5 }]);
  });

  it('an entry that was added at the end, in a gap or before the first', () => {
    write(4);
    const row = `(at_ms, actor, kind, detail, before, number) SELECT at_ms, 'XX', kind, detail, before`;
    pastTheDesk(`INSERT INTO activity ${row}, 5 FROM activity WHERE number = 4`);
    expect(check().faults).toEqual([{ kind: 'added', number: 5 }]);
    store.db.exec('DELETE FROM activity WHERE number = 5');
    store.db.exec(`INSERT INTO activity ${row}, 0 FROM activity WHERE number = 1`);
    expect(check().faults).toEqual([{ kind: 'added', number: 0 }]);
    store.db.exec('DELETE FROM activity WHERE number IN (0, 2)');
    store.db.exec(`INSERT INTO activity ${row}, 2 FROM activity WHERE number = 1`);
    expect(check().faults).not.toEqual([]);
  });

  it('two entries whose places were exchanged', () => {
    write(5);
    pastTheDesk(
      'UPDATE activity SET number = 99 WHERE number = 2; UPDATE activity SET number = 2 WHERE number = 3; UPDATE activity SET number = 3 WHERE number = 99',
    );
    expect(check().faultCount).toBeGreaterThan(0);
  });

  it('a record that was written anew from some entry on, when its end was noted before', () => {
    write(4);
    const { number, hash } = check().head;
    expect(check({ number, hash }).noted).toBe('same');
    write(2);
    expect(check({ number, hash }).noted).toBe('same');
    // With all that the desk knows: every hash after it is made anew.
    pastTheDesk("UPDATE activity SET actor = 'XX' WHERE number = 3");
    let before: Uint8Array | null = null;
    for (const row of all<Parameters<typeof hashOfEntry>[0]>(
      store.db,
      'SELECT * FROM activity ORDER BY number',
    )) {
      const entry = { ...row, before: before ?? row.before };
      run(store.db, 'UPDATE activity SET before = ? WHERE number = ?', [entry.before, entry.number]);
      before = hashOfEntry(entry);
    }
    run(store.db, 'UPDATE activity_chain SET head_hash = ?', [before]);
    expect(check().faultCount).toBe(0);
    expect(check({ number, hash })).toMatchObject({
      noted: 'differs',
      faults: [{ kind: 'not-as-noted', number: 4 }],
    });
    expect(check({ number: 77, hash })).toMatchObject({ noted: 'differs', faultCount: 1 });
  });
});

it('entries from before the chain are chained as they are found, and named as such', () => {
  const folder = storeFolder();
  const old = connect(folder.file, TEST_KEY);
  old.pragma('journal_mode = WAL');
  migrate(
    old,
    MIGRATIONS.filter(({ version }) => version < 31),
  );
  const add = old.prepare(
    "INSERT INTO activity (at_ms, actor, kind, detail) VALUES (?, 'JB', 'moved', '{}')",
  );
  for (let atMs = 1; atMs <= 7; atMs += 1) add.run(atMs);
  old.close();

  const updated = folder.open();
  try {
    write(2, updated.db);
    const found = beginActivityCheck(updated.db);
    while (found.next());
    expect(found.result()).toMatchObject({ entries: 9, foundUpTo: 7, faultCount: 0 });
    expect(listActivity(updated.db, { limit: 20 }).map(({ number }) => number)).toEqual([
      9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    updated.db.exec('DROP TRIGGER activity_is_never_changed');
    updated.db.exec("UPDATE activity SET actor = 'XX' WHERE number = 4");
    const again = beginActivityCheck(updated.db);
    while (again.next());
    expect(again.result().faults).toEqual([{ kind: 'changed', number: 4, isLast: false }]);
  } finally {
    updated.close();
    folder.remove();
  }
});

it('people of a desk that knew no roles become leads, and such a desk goes on by initials until it has a manager', () => {
  const before = (worked: boolean) => {
    const folder = storeFolder();
    const old = connect(folder.file, TEST_KEY);
    old.pragma('journal_mode = WAL');
    migrate(
      old,
      MIGRATIONS.filter(({ version }) => version < 28),
    );
    old.exec("INSERT INTO staff (initials, name, added_at_ms) VALUES ('JB', 'Jo Brand', 1)");
    if (worked) old.exec("INSERT INTO activity (at_ms, actor, kind, detail) VALUES (1, 'JB', 'moved', '{}')");
    old.close();
    return folder;
  };
  for (const worked of [true, false]) {
    const folder = before(worked);
    const updated = folder.open();
    expect(findStaff(updated.db, 'JB')).toMatchObject({
      role: 'lead',
      active: true,
      pinHash: null,
      wrongPins: 0,
    });
    expect(readSetting(updated.db, 'peopleFromBefore')).toBe(worked ? true : null);
    updated.close();
    folder.remove();
  }
});
