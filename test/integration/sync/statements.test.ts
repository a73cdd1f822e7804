// No statement of the store walks a large table. What is explained is what a day's work really prepares: a whole reading
// of the service, walk-ins sent and confirmed, and the desk operations that look things up.
import Database from 'better-sqlite3-multiple-ciphers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetCommandAnswers } from '../../../src/core/store/desk/command-answers.ts';
import { isCodeOfLabelMade } from '../../../src/core/store/desk/labels.ts';
import { hasPapersOfOneGone } from '../../../src/core/store/desk/papers-to-destroy.ts';
import { findReportOut } from '../../../src/core/store/desk/reports-out.ts';
import { attachVisits } from '../../../src/core/store/desk/visits-of-appointments.ts';
import { forgetOldDocuments } from '../../../src/core/store/mirror/documents.ts';
import { findRegistrations } from '../../../src/core/store/mirror/find-registrations.ts';
import { lapseHolds } from '../../../src/core/store/mirror/holds.ts';
import { findDuplicates, searchPeople } from '../../../src/core/store/mirror/people.ts';
import { forgetFinishedRows } from '../../../src/core/store/outbox/outbox-recovery.ts';
import { storeFolder } from '../../support/store-fixture.ts';
import { openTestDesk } from '../../support/test-desk.ts';
import { openSyncedDesk } from './support/synced-desk.ts';

/** Tables that grow with the clinic's years, not with its rooms or its catalogue. */
const LARGE = new Set([
  'mirror_patient',
  'mirror_registration',
  'mirror_appointment',
  'mirror_document',
  'mirror_order',
  'label_code',
  'label_code_asked',
  'id_map',
  'outbox',
  'outbox_dependency',
  'person',
  'visit',
  'visit_registration',
  'label',
  'print_job',
  'activity',
]);
const ROWS = 100_000;

/** Statements that may walk a large table, each with the reason for which nobody waits for it. */
const MAY_WALK: readonly { readonly begins: string; readonly why: string }[] = [
  { begins: 'SELECT (SELECT count(*) FROM mirror_registration)', why: 'counts an index once in a reading' },
  { begins: 'SELECT count(*) AS found FROM mirror_order', why: 'counts an index, and no record is read' },
  { begins: 'SELECT id FROM mirror_order ORDER BY known_at_ms', why: 'ends after the rows that are shown' },
];

const prepared = new Set<string>();
type Prepare = (this: Database.Database, sql: string) => Database.Statement<unknown[]>;
const prepare = Database.prototype.prepare as Prepare;

beforeAll(async () => {
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    prepared.add(sql);
    return prepare.call(this, sql);
  } as typeof Database.prototype.prepare;

  const synced = await openSyncedDesk();
  await synced.until('the board', () => synced.sync.freshness().asOfMs !== null);
  await synced.restart();
  await synced.close();

  const desk = openTestDesk();
  const { db } = desk.parts.store;
  const visitId = desk.addVisit(1);
  await desk.setLine({ up: true, reading: false });
  await desk.done('board.get', {});
  await desk.done('board.days', { from: '2026-03-01', count: 7 });
  await desk.done('visits.get', { visitId });
  await desk.done('orders.list', {});
  await desk.done('outbox.list', { show: 'open' });
  await desk.done('connection.get', {});
  searchPeople(db, 'oliver 15/3/1984', 10);
  searchPeople(db, '15/3/1984', 10);
  findDuplicates(db, { firstName: 'Ada', lastName: 'Oliver', dateOfBirth: '1984-03-15' });
  findRegistrations(db, ['DRW-AAA001']);
  isCodeOfLabelMade(db, 'SAMP0001');
  hasPapersOfOneGone(db, 'x');
  findReportOut(db, 'x');
  lapseHolds(db, 0);
  forgetFinishedRows(db, 0, 1);
  forgetOldDocuments(db, 0, 1);
  forgetCommandAnswers(db, 0, 1);
  attachVisits(db, { locationId: 'x', fromMs: 0 }, { nowMs: 0, dateOf: () => '2026-03-03' });
  await desk.close();
});

afterAll(() => {
  Database.prototype.prepare = prepare as typeof Database.prototype.prepare;
});

/** What the query planner is told of a store with many rows in every table that grows. */
function withStatistics(db: Database.Database): void {
  db.exec('ANALYZE');
  db.exec('DELETE FROM sqlite_stat1');
  const insert = db.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)');
  for (const table of LARGE) {
    insert.run(table, null, String(ROWS));
    const indexes = db.pragma(`index_list(${table})`) as { name: string; partial: 0 | 1 }[];
    for (const { name, partial } of indexes) {
      const columns = (db.pragma(`index_info(${name})`) as unknown[]).length;
      // A partial index is there for the few rows that are still to be dealt with.
      const rows = partial === 1 ? 200 : ROWS;
      insert.run(table, name, [rows, ...Array.from({ length: columns }, () => 10)].join(' '));
    }
  }
  db.exec('ANALYZE sqlite_schema');
}

function explain(db: Database.Database, sql: string): string[] {
  const names = [...new Set(Array.from(sql.matchAll(/@(\w+)/g), (match) => match[1] as string))];
  const places = (sql.replace(/'[^']*'/g, '').match(/\?/g) ?? []).length;
  const bound =
    names.length > 0
      ? [Object.fromEntries(names.map((name) => [name, null]))]
      : Array<null>(places).fill(null);
  const rows = prepare.call(db, `EXPLAIN QUERY PLAN ${sql}`).all(...bound) as { detail: string }[];
  return rows.map(({ detail }) => detail);
}

/** The table that a name in a plan stands for. */
function tableOf(sql: string, name: string): string {
  return new RegExp(`(\\w+)\\s+AS\\s+${name}\\b`, 'i').exec(sql)?.[1] ?? name;
}

function walks(db: Database.Database): string[] {
  const partial = new Set(
    (
      prepare
        .call(db, `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'`)
        .all() as { name: string }[]
    ).map(({ name }) => name),
  );
  const found: string[] = [];
  for (const sql of prepared) {
    if (!/^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(sql)) continue;
    let plan: string[];
    try {
      plan = explain(db, sql);
    } catch {
      // Of the embedded service's own store.
      continue;
    }
    for (const detail of plan) {
      // A search by nothing is a walk as well: so the planner calls that of a max().
      const [, name, index = ''] = /^(?:SCAN|SEARCH(?= \w+$)) (\w+)(?:.*INDEX (\w+))?/.exec(detail) ?? [];
      if (name === undefined || !LARGE.has(tableOf(sql, name)) || partial.has(index)) continue;
      if (MAY_WALK.some(({ begins }) => sql.replace(/\s+/g, ' ').trim().startsWith(begins))) continue;
      found.push(`${detail}: ${sql.replace(/\s+/g, ' ').trim()}`);
    }
  }
  return found;
}

it.each([
  ['of 100,000 rows in every table that grows', true],
  ['that nobody ever analysed, as at a site', false],
])('no statement walks a large table, by the statistics %s', (_what, analysed) => {
  const folder = storeFolder();
  const store = folder.open();
  try {
    if (analysed) withStatistics(store.db);
    expect(prepared.size).toBeGreaterThan(80);
    expect(walks(store.db)).toEqual([]);
  } finally {
    store.close();
    folder.remove();
  }
});
