// The least that reading a list can cost: its pages requested one after another by undici, and each record inserted as it is, in one
// transaction for each page, into one encrypted table.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { connect } from '../../../src/core/store/db/connect.ts';
import { TOKEN } from './reading-desk.ts';

const PAGE_SIZE = 100;

interface ListPage {
  readonly items: readonly { readonly id: string }[];
  readonly next_page: number | null;
}

/** Reads the list of the service at `baseUrl` to its end. */
export async function readBare(baseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-bench-'));
  const db = connect(join(folder, 'bare.db'), new Uint8Array(32).fill(7));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE record (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID');
  const insert = db.prepare('INSERT INTO record (id, body) VALUES (?, ?)');
  const insertAll = db.transaction((page: ListPage) => {
    for (const item of page.items) insert.run(item.id, JSON.stringify(item));
  });
  for (let next: number | null = 1; next !== null;) {
    const { body } = await request(
      `${baseUrl}/api/test_registration/?page=${next}&results_per_page=${PAGE_SIZE}`,
      { headers: { authorization: `Bearer ${TOKEN}` } },
    );
    const page = (await body.json()) as ListPage;
    insertAll(page);
    next = page.next_page;
  }
  db.close();
  rmSync(folder, { recursive: true, force: true });
}
