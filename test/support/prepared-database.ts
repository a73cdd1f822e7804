// A new database costs all migrations. Tests that are about something else begin with a copy of one that has had them: what
// `openStore` makes of the copy is what it makes of a missing file.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/core/store/db/connect.ts';
import { migrate } from '../../src/core/store/db/migrate.ts';
import { MIGRATIONS } from '../../src/core/store/db/migrations/index.ts';

const prepared = new Map<string, Buffer>();

function prepare(key: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-prepared-'));
  const file = join(folder, 'desk.db');
  try {
    const db = connect(file, key);
    try {
      db.pragma('journal_mode = WAL');
      migrate(db, MIGRATIONS);
    } finally {
      // Brings the log into the file, and removes it.
      db.close();
    }
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts an empty database of the newest schema to where `openStore` will look for it, unless something is there. */
export function layPreparedDatabase(file: string, key: Uint8Array): void {
  if (existsSync(file)) return;
  const name = Buffer.from(key).toString('hex');
  const bytes = prepared.get(name) ?? prepare(key);
  prepared.set(name, bytes);
  writeFileSync(file, bytes);
}
