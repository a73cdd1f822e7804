// A simulated day in memory must be the day that it is on the encrypted file, and a power cut must take what was not committed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SENDING_RULES } from '../../src/core/outbox/sending-rules.ts';
import { all, get, run, transaction } from '../../src/core/store/db/database.ts';
import type { Db } from '../../src/core/store/db/database.ts';
import { brokenPromises } from './support/oracle.ts';
import { MemoryDisk } from './support/memory-disk.ts';
import { SimulatedDay } from './support/simulated-day.ts';

const folder = mkdtempSync(join(tmpdir(), 'drawdesk-days-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const setSetting = (db: Db, key: string, value: string): void =>
  void run(db, 'INSERT INTO setting (key, value) VALUES (?, ?)', [key, value]);

/** Everything that a day has left in its database, table by table. */
function contentOf(db: Db): Record<string, unknown[]> {
  const tables = all<{ name: string }>(
    db,
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name`,
  );
  return Object.fromEntries(
    tables
      .filter(({ name }) => name !== 'sqlite_schema')
      .map(({ name }) => [name, all(db, `SELECT * FROM ${name}`)]),
  );
}

async function dayWith(seed: number, file: string | null): Promise<unknown> {
  const day = new SimulatedDay({ seed, file, key: new Uint8Array(32).fill(7), rules: SENDING_RULES });
  try {
    await day.run();
    const broken = brokenPromises(day);
    if (!day.store) throw new Error('The desk does not run at the end of the day.');
    const { powerCuts } = day.running;
    return { broken, powerCuts, pressed: day.pressing.pressed, left: contentOf(day.store.db) };
  } finally {
    await day.end();
  }
}

describe('a database in memory', () => {
  it.each([2, 3, 5, 9])(
    'makes the same day of seed %i as the file does',
    { timeout: 300_000 },
    async (seed) => {
      const inMemory = await dayWith(seed, null);
      expect(inMemory).toEqual(await dayWith(seed, join(folder, 'desk.db')));
      expect(inMemory).not.toMatchObject({ pressed: 0 });
    },
  );

  it('keeps what was committed at a power cut, and nothing else', () => {
    const disk = new MemoryDisk();
    const first = disk.open(() => 1);
    transaction(first.db, () => setSetting(first.db, 'kept', 'yes'));
    expect(() =>
      transaction(first.db, () => {
        setSetting(first.db, 'half', 'yes');
        first.db.close();
        setSetting(first.db, 'after', 'yes');
      }),
    ).toThrow('The database connection is not open');
    const again = disk.open(() => 2);
    expect(all(again.db, 'SELECT key FROM setting')).toEqual([{ key: 'kept' }]);
    expect(() => run(first.db, 'DELETE FROM setting')).toThrow('The database connection is not open');
    again.close();
  });

  it('is as new for the next day', () => {
    const opened = new MemoryDisk().open(() => 1);
    const empty = contentOf(opened.db);
    expect(Object.values(empty).flat().length).toBeLessThan(10);
    transaction(opened.db, () => {
      setSetting(opened.db, 'left', 'behind');
      run(
        opened.db,
        `INSERT INTO staff (initials, name, role, added_at_ms) VALUES ('JB', 'J B', 'reception', 1)`,
      );
    });
    expect(get(opened.db, 'SELECT count FROM commit_count')).toEqual({ count: 1 });
    opened.close();
    expect(contentOf(new MemoryDisk().open(() => 1).db)).toEqual(empty);
  });
});
