// What must be so on the disk after each kill, before the desk is started again: the database is whole, what was called
// saved is in it, nothing that was there before is gone, and no label's state says more than the printer has got.
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { connect } from '../../../src/core/store/db/connect.ts';
import { all } from '../../../src/core/store/db/database.ts';
import type { Db } from '../../../src/core/store/db/database.ts';
import type { KilledDesk } from './killed-desk.ts';
import type { PaperTray } from './paper-tray.ts';

/** What was on the disk at earlier kills. */
export class DiskWatch {
  readonly broken: string[] = [];
  readonly #desk: KilledDesk;
  readonly #tray: PaperTray;
  readonly #copies: string;
  /** By the row's id: the state in which it was last seen. */
  readonly #rows = new Map<string, string>();

  constructor(desk: KilledDesk, tray: PaperTray, copies: string) {
    this.#desk = desk;
    this.#tray = tray;
    this.#copies = copies;
  }

  /** Looks at a copy, so that the desk finds its files as the kill has left them. */
  look(when: string): void {
    const { databaseFile } = this.#desk;
    const key = this.#desk.databaseKey();
    if (key === null || !existsSync(databaseFile)) {
      if (this.#desk.saved.length > 0) this.broken.push(`${when}: the database is gone`);
      return;
    }
    rmSync(this.#copies, { recursive: true, force: true });
    mkdirSync(this.#copies);
    const copy = join(this.#copies, basename(databaseFile));
    for (const part of ['', '-wal']) {
      if (existsSync(databaseFile + part)) copyFileSync(databaseFile + part, copy + part);
    }
    let db: Db | null = null;
    try {
      db = connect(copy, key);
      const verdict = String(db.pragma('integrity_check', { simple: true }));
      if (verdict !== 'ok') this.broken.push(`${when}: integrity_check says ${verdict}`);
      // The first kill can come before the tables are made.
      const hasTables = all(db, `SELECT 1 FROM sqlite_schema WHERE name = 'command_answer'`).length > 0;
      if (hasTables) this.#compare(db, when);
      else if (this.#desk.saved.length > 0) this.broken.push(`${when}: the tables are gone`);
    } catch (thrown) {
      this.broken.push(`${when}: the database cannot be read: ${String(thrown)}`);
    } finally {
      db?.close();
    }
  }

  #compare(db: Db, when: string): void {
    const known = new Map(
      all<{ id: string; answer: string }>(db, 'SELECT command_id AS id, answer FROM command_answer').map(
        ({ id, answer }) => [id, answer],
      ),
    );
    for (const { commandId, name, answer } of this.#desk.saved) {
      const kept = known.get(commandId);
      if (kept === undefined)
        this.broken.push(
          `${when}: LOST: ${name} (${commandId}) was called saved: ${JSON.stringify(answer).slice(0, 200)}`,
        );
      else if (kept !== JSON.stringify(answer)) {
        this.broken.push(`${when}: ${name} (${commandId}) is kept with another answer than was given`);
      }
    }
    const rows = new Map(
      all<{ id: string; state: string }>(db, 'SELECT id, state FROM outbox').map(({ id, state }) => [
        id,
        state,
      ]),
    );
    for (const [id, before] of this.#rows) {
      const state = rows.get(id);
      if (state === undefined) this.broken.push(`${when}: LOST: the change ${id}, which was ${before}`);
      // A hold can run out after it was confirmed, and is made again then.
      else if (before === 'confirmed' && state !== 'confirmed' && state !== 'pending') {
        this.broken.push(`${when}: the change ${id} was confirmed and is ${state}`);
      }
    }
    for (const [id, state] of rows) this.#rows.set(id, state);
    const jobs = all<{ code: string; state: string; perhaps_printed: number }>(
      db,
      `SELECT label.code, print_job.state, perhaps_printed FROM print_job JOIN label ON label.id = print_job.label_id
       WHERE label.code IS NOT NULL`,
    );
    for (const { code, state, perhaps_printed } of jobs) {
      const papers = this.#tray.papers(code);
      if ((state === 'sent' || state === 'printed') && papers === 0) {
        this.broken.push(`${when}: label ${code} is called ${state}, and there is no paper`);
      }
      // A job that is being sent becomes one in doubt at the next start.
      if (perhaps_printed === 0 && state !== 'sending' && this.#tray.hasSeen(code)) {
        this.broken.push(
          `${when}: the printer got label ${code}, and the desk, for which it is ${state}, believes that nothing was sent`,
        );
      }
      if (papers > 1) this.broken.push(`${when}: label ${code} came out ${papers} times`);
    }
  }
}
